// Tests planner/source_rights.h: the table of sources and kinds of acts, with every cell.
//
// A new kind of act or source does not compile here or in the table before it has a decision.
#include "planner/source_rights.h"

#include <map>
#include <set>

#include <catch2/catch.hpp>

#include "planner/open_question.h"
#include "planner/planner_harness.h"

using namespace parley;
using namespace parley::planner;

namespace {

using Commands = acts::Command::Kind;
using Courtesies = acts::Courtesy::Kind;
using Meaning = acts::Choose::Meaning;
using AsRequest = acts::Request::Role;
using Source = ActSource::Kind;

const char* const kRightsBot = R"(
parley: 1
bot: {id: desk}
tools: {orders.drop: {kind: host}, orders.find: {kind: host, idempotent: true}}
intents:
  - id: find
    match: [{regex: '\bfind\b'}]
    params: {size: {type: number, required: true, ask: Which?}, gift: {type: boolean, ask: A gift?}}
    steps: [{tool: orders.find}]
  - id: drop
    match: [{regex: '\bdrop\b'}]
    steps: [{tool: orders.drop}]
  - id: pay
    match: [{regex: '\bpay\b'}]
    confirm: Pay?
    steps: [{tool: orders.drop}]
)";

constexpr Question kQuestions[] = {Question::kNothing, Question::kOffer,   Question::kParam,  Question::kYesNo,
                                   Question::kOptions, Question::kConfirm, Question::kChange, Question::kChoice,
                                   Question::kTool,    Question::kLost};

// A state with the open question. It shows `shown` options or offered intents, where it shows any.
SessionState asking(Question question, std::size_t shown = 2) {
  SessionState state;
  const auto wait = [&](PendingInput::Awaited awaited) {
    state.frames.emplace_back().intent = "find";
    state.waiting.emplace().awaited = std::move(awaited);
  };
  const std::vector<Choice> choices(shown);
  switch (question) {
    case Question::kNothing: break;
    case Question::kOffer:
      for (std::size_t i = 0; i < shown; ++i) state.offered.emplace_back().intent = i == 0 ? "find" : "pay";
      break;
    case Question::kParam: wait(AskedParam{"size", {}}); break;
    case Question::kYesNo: wait(AskedParam{"gift", {}}); break;
    case Question::kOptions: wait(AskedParam{"size", choices}); break;
    case Question::kConfirm: wait(AskedConfirmation()); break;
    case Question::kChange: wait(AskedChange()); break;
    case Question::kChoice: wait(AskedChoice{choices}); break;
    case Question::kTool: wait(ToolWait()); break;
    case Question::kLost: state.frames.emplace_back().intent = "find"; break;
  }
  return state;
}

acts::Request request(AsRequest role, std::string intent = "find") {
  acts::Request request;
  request.role = role;
  request.wanted.candidate.intent = std::move(intent);
  return request;
}

DialogAct act_by(Source source, DialogAct::What what) { return {std::move(what), {}, 1, {source, {}, {}}}; }

char mark(SourceRight right) { return right == SourceRight::kMay ? 'y' : right == SourceRight::kMayNot ? '-' : '?'; }

// The rights of a source at each question, in the order of kQuestions.
std::string rights(Source source, const DialogAct::What& what, std::size_t shown = 2) {
  static const config::BotDefinition bot = read(kRightsBot);
  std::string out;
  for (const Question question : kQuestions) {
    const SessionState state = asking(question, shown);
    REQUIRE(question_of(bot, state) == question);
    out += mark(right_of(act_by(source, what), bot, state));
  }
  return out;
}

// The number of a source, in the order of the columns below.
std::size_t column_of(Source source) {
  switch (source) {
    case Source::kRule: return 0;
    case Source::kType: return 1;
    case Source::kLexicon: return 2;
    case Source::kSimilarity: return 3;
    case Source::kCaller: return 4;
    case Source::kModel: break;
  }
  return 5;
}
constexpr Source kSources[] = {Source::kRule, Source::kType, Source::kLexicon, Source::kSimilarity, Source::kCaller};

struct Row {
  DialogAct::What what;
  const char* sources;  // rule, type, lexicon, similarity, caller: at every question
  const char* model;    // nothing, offer, param, yes_no, options, confirm, change, choice, tool, lost
};

