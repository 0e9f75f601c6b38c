// Tests the dialog acts that a caller's NLU sends (NluResult::acts): they do what the older fields do, and more.
#include "engine/external_acts.h"

#include <catch2/catch.hpp>

#include "engine/shop_bot.h"

using namespace parley;

namespace {

class ActsCaller {
 public:
  explicit ActsCaller(const std::string& bot = kShopBot)
      : engine_(*Engine::create(parse_shop_bot(bot), create_memory_store())) {}

  Result<Turn> understands(const std::string& understanding) {
    auto request = parse_request(R"({"session":"s","explain":true,"understanding":)" + understanding + "}");
    if (!request) return Unexpected(request.error());
    return engine_->handle(*request);
  }
  Result<Turn> acts(const std::string& acts) { return understands(R"({"acts":)" + acts + "}"); }
  // Returns the replies and then the params as JSON; or the error.
  static std::string told(const Result<Turn>& turn) {
    if (!turn) return turn.error().message;
    std::string out;
    for (const std::string& line : turn->say) out += line + " ";
    return out + Value(turn->params).to_json();
  }
  Engine& engine() { return *engine_; }

 private:
  std::unique_ptr<Engine> engine_;
};

// A bot with a list, an interrupted question, answers, a follow-up and a guard.
const char* const kActsBot = R"(
parley: 1
bot: {id: desk}
entities:
  size: {values: {small: [], large: []}}
tools: {boxes.send: {kind: host}}
intents:
  - id: box
    match: [{regex: '\bbox\b'}]
    params:
      sizes: {type: size, list: true, required: true, ask: "Which sizes?", why: "To pack.", skippable: false}
      count: {type: number, required: true, ask: "How many?"}
    confirm: "{count} of {sizes}?"
    answers: [{examples: ['Is it free?'], say: "It is free."}, {examples: ['How long?'], say: "A day."}]
    steps: [{say: "Boxed."}]
  - id: note
    match: [{regex: '\bnote\b'}]
    params: {text: {type: number, required: true, ask: "Which?"}}
    steps: [{say: "Noted {text}."}]
  - id: vault
    when: {context.staff: true}
    match: [{regex: '\bvault\b'}]
    params: {code: {type: number, required: true, ask: "Code?"}}
    answers: [{examples: ['What is the code?'], say: "Seven."}]
    steps: [{say: Open.}]
fallback: {say: "Pardon?"}
)";

}  // namespace

