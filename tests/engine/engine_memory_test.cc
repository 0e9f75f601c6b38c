// Tests the calls of an engine that read or change a stored session: contexts, summaries, topics, importance.
#include <future>
#include <set>
#include <thread>

#include "tests/engine/engine_harness.h"

using namespace parley;

namespace {

std::vector<Value> memory_events(const EngineHarness& harness) {
  std::vector<Value> all;
  for (const std::string& line : harness.events()) {
    Value event = *Value::parse(line);
    if (*event.find("stage") == Value("memory")) all.push_back(std::move(event));
  }
  return all;
}

// Returns an engine that runs the test bot with a `memory:` section and the functions in `options`.
std::unique_ptr<Engine> engine_with_functions(EngineOptions options, const std::string& memory,
                                              std::shared_ptr<SessionStore> store = create_memory_store()) {
  options.sweep_every = {};
  return *Engine::create(*Catalog::parse(bot_with_memory(memory), "desk.yaml"), std::move(store), std::move(options));
}

}  // namespace

TEST_CASE("F64: an engine's processors apply to every context, and their results are redacted") {
  EngineOptions options;
  options.processors = {{"shout", [](std::vector<Message> messages, const ContextRun& run) {
                           CHECK(run.session == "s1");
                           for (Message& message : messages) message.text += " to anna@example.com";
                           return Result<std::vector<Message>>(std::move(messages));
                         }}};
  const auto engine = engine_with_functions(options, "{}");
  REQUIRE(engine->handle(Request::text("s1", "hm")));
  const auto made = engine->context("s1", {Consumer::kAgent});
  REQUIRE(made);
  CHECK(made->context.messages.front().text.find("hm to ") == 0);
  CHECK_FALSE(contains(render_text(made->context), "anna@example.com"));
  CHECK(made->context.steps[made->context.steps.size() - 2].name == "shout");
}

TEST_CASE("F64: a processor that timed out may return after its engine is destroyed") {
  const auto token = std::make_shared<int>();
  std::promise<void> done;
  EngineOptions options;
  options.processors = {
      {"slow",
       [token, released = done.get_future().share()](std::vector<Message> messages, const ContextRun&) {
         released.wait();
         return Result<std::vector<Message>>(std::move(messages));
       },
       std::chrono::milliseconds(1)}};
  auto engine = engine_with_functions(std::move(options), "{}");
  options = {};
  REQUIRE(engine->handle(Request::text("s1", "write to anna@example.com")));
  REQUIRE(engine->context("s1"));
  engine.reset();
  done.set_value();
  while (token.use_count() > 1)
    std::this_thread::yield();  // waits for the processor's thread, which redacts its result
}

TEST_CASE("F77: before the event of a context, another event reports that the context is nearly full or overflows") {
  EngineHarness harness;
  std::vector<std::string> reported;
  int quiet = 0;                  // contexts before the first nearly_full or overflow event
  for (int i = 0; i < 40; ++i) {  // small messages, so that both events occur
    harness.say("hm, " + std::string(20, 'h'));
    REQUIRE(harness.engine->context("s1", {Consumer::kAgent, 400}));
  }
  std::string last;
  for (const Value& event : memory_events(harness)) {
    const std::string what = event.find("what")->to_text();
    if (what != "context") {
      CHECK(event.find("max_tokens")->to_text() == "400");
      CHECK(*event.find("tokens")->if_int() > 360);
      CHECK((*event.find("tokens")->if_int() > 400) == (what == "overflow"));
      if (reported.empty() || what != reported.back()) reported.push_back(what);
    } else {
      if (reported.empty()) ++quiet;
      if (*event.find("left_out")->if_int() > 0) CHECK(last == "overflow");
      if (last == "context") CHECK(*event.find("tokens")->if_int() <= 360);
    }
    last = what;
  }
  CHECK(quiet > 5);
  REQUIRE(reported.size() >= 2);
  CHECK(reported.front() == "nearly_full");
  CHECK(reported[1] == "overflow");
}

