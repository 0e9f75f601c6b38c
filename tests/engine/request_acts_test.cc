// Tests the dialog acts of a request as JSON: each kind, there and back, and errors that name the place.
#include "engine/request_acts.h"

#include <set>

#include <catch2/catch.hpp>

#include "parley/protocol.h"

using namespace parley;

namespace {

Result<Request> request_with_acts(const std::string& acts) {
  return parse_request(R"({"session":"s","understanding":{"acts":)" + acts + "}}");
}

}  // namespace

TEST_CASE("request acts: each kind is read and written") {
  struct Case {
    const char* given;
    const char* written;  // empty: as given
  };
  const Case cases[] = {
      {R"({"act":"affirm"})", ""},
      {R"({"act":"deny","span":[0,2]})", ""},
      {R"({"act":"inform","param":"size","value":42})", ""},
      {R"({"act":"inform","intent":"trip","param":"city","span":[3,7],"value":"Lyon"})", ""},
      {R"({"act":"inform","param":"box","value":{"set":["a","b"]}})", ""},
      {R"({"act":"inform","or_else":[{"param":"to","value":"Lyon"}],"param":"from","value":"Lyon"})", ""},
      {R"({"act":"correct"})", ""},
      {R"({"act":"correct","param":"date"})", ""},
      {R"({"act":"correct","param":"date","value":null})", R"({"act":"correct","param":"date"})"},
      {R"({"act":"correct","param":"amount","value":60})", ""},
      {R"({"act":"retract","param":"box","value":"small"})", ""},
      {R"({"act":"retract","param":"box"})", ""},
      {R"({"act":"choose","options":[1]})", R"({"act":"choose","meaning":"these","options":[1]})"},
      {R"({"act":"choose","meaning":"one_of_these","options":[0,2]})", ""},
      {R"({"act":"choose","meaning":"none"})", R"({"act":"choose","meaning":"none","options":[]})"},
      {R"({"act":"request","intent":"swap"})", R"({"act":"request","intent":"swap","role":"now"})"},
      {R"({"act":"request","intent":"swap","params":{"old":"O-1"},"role":"next"})", ""},
      {R"({"act":"request","ambiguous":[[{"param":"a","value":1},{"param":"b","value":1}]],"intent":"swap","role":"doubtful"})",
       ""},
      {R"({"act":"ask"})", ""},
      {R"({"act":"ask","intent":"swap"})", R"({"act":"ask","answer":0,"intent":"swap"})"},
      {R"({"act":"ask","answer":2,"intent":"swap","param":"old"})", ""},
      {R"({"act":"follow_up"})", ""},
      {R"({"act":"follow_up","asks":true,"change":["date"],"corrects":true,"intent":"swap","is_about_another":true,"params":{"old":1}})",
       ""},
      {R"({"act":"command","kind":"cancel"})", ""},
      {R"({"act":"command","kind":"cancel_all"})", ""},
      {R"({"act":"command","kind":"start_over"})", ""},
      {R"({"act":"command","kind":"repeat"})", ""},
      {R"({"act":"command","kind":"why"})", ""},
      {R"({"act":"command","kind":"skip"})", ""},
      {R"({"act":"command","kind":"dont_know"})", ""},
      {R"({"act":"command","kind":"person"})", ""},
      {R"({"act":"courtesy","kind":"thanks"})", ""},
      {R"({"act":"courtesy","kind":"greeting"})", ""},
      {R"({"act":"courtesy","kind":"reaction"})", ""},
      {R"({"act":"courtesy","kind":"presence"})", ""},
      {R"({"act":"closing"})", ""},
      {R"({"act":"remark"})", ""},
  };
  std::set<std::size_t> kinds;
  for (const auto& [given, written] : cases) {
    INFO(given);
    const auto request = request_with_acts("[" + std::string(given) + "]");
    if (!request) FAIL(request.error().message);
    const auto& acts = std::get<NluResult>(request->input).acts;
    REQUIRE(acts.size() == 1);
    kinds.insert(acts.front().what.index());
    const std::string json = engine::given_act(acts.front()).to_json();
    CHECK(json == (*written ? written : given));
    const auto again = request_with_acts("[" + json + "]");
    REQUIRE(again);
    CHECK(engine::given_act(std::get<NluResult>(again->input).acts.front()).to_json() == json);
  }
  CHECK(kinds.size() == kActKinds);
}

