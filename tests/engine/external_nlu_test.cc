// Tests NLU results that a caller sends. They can use every feature of the planner, and errors name their mistakes.
#include <catch2/catch.hpp>

#include "engine/shop_bot.h"

using namespace parley;

namespace {

class Caller {
 public:
  explicit Caller(const std::string& bot = kShopBot)
      : engine_(*Engine::create(parse_shop_bot(bot), create_memory_store())) {}

  Result<Turn> operator()(const std::string& understanding) {
    auto request = parse_request(R"({"session":"s","explain":true,"understanding":)" + understanding + "}");
    if (!request) return Unexpected(request.error());
    return engine_->handle(*request);
  }
  // Returns the replies and then the params as JSON.
  std::string said(const std::string& understanding) {
    auto turn = (*this)(understanding);
    if (!turn) return turn.error().message;
    std::string out;
    for (const std::string& line : turn->say) out += line + " ";
    return out + Value(turn->params).to_json();
  }

 private:
  std::unique_ptr<Engine> engine_;
};

}  // namespace

TEST_CASE("an error names the mistake in a caller's NLU result") {
  struct Case {
    const char* understanding;
    const char* named;
  };
  const Case cases[] = {
      {R"({"intnt":"swap"})", "unknown field in 'understanding'"},
      {R"({"intent":"swpa"})", "no intent 'swpa'; did you mean 'swap'?"},
      {R"({"intent":"4111 1111 1111 1111"})", "the bot has no intent of that name; one of: swap"},
      {R"({"intent":"swap","params":{"odl":"O-1"}})", "the intent swap has no param 'odl'; did you mean 'old'?"},
      {R"({"params":{"crad":"x"}})", "the bot has no param 'crad'; did you mean 'card'?"},
      {R"({"second":{"params":{}}})", "'understanding.second.intent' is missing"},
      {R"({"intent":"wrap","second":{"intent":"swpa"}})", "no intent 'swpa'"},
      {R"({"intent":"wrap","second":{"intent":"swap","params":{"odl":1}}})", "no param 'odl'"},
      {R"({"intent":"wrap","second":{"intent":"swap","ambiguous":[[{"param":"odl","value":1},{"param":"new","value":1}]]}})",
       "no param 'odl'"},
      {R"({"intent":"wrap","further":[{"intent":"swap"},{"intent":"swpa"}]})", "no intent 'swpa'"},
      {R"({"intent":"wrap","further":[{"params":{}}]})", "'understanding.further.intent' is missing"},
      {R"({"intent":"wrap","further":[{"intent":"swap","ambiguous":[[{"param":"old","value":1}]]}]})",
       "'understanding.further.ambiguous' must be lists of two readings or more"},
      {R"({"intent":"wrap","further":["swap"]})", "'understanding.further' must be a list of objects"},
      {R"({"intent":"wrap","further":[],"second":{"intent":"swap"}})", "either 'second' or 'further'"},
      {R"({"change":["old"]})", "no intent is open"},
      {R"({"change":"old"})", "'understanding.change' must be a list"},
      {R"({"change":[1]})", "must be a list of params"},
      {R"({"choose":0})", "there are 0 choices"},
      {R"({"choose":true})", "the number of a choice"},
      {R"({"ambiguous":[[{"param":"old","value":"O-12345"}]]})", "two readings"},
      {R"({"ambiguous":[[{"param":"old"},{"param":"new"}]]})", "'understanding.ambiguous'"},
      {R"({"intent":"swap","ambiguous":[[{"param":"odl","value":1},{"param":"new","value":1}]]})", "no param 'odl'"},
  };
  for (const Case& one : cases) {
    INFO(one.understanding);
    Caller caller;
    const auto turn = caller(one.understanding);
    REQUIRE_FALSE(turn.has_value());
    CHECK(turn.error().code == ErrorCode::kInvalidRequest);
    INFO(turn.error().message);
    CHECK(turn.error().message.find(one.named) != std::string::npos);
  }
}

TEST_CASE("a param of an intent that is not open is ignored, and the trace reports it") {
  Caller caller;
  const auto turn = caller(R"({"params":{"old":"O-12345"}})");
  REQUIRE(turn.has_value());
  CHECK(turn->say == std::vector<std::string>{"Pardon?"});
  CHECK(turn->explain.to_json().find("a param of another intent") != std::string::npos);
}

TEST_CASE("the params of a second intent in an NLU result are kept until that intent begins") {
  Caller caller;
  const std::string both = R"({"intent":"wrap","second":{"intent":"swap","params":{"old":"o12345"}}})";
  CHECK(caller.said(both).find("Which box?") != std::string::npos);
  CHECK(caller.said(R"({"params":{"box":"small"}})").find(R"(For which? {"old":"O-12345"})") != std::string::npos);
}

TEST_CASE("the bot asks about an ambiguous value of a second intent when that intent begins") {
  Caller caller;
  const std::string all = R"({"intent":"wrap","further":[{"intent":"swap","params":{"count":2},)"
                          R"("ambiguous":[[{"param":"old","value":"o12345"},{"param":"old","value":"O-54321"}]]}]})";
  CHECK(caller.said(all).find("Which box?") != std::string::npos);
  CHECK(caller.said(R"({"params":{"box":"small"}})").find(R"(Which do you mean: O-12345 or O-54321? {"count":2})") !=
        std::string::npos);
  CHECK(caller.said(R"({"choose":"O-54321"})") == R"(For which? {"count":2,"old":"O-54321"})");
}