TEST_CASE("external acts: they do what the older fields do") {
  struct Case {
    std::vector<const char*> before;
    const char* fields;
    const char* acts;
  };
  const char* const kSwap = R"({"intent":"swap","params":{"old":"O-12345","new":"P-54321","count":2}})";
  const Case cases[] = {
      {{}, R"({"intent":"swap"})", R"([{"act":"request","intent":"swap"}])"},
      {{}, kSwap, R"([{"act":"request","intent":"swap","params":{"old":"O-12345","new":"P-54321","count":2}}])"},
      {{},
       R"({"intent":"wrap","further":[{"intent":"swap","params":{"old":"o12345"}}]})",
       R"([{"act":"request","intent":"wrap"},{"act":"request","intent":"swap","params":{"old":"o12345"}}])"},
      {{R"({"intent":"swap"})"},
       R"({"params":{"old":"o12345"}})",
       R"([{"act":"inform","param":"old","value":"o12345"}])"},
      {{R"({"intent":"swap"})"}, R"({"params":{"old":"?"}})", R"([{"act":"inform","param":"old","value":"?"}])"},
      {{R"({"intent":"swap"})"}, R"({"params":{"count":21}})", R"([{"act":"inform","param":"count","value":21}])"},
      {{R"({"intent":"swap"})"},
       R"({"intent":"swap","params":{"old":"o12345"}})",
       R"([{"act":"request","intent":"swap","params":{"old":"o12345"}}])"},
      {{R"({"intent":"swap"})"},
       R"({"ambiguous":[[{"param":"old","value":"o12345"},{"param":"old","value":"O-54321"}]]})",
       R"([{"act":"inform","param":"old","value":"o12345","or_else":[{"param":"old","value":"O-54321"}]}])"},
      {{R"({"intent":"swap"})", R"({"intent":"wrap"})"},
       R"({"params":{"old":"O-12345"}})",
       R"([{"act":"inform","param":"old","value":"O-12345"}])"},
      {{R"({"intent":"swap"})", R"({"intent":"wrap"})"},
       R"({"params":{"old":"O-12345"}})",
       R"([{"act":"inform","intent":"swap","param":"old","value":"O-12345"}])"},
      {{kSwap}, R"({"act":"affirm"})", R"([{"act":"affirm"}])"},
      {{kSwap}, R"({"act":"deny"})", R"([{"act":"deny"}])"},
      {{kSwap},
       R"({"act":"deny","params":{"count":3}})",
       R"([{"act":"deny"},{"act":"correct","param":"count","value":3}])"},
      {{kSwap}, R"({"params":{"count":3}})", R"([{"act":"inform","param":"count","value":3}])"},
      {{kSwap}, R"({"params":{"count":30}})", R"([{"act":"correct","param":"count","value":30}])"},
      {{kSwap}, R"({"change":["count"]})", R"([{"act":"correct","param":"count"}])"},
      {{kSwap}, R"({"act":"cancel"})", R"([{"act":"command","kind":"cancel"}])"},
      {{kSwap}, R"({"act":"cancel_all"})", R"([{"act":"command","kind":"cancel_all"}])"},
      {{kSwap}, R"({"act":"reset"})", R"([{"act":"command","kind":"start_over"}])"},
      {{kSwap}, R"({"act":"repeat"})", R"([{"act":"command","kind":"repeat"}])"},
      {{kSwap}, R"({"act":"why"})", R"([{"act":"command","kind":"why"}])"},
      {{kSwap}, R"({"act":"human"})", R"([{"act":"command","kind":"person"}])"},
      {{R"({"intent":"swap"})"}, R"({"act":"skip"})", R"([{"act":"command","kind":"skip"}])"},
      {{R"({"intent":"swap"})"}, R"({"act":"dont_know"})", R"([{"act":"command","kind":"dont_know"}])"},
      {{}, R"({"act":"thank"})", R"([{"act":"courtesy","kind":"thanks"}])"},
      {{}, R"({"act":"greet"})", R"([{"act":"courtesy","kind":"greeting"}])"},
      {{}, R"({"act":"react"})", R"([{"act":"courtesy","kind":"reaction"}])"},
      {{}, R"({"act":"goodbye"})", R"([{"act":"closing"}])"},
      {{R"({"intent":"swap","ambiguous":[[{"param":"old","value":"o12345"},{"param":"old","value":"O-54321"}]]})"},
       R"({"choose":1})",
       R"([{"act":"choose","options":[1]}])"},
      {{kSwap},
       R"({"act":"cancel","further":[{"intent":"wrap"}]})",
       R"([{"act":"command","kind":"cancel"},{"act":"request","intent":"wrap","role":"next"}])"},
      {{}, "{}", "[]"},
  };
  for (const auto& [before, fields, acts] : cases) {
    INFO(acts);
    ActsCaller by_fields, by_acts;
    for (const char* one : before) {
      REQUIRE(by_fields.understands(one));
      REQUIRE(by_acts.understands(one));
    }
    const auto expected = by_fields.understands(fields);
    REQUIRE(expected);
    const auto turn = by_acts.acts(acts);
    CHECK(ActsCaller::told(turn) == ActsCaller::told(expected));
    if (turn) CHECK(turn->status == expected->status);
  }
}

