// Tests who may say what, from end to end: whatever a source says at an open question, no guard opens, no confirmation
// is passed, nothing changes unasked, and no private value is shown. Each act names its source.
#include <catch2/catch.hpp>

#include "engine/model_desk.h"

using namespace parley;

namespace {

// `send` asks for a confirmation, `drop` changes something at once, and `vault` has a guard. `fund` has two accounts of
// one type, so a value for it needs a choice.
const char* const kSourcesBot = R"(
parley: 1
bot: {id: desk}
llm: {model: small, timeout: 300ms}
understanding: {llm: first}
entities:
  order_id: {patterns: ['\bO-\d{5}\b']}
  size: {values: {small: [tiny], large: []}}
tools:
  orders.find: {kind: host, idempotent: true}
  orders.send: {kind: host}
  orders.remove: {kind: host}
intents:
  - id: find
    match: [{regex: '\bfind\b'}]
    params: {order_id: {type: order_id, required: true, ask: Which order?}}
    answers: [{examples: ['Is it free?'], say: It is free.}]
    steps: [{tool: orders.find, with: {order: "{order_id}"}}, {say: Found.}]
  - id: send
    match: [{regex: '\bsend\b'}]
    params:
      size: {type: size, required: true, ask: Which size?, options: {from: context.sizes, value: id, label: '{item.id}'}}
      gift: {type: boolean, required: true, ask: Is it a gift?}
      order_id: {type: order_id, required: true, ask: Which order to send?}
    confirm: "Send {order_id}?"
    answers: [{examples: ['Is it free?'], say: It is free.}]
    steps: [{tool: orders.send, with: {order: "{order_id}"}}, {say: Sent.}]
  - id: drop
    match: [{regex: '\bdrop\b'}]
    steps: [{tool: orders.remove}, {say: Dropped.}]
  - id: vault
    when: {context.staff: true}
    match: [{regex: '\bvault\b'}]
    answers: [{examples: ['What is the code?'], say: The code is seven.}]
    steps: [{tool: orders.remove}, {say: Open sesame.}]
  - id: pay
    match: [{regex: '\bpay\b'}]
    params:
      card: {type: credit_card, required: true, sensitive: true, ask: Your card?}
      note: {type: free_text, required: true, ask: A note?}
    steps: [{say: "Paid with {card}."}]
fallback: {say: "Pardon?", after: 99}
)";

// Acts that lead to an open question, in one message of the caller each.
struct Place {
  const char* question;
  std::vector<const char*> before;
};
const Place kPlaces[] = {
    {"nothing", {}},
    {"offer of one", {R"([{"act":"request","intent":"drop","role":"doubtful"}])"}},
    {"offer of two",
     {R"([{"act":"request","intent":"find","role":"doubtful"},{"act":"request","intent":"drop","role":"doubtful"}])"}},
    {"param", {R"([{"act":"request","intent":"find"}])"}},
    {"options", {R"([{"act":"request","intent":"send"}])"}},
    {"yes_no", {R"([{"act":"request","intent":"send","params":{"size":"small"}}])"}},
    {"confirm", {R"([{"act":"request","intent":"send","params":{"size":"small","gift":true,"order_id":"O-12345"}}])"}},
    {"change",
     {R"([{"act":"request","intent":"send","params":{"size":"small","gift":true,"order_id":"O-12345"}}])",
      R"([{"act":"deny"}])"}},
    {"choice",
     {R"([{"act":"request","intent":"send","params":{"size":"small","gift":true},"ambiguous":[[{"param":"order_id","value":"O-12345"},{"param":"order_id","value":"O-54321"}]]}])"}},
};

Turn handle(ModelHarness& harness, Request request) {
  const auto size = [](const char* id) { return Value(Value::Object{{"id", id}}); };
  request.explain = true;
  request.context = Value::Object{{"sizes", Value::Array{size("small"), size("large")}}};
  auto turn = harness.engine->handle(request);
  if (!turn) FAIL(turn.error().message);
  return std::move(*turn);
}

Turn say_acts(ModelHarness& harness, const std::string& acts) {
  auto request = parse_request(R"({"session":"s1","understanding":{"acts":)" + acts + "}}");
  if (!request) FAIL(request.error().message);
  return handle(harness, std::move(*request));
}
Turn say_text(ModelHarness& harness, const std::string& text) { return handle(harness, Request::text("s1", text)); }

bool is_called(ModelHarness& harness, const char* tool) {
  const std::lock_guard lock(harness.mutex);
  return std::any_of(harness.calls.begin(), harness.calls.end(),
                     [&](const std::string& call) { return call.rfind(tool, 0) == 0; });
}

std::string said_in(const Turn& turn) {
  std::string all;
  for (const std::string& line : turn.say) all += line + " ";
  return all;
}

