# Words that say nothing about the topic of a message, and words that are not misspelt. docs/lexicon.md describes the format.

# Words that carry no meaning by themselves.
[little: words]
a, about, all, also, am, an, and, any, anybody, anyone, anything, are, as, at, be, been, but, by, can, could
d, did, do, does, else, even, everybody, everyone, everything, for, from, get, go, had, has, have, he, her
here, him, his, how, i, if, in, is, it, its, just, know, like, ll, m, many, may, me, much, my, need, no
nobody, not, nothing, of, on, one, only, or, other, our, out, please, re, really, s, she, so, some, somebody
someone, something, still, t, tell, that, the, them, then, there, they, thing, things, this, to, too, up, us
ve, very, want, was, we, were, what, when, where, which, who, why, will, with, would, you, your

# Words that answer, greet or thank. A message must not start an intent because of them.
[courtesies: words]
bye, cheers, fine, goodbye, hello, hey, hi, k, nah, nope, oh, ok, okay, please, sure, thank, thanks, thx, um
well, yeah, yep, yes, yup

# Common words that differ by one letter from a word that a list may contain. A three-letter word never
# counts as misspelt.
[common: words]
about, above, across, actually, address, after, afternoon, again, against, almost, alone, along, already, also
although, always, among, another, answer, anyone, anything, anyway, april, around, asked, august, aware, away
back, bank, based, basically, because, become, been, before, began, begin, behind, being, believe, below, best
better, between, beyond, body, book, both, bring, brought, build, business, call, called, came, cannot, cant
care, case, cause, certain, certainly, change, charge, check, choose, city, clear, close, closed, cold, come
coming, company, correct, could, country, couple, course, customer, date, days, deal, dear, december, decide
deep, dinner, direct, does, doing, done, dont, door, double, down, drink, drive, during, each, earlier, early
easy, eight, eighteen, eighty, either, eleven, else, enough, even, evening, ever, every, everyone, everything
exact, exactly, example, expect, fact, fair, fall, family, fast, february, feel, fever, fifteen, fifth, fifty
final, find, fine, first, five, follow, food, force, form, forty, found, four, fourteen, fourth, friday
friend, from, front, full, further, gave, general, gets, getting, give, given, goes, going, gone, good, great
greet, group, grow, guess, guest, guide, half, hand, happen, happy, hard, have, havent, having, hear, heard
heart, heavy, hello, help, here, hers, herself, high, himself, hold, home, hope, hotel, hour, hours, house
however, human, hundred, idea, important, inside, instead, into, issue, its, itself, january, july, june, just
keep, kind, knew, know, known, large, last, later, latter, learn, least, leave, left, less, letter, level
life, light, like, likely, line, list, listen, little, live, lived, living, local, long, look, looked, lose
lost, love, lower, lunch, made, mail, main, make, making, many, march, matter, maybe, mean, meant, meet
message, might, million, mine, minute, minutes, monday, money, month, more, morning, most, mother, mouth, move
much, must, myself, name, near, need, needed, never, next, night, nine, nineteen, ninety, nobody, noon, normal
north, nothing, november, number, october, offer, office, often, okay, once, only, open, option, order, other
others, ought, ours, over, page, paid, paper, part, party, past, payment, people, perhaps, person, phone
piece, place, plain, plan, play, please, point, police, possible, power, prefer, present, press, price
problem, provide, public, quick, quickly, quiet, quit, quite, rather, reach, read, ready, real, really, reason
receive, regard, remember, repeat, reply, report, request, rest, return, right, room, round, same, saturday
says, school, second, seem, seems, seen, self, send, sense, sent, september, serve, service, seven, seventeen
seventy, several, shall, share, sheet, ship, shop, short, should, shout, show, side, simple, simply, since
single, sister, site, sixteen, sixty, size, sleep, slow, small, some, somebody, someone, something, sometimes
soon, sorry, sort, sound, south, speak, spend, spent, staff, stand, start, state, station, stay, step, still
stock, stop, store, story, street, strong, study, such, sunday, supper, sure, table, take, taken, taking, talk
team, tell, tenth, test, than, thank, thanks, that, their, them, then, there, these, they, thing, things
think, third, thirteen, thirty, this, those, though, thought, thousand, three, through, thursday, tight, till
time, times, tired, title, today, together, told, tomorrow, tonight, took, toward, town, track, trade, train
tried, trouble, true, trust, truth, trying, tuesday, turn, twelve, twenty, twice, type, under, understand
unless, until, upon, used, useful, using, usual, usually, very, visit, voice, wait, waiting, walk, want
wanted, warm, wasnt, watch, water, ways, wednesday, week, weeks, weight, well, went, were, what, whatever
when, where, whether, which, while, white, whole, whom, whose, will, wind, wish, with, within, without, woman
women, wonder, wont, word, words, work, worked, world, worry, worse, worst, worth, would, write, wrong, wrote
year, years, yesterday, young, your, yours, yourself

# Words after "how" that ask for a number: "how long".
[after how: words]
early, far, fast, late, long, often, soon
