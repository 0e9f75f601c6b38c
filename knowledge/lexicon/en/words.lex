# How questions and passages share words. docs/lexicon.md describes the format.

# Words that carry no meaning by themselves.
[stop: words]
a, able, about, actually, after, again, all, already, also, always, am, an, and, another, any, anybody, anyone
anything, are, arent, as, ask, at, away, back, be, because, been, before, being, between, both, bring
bringing, but, by, can, cannot, cant, come, comes, coming, could, couldnt, did, didnt, do, does, doesnt, doing
done, dont, each, either, else, ever, every, everything, exactly, few, for, from, further, get, gets, getting
give, given, go, goes, going, gone, good, got, guess, guys, had, happen, happened, happening, happens, has
hasnt, have, havent, having, he, hello, help, her, here, hers, hey, hi, him, his, how, hows, i, id, if, ill
im, in, instead, into, is, isnt, it, its, ive, just, kind, kindly, know, let, lets, like, long, lot, lots
make, many, may, maybe, me, mean, might, mine, more, most, much, must, my, myself, need, needed, needs, no
not, now, of, off, oh, ok, okay, on, once, one, only, or, other, our, ours, out, over, own, per, perhaps
please, possible, possibly, put, question, quite, rather, really, regarding, same, say, see, shall, she
should, so, some, somebody, somehow, someone, something, sorry, sort, still, such, sure, take, taken, takes
taking, tell, than, thank, thanks, that, thats, the, their, them, then, there, theres, these, they, theyre
thing, things, think, this, those, through, to, too, under, until, up, upon, us, use, using, very, via, wanna
want, wanted, wants, was, way, we, well, were, what, whats, when, whens, where, wheres, whether, which, while
who, whom, whos, whose, why, will, wish, with, within, without, wondering, wont, would, yes, yet, you, your
youre, yours

# Words that occur in passages about anything.
[common: words]
accept, accepted, account, allow, allowed, amount, apply, available, become, begin, buy, call, change, check
choose, company, contact, contract, customer, day, days, deal, different, early, easy, end, expect, far, fast
find, first, full, fully, hard, high, hold, home, hour, hours, house, information, it, keep, kept, last, late
later, leave, left, less, list, look, looks, low, main, membership, minute, minutes, moment, month, months
move, moving, named, near, new, next, number, offer, offers, old, open, option, options, order, pass, people
person, place, plan, possible, problem, provide, quick, quickly, reach, ready, receive, require, required
right, run, second, send, sent, service, set, several, show, side, since, small, soon, start, stay, stop
subscription, support, time, times, today, together, tomorrow, turn, two, type, used, usual, usually, wait
week, weeks, work, working, works, wrong, year, years

# Each line is a group of words with one meaning. A word of several groups has the words of all of them.
[synonyms: groups]
cost costs price prices priced fee fees charge charged charges expensive cheap cheaper rate rates tariff
pay pays paid paying payment payments payable
buy bought purchase purchased order ordered ordering
cancel cancelling cancellation terminate termination ending quit withdraw withdrawal
refund refunds refunded reimburse reimbursement moneyback
deliver delivery delivered deliveries ship shipping shipped shipment dispatch
parcel parcels package packages
phone telephone phones smartphone iphone android cellphone
phone phones call calls calling telephone
broken broke break damaged damage defect defective faulty fault
bike bikes bicycle bicycles
tire tires tyre tyres
flat puncture punctures punctured
steal stolen theft thief stole robbed
lose lost missing loss
repair repairs repaired fix fixed mend
bill bills invoice invoices
shop shops store stores branch showroom
child children kid kids son daughter baby
injure injured injury injuries hurt
address addresses
move moving moved relocate relocating
location locations position gps whereabouts
identity identification identify id passport
document documents paperwork
age old older young younger years
fast faster speed speeds quick quickly
slow slowly slower
holiday holidays vacation
deposit deposits
discount discounts reduction rebate
switch switching change changing changed swap
upgrade upgrading upgraded
install installed installation
technician technicians engineer mechanic mechanics
email mail emails
job jobs career careers vacancy vacancies hiring
complain complaint complaints
delete deleted deleting erase erasing erased
password passwords passcode
login log signin sign
warranty guarantee guaranteed
winter cold freezing
winter snow
charge charging charger
card cards credit visa mastercard
hours opening open closed close
saturday saturdays weekend weekends
monday tuesday wednesday thursday friday weekday weekdays
include includes included including contain contains
lend lending lent borrow
wife husband partner family household
freeze pause pausing paused suspend suspended
keep keeps kept retain
term terms duration
contract contracts subscription agreement
begin start starts beginning
collect collected collection debit debited deducted taken withdrawn
minimum shortest
maximum most
free complimentary
insurance insured insure covered cover
photo photos picture pictures
home house
return returns returning returned giving
wifi wireless wlan
kilo kilos kg kilogram kilograms weight weigh heavy
website site online internet
exchange exchanged exchanges swap