TEST_CASE("F78: the whole result of a tool can be read by the hash that a context shows") {
  std::string bot = bot_with_memory("{results: 4000, trim_results: 0, offload: {start: 0, protect: 0, preview: 100}}");
  EngineHarness harness(create_memory_store(), bot);
  const std::string log(2'000, 'l');
  harness.tool("orders.track", [&](const ToolCall&) {
    return ToolOutcome::ok(Value(Value::Object{{"where", "Lyon"}, {"log", log}}));
  });
  harness.say("track o12345");
  harness.say("hm");
  const auto made = harness.engine->context("s1");
  REQUIRE(made);
  std::string sha256;
  for (const Message& message : made->context.messages) {
    const auto artifact = message.details.metadata.find("artifact");
    if (artifact != message.details.metadata.end()) sha256 = artifact->second.find("sha256")->to_text();
  }
  REQUIRE(sha256.size() == 64);
  const auto whole = harness.engine->artifact("s1", sha256);
  REQUIRE(whole);
  CHECK(contains(*whole, log));
  CHECK(contains(*whole, "Lyon"));
  for (const std::string& wrong : {std::string(64, '0'), std::string("../x y")}) {
    CHECK(harness.engine->artifact("s1", wrong).error().code == ErrorCode::kInvalidRequest);
  }
  CHECK(harness.engine->artifact("nobody", sha256).error().code == ErrorCode::kUnknownSession);

  harness.clock->set(harness.clock->now() + 8 * 86'400'000LL);
  CHECK(harness.engine->artifact("s1", sha256).error().code == ErrorCode::kSessionExpired);
  CHECK(harness.engine->artifact("s1", sha256, /*history=*/true).error().code == ErrorCode::kInvalidRequest);
}

TEST_CASE("F87: messages marked important, decision or confirmed are kept when routine messages are left out") {
  EngineHarness harness(create_memory_store(), bot_with_memory("{strategy: hybrid, recent_turns: 2}"));
  const auto say = [&](const std::string& text, const char* mark) {
    Request request = Request::text("s1", text);
    if (*mark) request.details.metadata[mark] = true;
    harness.handle(request);
  };
  say("opening words", "");
  for (int i = 0; i < 10; ++i) say("routine " + std::to_string(i) + std::string(60, '.'), "");
  say("the house is to be blue", "decision");
  say("never call before nine", "important");
  for (int i = 10; i < 40; ++i) say("routine " + std::to_string(i) + std::string(60, '.'), "");
  const auto made = harness.engine->context("s1", {Consumer::kLlm, 500});
  REQUIRE(made);
  const std::string shown = render_text(made->context);
  CHECK(contains(shown, "the house is to be blue"));
  CHECK(contains(shown, "never call before nine"));
  CHECK(contains(shown, "routine 39"));
  CHECK_FALSE(contains(shown, "routine 5."));
  CHECK(made->context.tokens <= 500);
}

TEST_CASE("F71: the summarizer that the bot names makes automatic and manual summaries") {
  for (const char* by : {"recap", "host"}) {
    INFO(by);
    int asked = 0;
    EngineOptions options;
    options.summarizer = create_callback_summarizer([&](const SummaryRequest&) -> Result<std::string> {
      ++asked;
      return std::string("The host's words.");
    });
    const bool is_host = std::string(by) == "host";
    const std::string rules = std::string("{by: ") + by + ", after_tokens: 300, keep: 0.1}";
    const auto engine = engine_with_functions(options, "{strategy: summary, summary: " + rules + "}");
    for (int i = 0; i < 12; ++i) REQUIRE(engine->handle(Request::text("s1", "hm, " + std::string(80, 'h'))));
    const std::string due = render_text(engine->context("s1", {Consumer::kLlm, 250})->context);
    CHECK(asked == (is_host ? 1 : 0));
    CHECK(contains(due, "The host's words.") == is_host);
    REQUIRE(engine->handle(Request::text("s1", "hm")));
    REQUIRE(engine->handle(Request::text("s1", "hm")));
    const auto by_hand = engine->compact("s1");
    REQUIRE(by_hand);
    CHECK(by_hand->source == (is_host ? Summary::Source::kSummarizer : Summary::Source::kRecap));
    CHECK(asked == (is_host ? 2 : 0));
  }
}

TEST_CASE("F81: a context reports loops in the conversation, as configured") {
  for (const auto& [loops, times] : {std::pair("{}", 3), {"{threshold: 4}", 0}, {"{threshold: 0}", 0}}) {
    INFO(loops);
    EngineHarness harness(create_memory_store(), bot_with_memory(std::string("{loops: ") + loops + "}"));
    for (int i = 0; i < 3; ++i) {
      if (i > 0) CHECK_FALSE(harness.engine->context("s1")->loop.has_value());
      harness.say("news");
    }
    const auto loop = harness.engine->context("s1")->loop;
    CHECK(loop.has_value() == (times > 0));
    if (!loop) continue;
    CHECK(loop->times == times);
    CHECK(loop->calls == std::vector<std::string>{"news.send"});
  }
}

TEST_CASE(
    "F100, F101, F102: a topic of a stored session can be read completely, with its packed messages, or as a context",
    "[topics]") {
  EngineHarness harness(create_memory_store(), bot_with_memory("{topics: {max_recent: 3}}"));
  for (int i = 0; i < 12; ++i) harness.say("the lamp in the garden flickers, this is report " + std::to_string(i));
  harness.say("my parcel from abroad never came");
  Engine& engine = *harness.engine;
  REQUIRE(engine.topics("s1")->kept.size() == 2);
  REQUIRE_FALSE(harness.store->items("s1", "topic:")->empty());
  const auto all = engine.topic_messages("s1", "t1");
  REQUIRE(all);
  std::vector<Message> said = *harness.store->messages("s1", 100);
  said.resize(24);
  CHECK(*all == said);
  CHECK(engine.topic_messages("s1", "t2")->size() == 2);

  const auto context = engine.topic_context("s1", "t1");
  REQUIRE(context);
  REQUIRE(context->size() < 24);
  CHECK(context->front().role == Role::kSummary);
  CHECK(contains(context->front().text, "flickers"));
  CHECK(context->back() == said.back());
  std::int64_t tokens = 0;
  for (const Message& message : *engine.topic_context("s1", "t1", 30)) tokens += estimate_tokens(message.text);
  CHECK(tokens <= 30);

  for (const char* topic : {"t9", "", "1/t1", "7/t1"}) {
    INFO(topic);
    CHECK(engine.topic_messages("s1", topic).error().code == ErrorCode::kInvalidRequest);
    CHECK(engine.topic_context("s1", topic).error().code == ErrorCode::kInvalidRequest);
  }
  CHECK(engine.topic_context("s1", "t1", -1).error().code == ErrorCode::kInvalidRequest);
  CHECK(engine.topic_messages("nobody", "t1").error().code == ErrorCode::kUnknownSession);

  // An hour later another conversation begins with its own topics.
  harness.clock->set(harness.clock->now() + 2 * 3'600'000LL);
  for (int i = 0; i < 12; ++i) harness.say("the heater in the cellar hums, this is report " + std::to_string(i));
  const auto second = engine.topic_messages("s1", "t1");
  REQUIRE(second);
  CHECK(second->size() >= 24);
  for (const Message& message : *second) CHECK_FALSE(contains(message.text, "lamp"));
  CHECK(*engine.topic_messages("s1", "1/t1", /*history=*/true) == said);
  CHECK(engine.topic_messages("s1", "1/t1").error().code == ErrorCode::kInvalidRequest);
}

TEST_CASE("F97, F103, F105, F106, F109: a caller rates, reviews, tags and merges the topics of a stored session",
          "[topics]") {
  EngineHarness harness(create_memory_store(), bot_with_memory("{topics: {}}"));
  harness.say("the lamp in the garden flickers");
  harness.say("my parcel from abroad never came");
  Engine& engine = *harness.engine;
  REQUIRE(engine.topics("s1")->kept.size() == 2);
  const auto stats_of = [&](const std::string& topic) {
    for (const TopicStats& stats : *engine.topic_stats("s1")) {
      if (stats.topic == topic) return stats;
    }
    return TopicStats();
  };
  CHECK(stats_of("t1").importance == 0.5);
  CHECK(stats_of("t1").half_life_days == 1);
  CHECK(stats_of("t1").total == 2);
  CHECK(std::string(stats_of("t1").memory) == "short-term");

  REQUIRE(engine.rate_topic("s1", "t1", 0.9));
  CHECK(stats_of("t1").importance == 0.9);
  REQUIRE(engine.rate_usefulness("s1", "t2", true));
  CHECK(stats_of("t2").importance == Approx(0.55));
  REQUIRE(engine.rate_usefulness("s1", "t2", false));
  CHECK(stats_of("t2").importance == Approx(0.495));
  REQUIRE(engine.tag_topic("s1", "t1", {"urgent", "home", "home"}));
  CHECK(engine.topics("s1")->kept[0].tags == std::vector<std::string>{"home", "urgent"});
  CHECK(engine.find_topics({}, "urgent")->size() == 1);

  for (const auto& refused : {engine.rate_topic("s1", "t9", 0.5), engine.rate_topic("s1", "t1", 1.5),
                              engine.merge_topics("s1", "t1", "t1"), engine.forget_topic("s1", "t9")}) {
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ErrorCode::kInvalidRequest);
  }
  CHECK(engine.rate_topic("nobody", "t1", 0.5).error().code == ErrorCode::kUnknownSession);

  harness.clock->set(harness.clock->now() + 1'800'000);
  CHECK(stats_of("t1").age == std::chrono::minutes(30));
  REQUIRE(engine.merge_topics("s1", "t1", "t2"));
  CHECK(engine.topics("s1")->kept.size() == 1);
  CHECK(stats_of("t1").total == 4);

  EngineHarness plain;
  plain.say("hm");
  CHECK(plain.engine->topic_stats("s1").error().code == ErrorCode::kInvalidRequest);
  CHECK(plain.engine->rate_topic("s1", "t1", 0.5).error().code == ErrorCode::kInvalidRequest);
}