TEST_CASE("a param that the user wants to change keeps its value until a new value is valid") {
  Caller caller;
  caller.said(R"({"intent":"swap","params":{"old":"O-12345","new":"P-54321","count":2}})");
  CHECK(caller.said(R"({"change":["count"]})") == R"(How many? {"count":2,"new":"P-54321","old":"O-12345"})");
  CHECK(caller.said(R"({"params":{"count":3}})").rfind("3 of O-12345 for P-54321?", 0) == 0);
  CHECK(caller.said(R"({"change":["cont"]})").find("did you mean 'count'?") != std::string::npos);
}

TEST_CASE("the caller answers the question about an ambiguous value with the number or the label of a choice") {
  const std::string unclear =
      R"({"intent":"swap","ambiguous":[[{"param":"old","value":"o12345"},{"param":"old","value":"O-54321"}]]})";
  for (const char* choice : {"1", R"("O-54321")"}) {
    Caller caller;
    CHECK(caller.said(unclear) == "Which do you mean: O-12345 or O-54321? {}");
    CHECK(caller.said(R"({"choose":7})").find("there are 2 choices") != std::string::npos);
    CHECK(caller.said(R"({"choose":"O-5432"})").find("no choice 'O-5432'; did you mean 'O-54321'?") !=
          std::string::npos);
    CHECK(caller.said(std::string(R"({"choose":)") + choice + "}") == R"(For which? {"old":"O-54321"})");
  }
}

TEST_CASE("a value for the question of an interrupted intent fills the param of that intent") {
  Caller caller;
  caller.said(R"({"intent":"swap"})");
  CHECK(caller.said(R"({"intent":"wrap"})").find("Which box?") != std::string::npos);
  caller.said(R"({"params":{"old":"O-12345"}})");
  CHECK(caller.said(R"({"params":{"box":"large"}})").find("For which?") != std::string::npos);
}

TEST_CASE("a list is extended, set, reduced and cleared") {
  struct Case {
    const char* value;
    const char* boxes;
  };
  const Case cases[] = {
      {R"("large")", R"(["small","large"])"},
      {R"(["large","small"])", R"(["small","large"])"},
      {R"({"add":["large"]})", R"(["small","large"])"},
      {R"({"set":["large"]})", R"(["large"])"},
      {R"({"remove":["small"]})", ""},
      {R"({"clear":true})", ""},
      {R"({"set":[]})", ""},
  };
  for (const Case& one : cases) {
    INFO(one.value);
    Caller caller(replaced(replaced(kShopBot, "box: {type: size", "box: {type: size, list: true"), "\"Which box?\"}",
                           "\"Which box?\"}\n    confirm: \"These?\""));
    CHECK(caller.said(R"({"intent":"wrap","params":{"box":["small"]}})") == R"(These? {"box":["small"]})");
    const std::string said = caller.said(std::string(R"({"params":{"box":)") + one.value + "}}");
    const std::string boxes = *one.boxes ? std::string(R"({"box":)") + one.boxes + "}" : "{}";
    CHECK(said == (*one.boxes ? "These? " : "Which box? ") + boxes);
  }
}

TEST_CASE("an NLU result begins no intent whose 'when' does not hold") {
  const std::string desk = R"(
parley: 1
bot: {id: desk}
intents:
  - id: vault
    when: {context.staff: true}
    match: [{regex: '\bvault\b'}]
    params: {code: {type: number, required: true, ask: Code?}}
    steps: [{say: Open.}]
  - id: note
    match: [{regex: '\bnote\b'}]
    params: {text: {type: number, required: true, ask: Which?}}
    steps: [{say: Noted.}]
fallback: {say: "Pardon?"}
)";
  struct Case {
    std::string open, understanding, said;
  };
  const Case cases[] = {
      {"", R"({"intent":"vault"})", "Pardon? {}"},
      {"", R"({"intent":"vault","params":{"code":7}})", "Pardon? {}"},
      {"", R"({"intent":"note","params":{"text":1},"further":[{"intent":"vault","params":{"code":7}}]})",
       R"(Noted. {"text":1})"},
      {"", R"({"intent":"vault","further":[{"intent":"note","params":{"text":1}}]})", R"(Noted. {"text":1})"},
      {R"({"intent":"note"})", R"({"intent":"vault","params":{"text":1}})", R"(Noted. {"text":1})"},
      {"", R"({"act":"cancel","further":[{"intent":"vault"}]})", "There is nothing to cancel. {}"},
      {"", R"({"intent":"vault","ambiguous":[[{"param":"code","value":1},{"param":"code","value":2}]]})", "Pardon? {}"},
  };
  for (const Case& one : cases) {
    INFO(one.understanding);
    Caller caller(desk);
    if (!one.open.empty()) caller.said(one.open);
    CHECK(caller.said(one.understanding) == one.said);
  }
}
