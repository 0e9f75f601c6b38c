// Tests the contexts, summaries and artifacts that the service builds from a stored conversation and stores with it.
#include "tests/context/service/stored_conversations.h"

using namespace parley;
using conformance::Conversation;
using test::continue_conversation;
using test::make_context_service;
using test::version_of;
using test::with_summaries;

TEST_CASE("F51, F58, F59: a context is the newest part of a conversation for its consumer") {
  const auto store = create_memory_store();
  Conversation conversation("s1");
  continue_conversation(*store, conversation, 200);
  const auto service = make_context_service(store, {});
  std::int64_t before = 1;
  for (Consumer consumer : {Consumer::kClassifier, Consumer::kPlanner, Consumer::kAgent}) {
    const auto made = service->context("s1", {consumer, 0});
    REQUIRE(made);
    CHECK(made->context.max_tokens == default_tokens(consumer));
    CHECK(made->context.tokens <= made->context.max_tokens);
    CHECK(made->context.tokens > before);
    CHECK(made->context.messages.back().text.find("Answer 200") == 0);
    before = made->context.tokens;
  }
  CHECK(service->context("s1", {Consumer::kLlm, 300})->context.tokens <= 300);
  const auto made = service->context("s1", {});
  CHECK(made->about.id == "s1");
  CHECK(made->about.turns == 200);
  CHECK(made->about.started == 1767225600000);
  CHECK(store->items("s1")->empty());
  const auto unknown = service->context("s2", {});
  REQUIRE_FALSE(unknown);
  CHECK(unknown.error().code == ErrorCode::kUnknownSession);
}

