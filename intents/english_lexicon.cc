// Tested by tests/intents/dialog_acts_test.cc.
#include "intents/english_lexicon.h"

namespace parley::intents::english {
namespace {

constexpr auto kBefore =
    R"((?:please|pls|plz|ok|okay|oh|ah|um+|uh+|hmm+|well|so|then|and|but|just|hi|hello|hey|sorry|actually|whatever|i said|)"
    R"(i think|i guess|can (?:you|i|we)|could (?:you|i|we)|may i|would you|let'?s|let me|i wish to|i have to|)"
    R"(i (?:want|need|would like|wanna)(?: you)?(?: to)?|i'?d (?:like|rather|prefer)(?: you)?(?: to)?))";

constexpr auto kAfter =
    R"((?:please|pls|plz|thanks|thank you|thx|ty|cheers|now|right now|then|ok|okay|for now|immediately|asap|instead|)"
    R"(at once|again|already|very much|so much|a lot|if (?:possible|you can|you don'?t mind)|sir|madam|ma'?am|mate|)"
    R"(i think|i guess|i suppose|sorry))";

constexpr auto kYes =
    R"((?:yes+|yep|yeah+|yea|yup|ya|yah|y|aye|sure(?: thing)?|of course|ok(?:ay)?|okey|k+|alright|all right|fine|)"
    R"(right|correct|exactly|indeed|absolutely|definitely|certainly|totally|perfect|great|good|agreed|affirmative|)"
    R"(positive|true|why not|by all means|you bet|no (?:problem|worries)|sounds? (?:good|great|right|fine)|)"
    R"(looks? (?:good|great|right|fine)|that(?:s| is| looks| sounds) (?:right|correct|it|fine|true|good|great|okay|ok)|)"
    R"(its (?:right|correct|fine|true|okay|ok)|it (?:is|does|did|was)|they (?:are|do|did)|)"
    R"(i (?:do|did|am|have|would|will|can|agree|confirm|accept)|(?:please )?(?:do (?:it|that|so)|do|go ahead|go for it|go|)"
    R"(proceed)|confirm(?:ed)?|\x{1F44D}|\x{1F44C}|\x{2705}))";

constexpr auto kNo =
    R"((?:no+|nope|nah+|n|nay|no way|not (?:at all|really|yet|now|correct|right|true)|never|negative|false|wrong|)"
    R"(incorrect|that(?:s| is) (?:wrong|incorrect|false|not (?:right|correct|it|true|what i (?:want|wanted|meant|said)))|)"
    R"(its (?:wrong|not)|it (?:is|does|did|was) not|it (?:isn|doesn|didn|wasn)t|they (?:aren|don|didn)t|im not|i am not|)"
    R"(i (?:don|didn|haven|wouldn|won|can)t|i (?:do|did|have|would|will|can) ?not|)"
    R"((?:please )?(?:dont|do not)(?: do (?:it|that))?|i disagree|(?:id )?rather not|later|\x{1F44E}|\x{274C}))";

constexpr auto kCancel =
    R"((?:(?:cancel|stop|abort|end|quit|exit)(?: (?:it|that|this|)"
    R"((?:the|this) (?:process|request|whole thing|conversation|operation|dialog(?:ue)?|chat)))?|)"
    R"(never ?mind(?: (?:it|that|this))?|nvm|forget (?:about )?(?:it|that|this|(?:the|my|this|that) \w+)|drop it|leave it|)"
    R"(forget (?:about )?\w*(?:[^h]|[^t]h)ing(?: (?:it|that|this|them|stuff|things|(?:the|my|an?|any) \w+))?|)"
    R"(how (?:do|can|could) i (?:get|go|come) (?:out(?: of (?:it|this|that|here))?|back)|)"
    R"((?:get|let) me out(?: of (?:it|this|that|here))?|i want out(?: of (?:it|this|that))?|)"
    R"((?:not (?:now|today|yet) )?(?:maybe |perhaps )(?:later|(?:another|some other) time)|(?:another|some other) time|)"
    R"((?:ill|i will) (?:do (?:it|that|this) later|think about (?:it|that|this))|)"
    R"(scratch that|(?:i(?:ve| have)? )?changed my mind|(?:stop|quit) doing (?:it|this|that)|)"
    R"(i (?:dont|do not|no longer) want (?:it|that|this|to (?:continue|go on|do (?:it|that|this)))(?: any ?more)?))";

constexpr auto kCancelAll =
    R"((?:(?:cancel|stop|abort|end|quit|exit|drop|scrap)(?: (?:everything|all|it all|the (?:whole )?lot|both)|)"
    R"((?: them)? (?:all|both)(?: of (?:it|this|that|these|those|them))?)|)"
    R"((?:forget|never ?mind)(?: about)? (?:all (?:of )?(?:it|this|that|these|those|them)|it all)))";

constexpr auto kReset =
    R"((?:(?:re)?start(?: (?:all )?over| again| anew| afresh| from (?:scratch|the (?:beginning|start|top)))|)"
    R"(begin (?:again|anew|from (?:scratch|the (?:beginning|start)))|restart|reset|)"
    R"((?:go )?back to (?:the )?(?:start|beginning)|(?:start )?(?:a )?new (?:conversation|chat|session)|)"
    R"((?:clear|forget|delete) (?:everything|all|the (?:chat|conversation|session))))";

// A human being.
constexpr auto kPerson =
    R"((?:(?:a|an|the|any|some|your|one of your) )?)"
    R"((?:(?:real|live|actual|human|customer|support|service|care|sales|another|different) )*)"
    R"((?:human(?: being)?|person|agent|representative|rep|operator|adviser|advisor|attendant|specialist|manager|)"
    R"(supervisor|employee|staff member|team member|member of (?:the |your )?(?:staff|team)))";

constexpr auto kSomebody =
    R"((?:someone|somebody|anyone|anybody|people|humans|support|customer (?:service|support|care)|)"
    R"(the (?:staff|team)|your (?:staff|team|boss)))";

constexpr auto kReachWords =
    R"((?:(?:speak|talk|chat|speaking|talking)(?: to| with)?|(?:be |get )?(?:connected|transferred|put through) (?:to|with)|)"
    R"((?:connect|transfer|put|pass|hand|switch|get|give|find)(?: me| us)?(?: over| through| on)?(?: to| with)?|)"
    R"(contact|call|(?:is|are) there))";

std::string human() {
  return std::string("(?:") + kPerson + "|" + kReachWords + " (?:" + kPerson + "|" + kSomebody +
         ")(?: else| real| in charge| there| available)?"
         "(?: (?:i|we) can (?:speak|talk|chat)(?: to| with)?| to (?:speak|talk|chat)(?: to| with)?)?)";
}

// Requests to repeat the open question.
constexpr auto kRepeat =
    R"((?:what+|huh+|eh|pardon(?: me)?|(?:i )?beg (?:your )?pardon|excuse me|come again|say what|)"
    R"((?:repeat|rephrase|reword|explain)(?: (?:that|it|this|yourself|the (?:last )?question|what you (?:just )?(?:said|)"
    R"(asked)))?(?: to me)?(?: (?:again|once more|one more time))?|)"
    R"((?:say|ask)(?: me)?(?: (?:that|it|this|the (?:last )?question))? (?:again|once more|one more time)|)"
    R"(what (?:did you (?:just )?(?:say|ask)(?: me)?|do you mean(?: by (?:that|this|it))?|does (?:that|it|this) mean|)"
    R"((?:was|is) (?:that|the question)|are you asking(?: me)?(?: for)?|do you want(?: (?:from me|to know))?)|)"
    R"(i (?:dont|do not|didnt|did not|cant|cannot) (?:understand|follow|(?:quite )?(?:get|catch|hear|understand) )"
    R"((?:that|it|you|this|the question))(?: (?:that|it|you|this|the question|what you (?:mean|want)))?|)"
    R"((?:i )?(?:didnt|did not) (?:get|catch|hear) (?:that|it)|what was (?:it|that) again|one more time|)"
    R"(i(?:m| am) (?:confused|lost|not following)))";

// The subject of a question: "that", "my phone number".
constexpr auto kAsked =
    R"((?:that|this|it|them|these|those|all (?:of )?(?:that|this)|(?:my|the|our) \w+(?: \w+){0,2}))";

std::string why() {
  const std::string about = std::string("(?: (?:for |about )?") + kAsked + ")?(?: for)?";
  const std::string tell = "(?:tell|say|answer|share|provide|give|enter|type)";
  return "(?:why|how come|what for|for what(?: reason| purpose)?|whats? the (?:reason|purpose)|what is the "
         "(?:reason|purpose)|"
         "why (?:do|does|did|would|are|must) (?:you|u|we|they|it) (?:even "
         ")?(?:ask|asking|need|want|require|requiring|care|"
         "matter|have to ask)(?: me)?(?: to (?:know|have|ask|see))?" +
         about + "|why (?:do|would|should|must) i (?:need to |have to |give you |tell you )?" + tell + "?(?: you)?" +
         about +
         "|why is (?:that|this|it)(?: (?:needed|necessary|required|important|relevant|asked))?|"
         "what (?:do|would|will) you (?:need|want|use) " +
         kAsked +
         "(?: for)?|what (?:do|would|will) you do with (?:that|this|it|my \\w+(?: \\w+)?)|what(?:s| is) "
         "(?:it|that|this) (?:needed |used |good )?for|"
         "(?:do|must|should) i (?:really )?(?:have to |need to )?" +
         tell + "(?: you)?" + about + "|do you (?:really |actually )?need " + kAsked +
         "|is (?:that|this|it) (?:really )?(?:needed|necessary|required))";
}

constexpr auto kSkip =
    R"((?:skip(?: (?:it|this|that|ahead|(?:this|that|the) (?:one|question|step|part)))?|move on|next(?: (?:one|question))?|pass|)"
    R"((?:leave|keep) (?:it|this|that)(?: (?:one|part|field))? (?:out|blank|empty|open)|go on without (?:it|that|this)|)"
    R"((?:(?:id|i would|i) (?:rather|prefer)|(?:id|i would) prefer|rather|prefer|prefer(?:ably)?) not)"
    R"((?: to)?(?: (?:say|tell(?: you)?|answer|share|give|disclose|provide|mention)(?: (?:that|this|it))?)?|)"
    R"(not (?:say|tell|answer|share|give|disclose|to (?:say|tell|answer|share|give|disclose))(?: you)?(?: (?:that|this|it))?|)"
    R"((?:(?:its|that(?:s| is)|it is) )?(?:none of your (?:business|concern)|not your business|private)|no comment|)"
    R"(i(?:m| am) not (?:going to (?:tell|say|answer|share|give)|telling|saying|sharing|giving)(?: you)?(?: (?:that|this|it))?|)"
    R"(i (?:wont|will not|dont want to|do not want to|refuse to) (?:say|tell|answer|share|give|disclose|provide))"
    R"((?: you)?(?: (?:that|this|it))?|(?:it |that )?(?:doesnt|does not) matter(?: to me)?|no preference|)"
    R"(i (?:dont|do not) (?:care|mind|have (?:a preference|any))|whatever|not applicable|na|n a))";

// A detail that the bot may ask for and the user may not have at hand.
constexpr auto kDetail =
    R"((?:the|my|any|a) (?:\w+ )?(?:number|id|code|reference|date|day|time|name|address|e ?mail|details?|receipt|invoice|size))";

std::string dont_know() {
  const std::string it = std::string("(?: (?:that|this|it|one|any|them|") + kDetail + "))?";
  return R"((?:idk|dk|(?:i )?dunno|who knows|beats me|hard to say|)"
         R"((?:i(?: ha)?ve (?:got )?)?(?:absolutely |really )?no (?:idea|clue)|)"
         R"((?:i )?have(?: not|nt)(?: got)?(?: a| the)? (?:faintest|foggiest|clue|idea)|)"
         R"((?:i(?: a)?m )?(?:really |honestly )?(?:not (?:really |so |too |quite |entirely )?sure|unsure|uncertain)(?: yet)?)"
         R"((?: (?:about (?:that|this|it)|which(?: one)?|what (?:it|that) is))?|)"
         R"((?:i )?(?:really |honestly |just )?(?:dont|do not|wouldnt|would not) (?:really |actually |even )?)"
         R"((?:know|remember|recall)(?: (?:that|this|it|them|yet|which(?: one)?|what (?:it|that) is|where (?:it|that) is|)"
         R"(for sure|exactly|by heart|(?:the|my) \w+(?: \w+)?|)"
         R"((?:which|what|when|where|who)(?: \w+){1,7}))?|i (?:dont|do not) have (?:a clue|any idea)|)"
         R"((?:i )?(?:dont|do not|havent|have not) (?:have|got))" +
         it + R"((?: (?:with me|on me|at hand|handy|here|yet))?|(?:i )?(?:cant|can ?not) (?:really |quite )?)" +
         R"((?:remember|recall|find|think of))" + it + "|i(?:ve| have)? (?:forgot|forgotten|lost)" + it +
         "|where (?:do|can|would|could|should|will) i (?:find|see|get|look for) (?:that|this|it)|" +
         "(?:(?:cant|can|could|cannot) you )?(?:just )?(?:look|search) (?:it|that|this|them|(?:my|the) \\w+) up" +
         "(?: (?:with|by|using|via|from|under) .+)?|" +
         "(?:(?:cant|can|could|cannot) you )?(?:just )?(?:look up|find|search for) (?:it|that|this|(?:my|the) \\w+)" +
         " (?:with|by|using|via|from|under) .+)";
}

constexpr auto kThanks =
    R"((?:(?:many |ok |okay |great |perfect )*(?:thanks|thank (?:you|u)|thx|ty|tysm|cheers|ta|much appreciated)|)"
    R"(i appreciate (?:it|that|your help)|you(?:ve| have)? been (?:very |really |so )?helpful|\x{1F64F}|\x{2764}))";
constexpr auto kAfterThanks =
    R"((?:very much|so much|a lot|a bunch|a million|again|indeed|for (?:your|the|all (?:your|the)) (?:help|time|support|quick reply|information|info)|)"
    R"(for (?:that|this|everything|helping(?: me)?)|mate|man|sir|madam|ma'?am|bot|friend|all good|bye|goodbye|)"
    R"(have a (?:nice|good|great|lovely) (?:day|evening|weekend|one)|thats (?:all|it|everything)(?: i need(?:ed)?)?|)"
    R"(\x{1F64F}|\x{1F44D}|\x{1F60A}|\x{2764}))";

constexpr auto kGoodbye =
    R"((?:(?:(?:thanks|thank you|thx|ta|cheers) (?:and )?)?(?:good ?)?bye(?: bye)?|see (?:you|ya)(?: (?:later|soon|around|then))?|cya|farewell|take care|)"
    R"(have a (?:nice|good|great|lovely) (?:day|evening|weekend|one)|good night|)"
    R"(that(?:s| is|ll be| will be) (?:all|it|everything)(?: (?:for (?:now|today)|i need(?:ed)?|from me))?|)"
    R"(i(?:m| am) (?:done|all set|good)(?: (?:here|for (?:now|today)))?|nothing (?:else|more)|\x{1F44B}))";
constexpr auto kAfterGoodbye =
    R"((?:now|then|for now|thanks|thank you|thx|cheers|and|bye|goodbye|later|mate|sir|madam|take care|)"
    R"(have a (?:nice|good|great|lovely) (?:day|evening|weekend|one)|\x{1F44B}))";

constexpr auto kHello = R"((?:hello|hi|hiya|hey|heya|howdy|yo|greetings|good (?:morning|afternoon|evening|day)))";
// Asks whether anyone is there.
constexpr auto kPresence =
    R"((?:(?:(?:is|are) )?(?:there )?(?:anyone|anybody|any one|someone|somebody|you|u|ya) (?:(?:even|still|actually|guys|really) )*)"
    R"((?:there|here|reading(?: (?:this|that|me|my messages?))?|listening|home|awake|alive|online|around|seeing this)|still there|)"
    R"((?:can|do|does) (?:you|u|anyone|anybody) (?:even )?(?:hear|read|see) (?:me|this)|)"
    R"(why (?:are|do|dont) (?:you|u) (?:not )?(?:answer|answering|reply|respond|responding|replying)|(?:is )?this thing on))";
constexpr auto kAfterHello = R"((?:there|hello|hi|hey|again|all|everyone|everybody|team|bot|mate|sir|madam|\x{1F44B}|)"
                             R"(how are you(?: doing)?(?: today)?|how is it going|hows it going|nice to meet you))";

// Words without content.
constexpr auto kReaction =
    R"((?:(?:ha|he|hi){2,}h?|lo+l|lmao|rofl|)"
    R"(wow|cool|nice|awesome|excellent|amazing|great|brilliant|wonderful|lovely|sweet|neat|interesting|i see|got it|gotcha|)"
    R"(understood|makes sense|good to know|aha|(?:just )?(?:keep|leave) (?:it|that|everything)(?: then| as (?:it|that) is| like that)?|very (?:good|nice|helpful)|well done|good (?:job|bot)))";

std::string group(const char* name, const std::string& core) {
  return std::string("(?P<").append(name).append(">").append(core).append(")");
}

// Matches what may follow: `more` and polite words.
std::string followed_by(const std::string& more) { return "(?: (?:and )?(?:" + more + "))*"; }

// The user may repeat a yes or no: "yes, that's right".
std::string yes() { return group("yes", kYes) + followed_by(std::string(kYes) + "|(?:to|by|with|for) me|" + kAfter); }
std::string no() {
  return "(?:(?:wait|hang on|hold (?:on|up)|on second thoughts?|hm+) )*" + group("no", kNo) +
         followed_by(std::string(kNo) + "|" + kAfter);
}

std::string greet() {
  return std::string("(?:") + kHello + followed_by(kAfterHello) + "|(?:" + kHello + "(?: there)? )*" + kPresence + ")";
}

// In a folded message, any non-letters may separate two words.
std::string with_punctuation(std::string_view regex) {
  std::string out;
  for (const char c : regex) {
    if (c == ' ') {
      out += R"(\W+)";
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace

std::vector<ActRegex> commands() {
  const auto command = [](Act act, const std::string& core) {
    return ActRegex{act, "(?:no+ |nope |nah+ )?(?:" + core + ")" + followed_by(kAfter)};  // "no, cancel"
  };
  // "Never mind, leave it." More words would make the automaton too large.
  const std::string cancel = std::string(kCancel) + "(?: (?:cancel|stop|never ?mind|leave it|forget it))?";
  return {command(Act::kCancelAll, kCancelAll), command(Act::kCancel, cancel), command(Act::kReset, kReset),
          command(Act::kHuman, human()),        {Act::kAffirm, yes()},         {Act::kDeny, no()}};
}

std::vector<ActRegex> asides() {
  const auto aside = [](Act act, const std::string& core) {
    return ActRegex{act, "(?:" + core + ")" + followed_by(kAfter)};
  };
  return {aside(Act::kInform, "why (?:thank(?: you|s)|yes|no|hello|indeed)"), aside(Act::kRepeat, kRepeat),
          aside(Act::kWhy, why()), aside(Act::kSkip, kSkip), aside(Act::kDontKnow, dont_know())};
}

std::vector<ActRegex> courtesies() {
  const auto courtesy = [](Act act, const char* core, const char* after) {
    return ActRegex{act, std::string("(?:").append(core).append(")").append(followed_by(after))};
  };
  return {courtesy(Act::kGoodbye, kGoodbye, kAfterGoodbye),
          courtesy(Act::kThank, kThanks, kAfterThanks),
          {Act::kGreet, greet()},
          courtesy(Act::kReact, kReaction, kReaction)};
}

std::string emoji() { return R"([\x{1F300}-\x{1FAFF}\x{2600}-\x{27BF}\x{2190}-\x{21FF}\x{FE0F}\x{200D} ]+)"; }

std::string any_of(const std::vector<ActRegex>& all) {
  std::string any;
  for (const ActRegex& one : all) any += (any.empty() ? "" : "|") + one.regex;
  return any;
}

std::string whole_message(const std::string& words) { return std::string("^(?:") + kBefore + " )*(?:" + words + ")$"; }

std::string whole_yes_no() { return whole_message(yes() + "|" + no()); }

std::string first_yes_no() {
  constexpr auto kLead =
      R"(^(?:(?:ok|okay|k|oh|ah+|ugh|well|fine|alright|all right|right|great|good|cool|perfect|whatever|hm+|um+|uh+|sorry|)"
      R"(please|haha|lol|omg|ffs|god|wow|man|dude|thanks|hi|hey|so|then|just|go on|(?:as |like )?i (?:already |just )?said|)"
      R"(i told you) )*)";
  constexpr auto kAnswer =
      R"((?:(?P<yes>yes+|yep|yeah+|yea|yup|sure|correct|exactly|absolutely|definitely|go ahead|confirmed|)"
      R"(that(?:s| is) (?:right|correct)|no (?:problem|worries))|)"
      R"((?P<no>no+|nope|nah+|wrong|incorrect|dont|do not|not (?:correct|right|really|yet)|)"
      R"(that(?:s| is) (?:wrong|incorrect|not (?:right|correct|it|true|what))|im not|i (?:don|didn|haven)t|)"
      R"(i (?:do|am|have|did) not|it(?: is|s) not|it isnt))(?: |$))";
  return std::string(kLead) + kAnswer;
}

std::string agrees_and_goes_on() {
  constexpr auto kAgreement =
      R"((?:yes+|yep|yeah+|yea|yup|sure|correct|exactly|absolutely|definitely|go ahead|confirmed|)"
      R"(that(?:s| is) (?:right|correct)))";
  constexpr auto kMore =
      R"((?:please|pls|plz|thanks|thank you|perfect|great|good|right|correct|fine|exactly|do (?:it|that|so)|go ahead|)"
      R"(go for it|proceed|confirm(?:ed)?|thats (?:right|correct|fine|it)|\x{1F44D}|\x{1F44C}|\x{2705}))";
  return std::string("^") + kAgreement + "(?:(?: " + kMore + ")* (?:and|also|plus) |(?: " + kMore + ")+ )";
}

std::string keeps() {
  return std::string("^(?:") + kBefore +
         R"( )*(?:no+ |nope )?(?:(?:ill|i will|we will|well|lets|id (?:like to|rather)|i want to|i would like to) )?)"
         R"((?:keep|leave|retain) (?:it|that|this|them|these|those|everything|all|(?:the|my|our)(?: \w+){1,3})(?: |$))";
}

std::string pauses() {
  constexpr auto kLead = R"((?:hm+|um+|uh+|ok|okay|oh|yes|sure|sorry|please|just|well|so|not yet) )";
  constexpr auto kPause =
      R"((?:wait|hang on|hold (?:on|up)|brb|be right back|bear with me|stand by|)"
      R"((?:(?:wait|give me|(?:hang|hold) on|in) )?(?:a|one|1|two|2|three|3|five|5|10|some) )"
      R"((?:moments?|secs?|seconds?|mins?|minutes?|mo|tick)|)"
      R"((?:(?:let me|ill|i will|i need to|i have to|gotta) (?:just |quickly |first )?)"
      R"((?:check|look|see|find|think|search|get|fetch)|(?:im |i am )?(?:checking|looking|searching|thinking)))"
      R"((?: (?:it|that|them|this|(?:for )?(?:my|the) \w+))?(?: up| out| first)?))";
  return std::string("^(?:").append(kLead).append(")*").append(kPause) + "(?: (?:" + kPause + "|please|thanks|now))*$";
}

std::string begins_unknown() {
  const std::string value = std::string("(?:it|that|this|them|those|one|any|(?:any |the )?number|") + kDetail + ")";
  return std::string("^(?:(?:no+|nope|yes|cause|because|") + kBefore + ") )*(?:idk|dk|dunno|i dunno|beats me|" +
         "(?:i )?(?:really |honestly |just )?(?:dont|do not|didnt|did not|havent|have not|not|cant|cannot|can ?not) " +
         "(?:really |actually |even |quite )?(?:know|have|got|remember|recall|find) " + value +
         "|i(?:ve| have)? (?:already |just )?(?:forgot|forgotten|lost|deleted|misplaced|erased|binned|threw "
         "(?:away|out)|"
         "thrown (?:away|out)) (?:it|that|this|them|all|(?:the|my|that|this) \\w+)" +
         "|(?:how|where) (?:do|can|would|could|should|will) (?:i|we) (?:find|see|get|look|look up|look "
         "for|know|check) " +
         value + ")(?: |$)";
}

std::string nothing_to_change() {
  constexpr auto kNothing =
      R"((?:nothing(?: (?:at all|else|really|thanks|to change))?|none|just leave it|(?:please )?(?:(?:change|changing) nothing|)"
      R"((?:dont|do not) (?:change|touch) (?:anything|it|that)|(?:leave|keep) (?:it|that|everything|all|(?:my|the) \w+))"
      R"((?: (?:as (?:it|they) (?:is|are)|like (?:that|this)|alone))?)|no changes?|forget it|i (?:dont|do not) want (?:it|to)))";
  return std::string("^(?:(?:no+|nope|nah) )*") + kNothing + "(?: (?:(?:no+|please|thanks|then) |" + kNothing +
         "| )*(?:" + kNothing + "|please|thanks|then|at all))?$";
}

std::string presence() {
  return std::string("^(?:(?:") + kBefore + " )*(?:" + kHello + "|" + kPresence +
         ")(?: there| guys| please)*(?: |$))+$";
}

std::string bare_cancel() {
  return whole_message("(?:no+|nope) .*|(?:cancel|stop|abort|end|quit|exit)" + followed_by(kAfter));
}

std::string stop() {
  return std::string("^(?:(?:no+|nope|") + kBefore + ") )*(?:cancel|stop|abort|end|quit|exit|" +
         R"(forget (?:about )?\w*(?:[^h]|[^t]h)ing)(?: |$))";
}

std::string hesitation() {
  return R"(^(?:(?:no+|oh|um+|uh+|but|and|well|sorry) )*(?:wait|hold on|hang on|one (?:moment|second|sec)|just a (?:moment|second|sec))(?: |$))";
}

std::string before_command() { return with_punctuation(std::string("^(?:\\W*(?:") + kBefore + " )*)\\W*"); }
std::string after_command() { return with_punctuation(std::string("(?: ") + kAfter + ")*\\W*$"); }

}  // namespace parley::intents::english
