// Tests intents/acts_of.h, and tests/support/flat_message.h, which is the way back.
#include "intents/acts_of.h"

#include <algorithm>
#include <string>
#include <utility>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "tests/support/flat_message.h"

using namespace parley;
using namespace parley::intents;

namespace {

ParamValue value_of(std::string param, Span span, ListOp op = ListOp::kAdd) {
  ParamValue value;
  value.param = std::move(param);
  value.value = Value("v");
  value.raw = "v";
  value.span = span;
  value.op = op;
  return value;
}

FurtherIntent wanted(std::string intent, std::size_t begin, double confidence = 1) {
  FurtherIntent one;
  one.candidate.intent = std::move(intent);
  one.candidate.span = {begin, begin + 2};
  one.candidate.confidence = confidence;
  return one;
}

// A line an act: its kind, what it is about, and where it is.
struct Text {
  std::string operator()(const acts::Inform& inform) const {
    std::string out = " " + inform.value.intent + (inform.value.intent.empty() ? "" : ".") + inform.value.param;
    for (const ParamValue& other : inform.or_else) out += "|" + other.param;
    return out;
  }
  std::string operator()(const acts::Correct& correct) const {
    const std::string param = correct.param.empty() ? std::string() : " " + correct.param;
    return param + (correct.value ? " =" : "") + (correct.by_words ? " by words" : "");
  }
  std::string operator()(const acts::Retract& retract) const { return " " + retract.value.param; }
  std::string operator()(const acts::Choose& choose) const {
    std::string out = std::string(" ") + to_string(choose.meaning);
    for (const int option : choose.options) out += " " + std::to_string(option);
    return out;
  }
  std::string operator()(const acts::Request& request) const {
    std::string out = std::string(" ") + to_string(request.role) + " " + request.wanted.candidate.intent;
    for (const ParamValue& one : request.wanted.params) out += " " + one.param;
    for (const ParamValue& one : request.wanted.others) out += " +" + one.param;
    for (const Candidate& weaker : request.weaker) out += " <" + weaker.intent;
    return out;
  }
  std::string operator()(const acts::Ask& ask) const {
    if (const auto* entry = std::get_if<acts::Ask::Entry>(&ask.answer)) return " " + entry->intent + "." + entry->param;
    return std::holds_alternative<Passage>(ask.answer) ? " passage" : " unanswered";
  }
  std::string operator()(const acts::FollowUp& follow_up) const { return " " + follow_up.intent; }
  std::string operator()(const acts::Command& command) const { return std::string(" ") + to_string(command.kind); }
  std::string operator()(const acts::Courtesy& courtesy) const { return std::string(" ") + to_string(courtesy.kind); }
  std::string operator()(const acts::Remark& remark) const { return remark.value ? " " + remark.value->type : ""; }
  template <class Plain>
  std::string operator()(const Plain&) const {
    return {};
  }
};

std::string texts(const std::vector<DialogAct>& acts) {
  std::string out;
  for (const DialogAct& act : acts) {
    out += (out.empty() ? "" : ", ") + std::string(to_string(act)) + std::visit(Text(), act.what);
  }
  return out;
}

NluContext asks_for(std::string param, std::vector<std::string> filled = {}) {
  NluContext context;
  context.intent = "order";
  context.waiting_for_param = std::move(param);
  context.filled = std::move(filled);
  return context;
}

acts::Request request_of(acts::Request::Role role, const FurtherIntent& wanted) { return {role, wanted, {}}; }

// The reading with these fields. At most one of the fields about options has a value, and there is no passage.
MessageReading reading_of(const FlatMessage& fields) {
  using Meaning = acts::Choose::Meaning;
  using Role = acts::Request::Role;
  MessageReading reading;
  reading.reply = {fields.act, fields.says_goodbye, fields.asks_if_there, fields.answers, fields.ambiguous_answers,
                   {},         fields.mentioned,    fields.named,         fields.corrects};
  if (fields.choice) reading.choice = acts::Choose{Meaning::kThese, {*fields.choice}};
  if (!fields.several.empty()) reading.choice = acts::Choose{Meaning::kThese, fields.several};
  if (!fields.possible.empty()) reading.choice = acts::Choose{Meaning::kOneOfThese, fields.possible};
  if (fields.refuses_options) reading.choice = acts::Choose{Meaning::kNone, {}};
  reading.inquiries = fields.inquiries;
  if (fields.candidates.empty()) {
    reading.reply.others = fields.others;
  } else {
    reading.requests.push_back(
        request_of(Role::kNow, {fields.candidates.front(), fields.params, fields.ambiguous, fields.others}));
    reading.requests.front().weaker.assign(fields.candidates.begin() + 1, fields.candidates.end());
  }
  for (const FurtherIntent& one : fields.further) reading.requests.push_back(request_of(Role::kNext, one));
  for (const FurtherIntent& one : fields.doubtful) reading.requests.push_back(request_of(Role::kDoubtful, one));
  for (const FurtherIntent& one : fields.takers) reading.requests.push_back(request_of(Role::kTakesValue, one));
  reading.elsewhere = fields.elsewhere;
  reading.follow_up = fields.follow_up;
  reading.untaken = fields.untaken;
  reading.has_remark = fields.has_remark;
  return reading;
}

// Sets fields of a message.
using Set = void (*)(FlatMessage&);

}  // namespace

