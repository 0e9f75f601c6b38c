# Words at the ends of free texts and amounts. docs/lexicon.md describes the format.

# Words before a text that is said again: "no, it is 12 Elm Street".
[before amendment: words]
actually, address, already, and, be, but, correct, full, hey, i, is, it, its, mean, meant, my, no, nope, oh
ok, please, right, said, should, sorry, that, thats, the, told, um, wait, well, yeah, yep, yes, you

[after amendment: words]
and, now, obviously, ok, please, pls, thanks, yeah, yep, yes

# Words that change an earlier value while the bot asks for a text: "add daisies too", "leave out the lilies".
[changes: words]
actually, add, also, change, delete, drop, exclude, forgot, forgotten, include, instead, leave, move, not, off, oops
out, rather, remove, replace, skip, swap, switch, take, too, wait, without

# Words beside them.
[beside change: words]
a, after, again, all, an, and, any, as, away, back, be, but, can, could, for, from, get, have, hm, hmm, hold, i, id, in, is, it, its, just
like, mean, meant, me, my, need, no, of, oh, ok, okay, on, one, ones, only, or, our, please, pls, plz, put, should
some, sorry, thanks, that, the, them, then, these, they, this, those, to, um, us, want, we, well, with, would
you, use, nope, more, other

# Complaints that a text lacks something.
[missing: words]
dropped, forgot, incomplete, lost, missed, missing, omitted

# Polite words after a text.
[polite: words]
cheers, ok, okay, please, pls, plz, thank, thanks, thx, ty, you

# Words between a text and the value after it.
[leading to value: words]
account, and, at, both, code, customer, email, for, id, is, it's, its, mail, my, no, nr, number, on, order
phone, so, the, under, with

# Words before the subject of a report: "because my parcel came late".
[joining report: words]
also, and, as, because, but, however, since, though, when

# The words with which a report begins.
[subjects: words]
a, an, half, he, her, his, i, it, my, nobody, noone, nothing, one, our, she, that, the, their, there, these
they, this, those, we, you, your

# Words of a wish, which no report has.
[wishes: words]
can, could, demand, how, id, like, may, must, need, please, wanna, want, wants, what, when, where, wish, would

# Words that may follow an amount. Another word may say what is counted: "30 emails".
[after amount: words]
and, at, by, for, from, in, instead, into, now, on, please, pls, to, today, tomorrow, too