TEST_CASE("external acts: kinds that the older fields lack") {
  struct Case {
    std::vector<const char*> before;
    const char* acts;
    const char* said;
  };
  const char* const kBox = R"([{"act":"request","intent":"box","params":{"sizes":["small"],"count":2}}])";
  const Case cases[] = {
      {{kBox}, R"([{"act":"ask","intent":"box","answer":1}])", R"(A day. 2 of small? {"count":2,"sizes":["small"]})"},
      {{kBox},
       R"([{"act":"inform","param":"sizes","value":"large"}])",
       R"(2 of small and large? {"count":2,"sizes":["small","large"]})"},
      {{R"([{"act":"request","intent":"box","params":{"sizes":["small","large"],"count":2}}])"},
       R"([{"act":"retract","param":"sizes","value":"small"}])",
       R"(2 of large? {"count":2,"sizes":["large"]})"},
      {{kBox}, R"([{"act":"retract","param":"sizes"}])", R"(Which sizes? {"count":2})"},
      {{R"([{"act":"request","intent":"note","params":{"text":1}}])"},
       R"([{"act":"follow_up","params":{"text":2}}])",
       R"(Noted 2. {"text":2})"},
      {{R"([{"act":"request","intent":"box","role":"doubtful"},{"act":"request","intent":"note","role":"doubtful"}])"},
       R"([{"act":"choose","options":[1]}])",
       R"(Which? {})"},
      {{}, R"([{"act":"courtesy","kind":"greeting"},{"act":"request","intent":"note"}])", "Which? {}"},
      {{kBox}, R"([{"act":"affirm"},{"act":"courtesy","kind":"thanks"}])", R"(Boxed. {"count":2,"sizes":["small"]})"},
      {{kBox},
       R"([{"act":"deny"},{"act":"affirm"}])",
       "All right. What should I change? "
       R"({"count":2,"sizes":["small"]})"},
      {{}, R"([{"act":"remark"}])", "Pardon? {}"},
  };
  for (const auto& [before, acts, said] : cases) {
    INFO(acts);
    ActsCaller caller(kActsBot);
    for (const char* one : before) REQUIRE(caller.acts(one));
    CHECK(ActsCaller::told(caller.acts(acts)) == said);
  }
}

TEST_CASE("external acts: an error names the act and the mistake") {
  struct Case {
    const char* understanding;
    const char* message;
  };
  const Case cases[] = {
      {R"({"acts":[{"act":"deny"},{"act":"request","intent":"bxo"}]})",
       "'understanding.acts[1].intent': the bot has no intent 'bxo'; did you mean 'box'?"},
      {R"({"acts":[{"act":"request","intent":"4111 1111 1111 1111"}]})",
       "the bot has no intent of that name; one of: box"},
      {R"({"acts":[{"act":"request","intent":"box","params":{"cuont":1}}]})",
       "'understanding.acts[0].params': the intent box has no param 'cuont'; did you mean 'count'?"},
      {R"({"acts":[{"act":"request","intent":"box","ambiguous":[[{"param":"a","value":1},{"param":"count","value":1}]]}]})",
       "'understanding.acts[0].ambiguous': the intent box has no param"},
      {R"({"acts":[{"act":"request","intent":"box"},{"act":"request","intent":"note","role":"now"}]})",
       "'understanding.acts[1].role': only one request is 'now'"},
      {R"({"acts":[{"act":"inform","param":"cuont","value":1}]})",
       "'understanding.acts[0].param': the bot has no param 'cuont'; did you mean 'count'?"},
      {R"({"acts":[{"act":"inform","intent":"bxo","param":"count","value":1}]})", "no intent 'bxo'"},
      {R"({"acts":[{"act":"inform","intent":"box","param":"cuont","value":1}]})",
       "the intent box has no param 'cuont'"},
      {R"({"acts":[{"act":"inform","param":"count","value":1,"or_else":[{"param":"count","value":2}]}]})",
       "'understanding.acts[0].or_else': only a value of the open intent has readings"},
      {R"({"acts":[{"act":"correct","param":"count"}]})", "'understanding.acts[0]': no intent is open"},
      {R"({"acts":[{"act":"retract","param":"sizes"}]})", "'understanding.acts[0]': no intent is open"},
      {R"({"acts":[{"act":"choose","options":[0]}]})", "'understanding.acts[0].options': there are 0 choices"},
      {R"({"acts":[{"act":"ask","intent":"bxo"}]})", "'understanding.acts[0].intent': the bot has no intent 'bxo'"},
      {R"({"acts":[{"act":"ask","intent":"box","param":"cuont"}]})", "'understanding.acts[0].param'"},
      {R"({"acts":[{"act":"ask","intent":"box","answer":2}]})",
       "'understanding.acts[0].answer': there is no such entry"},
      {R"({"acts":[{"act":"follow_up","intent":"bxo"}]})",
       "'understanding.acts[0].intent': the bot has no intent 'bxo'"},
      {R"({"intent":"box","acts":[{"act":"affirm"}]})", "'understanding' has either 'acts' or other fields"},
      {R"({"act":"affirm","acts":[{"act":"affirm"}]})", "'understanding' has either 'acts' or other fields"},
      {R"({"choose":0,"acts":[{"act":"affirm"}]})", "'understanding' has either 'acts' or other fields"},
  };
  for (const auto& [understanding, message] : cases) {
    INFO(understanding);
    ActsCaller caller(kActsBot);
    const auto turn = caller.understands(understanding);
    REQUIRE_FALSE(turn);
    CHECK(turn.error().code == ErrorCode::kInvalidRequest);
    CHECK_THAT(turn.error().message, Catch::Contains(message));
  }
  const Case open[] = {
      {R"([{"act":"correct","param":"cuont"}])", "'understanding.acts[0].param': the intent box has no param 'cuont'"},
      {R"([{"act":"correct","value":1}])", "'understanding.acts[0]': 'param' is missing"},
      {R"([{"act":"retract","param":"count"}])", "the param count takes no list; use 'correct'"},
      {R"([{"act":"retract","param":"cuont"}])", "the intent box has no param 'cuont'"},
      {R"([{"act":"inform","param":"count","value":1,"or_else":[{"param":"cuont","value":2}]}])", "no param 'cuont'"},
  };
  for (const auto& [acts, message] : open) {
    INFO(acts);
    ActsCaller caller(kActsBot);
    REQUIRE(caller.acts(R"([{"act":"request","intent":"box"}])"));
    const auto turn = caller.acts(acts);
    REQUIRE_FALSE(turn);
    CHECK_THAT(turn.error().message, Catch::Contains(message));
  }
}

