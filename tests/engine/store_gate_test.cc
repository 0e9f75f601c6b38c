// Tests StoreGate, which redacts all data that a turn stores. It removes values that were private before, during or
// after the turn.
#include <catch2/catch.hpp>

#include "engine/engine_harness.h"

using namespace parley;

namespace {

const char* const kSafe = R"(
parley: 1
bot: {id: safe}
entities:
  branch: {patterns: ['\bB-\d{4,8}\b']}
tools:
  safe.check: {kind: host}
  safe.open: {kind: host}
intents:
  - id: unlock
    match: [{regex: '\bunlock\b'}]
    params:
      branch: {type: branch, required: true, ask: "Which branch?"}
      word: {type: free_text, required: true, sensitive: true, ask: "The password?", validate: [{tool: safe.check, with: {word: '{word}'}}]}
      note: {type: free_text, required: true, sensitive: true, ask: "Anything else?"}
    confirm: "Open {branch} with {word}, {note}?"
    steps:
      - {tool: safe.open, with: {branch: '{branch}', word: '{word}'}, save: {door: result.door, used: result.used}}
      - say: "The door is {door}."
  - id: hours
    match: [{regex: '\bopening hours\b'}]
    steps: [{say: From noon.}]
memory: {results: 2000}
fallback: {say: "Pardon?"}
)";

constexpr const char* kWord = "Swordfish Lagoon";

ToolOutcome opens(const ToolCall& call) {
  return ToolOutcome::ok(Value(Value::Object{{"door", "open"}, {"used", call.args.at("word")}}));
}

// Returns a harness of the safe bot whose open question asks for the password.
EngineHarness safe() {
  EngineHarness harness(create_memory_store(), kSafe);
  harness.tool("safe.check", [](const ToolCall&) { return ToolOutcome::ok(Value()); });
  harness.tool("safe.open", opens);
  harness.say("unlock B-1234");
  return harness;
}

// Returns the export and the messages of the session as one text, without the state, which holds a value while its
// intent is open.
std::string stored(EngineHarness& harness) {
  std::string all;
  const auto written = export_sessions(*harness.store, {}, [&](std::string_view line) {
    if (line.find("\"state\"") == std::string_view::npos) all.append(line).append("\n");
    return true;
  });
  REQUIRE(written);
  for (const Message& message : *harness.store->messages("s1", 100)) {
    all += message.text + "\n" + Value(message.details.metadata).to_json() + "\n";
  }
  return all;
}

MessageDetails quoting(const std::string& value) {
  MessageDetails details;
  details.tool = "scanner " + value;
  details.model = "model " + value;
  details.files = {{FileRef::Kind::kFile, "/tmp/" + value + ".png", value}};
  details.metadata = {{"raw", value}, {value, Value(Value::Object{{"as " + value, 1}})}, {"important", true}};
  return details;
}

Turn say_with(EngineHarness& harness, const std::string& text, MessageDetails details) {
  Request request = Request::text("s1", text);
  request.details = std::move(details);
  return harness.handle(request);
}

}  // namespace

TEST_CASE("a tool's sentence that rejects a sensitive value is stored without the value") {
  EngineHarness harness = safe();
  harness.tool("safe.check", [](const ToolCall& call) {
    return ToolOutcome::rejected({{"word", Value("'" + call.args.at("word").to_text() + "' is no password here.")}});
  });
  const Turn turn = harness.say(kWord, "m2");
  REQUIRE(contains(turn.say.at(0), kWord));
  REQUIRE(harness.store->load("s1").value()->frames.at(0).params.count("word") == 0);
  CHECK_FALSE(contains(stored(harness), "Lagoon"));
  CHECK(contains(stored(harness), "'{word}' is no password here."));
}

TEST_CASE("member names in a stored result are masked like values") {
  EngineHarness harness = safe();
  harness.tool("safe.check", [](const ToolCall& call) {
    const std::string word = call.args.at("word").to_text();
    return ToolOutcome::ok(Value(
        Value::Object{{word, 1}, {"Swordfish-Lagoon", 2}, {"list", Value(Value::Array{Value::Object{{word, 3}}})}}));
  });
  harness.say(kWord);
  CHECK_FALSE(contains(stored(harness), "Lagoon"));
  std::string kept;
  for (const Message& message : *harness.store->messages("s1", 100)) {
    const auto result = message.details.metadata.find("result");
    if (result != message.details.metadata.end()) kept = *result->second.if_string();
  }
  CHECK(kept == R"({"list":[{"{word}":3}],"{word}":1,"{word} 2":2})");
  const auto context = harness.engine->context("s1");
  REQUIRE(context);
  CHECK_FALSE(contains(render_json(context->context).to_json(), "Lagoon"));
}

