// Tests a session with several conversations in sequence: contexts, summaries and topics cover only the current one.
#include "memory/sessions/conversations.h"

#include "memory/item_names.h"
#include "parley/sessions.h"
#include "tests/context/service/stored_conversations.h"
#include "tests/support/text.h"

using namespace parley;
using conformance::Conversation;
using test::continue_conversation;
using test::make_context_service;

namespace {

// Returns the session's conversation with a next turn that begins another conversation.
Conversation with_next_conversation(const Conversation& conversation) {
  SessionState state = conversation.state();
  state.began_turn = state.turns + 1;
  state.began_message = state.messages + 1;
  state.began_at = state.updated_at;
  state.ended = false;
  return Conversation::resume(state);
}

MemoryOptions wide() {
  MemoryOptions options;
  options.max_tokens.fill(100'000);
  return options;
}

std::string shown(context::ContextService& service, const ContextQuery& query = {}) {
  const auto made = service.context("s1", query);
  REQUIRE(made);
  return render_text(made->context);
}

}  // namespace

TEST_CASE("a context covers only the current conversation unless the history is requested") {
  const auto store = create_memory_store();
  Conversation conversation("s1");
  continue_conversation(*store, conversation, 4, "lamps");
  conversation = with_next_conversation(conversation);
  continue_conversation(*store, conversation, 3, "parcels");
  const auto service = make_context_service(store, wide());

  const auto made = service->context("s1", {});
  REQUIRE(made);
  CHECK_FALSE(contains(render_text(made->context), "lamps"));
  REQUIRE(made->context.messages.size() == 6);
  CHECK(made->context.messages.front().seq == 1);
  CHECK(made->context.messages.front().turn == 1);
  CHECK(made->context.left_out == LeftOut());
  CHECK(made->about.turns == 3);
  CHECK(made->about.started == conversation.state().began_at);

  const auto whole = service->context("s1", {Consumer::kLlm, 0, /*history=*/true});
  REQUIRE(whole);
  CHECK(contains(render_text(whole->context), "lamps 1"));
  CHECK(contains(render_text(whole->context), "parcels 7"));
  CHECK(whole->about.turns == 7);
}

TEST_CASE("if a state does not record the first message of its conversation, the first turn shows it") {
  const auto store = create_memory_store();
  Conversation conversation("s1");
  continue_conversation(*store, conversation, 9, "lamps");
  SessionState state = with_next_conversation(conversation).state();
  state.began_message = 0;
  conversation = Conversation::resume(state);
  CHECK(*memory::first_message(*store, conversation.state()) == 19);
  continue_conversation(*store, conversation, 1, "parcels");
  CHECK(*memory::first_message(*store, conversation.state()) == 19);
  continue_conversation(*store, conversation, 30, "parcels");
  CHECK(*memory::first_message(*store, conversation.state()) == 19);
  CHECK_FALSE(contains(shown(*make_context_service(store, wide())), "lamps"));
}

TEST_CASE("after a conversation has ended, only its history can be read", "[topics]") {
  const auto store = create_memory_store();
  for (const bool ended : {false, true}) {
    INFO(ended);
    Conversation conversation(ended ? "ended" : "expired");
    SessionState state = conversation.state();
    state.ended = ended;
    state.expires_at = ended ? 0 : 1767225600000;  // the current time of the clock
    conversation = Conversation::resume(state);
    continue_conversation(*store, conversation, 2);
    MemoryOptions options;
    options.topics.emplace();
    const auto service = make_context_service(store, options);
    const std::string name = conversation.state().session;
    const auto is_expired = [](const auto& result) {
      return !result && result.error().code == ErrorCode::kSessionExpired;
    };
    CHECK(is_expired(service->context(name, {})));
    CHECK(is_expired(service->compact(name)));
    CHECK(is_expired(service->topics(name)));
    CHECK(is_expired(service->rewrite_question(name, "and?")));
    CHECK(is_expired(service->topic_stats(name, false)));
    CHECK(is_expired(service->artifact(name, "00ff", false, false)));
    const auto ids = create_counted_ids("id-");
    CHECK(is_expired(fork_session(*store, name, "copy", *ids, 1767225600000)));
    CHECK(service->find_topics({}, "lamps", 10)->empty());

    CHECK(service->context(name, {Consumer::kLlm, 0, /*history=*/true})->context.messages.size() == 4);
    CHECK(service->topics(name, /*history=*/true)->kept.size() == 1);
    CHECK_FALSE(service->find_topics({}, "lamps", 10, /*history=*/true)->empty());
    CHECK(fork_session(*store, name, name + "-copy", *ids, 1767225600000, /*history=*/true));
    REQUIRE(store->erase({{name}, {name + "-copy"}}));
  }
}

TEST_CASE("a summary stays with its conversation, and the next conversation starts without one") {
  const auto store = create_memory_store();
  Conversation conversation("s1");
  continue_conversation(*store, conversation, 20, "lamps");
  std::string given;
  const auto service =
      make_context_service(store, wide(), create_callback_summarizer([&](const SummaryRequest& request) {
                             given = request.former;
                             for (const Message& message : request.messages) given += message.text;
                             return Result<std::string>(request.messages.front().text);
                           }));
  REQUIRE(service->compact("s1")->done);
  const std::string former = store->item("s1", "summary")->value().bytes;
  conversation = with_next_conversation(conversation);
  continue_conversation(*store, conversation, 1, "parcels");
  CHECK_FALSE(contains(shown(*service), "lamps"));
  CHECK_FALSE(service->compact("s1")->done);
  continue_conversation(*store, conversation, 19, "parcels");
  const auto compacted = service->compact("s1");
  REQUIRE(compacted);
  CHECK(compacted->done);
  CHECK(compacted->messages == 38);
  CHECK_FALSE(contains(given, "lamps"));
  CHECK(contains(given, "parcels 21"));
  CHECK_FALSE(contains(shown(*service), "lamps"));
  CHECK(contains(shown(*service), "parcels 40"));
  CHECK(store->item("s1", "summary")->value().bytes == former);
  CHECK(store->item("s1", "summary:21")->has_value());
}

TEST_CASE("a summary from an older database is not used for the current conversation") {
  const auto store = create_memory_store();
  Conversation conversation("s1");
  continue_conversation(*store, conversation, 20, "lamps");
  conversation = with_next_conversation(conversation);
  continue_conversation(*store, conversation, 20, "parcels");
  REQUIRE(store->change_items({"s1",
                               conversation.state().created_at,
                               {{"summary", 1, 0, R"({"text":"about lamps","upto":60,"turns":30,"messages":60})"}},
                               {}}));
  MemoryOptions options = wide();
  options.strategy = ContextStrategy::kSummary;
  options.max_tokens.fill(400);
  CHECK_FALSE(contains(shown(*make_context_service(store, options)), "lamps"));
}

TEST_CASE("topics stay with their conversation and are found in the history", "[topics]") {
  const auto store = create_memory_store();
  Conversation conversation("s1");
  MemoryOptions options;
  options.topics.emplace();
  options.topics->max_recent = 3;
  options.topics->keep_recent = 1;
  const auto service = make_context_service(store, options);
  continue_conversation(*store, conversation, 8, "broken garden lamps");
  REQUIRE(service->topics("s1"));
  const auto packs = store->items("s1", "topic:")->size();
  REQUIRE(packs > 0);
  conversation = with_next_conversation(conversation);
  continue_conversation(*store, conversation, 8, "lost foreign parcels");
  const auto topics = service->topics("s1");
  REQUIRE(topics);
  CHECK_FALSE(contains(topics_to_json(*topics), "lamps"));
  CHECK(store->item("s1", "topics:9")->has_value());
  CHECK_FALSE(store->items("s1", "topic:9:")->empty());
  CHECK(store->items("s1", "topic:p")->size() == packs);
  CHECK(service->find_topics({}, "garden lamps", 10)->empty());
  const auto whole = service->topics("s1", /*history=*/true);
  REQUIRE(whole);
  CHECK(contains(topics_to_json(*whole), "lamps"));
  REQUIRE(whole->archived.size() == 1);
  CHECK(whole->archived[0].id == "1/t1");
  CHECK_FALSE(service->find_topics({}, "garden lamps", 10, /*history=*/true)->empty());
}

TEST_CASE("a fork has only the current conversation, and an import accepts it") {
  const auto store = create_memory_store();
  Conversation conversation("s1");
  continue_conversation(*store, conversation, 5, "lamps");
  conversation = with_next_conversation(conversation);
  continue_conversation(*store, conversation, 3, "parcels");
  REQUIRE(store->change_items({"s1",
                               conversation.state().created_at,
                               {{"summary", 1, 0, "old"}, {"summary:6", 1, 0, "new"}, {"mine", 1, 0, "host's"}},
                               {}}));
  const auto ids = create_counted_ids("id-");
  REQUIRE(fork_session(*store, "s1", "copy", *ids, conversation.state().updated_at));
  const SessionRecord copy = **store->record("copy");
  CHECK(copy.messages.size() == 6);
  CHECK(copy.turns.size() == 3);
  CHECK(copy.state.trimmed == 10);
  REQUIRE(copy.items.size() == 2);
  CHECK(copy.items[0].name == "mine");
  CHECK(copy.items[1].name == "summary:6");
  std::int64_t bytes = 0;
  for (const Message& message : copy.messages) {
    CHECK(contains(message.text, "parcels"));
    bytes += static_cast<std::int64_t>(message.text.size());
  }
  CHECK(copy.state.bytes == bytes);

  std::vector<std::string> lines;
  REQUIRE(export_sessions(*store, {}, [&](std::string_view line) { return lines.emplace_back(line), true; }));
  std::size_t at = 0;
  const auto other = create_memory_store();
  const auto imported = import_sessions(*other, [&]() -> std::optional<std::string> {
    return at < lines.size() ? std::optional(lines[at++]) : std::nullopt;
  });
  REQUIRE(imported);
  CHECK(imported->refusals == 0);
  CHECK(imported->sessions == 2);

  REQUIRE(fork_session(*store, "s1", "whole", *ids, conversation.state().updated_at, /*history=*/true));
  CHECK((*store->record("whole"))->messages.size() == 16);
}