// The kind, the source and the place of each act of a turn.
std::string sources_in(const Turn& turn) {
  std::string all;
  const Value* acts = turn.explain.at_path("understanding.acts");
  for (const Value& act : acts ? *acts->if_array() : Value::Array()) {
    all += act.find("act")->to_text() + " " + act.find("source")->to_text() + ", ";
  }
  return all;
}

}  // namespace

TEST_CASE("source acts: whatever a model says at an open question, it passes no guard and no confirmation") {
  // Each kind of act that a model can try to say with the word "xyzzy".
  const char* const kAnswers[] = {
      R"({"act":"affirm"})",
      R"({"act":"deny"})",
      R"({"act":"cancel"})",
      R"({"act":"cancel_all"})",
      R"({"act":"reset"})",
      R"({"act":"repeat"})",
      R"({"act":"why"})",
      R"({"act":"skip"})",
      R"({"act":"dont_know"})",
      R"({"act":"human"})",
      R"({"act":"thank"})",
      R"({"act":"goodbye"})",
      R"({"answers":[{"name":"order_id","words":"O-99999"},{"name":"gift","words":"xyzzy","value":"true"}]})",
      R"({"answers":[{"name":"order_id","words":"xyzzy"},{"name":"size","words":"xyzzy","value":"small"}]})",
      R"({"change":["order_id","gift","size"]})",
      R"({"options":[{"number":1,"words":"xyzzy"}]})",
      R"({"options":[{"number":2,"words":"xyzzy"}]})",
      R"({"options":[{"number":1,"words":"xyzzy"},{"number":2,"words":"xyzzy"}]})",
      R"({"intents":[{"id":"drop"}]})",
      R"({"intents":[{"id":"find"},{"id":"drop"}]})",
      R"({"intents":[{"id":"vault"}]})",
      R"({"intents":[{"id":"send","params":[{"name":"order_id","words":"xyzzy"}]}]})",
      R"({"questions":[{"number":1,"words":"xyzzy"}]})",
      R"({"act":"affirm","intents":[{"id":"send"},{"id":"drop"},{"id":"vault"}],"options":[{"number":1,"words":"xyzzy"}]})",
  };
  for (const Place& place : kPlaces) {
    for (const char* answer : kAnswers) {
      INFO(place.question << ": " << answer);
      const auto model = std::make_shared<NotingModel>(answer);
      ModelHarness harness(model, kSourcesBot);
      for (const char* before : place.before) say_acts(harness, before);
      const std::string said = said_in(say_text(harness, "xyzzy"));
      CHECK(model->requests().size() == 1);
      CHECK_FALSE(is_called(harness, "orders.send"));
      CHECK_FALSE(is_called(harness, "orders.remove"));
      CHECK_FALSE(contains(said, "sesame"));
      CHECK_FALSE(contains(said, "seven"));
      const auto state = *harness.store->load("s1");
      const bool only_acts = std::string(answer).find_first_of("[") == std::string::npos && !contains(answer, "human");
      const bool is_confirming = state->waits_for<AskedConfirmation>() != nullptr;
      if (only_acts) CHECK(is_confirming == (place.question == std::string("confirm")));
    }
  }
}

TEST_CASE("source acts: no source begins an intent whose guard does not hold") {
  const char* const kActs[] = {
      R"([{"act":"request","intent":"vault"}])",
      R"([{"act":"request","intent":"vault","role":"next"}])",
      R"([{"act":"request","intent":"vault","role":"doubtful"}])",
      R"([{"act":"command","kind":"cancel"},{"act":"request","intent":"vault","role":"next"}])",
      R"([{"act":"deny"},{"act":"request","intent":"vault"}])",
      R"([{"act":"affirm"},{"act":"request","intent":"vault","role":"next"}])",
      R"([{"act":"ask","intent":"vault"}])",
      R"([{"act":"follow_up","intent":"vault"}])",
  };
  for (const Place& place : kPlaces) {
    for (const char* acts : kActs) {
      INFO(place.question << ": " << acts);
      ModelHarness harness(nullptr, kSourcesBot);
      for (const char* before : place.before) say_acts(harness, before);
      const bool offers_drop = contains(place.question, "offer of one");  // a yes begins it
      const std::string said = said_in(say_acts(harness, acts));
      CHECK_FALSE(contains(said, "sesame"));
      CHECK_FALSE(contains(said, "seven"));
      if (!offers_drop) CHECK_FALSE(is_called(harness, "orders.remove"));
    }
    for (const char* text : {"vault", "vault please", "yes, and vault", "no, vault", "cancel and vault"}) {
      INFO(place.question << ": " << text);
      ModelHarness harness(nullptr, kSourcesBot);
      for (const char* before : place.before) say_acts(harness, before);
      CHECK_FALSE(contains(said_in(say_text(harness, text)), "sesame"));
    }
  }
}