TEST_CASE("a withheld message keeps only the number of its files and its importance mark") {
  EngineHarness harness = safe();
  say_with(harness, "why do you want to know?", quoting("Zugzwang Ypsilon"));
  const Message message = harness.store->messages("s1", 100)->at(2);
  REQUIRE(message.text == "{word}");
  MessageDetails kept;
  kept.tool = kept.model = "{word}";
  kept.files = {{FileRef::Kind::kFile, "{word}", ""}};
  kept.metadata = {{"important", true}};
  CHECK(message.details == kept);
}

TEST_CASE("a sensitive value in a message is removed from the message's files and metadata") {
  std::string bot = kSafe;
  const std::string type = "word: {type: free_text";
  REQUIRE(contains(bot, type));
  bot.replace(bot.find(type), type.size(), "word: {type: two_words");
  bot.replace(bot.find("entities:"), 9, "entities:\n  two_words: {patterns: ['\\bSwordfish \\w+']}");
  EngineHarness harness(create_memory_store(), bot);
  say_with(harness, std::string("unlock B-1234 with ") + kWord, quoting(kWord));
  REQUIRE(harness.store->load("s1").value()->frames.at(0).params.count("word") == 1);
  CHECK_FALSE(contains(stored(harness), "Lagoon"));
  const MessageDetails details = harness.store->messages("s1", 100)->at(0).details;
  CHECK(details.tool == "scanner {word}");
  CHECK(details.files.at(0).path == "/tmp/{word}.png");
  CHECK(details.metadata.at("raw") == Value("{word}"));
  CHECK(details.metadata.at("important") == Value(true));
}

TEST_CASE(
    "files and metadata of a message do not contain an answer that the store must not have, even if the bot rejects "
    "the answer") {
  std::string bot = kSafe;
  const std::string type = "word: {type: free_text, required: true, sensitive: true";
  REQUIRE(contains(bot, type));
  bot.replace(bot.find(type), type.size(), "word: {type: free_text, required: true");
  EngineHarness harness(create_memory_store(), bot + "redaction: {policies: {word: {store: mask}}}\n");
  harness.tool("safe.check", [](const ToolCall&) { return ToolOutcome::ok(Value()); });
  harness.say("unlock B-1234");
  say_with(harness, kWord, quoting(kWord));
  CHECK_FALSE(contains(stored(harness), "Lagoon"));
  say_with(harness, "cancel Zugzwang", quoting("cancel Zugzwang"));
  CHECK(harness.store->messages("s1", 100)->at(2).details.tool == "scanner {word}");
}

TEST_CASE("a message's files and metadata are masked in contexts by the export policy") {
  EngineHarness harness(create_memory_store(), std::string(kSafe) + "redaction: {detect: [email]}\n");
  MessageDetails details = quoting("jane@example.com");
  details.metadata["reasoning"] = "jane@example.com wants in";
  say_with(harness, "unlock B-1234", details);
  CHECK(harness.store->messages("s1", 100)->at(0).details.model == "model jane@example.com");
  const auto made = harness.engine->context("s1");
  REQUIRE(made);
  const Message& shown = made->context.messages.at(0);
  CHECK(shown.details.model == "model {email}");
  CHECK(made->about.tool == "scanner {email}");
  for (const Message& message : made->context.messages) {
    CHECK_FALSE(contains(Value(message.details.metadata).to_json(), "jane"));
  }
  for (const auto& file : made->files) CHECK_FALSE(contains(file.path, "jane"));
  CHECK_FALSE(contains(render_facts(made->about), "jane"));
}

TEST_CASE("when an intent has ended, its private values are removed from the last result") {
  EngineHarness harness = safe();
  harness.say(kWord);
  harness.say("Zugzwang Ypsilon");
  harness.tool("safe.open", [](const ToolCall& call) {
    ToolOutcome outcome = opens(call);
    (*outcome.data.if_object())["used"] =
        Value(Value::Object{{"with " + call.args.at("word").to_text(), "yes"}, {"as", "SWORDFISH/LAGOON"}, {"at", 9}});
    return outcome;
  });
  const Turn turn = harness.say("yes");
  REQUIRE(turn.say.at(0) == "The door is open.");
  const SessionState state = *harness.store->load("s1").value();
  REQUIRE(state.frames.empty());
  CHECK(state.last_result == Value(Value::Object{{"door", "open"}, {"used", Value(Value::Object{{"at", 9}})}}));
}

TEST_CASE("no digest of the arguments of a failed call is stored after its intent has ended") {
  EngineHarness harness = safe();
  harness.say(kWord);
  harness.say("Zugzwang Ypsilon");
  harness.tool("safe.open",
               [](const ToolCall& call) { return ToolOutcome::failed("no " + call.args.at("word").to_text()); });
  harness.say("yes");
  const SessionState state = *harness.store->load("s1").value();
  REQUIRE(state.frames.empty());
  CHECK(state.failed_calls.empty());
  CHECK_FALSE(contains(stored(harness), "Lagoon"));
  for (const std::string& line : harness.events()) CHECK_FALSE(contains(line, "Lagoon"));
}

