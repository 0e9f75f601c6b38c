# Words next to "it", "that" and "the same" that tell whether they refer to something said before. docs/lexicon.md describes the format.

# Words that name another thing.
[others: words]
another, different, else, new, next, other, others, second

# Words before an "it" that need not mean anything: "is it possible", "I think it is".
[before open it: words]
and, as, because, but, can, could, did, does, had, has, how, if, is, may, should, so, than, that, think, was
what, when, where, why, will, would

[after open it: words]
can, could, did, didnt, does, doesnt, had, has, is, says, seems, should, takes, was, will, would

[prepositions: words]
about, at, for, from, in, of, on, to, with

# Words after "that" and "this" that are no thing: "this is", "that I" and "this week".
[no things: words]
a, afternoon, an, are, at, can, could, day, did, does, doesnt, evening, for, had, has, have, he, i, in, is
isnt, it, month, morning, my, on, our, she, the, there, they, time, to, was, wasnt, we, week, weekend, were
will, would, year, you, your

# Words after "that" at the end of a request.
[ends: words]
again, also, instead, now, please, pls, thanks, then, too
