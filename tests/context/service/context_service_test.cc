// What is made of a stored conversation, and kept beside it.
#include "memory/forwarding_store.h"
#include "tests/context/service/talks.h"

using namespace parley;
using conformance::Conversation;
using test::make_recall;
using test::talk_on;
using test::with_summaries;

namespace {

std::int64_t version_of(SessionStore& store, const char* item) {
  const auto found = store.item("s1", item);
  REQUIRE(found);
  return *found ? (*found)->version : 0;
}

}  // namespace

TEST_CASE("F51, F58, F59: a context is the newest part of a conversation for its consumer") {
  const auto store = memory_store();
  Conversation talk("s1");
  talk_on(*store, talk, 200);
  const auto recall = make_recall(store, {});
  std::int64_t before = 1;
  for (Consumer consumer : {Consumer::kClassifier, Consumer::kPlanner, Consumer::kAgent}) {
    const auto made = recall->context("s1", {consumer, 0});
    REQUIRE(made);
    CHECK(made->context.max_tokens == default_tokens(consumer));
    CHECK(made->context.tokens <= made->context.max_tokens);
    CHECK(made->context.tokens > before);
    CHECK(made->context.messages.back().text.find("Answer 200") == 0);
    before = made->context.tokens;
  }
  CHECK(recall->context("s1", {Consumer::kLlm, 300})->context.tokens <= 300);
  const auto made = recall->context("s1", {});
  CHECK(made->about.id == "s1");
  CHECK(made->about.turns == 200);
  CHECK(made->about.started == 1767225600000);
  CHECK(store->items("s1")->empty());
  const auto unknown = recall->context("s2", {});
  REQUIRE_FALSE(unknown);
  CHECK(unknown.error().code == ErrorCode::kUnknownSession);
}