TEST_CASE("a value that a tool offers for a sensitive param is not stored") {
  EngineHarness harness = safe();
  harness.say(kWord);
  harness.say("Zugzwang Ypsilon");
  harness.tool("safe.open", [](const ToolCall&) {
    return ToolOutcome::offering("'Barracuda Reef' is free", {{"word", "Barracuda Reef"}});
  });
  const Turn offer = harness.say("yes");
  REQUIRE(contains(offer.say.back(), "Barracuda"));
  harness.say("no");
  harness.say("cancel");
  CHECK_FALSE(contains(stored(harness), "Barracuda"));
  CHECK_FALSE(contains(stored(harness), "Lagoon"));
}

TEST_CASE("the title, the tags and all metadata in a caller's notes are masked") {
  EngineHarness harness = safe();
  harness.say(kWord);
  SessionNotes notes;
  notes.title = "Said Swordfish Lagoon";
  notes.tags = {"Swordfish Lagoon", "swordfish-lagoon", "vip"};
  notes.metadata = {{"list", Value(Value::Array{kWord})}, {kWord, 1}};
  REQUIRE(*harness.engine->annotate("s1", notes));
  const SessionNotes kept = (*harness.store->summary("s1"))->notes;
  CHECK(kept.title == "Said {word}");
  CHECK(kept.tags == std::vector<std::string>{"vip", "{word}"});
  CHECK(Value(kept.metadata).to_json() == R"({"list":["{word}"],"{word}":1})");
}

TEST_CASE("a value that the store must not have is not in a stored result, even if exports may show it") {
  EngineHarness harness(create_memory_store(), std::string(kSafe) + "redaction: {policies: {word: {exports: keep}}}\n");
  harness.tool("safe.check", [](const ToolCall& call) {
    return ToolOutcome::ok(Value(Value::Object{{"was", call.args.at("word")}}));
  });
  harness.say("unlock B-1234");
  harness.say(kWord);
  CHECK_FALSE(contains(stored(harness), "Lagoon"));
}

TEST_CASE("telemetry removes a value from a message in every form") {
  EngineHarness harness(create_memory_store(), std::string(kSafe) + "redaction: {telemetry_text: all}\n");
  harness.say("unlock B-12345678, that is b 1234 5678 or b12345678");
  for (const std::string& line : harness.events()) {
    CHECK_FALSE(contains(line, "1234"));
    CHECK_FALSE(contains(line, "5678"));
  }
}

TEST_CASE("13.4 a private value in an attachment is in the response, and in no stored form") {
  EngineHarness harness(create_memory_store(), R"(
parley: 1
bot: {id: safe}
intents:
  - id: unlock
    match: [{regex: '\bunlock\b'}]
    params:
      word: {type: free_text, required: true, sensitive: true, ask: "The password?"}
    steps:
      - say:
          any: Go on.
          attachments:
            - link: {url: 'https://safe.example/open?word={word}', title: 'Open with {word}'}
            - buttons: [{label: 'Use {word}', message: 'use {word}'}]
)");
  harness.say("unlock it");
  const Turn turn = harness.say(kWord);
  const std::string encoded = "Swordfish%20Lagoon";
  REQUIRE(turn.say.size() == 1);
  CHECK(turn.say[0] == "Go on.\nOpen with Swordfish Lagoon: https://safe.example/open?word=" + encoded +
                           "\n- Use Swordfish Lagoon: use Swordfish Lagoon");
  CHECK(std::get<Say>(turn.steps.back()).attachments[0].url == "https://safe.example/open?word=" + encoded);
  const std::string all = stored(harness);
  CHECK(all.find("Go on.") != std::string::npos);
  CHECK(all.find("safe.example") != std::string::npos);
  for (const std::string& form : {std::string(kWord), encoded}) CHECK(all.find(form) == std::string::npos);
}

TEST_CASE("14.6 the kept text about what was done does not have private values") {
  EngineHarness harness(create_memory_store(), R"(
parley: 1
bot: {id: safe}
tools: {safe.set: {kind: mock, result: {}}}
intents:
  - id: set
    match: [{regex: '\bset\b'}]
    params:
      word: {type: free_text, required: true, sensitive: true, ask: "The password?"}
    steps:
      - {tool: safe.set, with: {word: '{word}'}}
      - say: "The password is {word}."
)");
  harness.say("set it");
  REQUIRE(harness.say(kWord).say == std::vector<std::string>{std::string("The password is ") + kWord + "."});
  CHECK(harness.store->load("s1")->value().done->outcome.empty());
  CHECK(harness.say("did you set it?").say == std::vector<std::string>{"Done."});
}