TEST_CASE("X85: telemetry and errors contain no words of a topic, and a forgotten topic is no longer in the store",
          "[topics]") {
  EngineHarness harness(create_memory_store(), bot_with_memory("{topics: {max_recent: 3}}"));
  for (int i = 0; i < 6; ++i) harness.say("the zugzwang lamp in the garden flickers");
  harness.say("my parcel from abroad never came");
  Engine& engine = *harness.engine;
  REQUIRE(engine.topics("s1"));
  REQUIRE(engine.tag_topic("s1", "t1", {"zugzwang"}));
  REQUIRE(engine.topic_stats("s1"));
  REQUIRE(engine.find_topics({}, "zugzwang"));
  REQUIRE(engine.rewrite_question("s1", "and in blue?"));
  CHECK_FALSE(contains(engine.rate_topic("s1", "zugzwang", 0.5).error().to_string(), "zugzwang"));
  for (const std::string& line : harness.events()) CHECK_FALSE(contains(line, "zugzwang"));

  CHECK_FALSE(harness.store->items("s1", "topic:")->empty());
  REQUIRE(engine.forget_topic("s1", "t1"));
  CHECK(harness.store->items("s1", "topic:")->empty());
  CHECK_FALSE(contains(harness.store->item("s1", "topics")->value().bytes, "zugzwang"));
  CHECK_FALSE(contains(topics_to_json(*engine.topics("s1")), "zugzwang"));
  CHECK(harness.store->messages("s1", 100)->size() == 14);  // the messages stay with the session
}

