# "I can't log in" asks for no login. docs/lexicon.md describes the format.
# The sections match the text of a message as it was typed, in any case.

[unable]
can[']t, cannot, can not, couldn[']t, could not, unable to, not able to

[after unable]
even, just, really, currently, seem to, manage to, get to, still

# Words between the verb and what the user cannot do.
[before thing]
to, the, a, an, my, our, any, on, in, for, with, of

# Asks for something instead.
[asks]
(can[']t|couldn[']t) (you|u|we|i|it)

[asks why]
why (can[']t|couldn[']t)

# Rules and examples with such a word are about a problem. A rule may write "can'?t".
[problem]
/can\W{0,4}t\b/
cannot, can not
/n\W{0,2}'\W{0,2}t\b/
/\bnot\b/
unable, problem, trouble
/forg[eo]t/
lost, broken, fail, error, issue, locked, wrong
