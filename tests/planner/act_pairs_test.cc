// Every ordered pair of kinds of acts, at every kind of open question, does what the table of docs/dialog.md says.
//
// An act has an effect that this test sees in the state or in the trace. The test first sends each act alone. For a
// pair, the table says which act counts: that act has the effect that it has alone, and the other one has none. An
// intent that waits is in the queue, or has begun when the open intent ended.
#include <functional>

#include "planner/planner_harness.h"
#include "planner/precedence_table.h"

using namespace parley;
using namespace parley::planner;

namespace {

const char* const kActShop = R"(
parley: 1
bot: {id: shop}
tools: {place: {}}
intents:
  - id: wrap
    match: [{regex: wrap}]
    params: {box: {type: number, required: true, ask: Which box?}}
    steps: [{say: 'Box {box} is wrapped.'}]
  - id: hours
    match: [{regex: hours}]
    steps: [{say: Nine to five.}]
  - id: order
    match: [{regex: order}]
    params:
      city: {type: number, required: true, ask: Which city?}
      size: {type: number, required: true, ask: Which size?, help: A number., why: For the box.}
      gift: {type: boolean, required: true, ask: Is it a gift?}
      item: {type: number, required: true, ask: Which item?, options: {from: context.items, value: id, label: '{item.id}'}}
      colors: {type: number, list: true}
      note: {type: number}
    answers: [{examples: [fee], say: It is free.}]
    confirm: Sure?
    steps: [{tool: place}, {say: Placed.}]
replies: {denied: Not done.}
)";

constexpr int kTaken = 7, kRemoved = 70, kOther = 8;  // values that the acts give

FlatMessage asks_for(const std::string& intent, std::vector<ParamValue> values = {}) {
  return wants(intent, std::move(values));
}

// A talk at a question. An intent was done before, so that a follow-up is possible.
Talk at(Question question) {
  Talk talk(read(kActShop));
  talk.context =
      Value(Value::Object{{"items", Value::Array{Value(Value::Object{{"id", 1}}), Value(Value::Object{{"id", 2}}),
                                                 Value(Value::Object{{"id", 3}})}}});
  talk(asks_for("wrap", {good("box", 5)}));
  if (question == Question::kNothing) return talk;
  if (question == Question::kOffer) {
    FlatMessage doubtful;
    doubtful.doubtful = {{asks_for("wrap").candidates.front(), {}, {}}, {asks_for("hours").candidates.front(), {}, {}}};
    talk(doubtful);
    return talk;
  }
  talk(asks_for("order", {good("city", 1), good("colors", kRemoved), good("colors", 71)}));
  if (question == Question::kChoice) talk(unclear({good("size", kOther), good("size", kTaken)}));
  if (question == Question::kParam || question == Question::kChoice) return talk;
  talk(answers({good("size", 3)}));
  if (question == Question::kYesNo) return talk;
  talk(answers({good("gift", false)}));
  if (question == Question::kOptions) return talk;
  talk(picks(0));
  if (question == Question::kChange) talk(says(Act::kDeny));
  if (question == Question::kTool) talk(says(Act::kAffirm));
  return talk;
}

DialogAct act(DialogAct::What what) {
  DialogAct one;
  one.what = std::move(what);
  return one;
}

// The param that an Inform gives at a question.
std::string informed(Question question) {
  switch (question) {
    case Question::kParam:
    case Question::kChoice: return "size";
    case Question::kYesNo: return "gift";
    case Question::kOptions: return "item";
    default: return "note";
  }
}

bool traced(const Talk& talk, Rule rule, const std::string& detail = "") {
  for (const TraceEvent& event : talk.last().trace) {
    if (event.rule == rule && (detail.empty() || event.detail == detail)) return true;
  }
  return false;
}

Value param(const Talk& talk, const std::string& name) {
  for (const Frame& frame : const_cast<Talk&>(talk).state().frames) {
    const auto found = frame.params.find(name);
    if (frame.intent == "order" && found != frame.params.end()) return found->second.value;
  }
  return {};
}

bool says_text(const Talk& talk, const std::string& text) {
  for (const Step& step : talk.last().steps) {
    const auto* say = std::get_if<Say>(&step);
    if (say && say->text == text) return true;
  }
  return false;
}

bool begins_or_waits(const Talk& talk, const std::string& intent) {
  for (const TraceEvent& event : talk.last().trace) {
    const bool begins = event.rule == Rule::kIntentStarted || event.rule == Rule::kIntentQueued;
    if (begins && event.intent == intent) return true;
  }
  return false;
}

struct ActKind {
  const char* name;
  std::function<DialogAct(Question)> make;
  std::function<std::string(Question)> part;  // its name in the table
  std::function<bool(const Talk&, Question)> has_effect;
};

auto always(const char* part) {
  return [part](Question) { return std::string(part); };
}
auto command(acts::Command::Kind kind) {
  return [kind](Question) { return act(acts::Command{kind}); };
}
auto leaves(Rule rule, Rule other = Rule::kHandoff, const char* detail = "") {
  return [=](const Talk& talk, Question) {
    return traced(talk, rule, detail) || (other != Rule::kHandoff && traced(talk, other));
  };
}

