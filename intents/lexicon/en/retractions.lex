# Words that take back a yes: "sorry, I don't have a trailer any more". docs/lexicon.md describes the format.

# Words beside what the user does not have.
[beside: words]
actually, after, anymore, anyway, changed, confused, correct, fact, forget, hang, hold, just, longer, mistake, mistaken
mixed, more, now, oops, really, right, second, sorry, thought, wait, wrong

# The user has it, but not at hand.
[at hand: words]
here, hand, handy, nearby, yet

# The user has none of what the bot asks about.
[has none]
(no+|nope|sorry|wait|actually|oh|well|hang on|hold on)* [i] (dont|do not|havent|have not) (have|got|own|use|take|need) (one|any|anything|none) [any[ ]more|after all|at all|actually|sorry]
(no+|nope|sorry|wait|actually|oh|well|hang on|hold on)* i (have|own|use|take|need) (none|nothing) [any[ ]more|after all|at all|actually|sorry]
