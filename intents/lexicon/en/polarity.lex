# Words that negate what follows: "not tomorrow", "anything but pizza", "don't refund it". docs/lexicon.md describes the
# format. All sections match plain words: lower case, no punctuation, no apostrophes.

# Negates the next value.
[negates: words]
not, isnt, wasnt, arent, aint, hardly, nothing, far from, instead of, rather than, no longer, no need for
no need to make it, no need to set it to
anything but, everything but, all but, any but, anyone but, anywhere but, any time but, any day but
except, except for, excluding, other than, apart from, without

# Says that something is absent, which may be what the user complains about.
[misses: words]
have no, has no, had no, have got no, has got no, got no, is no, its no, thats no, was no, theres no

# Says that the user does not have something.
[lacks: words]
havent got, have not got

# Negates a value that the bot asks for: "no pizza".
[no: words]
no

# Refuses the next request, and negates or refuses with one of the verbs below.
[refuses: words]
dont, do not, didnt, did not

# Of these, the words that refuse nothing after "I" or "we": "I don't understand my bill".
[statements: words]
dont, do not

[speakers: words]
i, we

# Only refuses, with or without a verb.
[never: words]
never

# Negates only with one of the verbs below.
[would not: words]
wouldnt, would not

# Verbs after "don't" that negate the next value and refuse the next request.
[wants: words]
want, need, mean, say

# Verbs that only refuse.
[asks: words]
wish, like, said, ask, asked, meant

# Verbs that only negate.
[sets: words]
own, make it, set it to, call it, consider it

[has: words]
have

# "Not" negates nothing after these: "why not Friday".
[no negation after: words]
why, if, or

# Words between a negation and its value, in any number.
[before value: words]
the, a, an, my, your, our, on, at, for, in, to, from, with, by, of, very, that, this, all, really, so, too, super
particularly, exactly, quite, especially, extremely, overly, as, be, it, its, any, one, some, like

# Words between a refusal and its request, in any number.
[before request: words]
to, for, you, a, an, the, my, your, any, please, just, go

# A negation also reaches the word after these.
[joins: words]
or, nor

# A text without one of these has no negation.
[hints: words]
not, nt, no, hardly, nothing, never, instead of, dont, rather, far from, but, except, without, other than, excluding
apart from
