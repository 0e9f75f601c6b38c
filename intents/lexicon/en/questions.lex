# How a question begins. docs/lexicon.md describes the format.

# The first words of the forms of questions. Each phrase of [asks] begins with one of them.
[first words: words]
aint, am, any, are, arent, can, could, did, didnt, do, does, doesnt, dont, has, hasnt, have, havent, how, hows
is, isnt, may, must, should, shouldnt, was, were, what, whatll, whatre, whats, when, whens, where, wheres
which, who, wholl, whos, whose, why, whys, will, wont, would, wouldnt

# Each phrase of [asks indirectly] has one of them.
[indirect verbs: words]
ask, check, explain, know, say, see, tell, understand, wonder, wondered, wondering

# The clause begins with these words.
[asks]
how (much|many|long|often|soon|far|fast|slow|big|large|small|late|early|old|new|good|bad|safe|secure|reliable|expensive|cheap|hard|easy|quick|quickly|come|else|exactly|do|does|did|is|are|was|were|will|would|can|could|should|to)
hows, what, whats, whatre, whatll, which, who, whos, whose, wholl, why, whys
(when|where) (is|are|was|were|will|would|do|does|did|can|could|should|s|to)
whens, wheres
(is|are|was|were|isnt|arent|aint) (there|theres|it|its|that|this|these|those|they|the|any|my|your|i|you|we)
(is|are|was|were) <words 1-3> (included|allowed|available|free|covered|needed|required|supported|extra|part of)
(do|does|did|dont|doesnt|didnt|will|wont|would|wouldnt|should|shouldnt|must|have|has|havent|hasnt|am) (i|you|u|we|they|it|there|that|this|these|those|the|my|your|any*|some*|he|she)
(can|could|may) (i|we)
any [<word>] (fee[s]|charge[s]|cost[s]|catch|discount[s]|extra[s]|idea (how|what|when|where|why|if))

# Proposals, requests and statements that begin like a question, whatever follows.
[begins no question]
(what|how) (about|bout), what if
what (i|we|you|he|she|they|it|my) (want|need|mean|meant|said|say|really|actually|would|am|was)
what (a|an)
(can|could|may) (i|we) [please] (have|take|choose|pick|speak|talk|make it|go for)
why not, how (i|we), do you have, do you (want|need) me, would you, will you please
would (it|that) be (ok|okay|possible|alright|all right)

# Such clauses as a whole.
[no question]
/whatever.*/
/what ever.*/
/which ?ever.*/
/who ?ever.*/
who cares
(is|are|was) <words 1-6> (ok|okay|fine|alright|all right|possible)
(is|are|was) <words 1-6> (ok|okay|fine|alright|all right|possible) (for|with) you
(do|have) (that|this|it|my|these|those|them|any|some) [<anything>]
have the <anything>
do the (same|other|first|second|last|next|rest) [<anything>]

# Before a question inside a sentence: "can you tell me what it costs", not "I don't know what it costs".
[asks indirectly]
((like|love|want|need|curious|good|nice) to|wanna|do you|can you|could you|would you|please|first|just) (know|say|explain|check|see|understand|ask [you]|tell (me|us))

[wonders]
wonder[ing|ed]

# The same, at the beginning of a clause only.
[tells]
tell (me|us)

[indirect]
if, whether, how, what, whats, which, when, where, who, why

# A question that may be a wish: "how do I cancel".
[how to]
how (do|can|could|would|should|did|to)

[where to]
where (do|can|could|would|should|to)

[is there a way]
(is|are) (there|it) [a|any] (way[s]|possible|possibility|option|chance|place)

[am i able]
am i able

[owned]
my, our

# Asks what will happen: "do I lose my refund".
[about effects]
(do|will|would|should|must) (i|we)

[permission]
(can|could|may) (i|we)

[reasons]
why, whys, how come

[own]
my, our, mine

# A word without content before a question.
[filler]
yes, yeah, yep, sure, no, nope, ok, okay, oh, ah, hm+, um+, uh+, er, erm, well, so, and, but, or, also, then
now, wait, sorry, please, pls, thanks, hi, hello, hey, actually, first, just, exactly, btw, anyway, right
great, fine, good, cool, alright

# The same in two words.
[pauses: words]
hang on, hold on

[pause parts: words]
hang, hold, on

# Words between two questions of one clause.
[joints: words]
and, but, or