TEST_CASE("request acts: the first request begins now, and the others wait") {
  const auto request = request_with_acts(
      R"([{"act":"deny"},{"act":"request","intent":"a"},{"act":"request","intent":"b"},{"act":"request","intent":"c","role":"doubtful"}])");
  REQUIRE(request);
  std::string roles;
  for (const DialogAct& act : std::get<NluResult>(request->input).acts) {
    const auto* wanted = std::get_if<acts::Request>(&act.what);
    if (wanted) roles += std::string(to_string(wanted->role)) + " ";
  }
  CHECK(roles == "now next doubtful ");
}

TEST_CASE("request acts: an error names the place of the mistake") {
  struct Case {
    const char* acts;
    const char* message;
  };
  const Case cases[] = {
      {R"({"act":"deny"})", "'understanding.acts' must be a list"},
      {R"([1])", "'understanding.acts[0]' must be an object with an 'act'"},
      {R"([{"act":"deny"},{"kind":"cancel"}])", "'understanding.acts[1].act' is missing"},
      {R"([{"act":"shout"}])", "'understanding.acts[0].act' must be one of: affirm, deny, inform"},
      {R"([{"act":"affirm","kind":"thanks"}])", "unknown field in 'understanding.acts[0]'; known are: act, span"},
      {R"([{"act":"inform","value":1}])", "'understanding.acts[0].param' is missing"},
      {R"([{"act":"inform","param":"a"}])", "'understanding.acts[0].value' is missing"},
      {R"([{"act":"inform","param":"a","value":null}])", "'understanding.acts[0].value' is missing"},
      {R"([{"act":"inform","param":1,"value":1}])", "'understanding.acts[0].param' must be text"},
      {R"([{"act":"inform","param":"a","value":1,"or_else":[]}])", "'understanding.acts[0].or_else' must be a list"},
      {R"([{"act":"inform","param":"a","value":1,"or_else":[{"param":"b"}]}])", "'understanding.acts[0].or_else'"},
      {R"([{"act":"choose","options":["a"]}])", "'understanding.acts[0].options' must be numbers of choices, from 0"},
      {R"([{"act":"choose","options":[-1]}])", "'understanding.acts[0].options' must be numbers"},
      {R"([{"act":"choose","meaning":"all"}])",
       "'understanding.acts[0].meaning' must be one of: these, one_of_these, none"},
      {R"([{"act":"request"}])", "'understanding.acts[0].intent' is missing"},
      {R"([{"act":"request","intent":"a","role":"again"}])",
       "'understanding.acts[0].role' must be one of: now, next, doubtful"},
      {R"([{"act":"request","intent":"a","ambiguous":[[{"param":"b","value":1}]]}])", "two readings or more"},
      {R"([{"act":"ask","param":"a"}])", "'understanding.acts[0].intent' is missing"},
      {R"([{"act":"ask","intent":"a","answer":-1}])", "'understanding.acts[0].answer' must be the number"},
      {R"([{"act":"follow_up","change":[1]}])", "'understanding.acts[0].change' must be a list of params"},
      {R"([{"act":"command"}])", "'understanding.acts[0].kind' is missing"},
      {R"([{"act":"command","kind":"shout"}])", "'understanding.acts[0].kind' must be one of: cancel, cancel_all"},
      {R"([{"act":"courtesy","kind":"cancel"}])", "'understanding.acts[0].kind' must be one of: thanks, greeting"},
      {R"([{"act":"deny","span":[2,1]}])", "'understanding.acts[0].span' must be the place of the words in bytes"},
      {R"([{"act":"deny","span":[2]}])", "'understanding.acts[0].span'"},
      {R"([{"act":"deny","span":[-1,2]}])", "'understanding.acts[0].span'"},
      {R"([{"act":"deny","span":[0.5,2]}])", "'understanding.acts[0].span'"},
      {R"([{"act":"deny","span":"no"}])", "'understanding.acts[0].span' must be a list"},
  };
  for (const auto& [acts, message] : cases) {
    INFO(acts);
    const auto request = request_with_acts(acts);
    REQUIRE_FALSE(request);
    CHECK(request.error().code == ErrorCode::kInvalidRequest);
    CHECK_THAT(request.error().message, Catch::Contains(message));
  }
}
