# Words around the name of a value: "change the date", "the address is wrong". docs/lexicon.md describes the format.

# Words before a change, in any number.
[before change]
no, oh, sorry, wait, actually, yes, ok, okay, well, but, and, please, can, could, may, would, you, we, i, lets
just, id like to, want to, wanna, need to, have to, to

[change]
change, correct, edit, update, modify, fix, adjust, alter, amend, revise, redo, replace, switch

[whose]
the, my, our, this, that, your, its

# Words before the name of a value that is wrong or to be changed.
[before name]
(change|correct|edit|update|modify|fix|adjust|alter|amend|revise|redo|replace|switch|changing|correcting|mistake in|error in|typo in|problem with) [the|my|our|this|that|your|its|only|just]
[the] wrong
[use] [a|an] (another|different)

[after name]
(is|was|are|were|looks|seems) [all|totally|completely|also|still] (wrong|incorrect|false|mistaken|off|not (right|correct|it)|(a|the) (mistake|typo|problem))
(isnt|wasnt|arent) (right|correct)
(needs|has|should|must|ought) [to] [be] (change[d]|corrected|updated|edited|fixed|different)
needs (changing|correcting|updating|fixing)

[after name at end]
wrong

# Words between two names.
[joints]
(and|or|as well as) [also] [the|my|our]

# Words that are too common to name a value.
[common: words]
a, about, after, all, an, and, any, as, at, before, by, for, from, how, if, in, into, is, it, no, not, of, on
one, or, other, that, the, this, to, until, what, when, where, which, who, whom, why, with, yes