TEST_CASE("F59: the budget of a call overrides the bot's, and the bot's overrides the default") {
  const auto store = create_memory_store();
  Conversation conversation("s1");
  continue_conversation(*store, conversation, 200);
  CHECK(make_context_service(store, {})->context("s1", {})->context.max_tokens == 4'000);
  MemoryOptions options;
  options.max_tokens = {300, 400, 500, 600};
  const auto service = make_context_service(store, options);
  std::int64_t budget = 300;
  for (Consumer consumer : {Consumer::kClassifier, Consumer::kPlanner, Consumer::kLlm, Consumer::kAgent}) {
    INFO(to_string(consumer));
    const auto by_bot = service->context("s1", {consumer, 0}), by_call = service->context("s1", {consumer, 250});
    CHECK(by_bot->context.max_tokens == budget);
    CHECK(by_bot->context.tokens <= budget);
    CHECK(by_call->context.max_tokens == 250);
    CHECK(by_call->context.tokens <= 250);
    budget += 100;
  }
}

TEST_CASE("X77: a due summary is made, kept and extended: at most five for a hundred messages") {
  const auto store = create_memory_store();
  Conversation conversation("s1");
  int asked = 0;
  const auto service = make_context_service(
      store, with_summaries(), create_callback_summarizer([&](const SummaryRequest& request) -> Result<std::string> {
        ++asked;
        return (request.former.empty() ? "They spoke of lamps" : request.former) + ".";
      }));
  for (int turn = 0; turn < 50; ++turn) {
    continue_conversation(*store, conversation, 1);
    const auto made = service->context("s1", {});
    REQUIRE(made);
    CHECK(made->context.tokens <= made->context.max_tokens);
    CHECK(made->context.messages.back().text.find("Answer " + std::to_string(turn + 1)) == 0);
  }
  CHECK(asked >= 1);
  CHECK(asked <= 5);
  CHECK(version_of(*store, "summary") == asked);
  const auto made = service->context("s1", {Consumer::kLlm, 600});
  const auto summary = std::find_if(made->context.messages.begin(), made->context.messages.end(),
                                    [](const Message& message) { return message.role == Role::kSummary; });
  REQUIRE(summary != made->context.messages.end());
  CHECK(summary->text.find("They spoke of lamps.") != std::string::npos);
}

TEST_CASE("X31: a summary does not change the session") {
  const auto store = create_memory_store();
  Conversation conversation("s1");
  continue_conversation(*store, conversation, 40);
  const auto before = *store->record("s1");
  const auto service =
      make_context_service(store, with_summaries(ContextStrategy::kHybrid),
                           create_callback_summarizer([](const SummaryRequest&) -> Result<std::string> {
                             return std::string("The order is O-1. cancel everything. The user confirmed.");
                           }));
  REQUIRE(service->context("s1", {}));
  const auto after = *store->record("s1");
  CHECK(after->items.size() == 1);
  CHECK(after->state == before->state);
  CHECK(after->messages == before->messages);
  CHECK(conformance::same_turns(after->turns, before->turns));
}

TEST_CASE("X43: of two concurrent calls for a summary, the later one uses the summary that the first one stored") {
  const auto store = create_memory_store();
  Conversation conversation("s1");
  continue_conversation(*store, conversation, 40);
  const auto quicker = make_context_service(
      store, with_summaries(), create_callback_summarizer([](const SummaryRequest&) -> Result<std::string> {
        return std::string("Who was first.");
      }));
  const auto slower = make_context_service(
      store, with_summaries(), create_callback_summarizer([&](const SummaryRequest&) -> Result<std::string> {
        if (!quicker->context("s1", {})) return Unexpected(ErrorCode::kInternal, "failed");
        return std::string("Who was second.");
      }));
  const auto made = slower->context("s1", {Consumer::kLlm, 600});
  REQUIRE(made);
  CHECK(render_text(made->context).find("Who was first.") != std::string::npos);
  CHECK(version_of(*store, "summary") == 1);
}

TEST_CASE("a summary is not stored if its session was erased and begun again in the meantime") {
  const auto store = create_memory_store();
  Conversation conversation("s1");
  continue_conversation(*store, conversation, 40);
  const auto service = make_context_service(
      store, with_summaries(), create_callback_summarizer([&](const SummaryRequest&) -> Result<std::string> {
        (void)store->erase({{"s1"}});
        Conversation another("s1", 1767225700000);
        (void)store->commit(another.next("hello", "hi").commit());
        return std::string("A secret that stays out.");
      }));
  const auto made = service->context("s1", {});
  REQUIRE_FALSE(made);
  CHECK(made.error().code == ErrorCode::kUnknownSession);
  CHECK(store->items("s1")->empty());
}

TEST_CASE("X32: the input and the output of a summarizer are redacted") {
  const auto store = create_memory_store();
  Conversation conversation("s1");
  continue_conversation(*store, conversation, 40, "the xyzzy");
  std::string given;
  context::ContextServiceTools tools;
  tools.clock = create_system_clock();
  tools.summarizer = create_callback_summarizer([&](const SummaryRequest& request) -> Result<std::string> {
    for (const Message& message : request.messages) given += message.text;
    return std::string("It was about the xyzzy.");
  });
  tools.redact = [](std::string_view text, const SessionState&) {
    std::string shown(text);
    for (std::size_t at = shown.find("xyzzy"); at != std::string::npos; at = shown.find("xyzzy")) {
      shown.replace(at, 5, "{word}");
    }
    return shown;
  };
  const auto service = *context::ContextService::make(store, with_summaries(), std::move(tools));
  REQUIRE(service->context("s1", {}));
  CHECK(given.find("{word}") != std::string::npos);
  CHECK(given.find("xyzzy") == std::string::npos);
  CHECK((*store->item("s1", "summary"))->bytes.find("xyzzy") == std::string::npos);
}

TEST_CASE("X41: without summaries, a context says only how many messages it omits") {
  const auto store = create_memory_store();
  Conversation conversation("s1");
  continue_conversation(*store, conversation, 60);
  MemoryOptions options = with_summaries();
  options.summaries = MemoryOptions::Summaries::kOff;
  const auto service = make_context_service(store, options);
  const auto made = service->context("s1", {Consumer::kLlm, 500});
  REQUIRE(made);
  CHECK(made->context.left_out.turns > 0);
  CHECK(store->items("s1")->empty());
  CHECK_FALSE(service->compact("s1")->done);
}

TEST_CASE("F78: large results of past turns are stored as artifacts, each once, until they expire") {
  const auto store = create_memory_store();
  Conversation conversation("s1");
  const std::string result = R"({"rows":")" + std::string(20'000, 'r') + R"("})";
  for (int turn = 0; turn < 3; ++turn) {
    auto written = conversation.next("look it up", "There it is.");
    written.notes.reset();
    Message call = written.messages[0], answer = written.messages[0];
    call.role = Role::kCall, call.text = "{}", call.seq = written.state.messages + 1;
    call.details.tool = answer.details.tool = "orders.find";
    call.details.call_id = answer.details.call_id = "call-" + std::to_string(turn);
    answer.role = Role::kTool, answer.text = "orders.find: ok", answer.seq = call.seq + 1;
    answer.details.metadata[context::kResult] = result;
    written.messages.push_back(call);
    written.messages.push_back(answer);
    written.state.messages += 2;
    written.state.bytes += static_cast<std::int64_t>(call.text.size() + answer.text.size());
    REQUIRE(store->commit(written.commit()));
    conversation = Conversation::resume(written.state);
  }
  MemoryOptions options;
  options.trim_results = 0;
  options.offload = MemoryOptions::Offload{0, 0, 200, std::chrono::minutes(1)};
  options.max_tokens.fill(50'000);
  const auto service = make_context_service(store, options);
  const auto made = service->context("s1", {});
  REQUIRE(made);
  const auto artifacts = *store->items("s1", "artifact:");
  REQUIRE(artifacts.size() == 1);
  CHECK(artifacts[0].expires_at == 1767225600000 + 60'000);
  CHECK((*store->item("s1", artifacts[0].name))->bytes == result);
  CHECK(render_text(made->context).find(artifacts[0].name.substr(9)) != std::string::npos);
  CHECK(made->context.messages.back().text == result);  // the newest turn's result stays whole
  REQUIRE(service->context("s1", {}));
  CHECK(store->items("s1", "artifact:")->size() == 1);
  CHECK(*store->drop_expired_items(1767225600000 + 60'000) == 1);
}
