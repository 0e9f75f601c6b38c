# Changes of a list: "without onions", "only the lamp". docs/lexicon.md describes the format.

# Words before the wish to clear a list, in any number.
[lead]
no, oh, ok, okay, well, but, and, please, can, could, you, we, just, actually, sorry, i want

[tail]
please, thanks, thank you, sorry

# The value after these words leaves the list.
[removes]
without, remove, no, not, take (off|out|away), drop, minus, delete, except [for], hold, leave (out|off)
get rid of, don't want, do not want, less, skip, lose, instead of, rather than

# The value after these words stays: "don't remove the lamp".
[keeps]
(don't|dont|do not|never) (remove|drop|delete|exclude|hold|skip|leave (out|off)|take (off|out|away))

[after removes]
the, any, my, all, that, those, of, a, an

# The same if [off] follows the value: "take the lamp off".
[takes]
take, leave

[after takes]
the, any, my, all, that, those

[off]
off, out, away

# The value replaces the list: "only the lamp".
[sets]
only, just, jsut, olny, nothing but
(make|change|set|switch) (it|that|them) [to|into]

[after sets]
the, a, an, some, want, need, have, get, with, only, just

# The same after the value: "the lamp only".
[sets behind]
only, alone, and nothing else, and (that|it) is all

# Words between two values of the same change.
[continues]
and, or, nor, the, any, also, a, an, some, no

[conjunctions]
and, or, nor

[contrasts]
not, instead of, rather than

[after contrasts]
the, any, my, all, that, those, of, a, an

# "We have no internet" removes nothing.
[missing]
(have|has|had|got) [got] no
(there's|there is|there are|there was) no

# Empties the list.
[clears]
none [of (them|these|those|that|it)|at all]
nothing [at all]
(clear|empty|remove|delete|drop) (it|that|the list|everything|[them] all [of (it|them|that|those|these)]|it all)

# Empties the list of the name that follows.
[clears named]
clear, empty, no, remove all [of], delete all [of]

[whose]
the, my