TEST_CASE("X32: an engine's summarizer sees only redacted texts, and its summary is redacted") {
  for (const char* answer : {"They tracked an order.", "It is O-12345, of anna@example.com."}) {
    INFO(answer);
    std::string given;
    EngineOptions options;
    options.summarizer = create_callback_summarizer([&](const SummaryRequest& request) -> Result<std::string> {
      for (const Message& message : request.messages) given += message.text + "\n" + message.details.tool + "\n";
      for (const auto& [name, value] : request.facts.params) given += value + "\n";
      for (const auto& [tool, text] : request.facts.results) given += text + "\n";
      return std::string(answer);
    });
    options.tools["orders.track"] = [](const ToolCall&) {
      return ToolOutcome::ok(Value(Value::Object{{"where", "at anna@example.com"}}));
    };
    const auto store = create_memory_store();
    const auto engine = engine_with_functions(options, "{results: 1000, summary: {by: host}}", store);
    for (const char* text : {"track o12345", "write to anna@example.com", "refund", "o12345", "hm"}) {
      REQUIRE(engine->handle(Request::text("s1", text)));
    }
    const auto compacted = engine->compact("s1", {true});
    REQUIRE((compacted && compacted->done));
    CHECK(contains(given, "track {order_id}"));
    CHECK(contains(given, "write to {email}"));
    const std::string kept = store->item("s1", "summary")->value().bytes;
    for (const char* secret : {"12345", "anna@"}) {
      CHECK_FALSE(contains(given, secret));
      CHECK_FALSE(contains(kept, secret));
    }
    CHECK(contains(kept, "They tracked") == contains(answer, "They tracked"));
  }
}

TEST_CASE("X77: a session accepts messages while its summary is made") {
  EngineOptions options;
  Engine* conversation_thread = nullptr;
  bool took_turn = false;
  options.summarizer = create_callback_summarizer([&](const SummaryRequest&) -> Result<std::string> {
    took_turn = conversation_thread->handle(Request::text("s1", "and meanwhile this")).has_value();
    return std::string("They said hm.");
  });
  const auto engine = engine_with_functions(options, "{summary: {by: host, timeout: 600s}}");
  conversation_thread = engine.get();
  for (int i = 0; i < 12; ++i) REQUIRE(engine->handle(Request::text("s1", "hm, " + std::to_string(i))));
  const auto compacted = engine->compact("s1");
  REQUIRE(compacted);
  CHECK(compacted->done);
  CHECK(took_turn);
  CHECK(contains(render_text(engine->context("s1")->context), "and meanwhile this"));
}
