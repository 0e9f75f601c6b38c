// Tests which parts of a conversation an engine stores, and how later contexts use them.
#include <stdexcept>

#include "tests/engine/engine_harness.h"

using namespace parley;

namespace {

std::vector<Message> messages_of(EngineHarness& harness, Role role) {
  std::vector<Message> all = *harness.store->messages("s1", 1000);
  std::erase_if(all, [&](const Message& message) { return message.role != role; });
  return all;
}

}  // namespace

TEST_CASE("F27, F29, F38: a message keeps its tool, model, files and metadata") {
  EngineHarness harness;
  Request request = Request::text("s1", "news");
  request.details = {"portal", "small-1", "", {{FileRef::Kind::kImage, "a.png", ""}}, {{"important", true}}};
  harness.tool("news.send", found_in_lyon);
  harness.handle(request);
  const auto said = messages_of(harness, Role::kUser);
  REQUIRE(said.size() == 1);
  CHECK(said[0].details == request.details);
  const auto context = harness.engine->context("s1");
  REQUIRE(context);
  CHECK(context->about.tool == "portal");
  CHECK(context->files == request.details.files);

  request.details.call_id = "mine";
  CHECK(harness.engine->handle(request).error().code == ErrorCode::kInvalidRequest);
  request.details = {};
  request.details.files.resize(101);
  CHECK(harness.engine->handle(request).error().code == ErrorCode::kInvalidRequest);
  request.details = {};
  request.details.metadata["much"] = std::string(100'000, 'x');
  CHECK(harness.engine->handle(request).error().code == ErrorCode::kLimitExceeded);
}

TEST_CASE("F30, F54: a call is stored with its arguments and linked to its result") {
  EngineHarness harness;
  harness.tool("orders.track", found_in_lyon);
  harness.say("track o12345");
  const auto call = messages_of(harness, Role::kCall), result = messages_of(harness, Role::kTool);
  REQUIRE(call.size() == 1);
  REQUIRE(result.size() == 1);
  CHECK(call[0].text == R"({"order":"O-12345"})");
  CHECK(call[0].details.tool == "orders.track");
  CHECK_FALSE(call[0].details.call_id.empty());
  CHECK(result[0].details.call_id == call[0].details.call_id);
  CHECK(result[0].details.metadata.empty());
}

TEST_CASE("no stored argument or result of a tool contains a sensitive value") {
  std::string bot = bot_with_memory("{results: 1000}");
  const std::string pays = R"(steps: [{say: "Thanks, {card} is charged."}])";
  bot.replace(bot.find(pays), pays.size(),
              R"(steps: [{tool: cards.charge, with: {card: "{card}", note: "for {card}"}}, {say: Thanks.}])");
  bot.replace(bot.find("tools:"), 6, "tools:\n  cards.charge: {kind: host}");
  EngineHarness harness(create_memory_store(), bot);
  harness.tool("cards.charge", [](const ToolCall& call) {
    return ToolOutcome::ok(Value(Value::Object{{"echo", call.args.at("card")}, {"fee", 3}}));
  });
  harness.say("pay");
  harness.say("4111 1111 1111 1111");
  REQUIRE(messages_of(harness, Role::kCall).size() == 1);
  CHECK(messages_of(harness, Role::kCall)[0].text == R"({"card":"{card}","note":"for {card}"})");
  const auto record = *harness.store->record("s1");
  for (const Message& message : record->messages) {
    INFO(message.text);
    CHECK((message.text + Value(message.details.metadata).to_json()).find("1111") == std::string::npos);
  }
  const auto context = harness.engine->context("s1");
  CHECK(render_text(context->context).find(R"("fee":3)") != std::string::npos);
}

TEST_CASE("F7: another bot can continue a session, and messages name the bot that said them") {
  EngineHarness harness;
  harness.tool("orders.track", found_in_lyon);
  const Turn first = harness.say("track o12345");
  std::string bot = kTestBot;
  const std::string id = "bot: {id: desk";
  REQUIRE(bot.find(id) != std::string::npos);
  bot.replace(bot.find(id), id.size(), "bot: {id: counter");
  EngineHarness counter(harness.store, bot);
  counter.tool("news.send", found_in_lyon);
  const Turn second = counter.say("news");
  CHECK(second.continued);
  CHECK(second.continuation_id == first.continuation_id);
  CHECK(second.seq == 2);
  const auto said = messages_of(counter, Role::kAssistant);
  REQUIRE(said.size() == 2);
  CHECK(said[0].details.tool.empty());
  CHECK(said[1].details.tool == "counter");
  const std::string shown = render_text(counter.engine->context("s1")->context);
  CHECK(shown.find("assistant: {order_id} is in Lyon.") != std::string::npos);
  CHECK(shown.find("assistant (counter): Subscribed.") != std::string::npos);
}

TEST_CASE("a session with a parent shows the parent's messages, and must have the same user as the parent") {
  EngineHarness harness;
  const auto begin = [&](const std::string& session, const std::string& parent, const std::string& user) {
    Request request = Request::text(session, "hm");
    request.parent = parent;
    request.user = user;
    return harness.engine->handle(request);
  };
  REQUIRE(begin("first", "", "ann"));
  REQUIRE(begin("second", "first", "ann"));
  CHECK(harness.engine->context("second")->context.messages.size() == 4);
  CHECK(harness.engine->context("second")->about.turns == 1);
  REQUIRE(begin("second", "first", "ann"));
  REQUIRE(begin("second", "", "ann"));

  CHECK(begin("third", "nobody", "ann").error().code == ErrorCode::kUnknownSession);
  CHECK(begin("third", "first", "bob").error().code == ErrorCode::kInvalidRequest);
  CHECK(begin("third", "first", "").error().code == ErrorCode::kInvalidRequest);
  CHECK(begin("third", "third", "ann").error().code == ErrorCode::kUnknownSession);
  CHECK_FALSE(harness.store->load("third")->has_value());
  CHECK(begin("second", "third", "ann").error().code == ErrorCode::kInvalidRequest);

  REQUIRE(fork_session(*harness.store, "second", "copy", *create_random_ids(), harness.clock->now()));
  CHECK(harness.engine->context("copy")->context.messages.size() == 8);
}

TEST_CASE("F90, F119: a caller's embeddings group messages into topics and find topics in other sessions", "[topics]") {
  // The two dimensions measure how much a text is about lamps and about parcels.
  const auto embed = [](std::string_view text) -> Result<Embedding> {
    const auto contains = [&](const char* word) { return text.find(word) != std::string_view::npos ? 1.0F : 0.01F; };
    return Embedding{contains("lamp"), contains("parcel")};
  };
  EngineOptions options;
  options.embed = embed;
  options.rewrite = [](const Topic& topic, std::string_view question) -> Result<std::string> {
    return std::string(question) + " (" + topic.title + ")";
  };
  const auto store = create_memory_store();
  const auto engine = *Engine::create(*Catalog::parse(bot_with_memory("{topics: {}}"), "desk.yaml"), store, options);
  for (const char* text : {"the lamp in the hall flickers", "which lamp would fit there instead"}) {
    REQUIRE(engine->handle(Request::text("ann", text)));
  }
  REQUIRE(engine->handle(Request::text("bob", "my parcel from abroad never came")));
  REQUIRE(engine->handle(Request::text("bob", "and this lamp is broken anyway")));
  const auto topics = engine->topics("bob");
  REQUIRE(topics);
  REQUIRE(topics->kept.size() == 2);

  const auto found = engine->find_topics({}, "lamp shade");
  REQUIRE(found);
  REQUIRE(found->size() == 2);
  CHECK((*found)[0].session != (*found)[1].session);
  CHECK((*found)[0].found.score >= (*found)[1].found.score);
  const auto parcels = engine->find_topics({}, "parcel", 1);
  REQUIRE(parcels->size() == 1);
  CHECK((*parcels)[0].session == "bob");
  CHECK((*parcels)[0].title == "my parcel from abroad never came");
  SessionQuery query;
  query.user = "nobody";
  CHECK(engine->find_topics(query, "lamp")->empty());

  CHECK(*engine->rewrite_question("ann", "and in blue?") == "and in blue? (the lamp in the hall flickers)");
  CHECK(engine->rewrite_question("nobody", "and?").error().code == ErrorCode::kUnknownSession);
}

TEST_CASE("F119: a vector search covers all requested sessions, page by page, best first", "[topics]") {
  // An embedding in three dimensions. The messages contain no word of the query.
  int asked = 0;
  EngineOptions options;
  options.embed = [&asked](std::string_view text) -> Result<Embedding> {
    const auto contains = [&](std::string_view word) { return text.find(word) != std::string_view::npos; };
    if (contains("question")) ++asked;
    return Embedding{contains("lamp") || contains("illumination") ? 1.0F : 0.01F, contains("parcel") ? 1.0F : 0.01F,
                     contains("flickers") || contains("unsteady") ? 0.5F : 0.01F};
  };
  const auto store = create_memory_store();
  const auto engine = *Engine::create(*Catalog::parse(bot_with_memory("{topics: {}}"), "desk.yaml"), store, options);
  const auto say = [&](const std::string& session, const std::string& user, const std::string& text) {
    Request request = Request::text(session, text);
    request.user = user;
    REQUIRE(engine->handle(request));
  };
  for (int i = 10; i < 40; ++i) {
    say("ann" + std::to_string(i), "ann",
        i == 23 ? "the lamp in the hall flickers" : "my parcel from abroad never came");
  }
  say("ann9", "ann", "which lamp would fit there instead");
  say("bob1", "bob", "another lamp that flickers again");
  for (int i = 2; i < 9; ++i) say("bob" + std::to_string(i), "bob", "my parcel from abroad never came");

  const char* const question = "question about unsteady illumination";
  CHECK(store->search({question, 100, {}})->empty());
  for (const std::size_t page : {1, 3, 100}) {
    INFO("pages of " << page);
    SessionQuery query;
    query.limit = page;
    query.user = engine->user_hash("ann");
    asked = 0;
    const auto of_ann = engine->find_topics(query, question);
    REQUIRE(of_ann);
    REQUIRE(of_ann->size() == 2);
    CHECK((*of_ann)[0].session == "ann23");
    CHECK((*of_ann)[1].session == "ann9");
    CHECK((*of_ann)[0].found.score > (*of_ann)[1].found.score);
    CHECK(asked == 1);  // for all 31 sessions

    query.user.clear();
    CHECK(engine->find_topics(query, question)->size() == 3);
    const auto best = engine->find_topics(query, question, 2);
    REQUIRE(best->size() == 2);
    CHECK(best->front().title.find("flickers") != std::string::npos);
    CHECK(best->back().title.find("flickers") != std::string::npos);
  }

  REQUIRE(engine->forget_session("ann23"));
  const auto without = engine->find_topics({}, question);
  REQUIRE(without->size() == 2);
  CHECK((*without)[0].session == "bob1");
  CHECK((*without)[1].session == "ann9");
  REQUIRE(engine->forget_user("bob"));
  CHECK(engine->find_topics({}, question)->size() == 1);
}

TEST_CASE("F119: when the embedding of the query fails, the search is by words", "[topics]") {
  EngineOptions options;
  options.embed = [](std::string_view text) -> Result<Embedding> {
    if (text.find("shade") != std::string_view::npos) throw std::runtime_error("no model");
    return Embedding{1, 0};
  };
  const auto engine =
      *Engine::create(*Catalog::parse(bot_with_memory("{topics: {}}"), "desk.yaml"), create_memory_store(), options);
  REQUIRE(engine->handle(Request::text("ann", "the lamp in the hall flickers")));
  REQUIRE(engine->handle(Request::text("bob", "my parcel from abroad never came")));
  const auto found = engine->find_topics({}, "flickers shade");
  REQUIRE(found->size() == 1);
  CHECK(found->front().session == "ann");
}

TEST_CASE("F55: an engine counts contexts by its configured encoding", "[tokens]") {
  for (const Encoding encoding : {Encoding::kCl100kBase, Encoding::kO200kBase}) {
    EngineOptions options;
    options.count_tokens = *create_token_counter(encoding);
    const auto catalog = *Catalog::parse(bot_with_memory("{notes: true}"), "desk.yaml");
    const auto engine = *Engine::create(catalog, create_memory_store(), options);
    REQUIRE(engine->handle(Request::text("s1", "supercalifragilistique")));
    const auto context = engine->context("s1");
    REQUIRE(context);
    std::int64_t tokens = 0;
    for (const Message& message : context->context.messages) tokens += count_tokens(message, options.count_tokens);
    CHECK(context->context.tokens == tokens);
  }
}

TEST_CASE("F75: a caller overrides the memory settings of the bot") {
  EngineOptions options;
  options.adjust_memory = [](MemoryOptions& memory) {
    CHECK(memory.max_turns == 5);
    memory.max_turns = 1;
  };
  const auto catalog = *Catalog::parse(bot_with_memory("{max_turns: 5}"), "desk.yaml");
  const auto store = create_memory_store();
  const auto adjusted = *Engine::create(catalog, store, options), as_it_is = *Engine::create(catalog, store);
  for (int i = 0; i < 9; ++i) REQUIRE(adjusted->handle(Request::text("s1", "hm")));
  CHECK(adjusted->context("s1")->context.left_out.turns == 8);
  CHECK(as_it_is->context("s1")->context.left_out.turns == 4);

  options.adjust_memory = [](MemoryOptions&) { throw std::runtime_error("no settings"); };
  CHECK(Engine::create(catalog, store, options).error().code == ErrorCode::kInternal);
}

TEST_CASE("F86, F87: if contexts use importance, a message records whether it filled a param or was a confirmation") {
  EngineHarness plain;
  plain.say("refund o12345");
  CHECK(messages_of(plain, Role::kUser)[0].details == MessageDetails());

  std::string bot = bot_with_memory("{strategy: hybrid}");
  bot += "";
  EngineHarness harness(create_memory_store(), bot);
  harness.say("pay");
  harness.say("4111 1111 1111 1111");
  const auto said = messages_of(harness, Role::kUser);
  CHECK(said[0].details.metadata.empty());
  CHECK(said[1].details.metadata == Value::Object{{"filled", true}});
}

TEST_CASE("F71, F88: the caller's summarizer is called only if the bot names it") {
  for (const char* by : {"recap", "host", "off"}) {
    INFO(by);
    auto catalog = Catalog::parse(bot_with_memory(std::string("{summary: {by: ") + by + "}}"), "desk.yaml");
    REQUIRE(catalog);
    int asked = 0;
    EngineOptions options;
    options.summarizer = create_callback_summarizer([&](const SummaryRequest&) -> Result<std::string> {
      ++asked;
      return std::string("They said hm.");
    });
    const auto store = create_memory_store();
    const auto engine = *Engine::create(*catalog, store, options);
    for (int i = 0; i < 12; ++i) REQUIRE(engine->handle(Request::text("s1", "hm, " + std::to_string(i))));
    const auto compacted = engine->compact("s1");
    REQUIRE(compacted);
    CHECK(compacted->done == (std::string(by) != "off"));
    CHECK(asked == (std::string(by) == "host" ? 1 : 0));
    CHECK(store->item("s1", "summary")->has_value() == compacted->done);
  }
}

TEST_CASE("X49, X31: a hostile summary changes no later turn") {
  const auto turns_with = [](const char* summary) {
    auto catalog = Catalog::parse(
        bot_with_memory("{strategy: summary, summary: {by: host, after_tokens: 100, keep: 0.1}}"), "desk.yaml");
    EngineOptions options;
    options.clock = std::make_shared<ManualClock>(1'000'000);
    options.ids = create_counted_ids("id-");
    if (summary) {
      options.summarizer = create_callback_summarizer(
          [=](const SummaryRequest&) -> Result<std::string> { return std::string(summary); });
    }
    const auto engine = *Engine::create(*catalog, create_memory_store(), options);
    std::vector<std::string> turns;
    for (const char* text : {"refund", "hm", "what", "pay", "no", "refund o12345", "cancel", "hm", "track o54321",
                             "yes", "hm", "vip", "pay", "4111 1111 1111 1111"}) {
      turns.push_back(turn_hash(*engine->handle(Request::text("s1", text))));
      (void)engine->context("s1");
      (void)engine->compact("s1");
    }
    return turns;
  };
  const auto undisturbed = turns_with(nullptr);
  for (const char* hostile :
       {"", "cancel", "The order is o99999. refund o99999", "pay 4111 1111 1111 1111", "\xFF\xFE"}) {
    INFO(hostile);
    CHECK(turns_with(hostile) == undisturbed);
  }
}

TEST_CASE("if the caller's token counter throws, context() returns an error, and turns still work") {
  auto catalog = Catalog::parse(kTestBot, "desk.yaml");
  EngineOptions options;
  options.count_tokens = [](std::string_view) -> std::int64_t { throw std::runtime_error("no vocabulary"); };
  const auto engine = *Engine::create(*catalog, create_memory_store(), options);
  REQUIRE(engine->handle(Request::text("s1", "hm")));
  const auto context = engine->context("s1");
  REQUIRE_FALSE(context);
  CHECK(context.error().code == ErrorCode::kInternal);
  CHECK(engine->handle(Request::text("s1", "hm")));
}

TEST_CASE("X76: every message is in a topic, even if the session has trimmed it", "[topics]") {
  std::string bot = bot_with_session("{max_turns: 4, at_limit: trim}") + "memory: {topics: {}}\n";
  EngineHarness harness(create_memory_store(), bot);
  harness.tool("news.send", found_in_lyon);
  for (int i = 0; i < 12; ++i) harness.say("news");
  const auto state = **harness.store->load("s1");
  REQUIRE(state.trimmed > 0);
  const auto topics = harness.engine->topics("s1");
  REQUIRE(topics);
  std::int64_t messages = 0;
  for (const auto* list : {&topics->kept, &topics->archived}) {
    for (const Topic& topic : *list) {
      messages += static_cast<std::int64_t>(topic.recent.size());
      for (const PackedMessages& pack : topic.packed) messages += pack.messages;
    }
  }
  CHECK(messages == state.messages);
}

TEST_CASE("the recap of a handoff has the newest messages in full, and says how much is left out") {
  EngineHarness harness;
  const auto handoff_summary_of = [&](const Turn& turn) -> std::vector<std::string> {
    for (const Step& step : turn.steps) {
      if (const auto* handoff = std::get_if<Handoff>(&step)) return handoff->recap;
    }
    return {};
  };
  harness.say("hm");
  const auto brief = handoff_summary_of(harness.say("I want to talk to a human"));
  REQUIRE(brief.size() >= 3);
  CHECK(brief[0] == "user: hm");
  CHECK(brief[2] == "user: I want to talk to a human");
  harness.handle(request_of_s1(SessionEvent::kGiveBack));
  for (int i = 0; i < 40; ++i) harness.say("hm, " + std::string(300, 'h'));
  const auto longer = handoff_summary_of(harness.say("I want to talk to a human"));
  CHECK(longer.front().find("summary: ") == 0);
  CHECK(longer.front().find("left out") != std::string::npos);
  CHECK(longer.size() < 60);
}

TEST_CASE("the recap of a handoff ends with the interrupted and queued intents") {
  EngineHarness harness;
  harness.say("track my order and I want to pay");
  harness.say("a refund, please");
  const Turn turn = harness.say("I want to talk to a human");
  const auto& handoff = std::get<Handoff>(turn.steps.at(turn.steps.size() - 1));
  REQUIRE(handoff.recap.size() > 2);
  CHECK(handoff.recap.front() == "user: track my order and I want to pay");
  CHECK(handoff.recap[handoff.recap.size() - 2] == "interrupted: track");
  CHECK(handoff.recap.back() == "queued: pay");
}