TEST_CASE("acts: each field of an understanding is an act") {
  const struct {
    Set set;
    const char* acts;
  } kRows[] = {
      {[](FlatMessage&) {}, ""},
      {[](FlatMessage& u) { u.act = Act::kAffirm; }, "affirm"},
      {[](FlatMessage& u) { u.act = Act::kDeny; }, "deny"},
      {[](FlatMessage& u) { u.act = Act::kCancel; }, "command cancel"},
      {[](FlatMessage& u) { u.act = Act::kCancelAll; }, "command cancel_all"},
      {[](FlatMessage& u) { u.act = Act::kReset; }, "command start_over"},
      {[](FlatMessage& u) { u.act = Act::kRepeat; }, "command repeat"},
      {[](FlatMessage& u) { u.act = Act::kWhy; }, "command why"},
      {[](FlatMessage& u) { u.act = Act::kSkip; }, "command skip"},
      {[](FlatMessage& u) { u.act = Act::kDontKnow; }, "command dont_know"},
      {[](FlatMessage& u) { u.act = Act::kHuman; }, "command person"},
      {[](FlatMessage& u) { u.act = Act::kThank; }, "courtesy thanks"},
      {[](FlatMessage& u) { u.act = Act::kGreet; }, "courtesy greeting"},
      {[](FlatMessage& u) { u.act = Act::kReact; }, "courtesy reaction"},
      {[](FlatMessage& u) { u.act = Act::kGreet, u.asks_if_there = true; }, "courtesy presence"},
      {[](FlatMessage& u) { u.act = Act::kGoodbye; }, "closing"},
      {[](FlatMessage& u) { u.act = Act::kCancel, u.says_goodbye = true; }, "command cancel, closing"},
      {[](FlatMessage& u) {
         u.answers = {value_of("size", {3, 4})};
       },
       "inform size"},
      {[](FlatMessage& u) {
         u.answers = {value_of("email", {3, 4})};
       },
       "correct email ="},
      {[](FlatMessage& u) {
         u.answers = {value_of("size", {3, 4}), value_of("email", {0, 2})};
       },
       "correct email =, inform size"},
      {[](FlatMessage& u) {
         u.answers = {value_of("email", {3, 4})}, u.corrects = true;
       },
       "correct email = by words"},
      {[](FlatMessage& u) {
         u.answers = {value_of("size", {3, 4})}, u.corrects = true;
       },
       "correct by words, inform size"},
      {[](FlatMessage& u) {
         u.answers = {value_of("size", {3, 4}, ListOp::kRemove)};
       },
       "retract size"},
      {[](FlatMessage& u) {
         u.answers = {value_of("size", {3, 4}, ListOp::kClear)};
       },
       "retract size"},
      {[](FlatMessage& u) { u.named = {"email"}; }, "correct email"},
      {[](FlatMessage& u) { u.act = Act::kDeny, u.corrects = true; }, "deny, correct by words"},
      {[](FlatMessage& u) {
         u.ambiguous_answers = {{value_of("from", {0, 2}), value_of("to", {0, 2})}};
       },
       "inform from|to"},
      {[](FlatMessage& u) {
         (u.elsewhere = {value_of("city", {0, 2})}).front().intent = "trip";
       },
       "inform trip.city"},
      {[](FlatMessage& u) { u.choice = 1; }, "choose these 1"},
      {[](FlatMessage& u) {
         u.several = {0, 2};
       },
       "choose these 0 2"},
      {[](FlatMessage& u) {
         u.possible = {0, 2};
       },
       "choose one_of_these 0 2"},
      {[](FlatMessage& u) { u.refuses_options = true; }, "choose none"},
      {[](FlatMessage& u) {
         u.candidates = {wanted("a", 0).candidate, wanted("b", 0).candidate};
         u.params = {value_of("size", {4, 5})};
         u.others = {value_of("size", {6, 7})};
       },
       "request now a size +size <b"},
      {[](FlatMessage& u) {
         u.others = {value_of("size", {6, 7})};
       },
       "request again order +size"},
      {[](FlatMessage& u) {
         u.further = {wanted("a", 5), wanted("b", 2)};
       },
       "request next b, request next a"},
      {[](FlatMessage& u) { u.doubtful = {wanted("a", 0, .4)}; }, "request doubtful a"},
      {[](FlatMessage& u) { u.takers = {wanted("a", 0)}; }, "request takes_value a"},
      {[](FlatMessage& u) {
         u.inquiries = {{{0, 4}, "order", "size", 0}, {{5, 9}, "", "", 0}};
       },
       "ask order.size, ask unanswered"},
      {[](FlatMessage& u) {
         u.follow_up = FollowUp{"done", {}, {}, {}};
       },
       "follow_up done"},
      {[](FlatMessage& u) {
         u.untaken = {{"email", Value("v"), {0, 3}}};
       },
       "remark email"},
      {[](FlatMessage& u) { u.has_remark = true; }, "remark"},
  };
  for (const auto& row : kRows) {
    FlatMessage fields;
    row.set(fields);
    INFO(row.acts);
    CHECK(texts(acts_of(reading_of(fields), asks_for("size", {"email"}))) == row.acts);
  }
}

