// Tests stored summaries: they are found after a restart, checked, and never replaced by a mere marker.
#include "tests/context/service/stored_conversations.h"
#include "tests/memory/temp_folder.h"

using namespace parley;
using conformance::Conversation;
using test::continue_conversation;
using test::make_context_service;
using test::with_summaries;

namespace {

std::int64_t stored_summaries(SessionStore& store) {
  const auto found = store.item("s1", "summary");
  REQUIRE(found);
  return *found ? (*found)->version : 0;
}

}  // namespace

TEST_CASE("F83: a summary is found after a restart, and the next summary extends it") {
  const test::TempFolder folder;
  Conversation conversation("s1");
  std::vector<std::string> formers;
  const auto summarizer = create_callback_summarizer([&](const SummaryRequest& request) -> Result<std::string> {
    formers.push_back(request.former);
    return "Summary number " + std::to_string(formers.size()) + ".";
  });
  const auto shown_after = [&](int turns) {
    const auto store = open_sqlite_store(folder.file("sessions.db"));
    REQUIRE(store);
    continue_conversation(**store, conversation, turns);
    const auto service = make_context_service(*store, with_summaries(), summarizer);
    return render_text(service->context("s1", {Consumer::kLlm, 600})->context);
  };
  CHECK(shown_after(40).find("Summary number 1.") != std::string::npos);
  CHECK(shown_after(0).find("Summary number 1.") != std::string::npos);
  CHECK(formers.size() == 1);
  CHECK(shown_after(30).find("Summary number 2.") != std::string::npos);
  CHECK(formers == std::vector<std::string>{"", "Summary number 1."});
}

TEST_CASE("F66, F85: a summary is made before any message is omitted, unless the bot sets its own trigger") {
  for (const std::int64_t trigger : {CompactionOptions().trigger_tokens, std::int64_t{50'000}}) {
    for (const Consumer consumer : {Consumer::kClassifier, Consumer::kLlm, Consumer::kAgent}) {
      CAPTURE(trigger, to_string(consumer));
      const auto store = create_memory_store();
      Conversation conversation("s1");
      MemoryOptions options;
      options.strategy = ContextStrategy::kSummary;
      options.compaction.trigger_tokens = trigger;
      const auto service = make_context_service(store, options);
      std::int64_t left_out = 0;
      for (int turn = 0; turn < 800 && left_out == 0; turn += 5) {
        continue_conversation(*store, conversation, 5);
        const auto made = service->context("s1", {consumer, 0});
        REQUIRE(made);
        left_out = made->context.left_out.messages;
      }
      REQUIRE(left_out > 0);
      CHECK((stored_summaries(*store) > 0) == (trigger != 50'000));
    }
  }
}

TEST_CASE("F79: if a summary is not shorter than its messages, the summarizer is not called again for these messages") {
  const auto store = create_memory_store();
  Conversation conversation("s1");
  int asked = 0;
  MemoryOptions options = with_summaries();
  options.summary_tokens = 50'000;
  const auto service = make_context_service(
      store, options, create_callback_summarizer([&](const SummaryRequest&) -> Result<std::string> {
        ++asked;
        return std::string(100'000, 'x');
      }));
  continue_conversation(*store, conversation, 40);
  const std::string shown = render_text(service->context("s1", {Consumer::kLlm, 600})->context);
  CHECK(asked == 1);
  CHECK(shown.find("xxx") == std::string::npos);
  CHECK(shown.find("User: lamps") != std::string::npos);  // the context has the extractive summary
  CHECK(stored_summaries(*store) == 1);
  for (int i = 0; i < 10; ++i) {
    continue_conversation(*store, conversation, 1);
    REQUIRE(service->context("s1", {}));
  }
  CHECK(asked == 1);
  CHECK(stored_summaries(*store) == 1);
}

TEST_CASE("F80: when the bot enables the check, the draft and the former summary go to a second pass") {
  const auto store = create_memory_store();
  Conversation conversation("s1");
  std::vector<SummaryRequest> asked;
  MemoryOptions options = with_summaries();
  options.check_summaries = true;
  const auto service = make_context_service(
      store, options, create_callback_summarizer([&](const SummaryRequest& request) -> Result<std::string> {
        asked.push_back(request);
        return "Pass " + std::to_string(asked.size()) + ".";
      }));
  for (int i = 0; i < 2; ++i) {
    continue_conversation(*store, conversation, 40);
    REQUIRE(service->context("s1", {}));
  }
  REQUIRE(asked.size() == 4);
  CHECK(asked[0].draft.empty());
  CHECK(asked[1].draft == "Pass 1.");
  CHECK(asked[2].former == "Pass 2.");
  CHECK(asked[3].former == "Pass 2.");
  CHECK(asked[3].draft == "Pass 3.");
  CHECK(asked[3].messages == asked[2].messages);
}

TEST_CASE("if the model fails, a manual summary uses all of its space for the user's words") {
  const auto compacted = [](std::shared_ptr<Summarizer> summarizer) {
    const auto store = create_memory_store();
    Conversation conversation("s1");
    continue_conversation(*store, conversation, 12, std::string(300, 'x'));
    MemoryOptions options;
    options.summary_tokens = 400;
    options.summaries = MemoryOptions::Summaries::kHost;
    const auto service = make_context_service(store, options, std::move(summarizer));
    const auto report = service->compact("s1", {true});
    REQUIRE(report);
    CHECK(report->source == Summary::Source::kRecap);
    CHECK(report->refusal != SummaryRefusal::kNotShorter);
    const auto kept = store->item("s1", "summary");
    REQUIRE((kept && *kept));
    return Value::parse((*kept)->bytes)->find("text")->to_text();
  };
  const std::string without_model = compacted(nullptr);
  const std::string failed = compacted(create_callback_summarizer(
      [](const SummaryRequest&) -> Result<std::string> { return Unexpected(ErrorCode::kLimitExceeded, "away"); }));
  CHECK(failed == without_model);
  CHECK(failed.size() > 500);
}

TEST_CASE("F72: manual compaction that could only add a marker changes nothing") {
  const auto store = create_memory_store();
  Conversation conversation("s1");
  continue_conversation(*store, conversation, 20);
  MemoryOptions options;
  options.summary_tokens = 1;  // not even the extractive summary fits
  const auto service = make_context_service(store, options);
  const auto before = service->context("s1", {});
  const auto compacted = service->compact("s1");
  REQUIRE(compacted);
  CHECK_FALSE(compacted->done);
  CHECK(compacted->messages == 0);
  CHECK(compacted->tokens_after == compacted->tokens_before);
  CHECK(store->items("s1")->empty());
  CHECK(service->context("s1", {})->context == before->context);
}
