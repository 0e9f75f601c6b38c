# Answers that pick one of several options. docs/lexicon.md describes the format.

# Words before "the first one" in "no wait, the first one".
[before choice: words]
actually, i, mean, meant, no, nope, not, oh, please, rather, sorry, that, then, wait

[positions: words]
fifth, first, former, fourth, last, latter, second, third

# Words around the words of a label: "on the 9th".
[around label: words]
of, on, the

# Words that tell no option from the others.
[no content: words]
a, an, and, at, for, from, i, in, is, it, me, my, no, not, of, on, one, that, the, to, with

# Words between the options of a list.
[joints]
and, also, plus, as well as

# The several options at one end: "the last two of them, please".
[first end]
first

[last end]
last

[two]
two, 2

[three]
three, 3

[four]
four, 4

# What may follow "the last two".
[several]
ones, of them

[please]
please

[article]
the

# Words of a label that do not tell it from other labels.
[idle: words]
a, am, an, and, at, be, choice, choose, for, go, i, id, ill, in, is, it, its, like, ll, me, mean, meant, of
ok, on, one, option, please, sorry, take, thanks, that, thats, the, to, want, was, with, yes

# Words with which a user takes the only option: "use the original card". They tell nothing about an option.
[taking: words]
again, book, can, charge, choose, could, do, have, just, keep, let, lets, pay, pick, prefer, put, same, send, suits, use
we, will, with, work, works, would

# Words that stand for an option: "not the sunday one".
[stands for option: words]
choice, one, ones, option

# Words that praise an option: "that one is perfect".
[praise: words]
agreed, correct, fine, good, great, ideal, lovely, ok, okay, perfect, right, suits, wonderful, works

# Refuse all words up to the end of the clause: "I can't come on a Sunday", "wrong booking".
[refuse clause: words]
cant, cannot, can not, wont, will not, incorrect, neither, wrong

# Refuse also the words before them in the clause: "the gift card is not mine".
[refuse whole clause: words]
arent, are not, doesnt, does not, dont work, isnt, is not, no longer, wasnt, was not

# The same before a verb that is not among the next words: "I don't fly with a stop".
[refuse by verb: words]
dont, do not, didnt, did not, never

[harmless verbs: words]
care, know, matter, mind, remember, see, think

# Words that end what is refused: "not Friday but Monday".
[turns: words]
but, so, rather

# Words before an option that is named by its position, in any number.
[before position]
i, id, ill, want, mean, meant, like, take, choose, prefer, would, will, please, ok, yes, lets, go, with, for
its, it, is, to, thats

[number]
option, number, choice, no, nr

[first]
first, 1st, 1, one, a, former

[second]
second, 2nd, 2, two, b

[third]
third, 3rd, 3, three, c

[fourth]
fourth, 4th, 4, four, d

[fifth]
fifth, 5th, 5, five, e

[last]
last, latter

[option]
one, option, choice

[after position]
please, thanks, thank you

# A position after which the message goes on: "the second one with PayPal".
[position before more]
(first|1st|second|2nd|third|3rd|fourth|4th|fifth|5th|last|latter|former) (one|option|choice)
(option|number|choice) <word>

[more after position]
with, by, via, using, and, but, on, for, at, from, to, in

# Words that describe no item of a list.
[function words: words]
a, about, again, all, also, am, an, and, any, are, as, at, be, been, but, by, can, could, did, do, does, for
from, get, got, had, has, have, hello, help, here, hi, how, i, if, im, in, is, it, its, just, know, last, like
me, mine, much, my, need, new, no, not, now, of, on, one, ones, only, or, other, our, please, pls, see, so
some, still, thank, thanks, that, the, their, them, there, they, think, this, to, today, too, up, us, very
want, was, we, what, whats, when, which, with, would, you, your

# Words before a word that describes no item: "move it to the 9th", "not before the 9th".
[bounds: words]
after, before, instead, since, than, til, till, to, until, up

# They say so only before a number.
[day bounds: words]
by, past

[negations: words]
arent, cannot, dont, except, isnt, never, no, nor, not, other, wasnt, without

[before articles: words]
my, the

# Words before a day: "on the 9th".
[before days: words]
for, from, of, on

# Words before a month: "in may".
[before months: words]
for, from, in, of

# "The one on Friday": the value after it describes an item.
[described]
(the|that|this|my) [<word>] one[s] (on|of|from|for|in|at|with)
