# Words that take back what was said: "no, I meant Berlin", "not Friday". docs/lexicon.md describes the format.

# These sections match plain words: lower case, no punctuation, no apostrophes.

# A correction has a word that begins like one of these.
[hint]
mean, meant, make, set, put, change, switch, update, correct, edit, turn, move, scratch, take, should
supposed, made, misspoke, mistyped, mistake, wrong, typo, said, wrote, asked, told, instead, actually, rather
no, nope, oops, whoops, not, sorry, wait, hold, hang, my bad, apologies

# Words before a certain correction or a new value, in any number.
[lead]
no+, nope, oh, oops, whoops, sorry, wait, hold on, hmm+, um+, uh+, ah, actually, yes, yeah, yep, ok, okay
well, but, and, so, then, please, can, could, would, will, you, we, i, lets, let us, just, id like to, want to
need to, my (bad|mistake)

[change it]
(change|switch|update|correct|edit|turn|set|move) (it|that|this|them|those)

# A message that begins with these words is a correction.
[certain]
i mean[t] [to (say|type|write)]
<change it> [back] [from <words 1-4>] (to|into)
change to, correction, scratch that, i take (that|it) back
(it|that|this) (should|was supposed to) (be|have been|say)
i (made a (mistake|typo)|misspoke|mistyped|was wrong)
(its|thats|thiss) (a mistake|a typo)
(it|that|this) (is|was) (a mistake|a typo)
typo
let me correct (that|it|this|myself)

# A message that begins with these words gives a value, which may replace another one.
[new value]
(make|set|put) (it|that|this|them)

# A correction inside a message if a value follows.
[inside]
i meant, <change it> to
(it|that) should (be|have been)

[before weak]
oh, um+, uh+, hmm+, ah, well, ok, okay, but, please, sorry, wait

# A message that begins with these words corrects if it has a value.
[weak]
no+, nope, actually, oops, whoops, rather, not
[as|like] i [already|just] (said|wrote|asked for)
i told you

[weak at end]
(instead|actually|rather|i meant|i mean) [please]

[not but]
not <words 1-5> but

[makes it]
(but|and|please|so|then|lets|just|you|we) make (it|that|them)

[before maybe]
oh, um+, uh+, hmm+, ah, well, but

# A message that begins with these words may correct.
[maybe]
[im|i am] (sorry|wait|hold on|hang on|my (bad|mistake)|apologies)

# A no with these words is about a value only: "no, the other one".
[keeps wish]
(still|do) (want|need|wanna|like)
would still (like|want)
(the|my) other (one|ones|two|three|<word>)
another (one|<word>), [a|the] different <word>, wrong <word>, not (that|this) one

# These sections match the text of a message as it was typed, in any case. Write don[']t for don't and dont.

# A message without one of these has no negation, and no old value.
[may negate]
not, n't
/\b(?:is|was|are|ai|do|did|would|have)nt\b/
hardly, far from, instead, rather
/no\b/
actually, sorry, mean, wait, make, except, scratch, from, should, must, has to, needs to, ought to, never
nothing, without, excluding, but, than

# The value after "move ... from" is the old one.
[moving]
change, move, switch, update

[from]
from

[after from]
the, a, an, my

# Words between two values that take back the first one: "Friday, no wait, Saturday".

[before taking back]
comma, period, oh, um+, uh+, or, please, thanks, thank you

[takes back]
no+, wait, sorry, actually, rather, make (it|that), scratch that, i mean[t], hold on, correction, oops

# Words between these and the next value, in any number.
[after taking back]
/no\b/
wait, sorry, actually, rather, make, it, that, i mean[t], only, just, the, on, at, for, a, an, to, should, be
not, it's, my

# "Friday at the moment, but it should be Saturday".
[until now]
[right] now, at the moment, currently, at present, so far

[joins to should]
and, but, which, it

[should be]
(should|must|has to|needs to|ought to) [now] (be|become|read) [changed to]