TEST_CASE("acts: an act names its source") {
  FlatMessage fields;
  fields.act = Act::kAffirm;
  fields.candidates = {wanted("a", 0).candidate};
  fields.candidates.front().rule = "refund";
  fields.candidates.front().source = "bot.yaml:3:4";
  fields.answers = {value_of("size", {0, 1})};
  std::string sources;
  for (const DialogAct& act : acts_of(reading_of(fields), asks_for("size"))) {
    sources += std::string(to_string(act.source.kind)) + " " + act.source.place + ", ";
  }
  CHECK(sources == "lexicon , type , rule bot.yaml:3:4, ");
}

TEST_CASE("acts: the words of an act") {
  MessageReading understood;
  understood.reply.act = Act::kDeny;
  understood.reply.values = {value_of("size", {9, 11})};
  const auto acts = acts_of(understood, asks_for("size"), {{0, 2}, {}});
  REQUIRE(acts.size() == 2);
  CHECK(acts[0].span == Span{0, 2});
  CHECK(acts[1].span == Span{9, 11});
}

TEST_CASE("acts: a message without an act is a remark, and a value that a question mentions is none") {
  const MessageReading nothing;
  const auto acts = acts_of(nothing, {}, {{}, {0, 7}});
  CHECK(texts(acts) == "remark");
  CHECK(acts.front().span == Span{0, 7});
  CHECK(acts_of(nothing, {}).empty());
  MessageReading asks;
  asks.inquiries = {{{0, 9}, "order", "", 0}};
  asks.untaken = {{"email", Value("v"), {4, 6}}, {"email", Value("v"), {12, 15}}};
  CHECK(texts(acts_of(asks, {}, {{}, {0, 20}})) == "ask order., remark email");
}

namespace {

// A message in which every field may have a value.
class AnyMessage {
 public:
  FlatMessage make() {
    FlatMessage u;
    u.act = static_cast<Act>(below(static_cast<int>(Act::kReact) + 1));
    const bool ends = u.act == Act::kCancel || u.act == Act::kCancelAll;
    u.says_goodbye = ends && maybe();
    u.asks_if_there = u.act == Act::kGreet && maybe();
    u.answers = values();
    u.ambiguous_answers = ambiguous();
    u.named = maybe() ? std::vector<std::string>{"email"} : std::vector<std::string>();
    u.corrects = maybe();
    u.elsewhere = values();
    for (ParamValue& one : u.elsewhere) one.intent = "trip";
    if (maybe()) u.choice = below(4);
    if (!u.choice && maybe()) u.several = {0, 2};
    if (maybe()) u.possible = {1, 3};
    u.refuses_options = maybe();
    for (int i = below(3); i > 0; --i) u.candidates.push_back(any_wanted().candidate);
    if (!u.candidates.empty()) {
      u.params = values();
      u.ambiguous = ambiguous();
    }
    if (maybe()) u.others = {value(), value()};
    for (auto* list : {&u.further, &u.doubtful, &u.takers}) {
      for (int i = below(3); i > 0; --i) list->push_back(any_wanted());
    }
    for (int i = below(3); i > 0; --i) u.inquiries.push_back({span(), maybe() ? "order" : "", "", 0});
    if (maybe()) u.passage = Passage{"t", "text", "s", .5};
    if (maybe()) u.follow_up = FollowUp{"done", values(), ambiguous(), {"date"}};
    if (maybe()) u.untaken = {{"email", Value("v"), span()}};
    u.has_remark = maybe();
    return u;
  }

