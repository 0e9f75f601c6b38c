# Answers such as "all of them", "none" and "any". They may be German, which bots for Germans need too. docs/lexicon.md describes the format.

# Each such answer contains one of these parts of words.
[telling: words]
all, any, beid, beliebig, both, bother, care, choose, decide, each, easy, egal, either, ever, every, flexible
fussy, irgend, jederzeit, kein, matter, mind, neither, nichts, none, not one, nothing, one of, pick, picky
preference, same, single, the lot, up to, wann, whole

[after quantity]
please, thanks, thank you, bitte

# Words with which a quantity is accepted: "any day is fine".
[accepted]
really, for me, to me, with me
(is|are) (fine|ok|okay|good)
(will|would) do, work[s] [for me]

[all]
[i want|ill take|i will take|take|give me|ich nehme] (everything|all [of] [it|them|these|those|the above]|the [whole] lot|every one [of them]|each (one|of them)|alles|alle)

[both]
[i want|ill take|i will take|take|give me|ich nehme] (both [of (them|these|those)]|beide[s])

[none]
none [of (them|these|those|it)|at all]
nothing [at all]
neither [of (them|these|those)]
(not|no) any [of (them|these|those)]
not (one|a single one) [of them]
nichts, kein[e][s] [davon]

[before any]
just, really, honestly

[any]
any[thing|time|day|one|where] [time|day|one|date|hour|of (them|these|those)] [you (like|want|have)|at all]
when[ ]ever [you (like|want|can)|suits [you]|its convenient]
what[ ]ever [you (like|want|have|think)]
which[ ]ever [one], either [one|of them]
[it|that] (doesnt|does not|dont) [really] matter
i [really] (dont|do not) [really] (mind|care|have a preference)
no preference, not (fussy|picky|bothered)
im (easy|flexible|not fussy)
[its] all the same, [its] up to you, you (choose|decide|pick), egal [wann|was|welche[r|s]]
[ist|das ist] mir egal, jederzeit, irgendwann, irgendein[e][n|r|s], irgendwas, beliebig, wann auch immer
