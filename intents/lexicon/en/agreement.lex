# Words that decide whether an answer to a confirmation is a yes. docs/lexicon.md describes the format.

# Words that withdraw a yes or doubt it.
[doubts: words]
abort, actually, arent, assuming, but, cannot, cant, changed, depends, didnt, doesnt, dont, else, except, hang
havent, hmm, hold, if, instead, isnt, later, maybe, mean, meant, mistake, nah, nay, never, nevermind, no, nope
not, nvm, only, perhaps, provided, rather, shouldnt, stop, undo, unless, unsure, until, wait, wasnt, without
wont, wouldnt, wrong

# Phrases with such words that doubt nothing.
[harmless: words]
actually yes, anything else, do not need to keep, do not want to keep, dont need to keep, dont wanna keep
dont want to keep, no longer want to keep, can not wait, cannot wait, cant wait, do not care, do not mind, do not worry
dont care, dont mind, dont worry, i actually do, if it is possible, if its possible, if possible, if thats ok
if thats okay, if you can, if you could, if you like, if you please, if you want, if you would, no change
no changes, no doubt, no hurry, no one, no problem, no problems, no question, no questions, no rush
no worries, not a problem, not bad, nothing else, only one, see you later, something else, the only
wait for it, what else, who else, why not

# Phrases that doubt although each of their words is harmless.
[doubtful phrases: words]
as long as, ask my, do i really, drop it, forget it, forget that, forget this, in case, let me, never mind
or no, scratch that, second thought, second thoughts, take it back, think about, thinking about

[strong yes: words]
aye, yea, yeah, yep, yes, yess, yesss, yup

[after yes: words]
ahead, already, do, ffs, fine, go, it, mate, now, ok, please, pls, plz, sir, thanks, then, thx

[before yes: words]
alright, and, fine, k, oh, ok, okay, please, right, so, then, well, whatever, yes

# Words of questions about money, or about whether something can be undone.
[decisive: words]
back, cancel, catch, charge, charged, contract, cost, costs, expensive, extra, fee, fees, free, happen
happens, included, lose, much, pay, price, refund, refundable, safe, secure, sure, undo

# Words that only agree, apart from each strong yes.
[agreeing: words]
absolutely, agreed, ahead, all, alright, appreciate, asap, bye, certainly, cheers, confirm, confirmed, cool
correct, course, day, definitely, do, exactly, fine, go, good, great, hurry, immediately, indeed, it, lot
lovely, much, nice, now, obviously, of, ok, okay, perfect, please, pls, plz, problem, quick, quickly, right
rush, so, soon, sure, thank, thanks, that, thats, then, thx, true, very, wonderful, worries, yes, you

# Begin a wish after a yes.
[joiners: words]
also, and, at, by, for, in, near, on, plus, to, with

[wishes: words]
also, please, pls, plz, too

[wish phrases: words]
as well, can i, can u, can we, can you, could i, could u, could we, could you, i need, i want, i would like
id like, let her, let him, let them, make sure, we need, we want, would you, you can, you could

# Begin a question after a yes.
[question words: words]
are, did, do, does, how, hows, is, what, whats, when, where, who, why, will

# Words between a yes and the sentence after it.
[joining sentences: words]
also, and, btw, but, by, hey, oh, so, the, way

# Verbs that change what is open, and so ask for nothing new.
[changes: words]
change, correct, instead, make, put, set, switch, update

# Ask for one more of the same.
[another: words]
also, another, too

[another phrases: words]
and then, as well

# Words of a wish to do the same once more.
[more: words]
additional, additionally, again, also, another, extra, further, more, new, next, once, other, repeat, same
second, still, third, too, twice, well

# Words without content at the beginning of a clause.
[interjections: words]
actually, ah, bruh, god, gosh, haha, hmm, lol, oh, omg, please, right, so, ugh, uh, um, well

# Forms of address and words without content at the end of a clause.
[address: words]
actually, anyway, bro, bruh, buddy, darling, dear, dude, ffs, folks, friend, guys, haha, honey, hun, lady, lol
love, man, mate, miss, obviously, omg, pal, really, sir, sweetheart, tho, though, uh, um, young

# Words that agree, and also begin messages that do not agree.
[weak: words]
all, alright, cool, fine, good, great, k, ok, okay, okey, right, then, well

# Join the clauses of a message.
[clause joints: words]
and, but

# Words before an order that agrees: "ok, send it please".
[before order: words]
alright, and, cool, fine, good, great, just, k, kk, now, ok, okay, please, right, so, then, well

[order objects: words]
it, that, them, these, this, those

[after order: words]
already, asap, now, ok, please, pls, thanks, then, 👍, 😊, 🙏

# Verbs that withdraw a yes unless the bot asks whether it shall do so.
[withdrawing verbs: words]
abort, cancel, change, delete, remove, stop, swap, undo

# Words that refuse what a rule of the open intent matched.
[refusals: words]
never, no, nope

# A complaint about what the bot asks to confirm: "hm, that is way too expensive".
[objection]
(hm+|um+|uh+|oh|well|but|wow|omg|ok|and|sorry|god|whoa)* [its|it is|thats|that is|this is|that seems|it seems|seems|that sounds|sounds|looks] (a (bit|little)|way|much|far|really|just|kind of|kinda)* too (expensive|much|dear|pricey|steep|costly|long|late|early|little|many|slow|far)
