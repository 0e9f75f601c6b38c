# How users say yes, no and the built-in commands. docs/lexicon.md describes the format.
# The phrases match plain words: lower case, no punctuation, no apostrophes.

# Polite and empty words before an act: "could you cancel it".
[before]
please, pls, plz, ok, okay, oh, ah, um+, uh+, hmm+, well, so, then, and, but, just, hi, hello, hey, sorry
actually, whatever, i said, i think, i guess, can (you|i|we), could (you|i|we), may i, would you, let[']s
let me, i wish to, i have to
i (want|need|would like|wanna) [you] [to]
i[']d (like|rather|prefer) [you] [to]

# Polite and empty words after an act.
[after]
please, pls, plz, thanks, thank you, thx, ty, cheers, now, right now, then, ok, okay, for now, immediately
asap, instead, at once, again, already, very much, so much, a lot
if (possible|you can|you don[']t mind)
sir, madam, ma[']am, mate, i think, i guess, i suppose, sorry

# Joins an act to the words after it: "yes and thanks".
[joint]
and

[yes]
yes+, yep, yeah+, yea, yup, ya, yah, y, aye, sure [thing], of course, ok[ay], okey, k+, alright, all right
fine, right, correct, exactly, indeed, absolutely, definitely, certainly, totally, perfect, great, good
agreed, affirmative, positive, true, why not, by all means, you bet, no (problem|worries)
sound[s] (good|great|right|fine)
look[s] (good|great|right|fine)
(thats|that is|that looks|that sounds) (right|correct|it|fine|true|good|great|okay|ok)
its (right|correct|fine|true|okay|ok)
it (is|does|did|was), they (are|do|did)
i (do|did|am|have|would|will|can|agree|confirm|accept)
[please] (do (it|that|so)|do|go ahead|go for it|go|proceed)
confirm[ed], 👍, 👌, ✅

# These two sections answer a confirmation, as a whole message. They are apart from [yes] and [no], because one automaton
# for all of them would be slow.

[emphatic no]
no chance, no thank you, by no means, hardly, hell no, heck no, absolutely no, better not
(absolutely|definitely|certainly|exactly|surely|sure|totally|obviously|clearly|of course|probably|really|rather|honestly) not
(yeah+|yea|ok|okay|well) (no+|nope|nah+)
(id|i would|i) (really|honestly|much|actually)+ (rather|prefer) not [to] [if (thats|that is) (ok|okay|fine|alright|all right)]
(id|i would) rather not if (thats|that is) (ok|okay|fine|alright|all right)
i (dont|do not) think so, i think not, i [really] doubt it, [im|i am] afraid not, under no circumstances
not (in the slightest|one bit|a chance|likely|on your life|in a million years|going to happen)

# A yes in the words of a no, or with the words of a limit.
[no objection]
(no+|nope|nah+) (thats|that is|that looks|that sounds|its|it is|it looks|looks|sounds|all [is]|everything is|everything looks) (right|correct|fine|good|great|perfect|ok|okay)
(no+|nope|nah+|nothing) [further|more|other|else] (changes|change|corrections|correction|edits|objections|objection|complaints|concerns|issues) [needed|necessary|required|from me]
(no+|nope|nah+) (nothing|none) [else|more|further] to (change|correct|add|fix)
nothing [else|more|further] (to|needs to|has to) (change|be changed|correct|be corrected|fix|add)
no (problems|prob|probs|problm), not a problem
(no+|nope|nah+) [its|thats] (perfect|great|wonderful|excellent|lovely|spot on|all good)
(no|nothing) (mistakes|errors|typos|complaints|objections|concerns|issues) [there|here|at all|from me|on my side|with (it|that)]
nothing [is|looks] (wrong|missing|amiss) [there|here|at all] [with (it|that|this)]
no need to (change|correct|fix|add|edit) (anything|it|that|this|any of it) [else]
no (reason|need|point) (to|in) <keeping> [any[ ]more|any longer]
(yes+|yep|yeah+|right|correct|exactly) (only|just) (that|this|those|these|them)

[keeping]
(keep|keeping|retain|retaining|hold on to|hang on to) (it|that|this|them|these|those|everything|(the|my|our) <words 1-2>)

# The message may go on with these words, with another yes, and with [after].
[after yes]
(to|by|with|for) me

# Words before a no, in any number: "wait, no".
[before no]
wait, hang on, hold (on|up), on second thought[s], hm+

[no]
no+, nope, nah+, n, nay, no way
not (at all|really|yet|now|correct|right|true)
never, negative, false, wrong, incorrect
(thats|that is) (wrong|incorrect|false|not (right|correct|it|true|what i (want|wanted|meant|said)))
its (wrong|not), it (is|does|did|was) not, it (isn|doesn|didn|wasn)t, they (aren|don|didn)t, im not, i am not
i (don|didn|haven|wouldn|won|can)t
i (do|did|have|would|will|can)[ ]not
[please] (dont|do not) [do (it|that)]
i disagree, [id] rather not, later, 👎, ❌

# "No, cancel it" is a cancel.
[no before command]
no+, nope, nah+

[cancel]
(cancel|stop|abort|end|quit|exit) [it|that|this|(the|this) (process|request|whole thing|conversation|operation|dialog[ue]|chat)]
never[ ]mind [it|that|this], nvm
forget [about] (it|that|this|(the|my|this|that) <word>)
drop it, leave it
/forget (?:about )?\w*(?:[^h]|[^t]h)ing(?: (?:it|that|this|them|stuff|things|(?:the|my|an?|any) \w+))?/
how (do|can|could) i (get|go|come) (out [of (it|this|that|here)]|back)
(get|let) me out [of (it|this|that|here)]
i want out [of (it|this|that)]
[not (now|today|yet)] (maybe|perhaps) (later|(another|some other) time)
(another|some other) time
(ill|i will) (do (it|that|this) later|think about (it|that|this))
scratch that
[ive|i have|i] changed my mind
(stop|quit) doing (it|this|that)
i (dont|do not|no longer) want (it|that|this|to (continue|go on|do (it|that|this))) [any[ ]more]

# A cancel may be said twice: "never mind, leave it".
[after cancel]
cancel, stop, never[ ]mind, leave it, forget it

# Cancels everything that is open.
[cancel all]
(cancel|stop|abort|end|quit|exit|drop|scrap) (everything|it all|the [whole] lot|[them] (all|both) [of (it|this|that|these|those|them)])
(forget|never[ ]mind) [about] (all [of] (it|this|that|these|those|them)|it all)

[reset]
[re]start ([all] over|again|anew|afresh|from (scratch|the (beginning|start|top)))
begin (again|anew|from (scratch|the (beginning|start)))
restart, reset
[go] back to [the] (start|beginning)
[start] [a] new (conversation|chat|session)
(clear|forget|delete) (everything|all|the (chat|conversation|session))

# A human being.
[person]
[a|an|the|any|some|your|one of your] (real|live|actual|human|customer|support|service|care|sales|another|different)* (human [being]|person|agent|representative|rep|operator|adviser|advisor|attendant|specialist|manager|supervisor|employee|staff member|team member|member of [the|your] (staff|team))

# Words for a human being that mean it only after a word such as "talk to".
[somebody]
someone, somebody, anyone, anybody, people, humans, support
customer (service|support|care)
the (staff|team), your (staff|team|boss)

[reach]
(speak|talk|chat|speaking|talking) [to|with]
[be|get] (connected|transferred|put through) (to|with)
(connect|transfer|put|pass|hand|switch|get|give|find) [me|us] [over|through|on] [to|with]
contact, call, (is|are) there

# Asks for a person.
[human]
<person>
<reach> (<person>|<somebody>) [else|real|in charge|there|available] [(i|we) can (speak|talk|chat) [to|with]|to (speak|talk|chat) [to|with]]

# Only looks like a question why: "why, thank you".
[not why]
why (thank you|thanks|yes|no|hello|indeed)

# Asks for the open question once more.
[repeat]
what+, huh+, eh, pardon [me], [i] beg [your] pardon, excuse me, come again, say what
(repeat|rephrase|reword|explain) [that|it|this|yourself|the [last] question|what you [just] (said|asked)] [to me] [again|once more|one more time]
(say|ask) [me] [that|it|this|the [last] question] (again|once more|one more time)
what (did you [just] (say|ask) [me]|do you mean [by (that|this|it)]|does (that|it|this) mean|(was|is) (that|the question)|are you asking [me] [for]|do you want [from me|to know])
i (dont|do not|didnt|did not|cant|cannot) (understand|follow|[quite] (get|catch|hear|understand) (that|it|you|this|the question)) [that|it|you|this|the question|what you (mean|want)]
[i] (didnt|did not) (get|catch|hear) (that|it)
what was (it|that) again, one more time
(im|i am) (confused|lost|not following)

# The subject of a question: "that", "my phone number".
[asked]
that, this, it, them, these, those, all [of] (that|this), (my|the|our) <words 1-3>

[tell]
tell, say, answer, share, provide, give, enter, type

# Asks why the bot asks.
[why]
why, how come, what for, for what [reason|purpose]
what[s] the (reason|purpose)
what is the (reason|purpose)
why (do|does|did|would|are|must) (you|u|we|they|it) [even] (ask|asking|need|want|require|requiring|care|matter|have to ask) [me] [to (know|have|ask|see)] [[for|about] <asked>] [for]
why (do|would|should|must) i [need to|have to|give you|tell you] <tell> [you] [[for|about] <asked>] [for]
why is (that|this|it) [needed|necessary|required|important|relevant|asked]
what (do|would|will) you (need|want|use) <asked> [for]
what (do|would|will) you do with (that|this|it|my <word> [<word>])
(whats|what is) (it|that|this) [needed|used|good] for
(do|must|should) i [really] [have to|need to] <tell> [you] [[for|about] <asked>] [for]
do you [really|actually] need <asked>
is (that|this|it) [really] (needed|necessary|required)

[skip]
skip [it|this|that|ahead|(this|that|the) (one|question|step|part)]
move on, next [one|question], pass
(leave|keep) (it|this|that) [one|part|field] (out|blank|empty|open)
go on without (it|that|this)
((id|i would|i) (rather|prefer)|(id|i would) prefer|rather|prefer|prefer[ably]) not [to] [(say|tell [you]|answer|share|give|disclose|provide|mention) [that|this|it]]
not (say|tell|answer|share|give|disclose|to (say|tell|answer|share|give|disclose)) [you] [that|this|it]
[its|thats|that is|it is] (none of your (business|concern)|not your business|private)
no comment
(im|i am) not (going to (tell|say|answer|share|give)|telling|saying|sharing|giving) [you] [that|this|it]
i (wont|will not|dont want to|do not want to|refuse to) (say|tell|answer|share|give|disclose|provide) [you] [that|this|it]
[it|that] (doesnt|does not) matter [to me]
no preference
i (dont|do not) (care|mind|have (a preference|any))
whatever, not applicable, na, n a

# A detail that the bot may ask for and the user may not have at hand.
[detail]
(the|my|any|a) [<word>] (number|id|code|reference|date|day|time|name|address|e[ ]mail|detail[s]|receipt|invoice|size)

# The user does not know the answer, or has no such value.
[dont know]
idk, dk, [i] dunno, who knows, beats me, hard to say
[(ive|i have) [got]] [absolutely|really] no (idea|clue)
[i] (have not|havent) [got] [a|the] (faintest|foggiest|clue|idea)
[im|i am] [really|honestly] (not [really|so|too|quite|entirely] sure|unsure|uncertain) [yet] [about (that|this|it)|which [one]|what (it|that) is]
[i] [really|honestly|just] (dont|do not|wouldnt|would not) [really|actually|even] (know|remember|recall) [that|this|it|them|yet|which [one]|what (it|that) is|where (it|that) is|for sure|exactly|by heart|(the|my) <word> [<word>]|(which|what|when|where|who) <words 1-7>]
i (dont|do not) have (a clue|any idea)
[i] (dont|do not|havent|have not) (have|got) [that|this|it|one|any|them|<detail>] [with me|on me|at hand|handy|here|yet]
[i] (cant|can[ ]not) [really|quite] (remember|recall|find|think of) [that|this|it|one|any|them|<detail>]
(ive|i have|i) (forgot|forgotten|lost) [that|this|it|one|any|them|<detail>]
where (do|can|would|could|should|will) i (find|see|get|look for) (that|this|it)
[(cant|can|could|cannot) you] [just] (look|search) (it|that|this|them|(my|the) <word>) up [(with|by|using|via|from|under) <anything>]
[(cant|can|could|cannot) you] [just] (look up|find|search for) (it|that|this|(my|the) <word>) (with|by|using|via|from|under) <anything>

[thanks]
(many|ok|okay|great|perfect)* (thanks|thank (you|u)|thx|ty|tysm|cheers|ta|much appreciated)
i appreciate (it|that|your help)
(youve|you have|you) been [very|really|so] helpful
🙏, ❤

[after thanks]
very much, so much, a lot, a bunch, a million, again, indeed
for (your|the|all (your|the)) (help|time|support|quick reply|information|info)
for (that|this|everything|helping [me])
mate, man, sir, madam, ma[']am, bot, friend, all good, bye, goodbye
have a (nice|good|great|lovely) (day|evening|weekend|one)
thats (all|it|everything) [i need[ed]]
🙏, 👍, 😊, ❤

[goodbye]
[(thanks|thank you|thx|ta|cheers) [and]] [good[ ]]bye [bye]
see (you|ya) [later|soon|around|then]
cya, farewell, take care
have a (nice|good|great|lovely) (day|evening|weekend|one)
good night
(thats|that is|thatll be|that will be) (all|it|everything) [for (now|today)|i need[ed]|from me]
(im|i am) (done|all set|good) [here|for (now|today)]
nothing (else|more), 👋

[after goodbye]
now, then, for now, thanks, thank you, thx, cheers, and, bye, goodbye, later, mate, sir, madam, take care
have a (nice|good|great|lovely) (day|evening|weekend|one)
👋

[hello]
hello, hi, hiya, hey, heya, howdy, yo, greetings
good (morning|afternoon|evening|day)

[after hello]
there, hello, hi, hey, again, all, everyone, everybody, team, bot, mate, sir, madam, 👋
how are you [doing] [today], how is it going, hows it going, nice to meet you

# Asks whether anyone is there.
[presence]
[is|are] [there] (anyone|anybody|any one|someone|somebody|you|u|ya) (even|still|actually|guys|really)* (there|here|reading [this|that|me|my message[s]]|listening|home|awake|alive|online|around|seeing this)
still there
(can|do|does) (you|u|anyone|anybody) [even] (hear|read|see) (me|this)
why (are|do|dont) (you|u) [not] (answer|answering|reply|respond|responding|replying)
[is] this thing on

[greeting]
<hello> ([<joint>] <after hello>)*
(<hello> [there])* <presence>

[after presence]
there, guys, please

# Words without content.
[reaction]
/(?:ha|he|hi){2,}h?/
lo+l, lmao, rofl, wow, cool, nice, awesome, excellent, amazing, great, brilliant, wonderful, lovely, sweet
neat, interesting, i see, got it, gotcha, understood, makes sense, good to know, aha
[just] (keep|leave) (it|that|everything) [then|as (it|that) is|like that]
very (good|nice|helpful), well done, good (job|bot)

# Yes and no at the beginning of a longer message.

# Words before a yes or no, in any number.
[before answer]
ok, okay, k, oh, ah+, ugh, well, fine, alright, all right, right, great, good, cool, perfect, whatever, hm+
um+, uh+, er+, erm+, eh, sorry, please, haha, lol, omg, ffs, god, wow, man, dude, thanks, hi, hey, so, then, just, go on
[as|like] i [already|just] said
i told you, on second thought[s], thinking about it [again], now that i think about it

# A no in these words denies nothing.
[yes with no]
[yes+|yep|yeah+|yea|yup|sure|ok|okay] no (problem|problems|worries|doubt|question|objections)

# Words that seldom begin something else than a yes, unless they begin a clear no.
[clear yes]
yes+, yep, yeah+, yea, yup, sure, correct, exactly, absolutely, definitely, go ahead, confirmed
(thats|that is) (right|correct)

[clear no]
(absolutely|definitely|certainly|exactly|surely|sure|totally|obviously|clearly|of course) not
(yeah+|yea|ok|okay) (no+|nope|nah+)
i (dont|do not) think so, i think not, i doubt it, no chance, no way, by no means, hell no
no+, nope, nah+, wrong, incorrect, dont, do not
not (correct|right|really|yet)
(thats|that is) (wrong|incorrect|not (right|correct|it|true|what))
im not, i (don|didn|haven)t, i (do|am|have|did) not, (it is|its) not, it isnt

# A clear yes after which the message goes on: "yes, and when does it come?".
[agreement]
yes+, yep, yeah+, yea, yup, sure, correct, exactly, absolutely, definitely, go ahead, confirmed
(thats|that is) (right|correct)

[after agreement]
please, pls, plz, thanks, thank you, perfect, great, good, right, correct, fine, exactly, do (it|that|so)
go ahead, go for it, proceed, confirm[ed]
thats (right|correct|fine|it)
👍, 👌, ✅

[goes on]
and, also, plus

# Answers to questions of the bot.

# A no to "shall I cancel it?".
[keep]
[no+|nope] [ill|i will|we will|well|lets|id (like to|rather)|i want to|we want to|i would (like to|rather)] (keep|leave|retain|hold on to|hang on to|stick with|stay with) (it|that|this|them|these|those|everything|all|you|(the|my|our) <words 1-3>)
(im|i am|were|we are) (keeping|holding on to|hanging on to|sticking with|staying with) (it|that|this|them|these|those|everything|all|you|(the|my|our) <words 1-3>)

[before pause]
hm+, um+, uh+, ok, okay, oh, yes, sure, sorry, please, just, well, so, not yet

# Asks for time: "one moment, let me look".
[pause]
wait, hang on, hold (on|up), brb, be right back, bear with me, stand by
[wait|give me|(hang|hold) on|in] (a|one|1|two|2|three|3|five|5|10|some) (moment[s]|sec[s]|second[s]|min[s]|minute[s]|mo|tick)
((let me|ill|i will|i need to|i have to|gotta) [just|quickly|first] (check|look|see|find|think|search|get|fetch)|[im|i am] (checking|looking|searching|thinking)) [it|that|them|this|[for] (my|the) <word>] [up|out|first]

[after pause]
please, thanks, now

[before unknown]
no+, nope, yes, cause, because, <before>

[unknown value]
it, that, this, them, those, one, any, [any|the] number, <detail>

# Says at the beginning of a clause that the user has no value.
[unknown]
idk, dk, dunno, i dunno, beats me
[(ive|i have) [got]] [absolutely|really] no (idea|clue)
[i] [really|honestly|just] (dont|do not|didnt|did not|havent|have not|not|cant|cannot|can[ ]not) [really|actually|even|quite] (know|have|got|remember|recall|find) <unknown value>
(ive|i have|i) [already|just] (forgot|forgotten|lost|deleted|misplaced|erased|binned|threw (away|out)|thrown (away|out)) (it|that|this|them|all|(the|my|that|this) <word>)
(how|where) (do|can|would|could|should|will) (i|we) (find|see|get|look|look up|look for|know|check) <unknown value>

[before nothing]
no+, nope, nah

# A no to "what should I change?".
[nothing]
nothing [at all|else|really|thanks|to change]
none, just leave it
[please] ((change|changing) nothing|(dont|do not) (change|touch) (anything|it|that)|(leave|keep) (it|that|everything|all|(my|the) <word>) [as (it|they) (is|are)|like (that|this)|alone])
no change[s], forget it
i (dont|do not) want (it|to)

[beside nothing]
no+, please, thanks, then

[after nothing]
please, thanks, then, at all

# "No" and anything after it, at "shall I cancel it?".
[bare no]
no+, nope

# Cancels that do not agree to "shall I cancel it?".
[bare cancel]
cancel, stop, abort, end, quit, exit

[before stop]
no+, nope, <before>

# Cancels that say explicitly to stop. "I changed my mind" may also answer a question.
[stop]
<bare cancel>
/forget (?:about )?\w*(?:[^h]|[^t]h)ing/

[before hesitation]
no+, oh, um+, uh+, but, and, well, sorry

# Begins a message that is not yet an answer.
[hesitation]
wait, hold on, hang on, one (moment|second|sec), just a (moment|second|sec)
