// Tests compaction that the caller requests (ContextService::compact).
#include "memory/forwarding_store.h"
#include "tests/context/service/stored_conversations.h"

using namespace parley;
using conformance::Conversation;
using test::continue_conversation;
using test::make_context_service;
using test::version_of;
using test::with_summaries;

TEST_CASE("F72: manual compaction covers all but the newest exchange") {
  const auto store = create_memory_store();
  Conversation conversation("s1");
  const auto service = make_context_service(store, {});
  REQUIRE_FALSE(service->compact("s1"));
  continue_conversation(*store, conversation, 1);
  CHECK_FALSE(service->compact("s1")->done);
  continue_conversation(*store, conversation, 20);
  const auto compacted = service->compact("s1");
  REQUIRE(compacted);
  CHECK(compacted->done);
  CHECK(compacted->messages == 40);
  CHECK(compacted->source == Summary::Source::kRecap);
  CHECK(compacted->tokens_after < compacted->tokens_before);
  CHECK(version_of(*store, "summary") == 1);
  CHECK_FALSE(service->compact("s1")->done);
  CHECK(version_of(*store, "summary") == 1);
}

namespace {

// Adds a turn that calls a tool of the caller. A later turn brings the result. The user may write in between.
void call_tool(SessionStore& store, Conversation& conversation, const std::string& call_id) {
  auto written = conversation.next("find the parcel", "One moment.");
  written.notes.reset();
  Message call = written.messages.back();
  call.role = Role::kCall, call.text = "{}", call.seq = written.state.messages + 1;
  call.details.tool = "parcels.find", call.details.call_id = call_id;
  written.messages.push_back(call);
  written.state.messages += 1;
  written.state.bytes += static_cast<std::int64_t>(call.text.size());
  Frame frame;
  frame.intent = "find", frame.plan = ++written.state.plans;
  written.state.frames = {frame};
  PendingInput waiting;
  waiting.awaited = ToolWait{StepPlace(), ToolCall{call_id, "parcels.find", {}, ""}, {}};
  waiting.intent = "find", waiting.plan = frame.plan;
  waiting.asked_at = call.at;
  written.state.waiting = waiting;
  REQUIRE(store.commit(written.commit()));
  conversation = Conversation::resume(written.state);
}

void answer_call(SessionStore& store, Conversation& conversation, const std::string& call_id) {
  auto written = conversation.next("-", "It is in Lyon.");
  written.notes.reset();
  Message& result = written.messages.front();
  written.state.bytes += 16 - static_cast<std::int64_t>(result.text.size());
  result.role = Role::kTool, result.text = "parcels.find: ok";
  result.details.tool = "parcels.find", result.details.call_id = call_id;
  written.state.waiting.reset();
  written.state.frames.clear();
  REQUIRE(store.commit(written.commit()));
  conversation = Conversation::resume(written.state);
}

}  // namespace

TEST_CASE("a summary never separates a caller's tool call from its result in a later turn") {
  const int asides = GENERATE(0, 1, 3, 50);
  const bool by_hand = GENERATE(true, false);
  CAPTURE(asides, by_hand);
  const auto store = create_memory_store();
  Conversation conversation("s1");
  std::vector<std::vector<Message>> given;
  const auto service = make_context_service(
      store, with_summaries(), create_callback_summarizer([&](const SummaryRequest& request) -> Result<std::string> {
        given.push_back(request.messages);
        return std::string("They spoke.");
      }));
  const auto sum_up = [&] { by_hand ? (void)service->compact("s1") : (void)service->context("s1", {}); };
  continue_conversation(*store, conversation, 25);
  sum_up();
  call_tool(*store, conversation, "call-1");
  sum_up();
  for (int i = 0; i < asides; ++i) {
    continue_conversation(*store, conversation, 1, "are you still there, and what of the lamps");
    sum_up();
  }
  answer_call(*store, conversation, "call-1");
  sum_up();
  continue_conversation(*store, conversation, 40);
  sum_up();
  bool has_call = false;
  for (const auto& messages : given) {
    const auto count = [&](Role role) {
      return std::count_if(messages.begin(), messages.end(),
                           [&](const Message& message) { return message.role == role; });
    };
    CHECK(count(Role::kCall) == count(Role::kTool));
    has_call = has_call || count(Role::kCall) == 1;
  }
  CHECK(has_call);
}

TEST_CASE("F72: after manual compaction a context is the summary and the newest exchange, whatever the strategy") {
  for (ContextStrategy strategy : {ContextStrategy::kWindow, ContextStrategy::kSummary, ContextStrategy::kHybrid}) {
    INFO(to_string(strategy));
    const auto store = create_memory_store();
    Conversation conversation("s1");
    continue_conversation(*store, conversation, 20);
    MemoryOptions options;
    options.strategy = strategy;
    const auto service = make_context_service(store, options);
    const auto before = service->context("s1", {});
    REQUIRE(before);
    CHECK(before->context.messages.size() == 40);
    REQUIRE(service->compact("s1")->done);
    const auto after = service->context("s1", {});
    REQUIRE(after);
    REQUIRE(after->context.messages.size() == 3);
    CHECK(after->context.messages[0].role == Role::kSummary);
    CHECK(after->context.messages[1].text == "lamps 20?");
    continue_conversation(*store, conversation, 2);
    CHECK(service->context("s1", {})->context.messages.size() == 7);
  }
}

