// Tests intents/acts_of.h: the acts of an Understanding, and the way back.
#include "intents/acts_of.h"

#include <algorithm>
#include <string>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

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

// Sets fields of an Understanding.
using Set = void (*)(Understanding&);

}  // namespace

TEST_CASE("acts: each field of an understanding is an act") {
  const struct {
    Set set;
    const char* acts;
  } kRows[] = {
      {[](Understanding&) {}, ""},
      {[](Understanding& u) { u.act = Act::kAffirm; }, "affirm"},
      {[](Understanding& u) { u.act = Act::kDeny; }, "deny"},
      {[](Understanding& u) { u.act = Act::kCancel; }, "command cancel"},
      {[](Understanding& u) { u.act = Act::kCancelAll; }, "command cancel_all"},
      {[](Understanding& u) { u.act = Act::kReset; }, "command start_over"},
      {[](Understanding& u) { u.act = Act::kRepeat; }, "command repeat"},
      {[](Understanding& u) { u.act = Act::kWhy; }, "command why"},
      {[](Understanding& u) { u.act = Act::kSkip; }, "command skip"},
      {[](Understanding& u) { u.act = Act::kDontKnow; }, "command dont_know"},
      {[](Understanding& u) { u.act = Act::kHuman; }, "command person"},
      {[](Understanding& u) { u.act = Act::kThank; }, "courtesy thanks"},
      {[](Understanding& u) { u.act = Act::kGreet; }, "courtesy greeting"},
      {[](Understanding& u) { u.act = Act::kReact; }, "courtesy reaction"},
      {[](Understanding& u) { u.act = Act::kGreet, u.asks_if_there = true; }, "courtesy presence"},
      {[](Understanding& u) { u.act = Act::kGoodbye; }, "closing"},
      {[](Understanding& u) { u.act = Act::kCancel, u.says_goodbye = true; }, "command cancel, closing"},
      {[](Understanding& u) {
         u.answers = {value_of("size", {3, 4})};
       },
       "inform size"},
      {[](Understanding& u) {
         u.answers = {value_of("email", {3, 4})};
       },
       "correct email ="},
      {[](Understanding& u) {
         u.answers = {value_of("size", {3, 4}), value_of("email", {0, 2})};
       },
       "correct email =, inform size"},
      {[](Understanding& u) {
         u.answers = {value_of("email", {3, 4})}, u.corrects = true;
       },
       "correct email = by words"},
      {[](Understanding& u) {
         u.answers = {value_of("size", {3, 4})}, u.corrects = true;
       },
       "correct by words, inform size"},
      {[](Understanding& u) {
         u.answers = {value_of("size", {3, 4}, ListOp::kRemove)};
       },
       "retract size"},
      {[](Understanding& u) {
         u.answers = {value_of("size", {3, 4}, ListOp::kClear)};
       },
       "retract size"},
      {[](Understanding& u) { u.named = {"email"}; }, "correct email"},
      {[](Understanding& u) { u.act = Act::kDeny, u.corrects = true; }, "deny, correct by words"},
      {[](Understanding& u) {
         u.ambiguous_answers = {{value_of("from", {0, 2}), value_of("to", {0, 2})}};
       },
       "inform from|to"},
      {[](Understanding& u) {
         (u.elsewhere = {value_of("city", {0, 2})}).front().intent = "trip";
       },
       "inform trip.city"},
      {[](Understanding& u) { u.choice = 1; }, "choose these 1"},
      {[](Understanding& u) {
         u.several = {0, 2};
       },
       "choose these 0 2"},
      {[](Understanding& u) {
         u.possible = {0, 2};
       },
       "choose one_of_these 0 2"},
      {[](Understanding& u) { u.refuses_options = true; }, "choose none"},
      {[](Understanding& u) {
         u.candidates = {wanted("a", 0).candidate, wanted("b", 0).candidate};
         u.params = {value_of("size", {4, 5})};
         u.others = {value_of("size", {6, 7})};
       },
       "request now a size +size <b"},
      {[](Understanding& u) {
         u.others = {value_of("size", {6, 7})};
       },
       "request again order +size"},
      {[](Understanding& u) {
         u.further = {wanted("a", 5), wanted("b", 2)};
       },
       "request next b, request next a"},
      {[](Understanding& u) { u.doubtful = {wanted("a", 0, .4)}; }, "request doubtful a"},
      {[](Understanding& u) { u.takers = {wanted("a", 0)}; }, "request takes_value a"},
      {[](Understanding& u) {
         u.inquiries = {{{0, 4}, "order", "size", 0}, {{5, 9}, "", "", 0}};
       },
       "ask order.size, ask unanswered"},
      {[](Understanding& u) {
         u.passage = Passage{"t", "text", "s", .5};
       },
       "ask passage"},
      {[](Understanding& u) {
         u.follow_up = FollowUp{"done", {}, {}, {}};
       },
       "follow_up done"},
      {[](Understanding& u) {
         u.untaken = {{"email", Value("v"), {0, 3}}};
       },
       "remark email"},
      {[](Understanding& u) { u.has_remark = true; }, "remark"},
  };
  for (const auto& row : kRows) {
    Understanding understood;
    row.set(understood);
    INFO(row.acts);
    CHECK(texts(acts_of(understood, asks_for("size", {"email"}))) == row.acts);
  }
}