 private:
  static int below(int most) { return *rc::gen::inRange(0, most); }
  static bool maybe() { return below(2) == 1; }
  Span span() {
    at_ += 3;
    return {at_, at_ + 2};
  }
  // In the order of their words, because acts are.
  ParamValue value() {
    const char* kParams[] = {"size", "email", "date"};
    return value_of(kParams[below(3)], span(), static_cast<ListOp>(below(4)));
  }
  std::vector<ParamValue> values() {
    std::vector<ParamValue> out;
    for (int i = below(3); i > 0; --i) out.push_back(value());
    return out;
  }
  Ambiguous ambiguous() { return maybe() ? Ambiguous{{value(), value()}} : Ambiguous(); }
  FurtherIntent any_wanted() {
    FurtherIntent one = wanted("w", span().begin);
    one.params = values();
    one.others = values();
    return one;
  }

  std::size_t at_ = 0;
};

std::string text(const std::vector<ParamValue>& values) {
  std::string out = "(";
  for (const ParamValue& one : values) {
    out += one.intent + "." + one.param + std::to_string(one.span.begin) + "/" +
           std::to_string(static_cast<int>(one.op)) + " ";
  }
  return out + ")";
}
std::string text(const Ambiguous& ambiguous) {
  std::string out;
  for (const auto& readings : ambiguous) out += text(readings);
  return out;
}
std::string text(const std::vector<FurtherIntent>& wanted) {
  std::string out;
  for (const FurtherIntent& one : wanted) {
    out += one.candidate.intent + std::to_string(one.candidate.span.begin) + text(one.params) + text(one.others);
  }
  return out;
}
std::string text(const std::vector<int>& numbers) {
  std::string out;
  for (const int one : numbers) out += std::to_string(one) + " ";
  return out;
}

// Every field that acts have, as lines.
std::string fields(const FlatMessage& u) {
  std::string out = std::string(to_string(u.act)) + (u.says_goodbye ? " goodbye" : "") +
                    (u.asks_if_there ? " there" : "") + (u.corrects ? " corrects" : "") +
                    (u.refuses_options ? " refuses" : "") + (u.has_remark ? " remark" : "");
  out += "\nanswers " + text(u.answers) + text(u.ambiguous_answers) + "\nelsewhere " + text(u.elsewhere);
  out += "\nnamed " + std::to_string(u.named.size()) + "\nothers " + text(u.others);
  out += "\noptions " + std::to_string(u.choice.value_or(-1)) + " / " + text(u.several) + " / " + text(u.possible);
  out += "\ncandidates ";
  for (const Candidate& one : u.candidates) out += one.intent + std::to_string(one.span.begin) + " ";
  out += text(u.params) + text(u.ambiguous);
  out += "\nfurther " + text(u.further) + "\ndoubtful " + text(u.doubtful) + "\ntakers " + text(u.takers);
  out += "\ninquiries ";
  for (const Inquiry& one : u.inquiries) out += one.intent + std::to_string(one.span.begin) + " ";
  out += u.passage ? "passage " + u.passage->text : "";
  out += u.follow_up ? "\nfollow_up " + u.follow_up->intent + text(u.follow_up->params) : "";
  for (const UntakenValue& one : u.untaken) out += "\nuntaken " + one.type + std::to_string(one.span.begin);
  return out;
}

}  // namespace

TEST_CASE("acts: the way to the acts and back loses nothing") {
  const auto check = [](const auto& before, const std::vector<DialogAct>& acts) {
    RC_ASSERT(fields(flat(acts)) == fields(before));
    for (std::size_t i = 1; i < acts.size(); ++i) RC_ASSERT(acts[i - 1].span.begin <= acts[i].span.begin);
  };
  CHECK(rc::check("from a reading", [&] {
    FlatMessage before = AnyMessage().make();
    before.passage.reset();
    if (before.refuses_options) before.possible.clear();
    if (before.refuses_options || !before.possible.empty()) before.several.clear(), before.choice.reset();
    check(before, acts_of(reading_of(before), asks_for("size", {"email"})));
  }));
  CHECK(rc::check("from a flat message", [&] {
    const auto before = AnyMessage().make();
    check(before, acts_of(before, asks_for("size", {"email"})));
  }));
}

TEST_CASE("acts: what is no act stays beside the acts") {
  MessageReading reading;
  reading.reply.act = Act::kDeny;
  reading.reply.mentioned = {value_of("size", {3, 4})};
  reading.untaken = {{"email", Value("v"), {5, 8}}};
  reading.said = "the red one";
  reading.asks_once = reading.refers_back = true;
  const Understanding understood = to_understanding(std::move(reading), {});
  CHECK(texts(understood.acts) == "deny, remark email");
  CHECK(understood.mentioned.size() == 1);
  CHECK(understood.untaken.size() == 1);
  CHECK(understood.said == "the red one");
  CHECK((understood.asks_once && understood.refers_back));
}