TEST_CASE("X35: manual compaction keeps the user's last five messages verbatim with any summarizer") {
  for (const bool by_host : {true, false}) {
    CAPTURE(by_host);
    const auto store = create_memory_store();
    Conversation conversation("s1");
    const auto summarizer =
        create_callback_summarizer([](const SummaryRequest&) { return Result<std::string>("Lamps."); });
    const auto service = make_context_service(store, {}, by_host ? summarizer : nullptr);
    for (const int turns : {20, 22}) {
      continue_conversation(*store, conversation, turns - static_cast<int>(conversation.state().turns));
      REQUIRE(service->compact("s1")->done);
      const auto made = service->context("s1", {});
      REQUIRE(made);
      const std::string& text = made->context.messages.front().text;
      INFO(text);
      CHECK((text.find("\nLamps.\nUser: ") != std::string::npos) == by_host);
      for (int turn = 1; turn < turns; ++turn) {  // the newest exchange is not summarised
        const bool is_kept = text.find("User: lamps " + std::to_string(turn) + "?\n") != std::string::npos;
        CHECK(is_kept == (turn >= turns - 5));
      }
    }
  }
}

TEST_CASE(
    "X33, X35: a manual summary with the user's messages stays within its size, and is shorter than the messages that "
    "it replaces") {
  for (const std::int64_t tokens : {20, 60, 500}) {
    for (const int turns : {2, 3, 30}) {
      for (const char* about : {"lamps", "\xE8\xAF\xB7\xE8\xAF\xB7\xE8\xAF\xB7\xE8\xAF\xB7"}) {
        CAPTURE(tokens, turns, about);
        const auto store = create_memory_store();
        Conversation conversation("s1");
        continue_conversation(*store, conversation, turns, about);
        MemoryOptions options;
        options.summary_tokens = tokens;
        const auto service = make_context_service(store, options, create_callback_summarizer([](const SummaryRequest&) {
                                                    return Result<std::string>("They spoke.");
                                                  }));
        const auto compacted = service->compact("s1");
        REQUIRE(compacted);
        REQUIRE(compacted->done);
        CHECK(compacted->source == Summary::Source::kSummarizer);
        CHECK(compacted->tokens_after < compacted->tokens_before);
        CHECK(compacted->tokens_after <= tokens + count_tokens(Message{}));
      }
    }
  }
}

TEST_CASE("F67, F72: manual compaction after an automatic summary also covers the first exchange") {
  const auto store = create_memory_store();
  Conversation conversation("s1");
  std::string given;
  const auto service = make_context_service(
      store, with_summaries(), create_callback_summarizer([&](const SummaryRequest& request) -> Result<std::string> {
        for (const Message& message : request.messages) given += message.text + "\n";
        return std::string("They spoke.");
      }));
  for (const int turns : {30, 1}) {
    continue_conversation(*store, conversation, turns);
    REQUIRE(service->context("s1", {}));
    CHECK(given.find("lamps 1?") == std::string::npos);
    CHECK(given.find("lamps 2?") != std::string::npos);
  }
  const auto compacted = service->compact("s1");
  REQUIRE(compacted);
  CHECK(compacted->done);
  CHECK(compacted->messages == 60);
  CHECK(service->context("s1", {})->context.messages.size() == 3);
  for (int turn = 1; turn < 31; ++turn) {
    CAPTURE(turn);
    const std::string text = "lamps " + std::to_string(turn) + "?\n";
    CHECK(given.find(text) != std::string::npos);
    CHECK(given.find(text, given.find(text) + 1) == std::string::npos);  // given once
  }
  CHECK_FALSE(service->compact("s1")->done);
}

TEST_CASE(
    "F72: when the summarizer fails, manual compaction changes nothing and says why, unless the caller asks for the "
    "recap") {
  const auto store = create_memory_store();
  Conversation conversation("s1");
  continue_conversation(*store, conversation, 20);
  for (const bool answers_badly : {false, true}) {
    CAPTURE(answers_badly);
    const auto summarizer = create_callback_summarizer([&](const SummaryRequest&) {
      return answers_badly ? Result<std::string>("") : Unexpected(ErrorCode::kLimitExceeded, "the model is away");
    });
    const auto service = make_context_service(store, {}, summarizer);
    const auto before = **store->record("s1");
    const auto context = service->context("s1", {});
    const auto failed = service->compact("s1");
    REQUIRE(failed);
    CHECK(failed->has_failed());
    CHECK(failed->refusal == (answers_badly ? SummaryRefusal::kEmpty : SummaryRefusal::kFailed));
    CHECK(failed->source == Summary::Source::kNothing);
    CHECK(failed->messages == 0);
    CHECK(failed->tokens_after == failed->tokens_before);
    CHECK(conformance::same_record(**store->record("s1"), before));
    CHECK(service->context("s1", {})->context == context->context);
  }
  const auto service = make_context_service(
      store, {}, create_callback_summarizer([](const SummaryRequest&) { return Result<std::string>(""); }));
  const auto recapped = service->compact("s1", {true});
  REQUIRE(recapped);
  CHECK(recapped->done);
  CHECK_FALSE(recapped->has_failed());
  CHECK(recapped->source == Summary::Source::kRecap);
  CHECK(recapped->refusal == SummaryRefusal::kEmpty);
  CHECK(service->context("s1", {})->context.messages.size() == 3);
}

TEST_CASE("F72: a failed manual compaction changes nothing") {
  class Refusing final : public memory::ForwardingStore {
   public:
    using ForwardingStore::ForwardingStore;
    Result<void> change_items(const ItemChange&) override {
      return Unexpected(ErrorCode::kStoreUnavailable, "the disk is full");
    }
  };
  const auto inner = create_memory_store();
  Conversation conversation("s1");
  continue_conversation(*inner, conversation, 20);
  const auto before = **inner->record("s1");
  const auto service = make_context_service(std::make_shared<Refusing>(inner), {});
  const auto context = service->context("s1", {});
  const auto refused = service->compact("s1");
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::kStoreUnavailable);
  CHECK(conformance::same_record(**inner->record("s1"), before));
  CHECK(service->context("s1", {})->context == context->context);
}
