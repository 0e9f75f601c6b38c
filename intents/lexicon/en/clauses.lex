# Words between the clauses of a message. docs/lexicon.md describes the format.

# Joins two requests.
[joints]
and, then, also, plus, &

# A message without one of them, and without punctuation, is one clause.
[first joints: words]
&, also, and, plus, then

# Words of a clause that replaces what the user agrees to.
[instead: words]
instead, rather

# The same among the first two words.
[instead at beginning: words]
actually

# Words between an agreement and a request in addition to it.
[adding: words]
also, and, plus

# Joins two clauses of a story.
[story joints]
and, then, also, plus, but, because, cause, since, though, although, so, &

# More words after such a joint, in any number.
[after joint]
and, then, also, plus, oh, ps, p.s., after that, by the way, btw

[after story joint]
and, then, also, plus, but, because, so, well, oh, ps, p.s., after that, by the way, btw

[before cancellation]
no, oh, ok, okay, well, sorry, actually, wait, just

# Waves off what is open, before another request.
[cancellation]
never[ ]mind [[about] (it|that|this) [all]]
nvm
forget ([all] [about] (it|that|this)|it all|everything|all of it)
scratch that, drop it

[before reminder]
and, but, just, only, also, please, though

# "Yes, but don't forget the invoice".
[reminder]
((dont|do not|never) forget|(please|just|but|and) remember) [about|that i [also] (want|need|wanted|needed)|i [also] (want|need|wanted|needed)|also]

# A clause of such words is no request.
[courtesy]
please, pls, and, so, ok, okay, oh, well, thanks, thank you, hi, hello, hey
good (morning|afternoon|evening|day)
greetings, dear <word>, there, all, everyone, team, guys, sir, madam, bye, goodbye, see you, cheers, sorry
very much, so much, a lot
[(can|could|would|will) (you|someone|anyone|anybody|u)] [please] help [me] [out|with (it|that|this)]
[i] (need|want|require) [some|your|a little] (help|assistance|support)
[have a] (nice|good|great) day
how are you [doing] [today], (can|could) you assist me, assist me