const Row kRows[] = {
    {acts::Affirm{}, "y-y-y", "----------"},
    {acts::Deny{}, "y-y-y", "----------"},
    {acts::Inform{}, "yyy-y", "yyyyyyyyyy"},
    {acts::Correct{}, "yyy-y", "yyyyyyyyyy"},
    {acts::Retract{}, "yyy-y", "----------"},
    {acts::Choose{Meaning::kThese, {0}}, "yyy-y", "-y--y--y--"},
    {acts::Choose{Meaning::kThese, {0, 1}}, "yyy-y", "----y-----"},
    {acts::Choose{Meaning::kThese, {}}, "yyy-y", "----y-----"},
    {acts::Choose{Meaning::kOneOfThese, {0, 1}}, "yyy-y", "----------"},
    {acts::Choose{Meaning::kNone, {}}, "y-y-y", "----------"},
    {request(AsRequest::kNow), "y-yyy", "yyyyyyyyyy"},
    {request(AsRequest::kNext), "y-yyy", "yyyyyyyyyy"},
    {request(AsRequest::kNow, "pay"), "y-yyy", "yyyyyyyyyy"},
    {request(AsRequest::kNow, "drop"), "y-yyy", "??????????"},
    {request(AsRequest::kNext, "drop"), "y-yyy", "??????????"},
    {request(AsRequest::kAgain), "yyyyy", "----------"},
    {request(AsRequest::kDoubtful, "drop"), "yyyyy", "yyyyyyyyyy"},
    {request(AsRequest::kTakesValue), "yyyyy", "----------"},
    {acts::Ask{}, "y-yyy", "----------"},
    {acts::Ask{acts::Ask::Entry{"find", {}, 0}}, "y-yyy", "yyyyyyyyyy"},
    {acts::Ask{Passage{}}, "y-yyy", "----------"},
    {acts::FollowUp{}, "yyyyy", "----------"},
    {acts::Command{Commands::kCancel}, "y-y-y", "--yyy-yyyy"},
    {acts::Command{Commands::kCancelAll}, "y-y-y", "----------"},
    {acts::Command{Commands::kStartOver}, "y-y-y", "----------"},
    {acts::Command{Commands::kRepeat}, "y-y-y", "----------"},
    {acts::Command{Commands::kWhy}, "y-y-y", "----------"},
    {acts::Command{Commands::kSkip}, "y-y-y", "----------"},
    {acts::Command{Commands::kDontKnow}, "y-y-y", "--yyy-----"},
    {acts::Command{Commands::kPerson}, "y-y-y", "yyyyyyyyyy"},
    {acts::Courtesy{Courtesies::kThanks}, "y-yyy", "----------"},
    {acts::Courtesy{Courtesies::kGreeting}, "y-yyy", "----------"},
    {acts::Courtesy{Courtesies::kReaction}, "y-yyy", "----------"},
    {acts::Courtesy{Courtesies::kPresence}, "y-yyy", "----------"},
    {acts::Closing{}, "y-y-y", "----------"},
    {acts::Remark{}, "yyyyy", "----------"},
};

}  // namespace

TEST_CASE("source rights: each cell of the table of sources and kinds of acts") {
  std::set<std::size_t> kinds;
  for (const Row& row : kRows) {
    kinds.insert(row.what.index());
    INFO(to_string(DialogAct{row.what, {}, 1, {}}) << " in row " << &row - kRows);
    for (const Source source : kSources) {
      INFO(to_string(source));
      CHECK(rights(source, row.what) == std::string(std::size(kQuestions), row.sources[column_of(source)]));
    }
    CHECK(rights(Source::kModel, row.what) == row.model);
  }
  CHECK(kinds.size() == kActKinds);
}

TEST_CASE("source rights: a pick where one option is shown would be a yes of a model") {
  const acts::Choose first{Meaning::kThese, {0}};
  CHECK(rights(Source::kModel, first, 1) == "----------");
  CHECK(rights(Source::kLexicon, first, 1) == "yyyyyyyyyy");
  CHECK(rights(Source::kModel, acts::Choose{Meaning::kThese, {0, 1}}, 1) == "----------");
}

TEST_CASE("source rights: a model picks no offered intent that changes something unasked") {
  const config::BotDefinition bot = read(kRightsBot);
  SessionState state = asking(Question::kOffer);
  state.offered[1].intent = "drop";
  const auto right = [&](int option, Source source) {
    return right_of(act_by(source, acts::Choose{Meaning::kThese, {option}}), bot, state);
  };
  CHECK(right(0, Source::kModel) == SourceRight::kMay);
  CHECK(right(1, Source::kModel) == SourceRight::kMayNot);
  CHECK(right(1, Source::kCaller) == SourceRight::kMay);
  CHECK(right(2, Source::kModel) == SourceRight::kMay);  // something else
}

TEST_CASE("source rights: what a source may not say is removed, and the rest keeps its order") {
  const config::BotDefinition bot = read(kRightsBot);
  const SessionState state = asking(Question::kConfirm);
  std::vector<std::string> why;
  std::vector<DialogAct> said{act_by(Source::kModel, acts::Affirm{}), act_by(Source::kCaller, acts::Affirm{}),
                              act_by(Source::kModel, request(AsRequest::kNow, "drop")),
                              act_by(Source::kModel, acts::Command{Commands::kCancel}),
                              act_by(Source::kType, acts::Inform{})};
  const auto left = permitted(said, bot, state, why);
  REQUIRE(left.size() == 3);
  CHECK(left[0].source.kind == Source::kCaller);
  CHECK(std::get<acts::Request>(left[1].what).role == AsRequest::kDoubtful);
  CHECK(std::holds_alternative<acts::Inform>(left[2].what));
  CHECK(why == std::vector<std::string>{"model: affirm: may not, at confirm",
                                        "model: request: may in doubt, at confirm",
                                        "model: command: may not, at confirm"});
  why.clear();
  CHECK(permitted(left, bot, state, why).size() == 3);  // judged twice, it is the same
  CHECK(why.empty());
}