std::string part_of_inform(Question question) {
  switch (question) {
    case Question::kNothing:
    case Question::kOffer: return "same";
    case Question::kParam:
    case Question::kYesNo:
    case Question::kOptions:
    case Question::kChoice: return "answer";
    default: return "fill";
  }
}

bool is_idle(Question question) { return question == Question::kNothing || question == Question::kOffer; }

std::vector<ActKind> kinds() {
  using Commands = acts::Command::Kind;
  return {
      {"affirm", [](Question) { return act(acts::Affirm{}); }, always("yes"),
       [](const Talk& talk, Question question) {
         if (question == Question::kNothing) return traced(talk, Rule::kSmallTalk, "affirm");
         if (question == Question::kYesNo) return param(talk, "gift") == Value(true);
         if (question == Question::kChange) return false;  // the bot asks for the confirmation, as after a change
         return traced(talk, Rule::kConfirmed);
       }},
      {"deny", [](Question) { return act(acts::Deny{}); }, always("no"),
       [](const Talk& talk, Question question) {
         if (question == Question::kNothing) return traced(talk, Rule::kSmallTalk, "deny");
         if (question == Question::kYesNo) return param(talk, "gift") == Value(false);
         if (question == Question::kChange) return says_text(talk, "Not done.");
         return traced(talk, Rule::kDenied) || traced(talk, Rule::kNoneChosen) || traced(talk, Rule::kOfferRefused);
       }},
      {"inform",
       [](Question question) {
         const bool is_boolean = question == Question::kYesNo;
         return act(acts::Inform{good(informed(question), is_boolean ? Value("so") : Value(kTaken))});
       },
       part_of_inform,
       [](const Talk& talk, Question question) {
         return param(talk, informed(question)) == (question == Question::kYesNo ? Value("so") : Value(kTaken));
       }},
      {"correct",
       [](Question) {
         return act(acts::Correct{"city", good("city", kTaken), false});
       },
       [](Question question) { return std::string(is_idle(question) ? "same" : "change"); },
       [](const Talk& talk, Question) { return param(talk, "city") == Value(kTaken); }},
      {"retract",
       [](Question) {
         ParamValue removed = good("colors", kRemoved);
         removed.op = ListOp::kRemove;
         return act(acts::Retract{removed});
       },
       [](Question question) { return std::string(is_idle(question) ? "same" : "change"); },
       [](const Talk& talk, Question) { return param(talk, "colors") == Value(Value::Array{71}); }},
      {"choose",
       [](Question question) {
         return act(acts::Choose{{}, {question == Question::kOptions ? 1 : 0}});
       },
       always("pick"),
       [](const Talk& talk, Question question) {
         if (question == Question::kOptions) return param(talk, "item") == Value(2);
         if (question == Question::kChoice) return param(talk, "size") == Value(kOther);
         return traced(talk, Rule::kOfferTaken);
       }},
      {"request",
       [](Question) {
         return act(acts::Request{{}, {asks_for("hours").candidates.front(), {}, {}}, {}});
       },
       always("request"), [](const Talk& talk, Question) { return begins_or_waits(talk, "hours"); }},
      {"next request",
       [](Question) {
         return act(acts::Request{acts::Request::Role::kNext, {asks_for("hours").candidates.front(), {}, {}}, {}});
       },
       always("next request"), [](const Talk& talk, Question) { return begins_or_waits(talk, "hours"); }},
      {"ask",
       [](Question) {
         return act(acts::Ask{acts::Ask::Entry{"order", "", 0}});
       },
       always("question"), [](const Talk& talk, Question) { return says_text(talk, "It is free."); }},
      {"follow up",
       [](Question) {
         FollowUp follow_up;
         follow_up.intent = "wrap";
         follow_up.params = {good("box", 6)};
         return act(follow_up);
       },
       always("follow up"), leaves(Rule::kFollowUp)},
      {"cancel", command(Commands::kCancel), always("cancel"), leaves(Rule::kCancelCommand, Rule::kNothingToCancel)},
      {"cancel all", command(Commands::kCancelAll), always("drop all"),
       leaves(Rule::kCancelAllCommand, Rule::kNothingToCancel)},
      {"start over", command(Commands::kStartOver), always("drop all"), leaves(Rule::kSessionEvent)},
      {"repeat", command(Commands::kRepeat), always("about question"),
       leaves(Rule::kRepeatCommand, Rule::kHandoff, "")},
      {"why", command(Commands::kWhy), always("about question"), leaves(Rule::kWhyCommand)},
      {"skip", command(Commands::kSkip), always("pass"), leaves(Rule::kSkipCommand)},
      {"don't know", command(Commands::kDontKnow), always("pass"), leaves(Rule::kDontKnowCommand)},
      {"person", command(Commands::kPerson), always("person"), leaves(Rule::kHumanCommand)},
      {"courtesy", [](Question) { return act(acts::Courtesy{}); }, always("courtesy"),
       leaves(Rule::kSmallTalk, Rule::kHandoff, "thank")},
      {"closing", [](Question) { return act(acts::Closing{}); }, always("closing"),
       [](const Talk& talk, Question) {
         return const_cast<Talk&>(talk).state().ended || traced(talk, Rule::kSmallTalk, "goodbye");
       }},
      {"remark", [](Question) { return act(acts::Remark{}); }, always("remark"),
       [](const Talk&, Question) { return false; }},
  };
}