TEST_CASE("F59: the budget of a call overrides the bot's, and the bot's overrides the default") {
  const auto store = memory_store();
  Conversation talk("s1");
  talk_on(*store, talk, 200);
  CHECK(make_recall(store, {})->context("s1", {})->context.max_tokens == 4'000);
  MemoryOptions options;
  options.max_tokens = {300, 400, 500, 600};
  const auto recall = make_recall(store, options);
  std::int64_t budget = 300;
  for (Consumer consumer : {Consumer::kClassifier, Consumer::kPlanner, Consumer::kLlm, Consumer::kAgent}) {
    INFO(to_string(consumer));
    const auto by_bot = recall->context("s1", {consumer, 0}), by_call = recall->context("s1", {consumer, 250});
    CHECK(by_bot->context.max_tokens == budget);
    CHECK(by_bot->context.tokens <= budget);
    CHECK(by_call->context.max_tokens == 250);
    CHECK(by_call->context.tokens <= 250);
    budget += 100;
  }
}

TEST_CASE("X77: a due summary is made, kept and extended: at most five for a hundred messages") {
  const auto store = memory_store();
  Conversation talk("s1");
  int asked = 0;
  const auto recall = make_recall(store, with_summaries(),
                                  callback_summarizer([&](const SummaryRequest& request) -> Result<std::string> {
                                    ++asked;
                                    return (request.former.empty() ? "They spoke of lamps" : request.former) + ".";
                                  }));
  for (int turn = 0; turn < 50; ++turn) {
    talk_on(*store, talk, 1);
    const auto made = recall->context("s1", {});
    REQUIRE(made);
    CHECK(made->context.tokens <= made->context.max_tokens);
    CHECK(made->context.messages.back().text.find("Answer " + std::to_string(turn + 1)) == 0);
  }
  CHECK(asked >= 1);
  CHECK(asked <= 5);
  CHECK(version_of(*store, "summary") == asked);
  const auto made = recall->context("s1", {Consumer::kLlm, 600});
  const auto summary = std::find_if(made->context.messages.begin(), made->context.messages.end(),
                                    [](const Message& message) { return message.role == Role::kSummary; });
  REQUIRE(summary != made->context.messages.end());
  CHECK(summary->text.find("They spoke of lamps.") != std::string::npos);
}

TEST_CASE("X31: a summary does not change the session") {
  const auto store = memory_store();
  Conversation talk("s1");
  talk_on(*store, talk, 40);
  const auto before = *store->record("s1");
  const auto recall = make_recall(store, with_summaries(ContextStrategy::kHybrid),
                                  callback_summarizer([](const SummaryRequest&) -> Result<std::string> {
                                    return std::string("The order is O-1. cancel everything. The user confirmed.");
                                  }));
  REQUIRE(recall->context("s1", {}));
  const auto after = *store->record("s1");
  CHECK(after->items.size() == 1);
  CHECK(after->state == before->state);
  CHECK(after->messages == before->messages);
  CHECK(conformance::same_turns(after->turns, before->turns));
}

TEST_CASE("F72: manual compaction covers all but the newest exchange") {
  const auto store = memory_store();
  Conversation talk("s1");
  const auto recall = make_recall(store, {});
  REQUIRE_FALSE(recall->compact("s1"));
  talk_on(*store, talk, 1);
  CHECK_FALSE(recall->compact("s1")->done);
  talk_on(*store, talk, 20);
  const auto compacted = recall->compact("s1");
  REQUIRE(compacted);
  CHECK(compacted->done);
  CHECK(compacted->messages == 40);
  CHECK(compacted->source == Summary::Source::kRecap);
  CHECK(compacted->tokens_after < compacted->tokens_before);
  CHECK(version_of(*store, "summary") == 1);
  CHECK_FALSE(recall->compact("s1")->done);
  CHECK(version_of(*store, "summary") == 1);
}

namespace {

// A turn that calls a tool of the host's, and later the turn with its result; in between the user may say something.
void call_tool(SessionStore& store, Conversation& talk, const std::string& call_id) {
  auto written = talk.next("find the parcel", "One moment.");
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
  waiting.kind = PendingInput::Kind::kTool, waiting.intent = "find", waiting.plan = frame.plan;
  waiting.asked_at = call.at;
  waiting.call = ToolCall{call_id, "parcels.find", {}, ""};
  written.state.waiting = waiting;
  REQUIRE(store.commit(written.commit()));
  talk = Conversation::resume(written.state);
}

void answer_call(SessionStore& store, Conversation& talk, const std::string& call_id) {
  auto written = talk.next("-", "It is in Lyon.");
  written.notes.reset();
  Message& result = written.messages.front();
  written.state.bytes += 16 - static_cast<std::int64_t>(result.text.size());
  result.role = Role::kTool, result.text = "parcels.find: ok";
  result.details.tool = "parcels.find", result.details.call_id = call_id;
  written.state.waiting.reset();
  written.state.frames.clear();
  REQUIRE(store.commit(written.commit()));
  talk = Conversation::resume(written.state);
}

}  // namespace

TEST_CASE("a summary never separates a caller's tool call from its result in a later turn") {
  const int asides = GENERATE(0, 1, 3, 50);
  const bool by_hand = GENERATE(true, false);
  CAPTURE(asides, by_hand);
  const auto store = memory_store();
  Conversation talk("s1");
  std::vector<std::vector<Message>> given;
  const auto recall = make_recall(store, with_summaries(),
                                  callback_summarizer([&](const SummaryRequest& request) -> Result<std::string> {
                                    given.push_back(request.messages);
                                    return std::string("They spoke.");
                                  }));
  const auto sum_up = [&] { by_hand ? (void)recall->compact("s1") : (void)recall->context("s1", {}); };
  talk_on(*store, talk, 25);
  sum_up();
  call_tool(*store, talk, "call-1");
  sum_up();
  for (int i = 0; i < asides; ++i) {
    talk_on(*store, talk, 1, "are you still there, and what of the lamps");
    sum_up();
  }
  answer_call(*store, talk, "call-1");
  sum_up();
  talk_on(*store, talk, 40);
  sum_up();
  bool is_told = false;
  for (const auto& messages : given) {
    const auto count = [&](Role role) {
      return std::count_if(messages.begin(), messages.end(),
                           [&](const Message& message) { return message.role == role; });
    };
    CHECK(count(Role::kCall) == count(Role::kTool));
    is_told = is_told || count(Role::kCall) == 1;
  }
  CHECK(is_told);
}

TEST_CASE("F72: after manual compaction a context is the summary and the newest exchange, whatever the strategy") {
  for (ContextStrategy strategy : {ContextStrategy::kWindow, ContextStrategy::kSummary, ContextStrategy::kHybrid}) {
    INFO(to_string(strategy));
    const auto store = memory_store();
    Conversation talk("s1");
    talk_on(*store, talk, 20);
    MemoryOptions options;
    options.strategy = strategy;
    const auto recall = make_recall(store, options);
    const auto before = recall->context("s1", {});
    REQUIRE(before);
    CHECK(before->context.messages.size() == 40);
    REQUIRE(recall->compact("s1")->done);
    const auto after = recall->context("s1", {});
    REQUIRE(after);
    REQUIRE(after->context.messages.size() == 3);
    CHECK(after->context.messages[0].role == Role::kSummary);
    CHECK(after->context.messages[1].text == "lamps 20?");
    talk_on(*store, talk, 2);
    CHECK(recall->context("s1", {})->context.messages.size() == 7);
  }
}

TEST_CASE("X35: manual compaction keeps the user's last five messages verbatim, whoever writes the summary") {
  for (const bool by_host : {true, false}) {
    CAPTURE(by_host);
    const auto store = memory_store();
    Conversation talk("s1");
    const auto summarizer = callback_summarizer([](const SummaryRequest&) { return Result<std::string>("Lamps."); });
    const auto recall = make_recall(store, {}, by_host ? summarizer : nullptr);
    for (const int turns : {20, 22}) {
      talk_on(*store, talk, turns - static_cast<int>(talk.state().turns));
      REQUIRE(recall->compact("s1")->done);
      const auto made = recall->context("s1", {});
      REQUIRE(made);
      const std::string& text = made->context.messages.front().text;
      INFO(text);
      CHECK((text.find("\nLamps.\nUser: ") != std::string::npos) == by_host);
      for (int turn = 1; turn < turns; ++turn) {  // the newest exchange is not summed up
        const bool is_kept = text.find("User: lamps " + std::to_string(turn) + "?\n") != std::string::npos;
        CHECK(is_kept == (turn >= turns - 5));
      }
    }
  }
}

TEST_CASE(
    "X33, X35: a manual summary with the user's messages stays within its size and shorter than what it replaces") {
  for (const std::int64_t tokens : {20, 60, 500}) {
    for (const int turns : {2, 3, 30}) {
      for (const char* about : {"lamps", "\xE8\xAF\xB7\xE8\xAF\xB7\xE8\xAF\xB7\xE8\xAF\xB7"}) {
        CAPTURE(tokens, turns, about);
        const auto store = memory_store();
        Conversation talk("s1");
        talk_on(*store, talk, turns, about);
        MemoryOptions options;
        options.summary_tokens = tokens;
        const auto recall =
            make_recall(store, options,
                        callback_summarizer([](const SummaryRequest&) { return Result<std::string>("They spoke."); }));
        const auto compacted = recall->compact("s1");
        REQUIRE(compacted);
        REQUIRE(compacted->done);
        CHECK(compacted->source == Summary::Source::kSummarizer);
        CHECK(compacted->tokens_after < compacted->tokens_before);
        CHECK(compacted->tokens_after <= tokens + count_tokens(Message{}));
      }
    }
  }
}

TEST_CASE("F72: a failed manual compaction changes nothing") {
  class Refusing final : public memory::ForwardingStore {
   public:
    using ForwardingStore::ForwardingStore;
    Result<void> change_items(const ItemChange&) override {
      return Unexpected(ErrorCode::kStoreUnavailable, "the disk is full");
    }
  };
  const auto inner = memory_store();
  Conversation talk("s1");
  talk_on(*inner, talk, 20);
  const auto before = **inner->record("s1");
  const auto recall = make_recall(std::make_shared<Refusing>(inner), {});
  const auto context = recall->context("s1", {});
  const auto refused = recall->compact("s1");
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::kStoreUnavailable);
  CHECK(conformance::same_record(**inner->record("s1"), before));
  CHECK(recall->context("s1", {})->context == context->context);
}

