# Words that negate what follows: "not tomorrow", "anything but pizza", "don't refund it". docs/lexicon.md describes the
# format. All sections match plain words: lower case, no punctuation, no apostrophes.

# Negates the next value.
[negates: words]
not, isnt, wasnt, arent, aint, hardly, nothing, far from, instead of, rather than, no longer, no need for
no need to make it, no need to set it to
anything but, everything but, all but, any but, anyone but, anywhere but, any time but, any day but
shouldnt be, should not be, mustnt be, must not be, cant be, cannot be, neednt be, need not be
except, except for, excluding, other than, apart from, without

# Says that something is absent, which may be what the user complains about.
[misses: words]
have no, has no, had no, have got no, has got no, got no, is no, its no, thats no, was no, theres no

# Of these, the words that say what the user lacks.
[owner lacks: words]
have no, has no, had no, have got no, has got no, got no

# Says that the user does not have something.
[lacks: words]
havent got, have not got

# Negates a value that the bot asks for: "no pizza".
[no: words]
no

# Refuses the next request, and negates or refuses with one of the verbs below.
[refuses: words]
dont, do not, didnt, did not

# Words that refuse nothing after "I" or "we": "I don't understand my bill", "we never got it".
[statements: words]
dont, do not, never

[speakers: words]
i, we

# Words between a speaker and a statement: "I really don't understand it".
[adverbs: words]
actually, also, honestly, just, really, simply, still, sincerely

# Only refuses, with or without a verb.
[never: words]
never, need not, neednt

# Of these, the words that order something after any subject: "you need not send it".
[needless: words]
need not, neednt

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

# Words before an order: "please don't send me the bill". After another word, "don't" states something.
[before order: words]
and, but, just, no, now, oh, ok, okay, please, so, then, well

# Verbs that refuse nothing after "don't": "don't forget to cancel it".
[reminding: words]
fail, forget, hesitate, let, make, miss, see, think, you, we, they, i

# Words between the verb of an order and the thing: "don't send me the bill".
[before thing: words]
me, us, him, her, to, for, with, about, on, off, up, out, a, an, the, my, your, our, any, all, more, another, that
this

# Words that follow a thing, and belong to it no longer: "not the gas bill of May".
[after thing: words]
because, since, until, unless, though, although, while, again, today, now, yet, anymore

# A negation also reaches the word after these.
[joins: words]
or, nor

# A text without one of these has no negation.
[hints: words]
not, nt, no, hardly, nothing, never, instead of, dont, rather, far from, but, except, without, other than, excluding
apart from

# Words of what the user wants instead: "there is no leak, I only need the bill".
[contrasts: words]
instead, just, only, rather, simply

# A rule with such a word is about something that is absent.
[absence]
/(?:^|\W|\\b)(?:no|not|none|nothing|never|without)(?:\W|$)/
/n\W{0,2}'\W{0,2}t/