std::string words_of(Question question) { return in_words(to_string(question)); }

enum class Counts { kActs, kWaits, kNot };

// Which of two acts count, by the rows of the table in their order.
std::pair<Counts, Counts> judged(const std::vector<DocumentedRule>& rules, Question question, const std::string& first,
                                 const std::string& second) {
  Counts counts[] = {Counts::kActs, Counts::kActs};
  const std::string* parts[] = {&first, &second};
  for (const DocumentedRule& rule : rules) {
    if (rule.at.count(words_of(question)) == 0) continue;
    for (int taken = 0; taken < 2; ++taken) {
      const int taker = 1 - taken;
      if (counts[taken] == Counts::kNot || rule.taken.count(*parts[taken]) == 0) continue;
      if (!rule.takers.empty()) {
        if (counts[taker] != Counts::kActs || rule.takers.count(*parts[taker]) == 0) continue;
        if (rule.where == "same words" || rule.where == "together")
          continue;  // the acts of this test have their own words
        if (rule.where == "later" && taker == 0) continue;
        if (rule.where == "before" && (taker == 1 || *parts[0] != *parts[1])) continue;
      }
      counts[taken] = rule.left == "waits" ? Counts::kWaits : Counts::kNot;
    }
  }
  return {counts[0], counts[1]};
}

void send(Talk& talk, std::vector<DialogAct> acts) {
  for (std::size_t i = 0; i < acts.size(); ++i) acts[i].span = {10 * i, 10 * i + 9};
  Understanding message;
  message.acts = std::move(acts);
  talk.handle(message);
}

bool is_ending(const std::string& part) { return part == "cancel" || part == "drop all"; }

// Whether the effects of two acts look the same. If nothing is open, each command says that there is nothing to cancel.
bool leave_the_same(Question question, const ActKind& one, const ActKind& other) {
  return is_idle(question) && is_ending(one.part(question)) && is_ending(other.part(question));
}

bool has_to_count(Question question, Counts counts, bool alone, const ActKind& one, const ActKind& other) {
  if (counts == Counts::kWaits) return true;
  // While a tool runs, an intent counts only if the message ends what is open (rule 1.6).
  const bool replaces = question == Question::kTool && one.part(question).ends_with("request");
  if (replaces && is_ending(other.part(question))) return true;
  return alone && counts == Counts::kActs;
}

constexpr Question kQuestions[] = {Question::kNothing, Question::kOffer,   Question::kParam,
                                   Question::kYesNo,   Question::kOptions, Question::kConfirm,
                                   Question::kChange,  Question::kChoice,  Question::kTool};

}  // namespace

TEST_CASE("each kind of act has an effect at some open question") {
  for (const ActKind& kind : kinds()) {
    if (std::string(kind.name) == "remark") continue;
    int effects = 0;
    for (const Question question : kQuestions) {
      Talk talk = at(question);
      REQUIRE(question_of(talk.bot(), talk.state()) == question);
      send(talk, {kind.make(question)});
      effects += kind.has_effect(talk, question) ? 1 : 0;
    }
    INFO(kind.name);
    CHECK(effects > 0);
  }
}

TEST_CASE("every ordered pair of acts at every open question does what docs/dialog.md says") {
  const auto rules = documented_rules();
  REQUIRE(rules.size() > 20);
  for (const Question question : kQuestions) {
    std::vector<bool> alone;
    for (const ActKind& kind : kinds()) {
      Talk talk = at(question);
      send(talk, {kind.make(question)});
      alone.push_back(kind.has_effect(talk, question));
    }
    const std::vector<ActKind> all = kinds();
    for (std::size_t i = 0; i < all.size(); ++i) {
      for (std::size_t j = 0; j < all.size(); ++j) {
        const auto [first, second] = judged(rules, question, all[i].part(question), all[j].part(question));
        Talk talk = at(question);
        send(talk, {all[i].make(question), all[j].make(question)});
        INFO(words_of(question) << ": " << all[i].name << ", then " << all[j].name);
        if (i == j || leave_the_same(question, all[i], all[j])) continue;  // it must not fail
        const bool counts_first = has_to_count(question, first, alone[i], all[i], all[j]);
        const bool counts_second = has_to_count(question, second, alone[j], all[j], all[i]);
        CHECK(all[i].has_effect(talk, question) == counts_first);
        CHECK(all[j].has_effect(talk, question) == counts_second);
      }
    }
  }
}