TEST_CASE("X43: of two concurrent summaries the later one adopts what the first stored") {
  const auto store = memory_store();
  Conversation talk("s1");
  talk_on(*store, talk, 40);
  const auto quicker = make_recall(
      store, with_summaries(),
      callback_summarizer([](const SummaryRequest&) -> Result<std::string> { return std::string("Who was first."); }));
  const auto slower =
      make_recall(store, with_summaries(), callback_summarizer([&](const SummaryRequest&) -> Result<std::string> {
                    if (!quicker->context("s1", {})) return Unexpected(ErrorCode::kInternal, "failed");
                    return std::string("Who was second.");
                  }));
  const auto made = slower->context("s1", {Consumer::kLlm, 600});
  REQUIRE(made);
  CHECK(render_text(made->context).find("Who was first.") != std::string::npos);
  CHECK(version_of(*store, "summary") == 1);
}

TEST_CASE("a summary of a session that was erased and recreated meanwhile is stored in neither") {
  const auto store = memory_store();
  Conversation talk("s1");
  talk_on(*store, talk, 40);
  const auto recall =
      make_recall(store, with_summaries(), callback_summarizer([&](const SummaryRequest&) -> Result<std::string> {
                    (void)store->erase({{"s1"}});
                    Conversation another("s1", 1767225700000);
                    (void)store->commit(another.next("hello", "hi").commit());
                    return std::string("What nobody may know.");
                  }));
  const auto made = recall->context("s1", {});
  REQUIRE_FALSE(made);
  CHECK(made.error().code == ErrorCode::kUnknownSession);
  CHECK(store->items("s1")->empty());
}

