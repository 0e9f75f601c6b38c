# Messages about what was done last. docs/lexicon.md describes the format.

# Words before such a message, in any number.
[lead]
oh, ok, okay, um+, hm+, great, good, cool, perfect, thanks, thank you, please, sorry, yes, yeah, no, nope, hey
alright, well

# The same before a question or a complaint.
[asking lead]
oh, ok, okay, um+, hm+, great, good, cool, thanks, thank you, please, sorry, yes, yeah, no, hey, hi, hello
well, but, so, and, wait, hang on, hold on, excuse me, just

# "And for Berlin?"
[continues]
(and|also|plus|then) [also|now|what about|how about|the same]
(what|how) about
[the] same [thing] (for|with|to|but)
[now|please] (do|try|check|make|repeat) (it|that|this|the same|them) [again] (for|with|but|on|to)
again (for|with|but)
(now|next|another one) (for|with)
(wait|hold on|hang on|actually|oops|i mean|i meant|make (it|that)|rather|not)

[continues at end]
too, as well, also, instead, next, again

[polite]
please, pls, thanks, thank you

[before repeat]
ok, okay, please, and, now, then, can you, could you, lets, yes, great, thanks

# Asks to do the same again.
[repeats]
(do|run|try|make|order|send|book|check) (it|that|this|them|the same [thing]|one) (again|once more|one more time|another time)
once more, one more time, [the] same [thing] again, again the same
another of (those|these|the same)

[after repeat]
please, pls, thanks

# Asks for the same with another value.
[another]
(and|also|now|what about|how about|what of|i (meant|mean|want|need)|not that one|for|with|is|do|check|same for|not this one)* ((the|my|our) (other|second|next) (one|<word>)|another (one|<word>)|a different (one|<word>)|[the] same [thing] (for|with|to|on) <anything>)

# A question or a complaint about what was done begins with these words. Questions such as "is it
# free?" are not about it.
[begins to ask]
(did|didnt) (you|u|it|that|this|they|my|the|everything)
(have|havent) (you|u) [already|really|now|actually] (<word>ed|sent|done|made|put|taken|got it)
(has|hasnt|have|havent|was|were|wasnt|werent) (it|that|this|they|my|everything)
[i|we] [still] (got|received|have|see) (no|nothing)
nothing (came|arrived|happened|has happened|changed|has changed|work[s]|worked)
(it|its|it is|that|thats|this|they) [is|has|was] (still|didnt|did not|doesnt|does not|isnt|is not|wasnt|hasnt|has not|not|wrong|the wrong)
(wheres|where is) (the|my) [e[ ]](mail|confirmation|message|sms|code|link|receipt)
(you|u) (<word>ed|did|sent|made|took) the wrong <word>

# Such messages as a whole.
[asks]
/(?:so )?(?:is|are|isnt|arent|its|thats) (?:it|that|this|they|everything|my \w+)?(?: ?\b(?:all|now|already|really|actually|still|definitely|for sure))* ?\b(?:done|off|on|gone|out|through|set|settled|sent|cancell?ed|booked|ordered|changed|activated?|deactivated|active|blocked|closed|deleted|removed|updated|fixed|confirmed|complete[d]?|finished|correct|right|paid|refunded|stopped|over)(?: now| yet| already| then| the right \w+)*/
[are] (you|u) sure [about (that|this|it)]
(really|for real|for sure)
/(?:i |we )?(?:still )?(?:just )?(?:didnt|did not|havent|have not|never|dont|do not|cant|cannot) (?:get|got|gotten|receive|received|see|find|hear|heard|have)\b(?: (?:any|the|a|an|it|that|my|your|anything|nothing|one|no)\b.*)?/
/no (?:e ?)?(?:mail|message|sms|text|confirmation|letter|code|link|call)\b(?: yet| came| arrived| received| here)*/

# Asks for one more.
[adds]
(and|also|plus) [also|the same [for]|for]
(and|do)* [the] same [thing] (for|with|to|on)

[adds at end]
too, as well, also

# Words of a wish that replaces another one.
[replaces]
instead, rather, no, not, dont, nope, actually, wait, meant, mean, wrong, change

[undoes]
[(can|could|would|will) you|i want to|id like to|i need to] ((undo|revert|reverse|take back) (it|that|this)|take (it|that|this) back)

[after undo]
please, pls

[waves off]
never[ ]mind, nvm
forget (it|that|this|about (it|that|this))
leave it, drop it

# Words around a value that say nothing else.
[filler]
and, or, also, too, as, well, for, with, on, to, at, in, of, from, by, the, a, an, my, our, please, pls
thanks, thank, you, it, its, is, that, this, what, how, about, same, again, no, not, yes, wait, sorry, oh, ok
okay, actually, i, mean, meant, make, number, now, then, one, instead, rather, um, hm, hmm, was, should, be
change, do, let, lets, us, have, try, check