TEST_CASE("acts: an act names its source") {
  Understanding understood;
  understood.act = Act::kAffirm;
  understood.candidates = {wanted("a", 0).candidate};
  understood.candidates.front().rule = "refund";
  understood.candidates.front().source = "bot.yaml:3:4";
  understood.answers = {value_of("size", {0, 1})};
  const auto sources = [&](ActSource::Kind from) {
    std::string out;
    for (const DialogAct& act : acts_of(understood, asks_for("size"), {}, from)) {
      out += std::string(to_string(act.source.kind)) + " " + act.source.place + ", ";
    }
    return out;
  };
  CHECK(sources(ActSource::Kind::kLexicon) == "lexicon , type , rule bot.yaml:3:4, ");
  CHECK(sources(ActSource::Kind::kModel) == "model , model , model bot.yaml:3:4, ");
}

TEST_CASE("acts: the words of an act") {
  Understanding understood;
  understood.act = Act::kDeny;
  understood.answers = {value_of("size", {9, 11})};
  const auto acts = acts_of(understood, asks_for("size"), {{0, 2}, {}});
  REQUIRE(acts.size() == 2);
  CHECK(acts[0].span == Span{0, 2});
  CHECK(acts[1].span == Span{9, 11});
}

TEST_CASE("acts: a message without an act is a remark, and a value that a question mentions is none") {
  const Understanding nothing;
  const auto acts = acts_of(nothing, {}, {{}, {0, 7}});
  CHECK(texts(acts) == "remark");
  CHECK(acts.front().span == Span{0, 7});
  CHECK(acts_of(nothing, {}).empty());
  Understanding asks;
  asks.inquiries = {{{0, 9}, "order", "", 0}};
  asks.untaken = {{"email", Value("v"), {4, 6}}, {"email", Value("v"), {12, 15}}};
  CHECK(texts(acts_of(asks, {}, {{}, {0, 20}})) == "ask order., remark email");
}

namespace {

// An Understanding in which every field may have a value.
class AnyUnderstanding {
 public:
  Understanding make() {
    Understanding u;
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
std::string fields(const Understanding& u) {
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

TEST_CASE("acts: the way to an understanding there and back loses nothing") {
  CHECK(rc::check([] {
    const Understanding before = AnyUnderstanding().make();
    const auto acts = acts_of(before, asks_for("size", {"email"}), {});
    RC_ASSERT(fields(understanding_of(acts)) == fields(before));
    for (std::size_t i = 1; i < acts.size(); ++i) RC_ASSERT(acts[i - 1].span.begin <= acts[i].span.begin);
  }));
}