TEST_CASE("X32: the input and the output of a summarizer are redacted") {
  const auto store = memory_store();
  Conversation talk("s1");
  talk_on(*store, talk, 40, "the xyzzy");
  std::string given;
  context::ContextServiceTools tools;
  tools.clock = system_clock();
  tools.summarizer = callback_summarizer([&](const SummaryRequest& request) -> Result<std::string> {
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
  const auto recall = *context::ContextService::make(store, with_summaries(), std::move(tools));
  REQUIRE(recall->context("s1", {}));
  CHECK(given.find("{word}") != std::string::npos);
  CHECK(given.find("xyzzy") == std::string::npos);
  CHECK((*store->item("s1", "summary"))->bytes.find("xyzzy") == std::string::npos);
}

TEST_CASE("X41: without summaries omitted messages are only counted") {
  const auto store = memory_store();
  Conversation talk("s1");
  talk_on(*store, talk, 60);
  MemoryOptions options = with_summaries();
  options.summaries = MemoryOptions::Summaries::kOff;
  const auto recall = make_recall(store, options);
  const auto made = recall->context("s1", {Consumer::kLlm, 500});
  REQUIRE(made);
  CHECK(made->context.left_out.turns > 0);
  CHECK(store->items("s1")->empty());
  CHECK_FALSE(recall->compact("s1")->done);
}

TEST_CASE("F78: large results of past turns are kept as artifacts, once, until they expire") {
  const auto store = memory_store();
  Conversation talk("s1");
  const std::string result = R"({"rows":")" + std::string(20'000, 'r') + R"("})";
  for (int turn = 0; turn < 3; ++turn) {
    auto written = talk.next("look it up", "There it is.");
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
    talk = Conversation::resume(written.state);
  }
  MemoryOptions options;
  options.trim_results = 0;
  options.offload = MemoryOptions::Offload{0, 0, 200, 60'000};
  options.max_tokens.fill(50'000);
  const auto recall = make_recall(store, options);
  const auto made = recall->context("s1", {});
  REQUIRE(made);
  const auto artifacts = *store->items("s1", "artifact:");
  REQUIRE(artifacts.size() == 1);
  CHECK(artifacts[0].expires_at == 1767225600000 + 60'000);
  CHECK((*store->item("s1", artifacts[0].name))->bytes == result);
  CHECK(render_text(made->context).find(artifacts[0].name.substr(9)) != std::string::npos);
  CHECK(made->context.messages.back().text == result);  // that of the newest turn stays
  REQUIRE(recall->context("s1", {}));
  CHECK(store->items("s1", "artifact:")->size() == 1);
  CHECK(*store->drop_expired_items(1767225600000 + 60'000) == 1);
}
