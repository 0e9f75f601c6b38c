// Tests dialog acts. Outside of a confirmation, a message is an act only if it has no other words than the act and
// polite words.
#include "tests/intents/test_catalogs.h"

namespace parley::intents {
namespace {

struct ActRow {
  std::string text;
  Act act;
};

void check_acts(const Bot& bot, const std::vector<ActRow>& rows, bool confirming) {
  NluContext nlu_context;
  nlu_context.confirming = confirming;
  for (const ActRow& row : rows) {
    INFO(row.text);
    CHECK(std::string(to_string(flat(bot->understand(row.text, nlu_context)).act)) == to_string(row.act));
  }
}

Bot plain() { return bot("intents:\n" + intent("a", "match: [{regex: xyzzy}]")); }

TEST_CASE("acts: a command is recognised only if it is the whole message") {
  check_acts(plain(),
             {
                 {"cancel", Act::kCancel},
                 {"Cancel!", Act::kCancel},
                 {"please cancel that", Act::kCancel},
                 {"could you stop it please?", Act::kCancel},
                 {"oh, never mind, thanks", Act::kCancel},
                 {"nevermind", Act::kCancel},
                 {"forget it", Act::kCancel},
                 {"I\u2019ve changed my mind", Act::kCancel},
                 {"I don't want to do this anymore", Act::kCancel},
                 {"no, cancel", Act::kCancel},
                 {"quit", Act::kCancel},
                 {"never mind, leave it", Act::kCancel},
                 {"nah leave it", Act::kCancel},
                 {"cancel cancel", Act::kCancel},
                 {"maybe later", Act::kCancel},
                 {"not now, maybe another time", Act::kCancel},
                 {"I'll do it later", Act::kCancel},
                 {"cancel my order", Act::kInform},
                 {"I want to cancel my order", Act::kInform},
                 {"cancel it and track my order", Act::kInform},
                 {"stop sending me mails", Act::kInform},
                 {"how do I cancel", Act::kInform},
                 {"start over", Act::kReset},
                 {"Let's start again, please", Act::kReset},
                 {"can we start from scratch", Act::kReset},
                 {"reset", Act::kReset},
                 {"back to the beginning", Act::kReset},
                 {"reset my password", Act::kInform},
                 {"restart the router", Act::kInform},
                 {"start", Act::kInform},
                 {"human", Act::kHuman},
                 {"a real person please", Act::kHuman},
                 {"I want to talk to a human", Act::kHuman},
                 {"can I speak with someone", Act::kHuman},
                 {"Could you connect me to an agent?", Act::kHuman},
                 {"get me a manager now", Act::kHuman},
                 {"put me through to customer service", Act::kHuman},
                 {"is there a person I can talk to?", Act::kHuman},
                 {"transfer me to your supervisor", Act::kHuman},
                 {"talk to the account manager about invoices", Act::kInform},
                 {"someone", Act::kInform},
                 {"what is a human", Act::kInform},
                 {"yes", Act::kAffirm},
                 {"Yes please!", Act::kAffirm},
                 {"yep, that's right", Act::kAffirm},
                 {"ok go ahead and do it", Act::kAffirm},
                 {"no problem", Act::kAffirm},
                 {"\U0001f44d", Act::kAffirm},
                 {"no", Act::kDeny},
                 {"no thanks", Act::kDeny},
                 {"nope, not now", Act::kDeny},
                 {"that's not right", Act::kDeny},
                 {"don\u2019t", Act::kDeny},
                 {"yes but make it 60", Act::kInform},
                 {"no, O-54321", Act::kInform},
                 {"yesterday", Act::kInform},
                 {"nobody", Act::kInform},
                 {"", Act::kInform},
                 {"!?", Act::kRepeat},
             },
             false);
}

TEST_CASE("acts: at a confirmation, a message that begins with a yes or a no is a yes or a no") {
  check_acts(plain(),
             {
                 {"yes please", Act::kAffirm},
                 {"yes but make it 60", Act::kInform},  // only the change counts
                 {"yes, cancel it", Act::kAffirm},
                 {"yes, no wait", Act::kInform},  // a yes that the user takes back does not count
                 {"yes or no?", Act::kInform},
                 {"yes, but not now", Act::kInform},
                 {"yes, just not today", Act::kInform},
                 {"yes, only if it is free", Act::kInform},
                 {"yes, no problem at all", Act::kAffirm},
                 {"sure, and hurry", Act::kAffirm},
                 {"no problem, do that", Act::kAffirm},
                 {"no problem", Act::kAffirm},
                 {"no, that's right", Act::kAffirm},
                 {"no further changes", Act::kAffirm},
                 {"nothing to change", Act::kAffirm},
                 {"definitely not", Act::kDeny},
                 {"yeah no", Act::kDeny},
                 {"I don't think so", Act::kDeny},
                 {"no, O-54321", Act::kDeny},
                 {"No that is the old one", Act::kDeny},
                 {"I don't want that one", Act::kDeny},
                 {"that's not what I said", Act::kDeny},
                 {"cancel", Act::kCancel},
                 {"no, cancel it", Act::kCancel},
                 {"I have a question", Act::kInform},
                 {"ok wait", Act::kInform},
                 {"nothing works", Act::kInform},
                 {"O-54321", Act::kInform},
                 {"well yes and no", Act::kInform},
             },
             true);
}

TEST_CASE("acts: asked what to change, \"nothing\" in any words is a no") {
  NluContext changing;
  changing.intent = "a";
  changing.changing = true;
  const Bot one = plain();
  for (const char* message :
       {"nothing", "NOTHING. change nothing", "leave my account alone", "no, leave everything as it is",
        "don't change anything", "no changes please", "nothing just leave it"}) {
    INFO(message);
    CHECK(flat(one->understand(message, changing)).act == Act::kDeny);
  }
  CHECK(flat(one->understand("nothing but the date", changing)).act == Act::kInform);
}

TEST_CASE("acts: words that leave a form cancel it") {
  check_acts(plain(),
             {
                 {"forget the router", Act::kCancel},
                 {"how do I get out of this?", Act::kCancel},
                 {"get me out of here", Act::kCancel},
                 {"whatever, forget about it", Act::kCancel},
                 {"whatever, can I talk to someone", Act::kHuman},
                 {"forget the router and send me a bill", Act::kInform},
             },
             false);
}

TEST_CASE("acts: \"cancel everything\" differs from \"cancel\", \"start over\" and a request") {
  check_acts(plain(),
             {
                 {"cancel everything", Act::kCancelAll},
                 {"Cancel all of it, please", Act::kCancelAll},
                 {"forget all that", Act::kCancelAll},
                 {"stop everything", Act::kCancelAll},
                 {"ok, forget about all of this", Act::kCancelAll},
                 {"cancel them all", Act::kCancelAll},
                 {"no, cancel both of them", Act::kCancelAll},
                 {"cancel all", Act::kCancelAll},
                 {"forget that", Act::kCancel},
                 {"cancel this", Act::kCancel},
                 {"forget everything", Act::kReset},
                 {"cancel all my orders", Act::kInform},
                 {"cancel everything I ordered", Act::kInform},
                 {"stop all emails", Act::kInform},
             },
             false);
}

const std::vector<ActRow> kAsideRows = {
    {"what?", Act::kRepeat},
    {"??", Act::kRepeat},
    {"Repeat that, please", Act::kRepeat},
    {"could you say that again?", Act::kRepeat},
    {"say again", Act::kRepeat},
    {"pardon?", Act::kRepeat},
    {"What did you say?", Act::kRepeat},
    {"come again", Act::kRepeat},
    {"what was the question", Act::kRepeat},
    {"what do you mean?", Act::kRepeat},
    {"sorry, what was the question again?", Act::kRepeat},
    {"I don\u2019t understand the question", Act::kRepeat},
    {"can you rephrase the question?", Act::kRepeat},
    {"I didn't get that", Act::kRepeat},
    {"what happened to my order?", Act::kInform},
    {"what is the price", Act::kInform},
    {"repeat my last order", Act::kInform},
    {"I don't understand my bill", Act::kInform},
    {"what do you sell", Act::kInform},
    {"sorry about the mess", Act::kInform},
    {"say hello to Bob", Act::kInform},

    {"why do you need that?", Act::kWhy},
    {"why do you ask", Act::kWhy},
    {"what for?", Act::kWhy},
    {"Why?", Act::kWhy},
    {"but why", Act::kWhy},
    {"what do you need it for", Act::kWhy},
    {"Why do you need my phone number?", Act::kWhy},
    {"why do you want to know that", Act::kWhy},
    {"why are you asking me this?", Act::kWhy},
    {"why should I tell you", Act::kWhy},
    {"is that necessary?", Act::kWhy},
    {"do you really need my date of birth?", Act::kWhy},
    {"do I have to answer that?", Act::kWhy},
    {"how come?", Act::kWhy},
    {"why is my order late", Act::kInform},
    {"why did you charge me twice?", Act::kInform},
    {"why do I have to wait so long", Act::kInform},
    {"why was I charged", Act::kInform},
    {"what is this charge for", Act::kInform},
    {"do I have to pay for shipping?", Act::kInform},
    {"do you need a hand", Act::kInform},
    {"why thank you", Act::kInform},
    {"what do you do with the chickens", Act::kInform},
    {"can I ask a question", Act::kInform},

    {"skip", Act::kSkip},
    {"Skip this question please", Act::kSkip},
    {"can we skip that?", Act::kSkip},
    {"next question", Act::kSkip},
    {"pass", Act::kSkip},
    {"I'd rather not say", Act::kSkip},
    {"I would prefer not to say", Act::kSkip},
    {"prefer not to answer", Act::kSkip},
    {"rather not", Act::kSkip},
    {"none of your business!", Act::kSkip},
    {"That's none of your business", Act::kSkip},
    {"leave it out", Act::kSkip},
    {"I don't want to tell you that", Act::kSkip},
    {"it doesn't matter", Act::kSkip},
    {"N/A", Act::kSkip},
    {"next week", Act::kInform},
    {"next Friday", Act::kInform},
    {"my pass expired", Act::kInform},
    {"skip the onions", Act::kInform},
    {"I don't want to pay", Act::kInform},
    {"I'd rather have the blue one", Act::kInform},
    {"leave it at the door", Act::kInform},

    {"I don't know", Act::kDontKnow},
    {"idk", Act::kDontKnow},
    {"no idea", Act::kDontKnow},
    {"No idea, sorry", Act::kDontKnow},
    {"not sure", Act::kDontKnow},
    {"I'm not really sure", Act::kDontKnow},
    {"I have no clue", Act::kDontKnow},
    {"I don't have it", Act::kDontKnow},
    {"I don't have the order number with me", Act::kDontKnow},
    {"can't remember", Act::kDontKnow},
    {"I can't find it", Act::kDontKnow},
    {"dunno", Act::kDontKnow},
    {"I really don't know my customer number", Act::kDontKnow},
    {"where do I find that?", Act::kDontKnow},
    {"I don't know how to reset my password", Act::kInform},
    {"I don't have a receipt but O-12345", Act::kInform},
    {"not sure, maybe Friday", Act::kInform},
    {"I forgot to pay", Act::kInform},
    {"I forgot my password", Act::kInform},
    {"I don't have my parcel yet", Act::kInform},
    {"I can't find my parcel anywhere", Act::kInform},
    {"Jane Doe", Act::kInform},
    {"O-12345", Act::kInform},
    {"yes", Act::kAffirm},
    {"why not", Act::kAffirm},
    {"no", Act::kDeny},
    {"cancel", Act::kCancel},
};

TEST_CASE("acts: messages that avoid an answer to the question are recognised") {
  NluContext open;
  open.intent = "a";
  for (const ActRow& row : kAsideRows) {
    INFO(row.text);
    CHECK(std::string(to_string(flat(plain()->understand(row.text, open)).act)) == to_string(row.act));
  }
}

TEST_CASE("acts: without a question, of the acts about a question only repeat is recognised") {
  for (const ActRow& row : kAsideRows) {
    INFO(row.text);
    const Act act = flat(plain()->understand(row.text)).act;
    CHECK((act == Act::kRepeat) == (row.act == Act::kRepeat));
    CHECK((act == Act::kRepeat || !is_aside(act)));
  }
}

TEST_CASE("acts: courtesies and reactions are recognised only as the whole message") {
  for (const ActRow& row : std::vector<ActRow>{
           {"thanks", Act::kThank},
           {"Thank you so much for your help!", Act::kThank},
           {"thx bye", Act::kGoodbye},
           {"\xF0\x9F\x99\x8F", Act::kThank},
           {"bye", Act::kGoodbye},
           {"that's all for now", Act::kGoodbye},
           {"have a nice day", Act::kGoodbye},
           {"hello there", Act::kGreet},
           {"Good morning!", Act::kGreet},
           {"hi, how are you?", Act::kGreet},
           {"haha", Act::kReact},
           {"wow", Act::kReact},
           {"\xF0\x9F\x98\x82\xF0\x9F\x98\x82", Act::kReact},
           {"got it", Act::kReact},
           {"thanks for nothing", Act::kInform},
           {"hello kitty", Act::kInform},
           {"bye the way", Act::kInform},
           {"nice try", Act::kInform},
           {"hmm", Act::kInform},
       }) {
    INFO(row.text);
    CHECK(std::string(to_string(flat(plain()->understand(row.text)).act)) == to_string(row.act));
  }
}

TEST_CASE("acts: \"I don't know\" is neither a yes nor a no") {
  NluContext confirming;
  confirming.intent = "a";
  confirming.confirming = true;
  for (const ActRow& row :
       {ActRow{"I don't know", Act::kDontKnow}, ActRow{"no idea", Act::kDontKnow}, ActRow{"I'd rather not", Act::kDeny},
        ActRow{"what?", Act::kRepeat}, ActRow{"why?", Act::kWhy}, ActRow{"no, not at all", Act::kDeny}}) {
    INFO(row.text);
    CHECK(std::string(to_string(flat(plain()->understand(row.text, confirming)).act)) == to_string(row.act));
  }
}

TEST_CASE("acts: a bot's own commands are recognised in polite form") {
  const Bot bot =
      intents::bot("intents:\n" + intent("a", "match: [{regex: basta}]") +
                   "commands: {cancel: ['basta( cos.)?'], human: [concierge], affirm: ['aye aye'], deny: ['non'], "
                   "reset: ['from the top|all new']}\n");
  check_acts(bot,
             {
                 {"basta", Act::kCancel},
                 {"Basta cos\u00ec, please!", Act::kCancel},
                 {"basta with pasta", Act::kInform},
                 {"concierge, please", Act::kHuman},
                 {"aye aye", Act::kAffirm},
                 {"non", Act::kDeny},
                 {"ok from the top", Act::kReset},
                 {"all new shoes", Act::kInform},
             },
             false);
  CHECK(ids(bot->understand("basta")) == std::vector<std::string>{"a"});
}

TEST_CASE("acts: a bot's own words count with punctuation between them, and before the built-in words") {
  const Bot bot = intents::bot(R"(commands: {deny: [yeah right, sure when pigs fly], affirm: [nothing against it]}
intents:
  - id: a
    match: [{regex: go}]
    params: {wants: {type: boolean, required: true, ask: Would you like it?}}
    steps: [{say: Done.}]
)");
  check_acts(bot,
             {
                 {"Yeah, right!", Act::kDeny},
                 {"sure, when pigs fly...", Act::kDeny},
                 {"nothing - against it", Act::kAffirm},
                 {"yeah", Act::kAffirm},
             },
             true);
  NluContext asking;
  asking.intent = "a";
  asking.waiting_for_param = "wants";
  const std::pair<const char*, std::vector<std::string>> rows[] = {
      {"yeah right", {"wants=false"}},
      {"yeah, right", {"wants=false"}},
      {"yeah", {"wants=true"}},
      {"better not", {"wants=false"}},
      {"nothing against it", {"wants=true"}},
      {"I would really rather not", {"wants=false"}},
  };
  for (const auto& [message, values] : rows) {
    INFO(message);
    CHECK(brief(flat(bot->understand(message, asking)).answers) == values);
  }
}

TEST_CASE("5.12 acts: an answer to a confirmation may consist of several clauses") {
  check_acts(plain(),
             {
                 {"no complaints, go ahead", Act::kAffirm},
                 {"No need to change anything", Act::kAffirm},
                 {"nothing is wrong with it", Act::kAffirm},
                 {"no mistakes there", Act::kAffirm},
                 {"no, perfect", Act::kAffirm},
                 {"no reason to keep it, go ahead", Act::kAffirm},
                 {"yes, only those", Act::kAffirm},
                 {"yes, only those from Monday", Act::kInform},
                 {"yes, I don't want to keep it", Act::kAffirm},
                 {"on second thought, yes", Act::kAffirm},
                 {"yes, on second thought", Act::kInform},
                 {"thinking about it, no", Act::kDeny},
                 {"Wait. No. We fly after all.", Act::kDeny},
                 {"right, absolutely no", Act::kDeny},
                 {"wrong with it", Act::kDeny},
                 {"wait, no", Act::kDeny},
                 {"hm, no problem with that", Act::kAffirm},
             },
             true);
}

TEST_CASE("5.7 acts: the wish to keep something is a no, in any clause") {
  const Bot bot = intents::bot(R"(intents:
  - {id: a, match: [{regex: go}], confirm: {ask: Shall I close it?, on_deny: cancel}, steps: [{say: Done.}]}
  - {id: b, match: [{regex: run}], confirm: Shall I keep it?, steps: [{say: Done.}]}
)");
  const auto act_of = [&](const char* intent, const char* message) {
    NluContext confirming;
    confirming.intent = intent;
    confirming.confirming = true;
    return std::string(to_string(flat(bot->understand(message, confirming)).act));
  };
  for (const char* message :
       {"I'm keeping it", "I've changed my mind, I'm keeping it", "hm, I'd rather hold on to it for a while",
        "better not, I'll stay with you", "er no, leave teh account open pls", "let me keep it"}) {
    INFO(message);
    CHECK(act_of("a", message) == to_string(Act::kDeny));
  }
  CHECK(act_of("a", "yes, keep it") == to_string(Act::kInform));
  CHECK(act_of("b", "yes, keep it") == to_string(Act::kAffirm));
  CHECK(act_of("a", "yes, I don't want to keep it") == to_string(Act::kAffirm));
  CHECK(act_of("a", "go ahead and keep the receipt") == to_string(Act::kAffirm));
}

TEST_CASE("13.3 acts: the quick replies for yes and no are understood, in polite form and without punctuation") {
  check_acts(intents::bot("intents:\n" + intent("a", "match: [{regex: basta}]") +
                          "replies: {yes: 'Aber gern!', no: Lieber nicht (noch nicht)}\n"),
             {
                 {"Aber gern!", Act::kAffirm},
                 {"aber gern", Act::kAffirm},
                 {"lieber nicht (noch nicht)", Act::kDeny},
                 {"aber gern zwei", Act::kInform},
                 {"yes", Act::kAffirm},
                 {"no", Act::kDeny},
             },
             true);
}

TEST_CASE("acts: a bot's own words that avoid the question are recognised") {
  const Bot bot = intents::bot("intents:\n" + intent("a", "match: [{regex: basta}]") +
                               "commands: {cancel_all: ['basta tutto'], repeat: [come], why: [perche], skip: [avanti], "
                               "dont_know: [boh]}\n");
  NluContext open;
  open.intent = "a";
  for (const ActRow& row :
       {ActRow{"basta tutto", Act::kCancelAll}, ActRow{"come?", Act::kRepeat}, ActRow{"perche?", Act::kWhy},
        ActRow{"ok, avanti", Act::kSkip}, ActRow{"boh", Act::kDontKnow}, ActRow{"boh boh", Act::kInform}}) {
    INFO(row.text);
    CHECK(std::string(to_string(flat(bot->understand(row.text, open)).act)) == to_string(row.act));
    const Act without_question = flat(bot->understand(row.text)).act;
    CHECK((without_question == Act::kRepeat || !is_aside(without_question)));
  }
}

}  // namespace
}  // namespace parley::intents