TEST_CASE("source acts: only a yes of the user or the caller passes a confirmation") {
  const auto& before = kPlaces[6].before;
  const char* const kOthers[] = {
      R"([{"act":"request","intent":"send"}])",
      R"([{"act":"request","intent":"send","params":{"gift":true}}])",
      R"([{"act":"inform","param":"gift","value":true}])",
      R"([{"act":"correct","param":"gift","value":true}])",
      R"([{"act":"correct"}])",
      R"([{"act":"follow_up"}])",
      R"([{"act":"ask","intent":"send"}])",
      R"([{"act":"courtesy","kind":"reaction"}])",
      R"([{"act":"remark"}])",
      R"([{"act":"command","kind":"skip"}])",
      R"([{"act":"command","kind":"repeat"}])",
      R"([{"act":"affirm"},{"act":"deny"}])",
      R"([{"act":"affirm"},{"act":"command","kind":"cancel"}])",
  };
  for (const char* acts : kOthers) {
    INFO(acts);
    ModelHarness harness(nullptr, kSourcesBot);
    for (const char* one : before) say_acts(harness, one);
    say_acts(harness, acts);
    CHECK_FALSE(is_called(harness, "orders.send"));
  }
  ModelHarness harness(nullptr, kSourcesBot);
  for (const char* one : before) say_acts(harness, one);
  CHECK(said_in(say_acts(harness, R"([{"act":"affirm"}])")) == "Sent. ");
  CHECK(is_called(harness, "orders.send"));
}

TEST_CASE("source acts: no source makes a private value public") {
  const std::string card = "4111 1111 1111 1111", digits = "4111111111111111";
  const auto check = [&](ModelHarness& harness) {
    std::string all;
    for (const Message& message : *harness.store->messages("s1", 100)) all += message.text + "\n";
    for (const std::string& private_form : {card, digits}) CHECK_FALSE(contains(all, private_form));
  };
  {
    INFO("a model");
    ModelHarness harness(
        std::make_shared<NotingModel>(R"({"answers":[{"name":"note","words":"4111 1111 1111 1111"}]})"), kSourcesBot);
    say_acts(harness, R"([{"act":"request","intent":"pay"}])");
    const Turn turn = say_text(harness, "well it is " + card);
    CHECK(turn.params.count("note") == 0);
    check(harness);
  }
  for (
      const char* acts :
      {R"([{"act":"request","intent":"pay","params":{"card":"4111 1111 1111 1111","note":"x"}}])",
       R"([{"act":"request","intent":"pay"},{"act":"inform","intent":"pay","param":"card","value":"4111 1111 1111 1111"}])"}) {
    INFO(acts);
    ModelHarness harness(nullptr, kSourcesBot);
    say_acts(harness, acts);
    check(harness);
  }
  {
    INFO("an act for the open question");
    ModelHarness harness(nullptr, kSourcesBot);
    say_acts(harness, R"([{"act":"request","intent":"pay"}])");
    say_acts(harness, R"([{"act":"inform","param":"card","value":"4111 1111 1111 1111"}])");
    check(harness);
  }
}

TEST_CASE("source acts: each act names its source") {
  const auto model = [](const char* answer) { return std::make_shared<NotingModel>(answer); };
  {
    INFO("an intent that the bot finds, too, has the bot's source");
    ModelHarness harness(model(R"({"intents":[{"id":"drop"}]})"), kSourcesBot);
    CHECK(sources_in(say_text(harness, "drop O-12345")) == "request rule, remark type, ");
    CHECK(is_called(harness, "orders.remove"));
  }
  {
    INFO("an intent that only a model finds is in doubt");
    ModelHarness harness(model(R"({"intents":[{"id":"drop"},{"id":"find"}]})"), kSourcesBot);
    const Turn turn = say_text(harness, "xyzzy");
    CHECK(sources_in(turn) == "request model, request model, ");
    CHECK_THAT(turn.explain.to_json(), Catch::Contains(R"("role":"doubtful")"));
    CHECK_FALSE(is_called(harness, "orders.remove"));
  }
  {
    INFO("a question that the bot keeps beside a reading");
    ModelHarness harness(model(R"({"answers":[{"name":"size","words":"good","value":"small"}]})"), kSourcesBot);
    say_acts(harness, R"([{"act":"request","intent":"send"}])");
    CHECK(sources_in(say_text(harness, "is that any good for me?")) == "ask lexicon, inform model, ");
  }
  {
    INFO("a refused act leaves a line in the trace");
    ModelHarness harness(model(R"({"act":"cancel"})"), kSourcesBot);
    const Turn turn = say_text(harness, "xyzzy");
    CHECK_THAT(turn.explain.to_json(), Catch::Contains("model: command: may not, at nothing"));
    CHECK(sources_in(turn) == "remark lexicon, ");
  }
}