TEST_CASE("external acts: mistakes that only a C++ caller can make") {
  ActsCaller caller(kActsBot);
  const auto handle = [&](std::vector<DialogAct> acts) {
    NluResult result;
    result.acts = std::move(acts);
    Request request;
    request.session = "s";
    request.input = std::move(result);
    const auto turn = caller.engine().handle(request);
    return turn ? std::string() : turn.error().message;
  };
  acts::Request again;
  again.role = acts::Request::Role::kAgain;
  again.wanted.candidate.intent = "box";
  CHECK(handle({{acts::Deny{}, {2, 1}}}) == "'understanding.acts[0].span': the words end before they begin");
  CHECK(handle({{again}}) == "'understanding.acts[0].role': must be one of: now, next, doubtful");
  CHECK(handle({{acts::Ask{Passage{}}}}) == "'understanding.acts[0]': a caller gives no passage");
  CHECK(handle({{acts::Remark{UntakenValue{}}}}) == "'understanding.acts[0]': a remark has no value; use 'inform'");
  CHECK(handle(std::vector<DialogAct>(101, {acts::Affirm{}})) == "'understanding.acts' has more than 100 acts");
  Value deep;
  for (int i = 0; i < 100; ++i) deep = Value(Value::Array{deep});
  CHECK_THAT(handle({{acts::Inform{NluResult::value("count", deep)}}}),
             Catch::Contains("'understanding.acts' is nested"));
}

TEST_CASE("external acts: what the dialog has no place for is ignored, and the trace says so") {
  struct Case {
    const char* acts;
    const char* trace;
  };
  const Case cases[] = {
      {R"([{"act":"inform","param":"count","value":2}])", "understanding: a param of another intent"},
      {R"([{"act":"inform","intent":"box","param":"count","value":2}])", "understanding: a param of another intent"},
      {R"([{"act":"request","intent":"vault"}])", "understanding: the 'when' of vault does not hold"},
      {R"([{"act":"request","intent":"vault","role":"next"}])", "understanding: the 'when' of vault does not hold"},
      {R"([{"act":"request","intent":"vault","role":"doubtful"}])", "understanding: the 'when' of vault does not hold"},
      {R"([{"act":"ask","intent":"vault"}])", "understanding: the 'when' of vault does not hold"},
      {R"([{"act":"follow_up"}])", "understanding: a follow-up to what was not done last"},
  };
  for (const auto& [acts, trace] : cases) {
    INFO(acts);
    ActsCaller caller(kActsBot);
    const auto turn = caller.acts(acts);
    if (!turn) FAIL(turn.error().message);
    CHECK(turn->say == std::vector<std::string>{"Pardon?"});
    CHECK_THAT(turn->explain.to_json(), Catch::Contains(trace));
  }
}
