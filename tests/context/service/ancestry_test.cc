// Tests sessions that continue others: up to eight sessions form one conversation.
#include "context/service/ancestry.h"

#include <set>

#include "parley/sessions.h"
#include "tests/context/service/stored_conversations.h"

using namespace parley;
using conformance::Conversation;
using conformance::PreparedCommit;
using test::continue_conversation;
using test::make_context_service;

namespace {

// Stores a conversation in a session of this name that continues `parent`.
Conversation begun(const std::string& session, const std::string& parent, const std::string& user = "") {
  SessionState state = Conversation(session).state();
  state.parent = parent;
  state.user = user;
  return Conversation::resume(state);
}

void conversation_in(SessionStore& store, const std::string& session, const std::string& parent, int turns,
                     const std::string& user = "") {
  Conversation conversation = begun(session, parent, user);
  continue_conversation(store, conversation, turns, session);
}

std::vector<Message> context_messages(const std::shared_ptr<SessionStore>& store, const std::string& session) {
  MemoryOptions options;
  options.max_tokens.fill(100'000);
  const auto context = make_context_service(store, options)->context(session, {});
  REQUIRE(context);
  return context->context.messages;
}

// Returns the sessions of the questions in order, for example "lamp 2, desk 1".
std::string shown(const std::vector<Message>& messages) {
  std::string all;
  std::string last;
  int count = 0;
  const auto flush = [&] {
    if (count > 0) all += (all.empty() ? "" : ", ") + last + " " + std::to_string(count);
    count = 0;
  };
  for (const Message& message : messages) {
    if (message.role != Role::kUser) continue;
    const std::string session = message.text.substr(0, message.text.find(' '));
    if (session != last) flush();
    last = session;
    ++count;
  }
  flush();
  return all;
}

// Begins a session that continues the parent's conversation, as an engine does.
Conversation continuing(const std::string& session, const SessionState& parent) {
  SessionState state = begun(session, parent.session, parent.user).state();
  state.parent_conversation = parent.continuation_id;
  state.parent_turn = parent.began_turn;
  state.parent_messages = parent.messages;
  return Conversation::resume(state);
}

// A summarizer that records what it gets. Its summaries have none of it.
struct RecordingSummarizer {
  std::vector<std::string> got;
  std::shared_ptr<Summarizer> summarizer = create_callback_summarizer([this](const SummaryRequest& request) {
    for (const Message& message : request.messages) got.push_back(message.text);
    return Result<std::string>("They spoke.");
  });
  bool has(const std::string& text) const { return std::find(got.begin(), got.end(), text) != got.end(); }
};

bool shows(const SessionContext& made, const std::string& text) {
  const auto& all = made.context.messages;
  return std::any_of(all.begin(), all.end(), [&](const Message& message) { return message.text == text; });
}

}  // namespace

TEST_CASE("F7: a session that begins under the name of a forgotten parent is a stranger") {
  const auto store = create_memory_store();
  Conversation first = begun("first", "");
  continue_conversation(*store, first, 2, "first");
  Conversation second = continuing("second", first.state());
  continue_conversation(*store, second, 1, "second");
  REQUIRE(shown(context_messages(store, "second")) == "first 2, second 1");
  REQUIRE(*store->erase({{"first"}}) == 1);
  SessionState stranger = begun("first", "").state();
  stranger.continuation_id = "c-stranger";
  first = Conversation::resume(stranger);
  continue_conversation(*store, first, 3, "stranger");
  CHECK(shown(context_messages(store, "second")) == "second 1");
}

TEST_CASE("F7: a conversation of a parent ends where the parent's next conversation begins") {
  const auto store = create_memory_store();
  Conversation first = begun("first", "");
  continue_conversation(*store, first, 2, "first");
  Conversation second = continuing("second", first.state());
  continue_conversation(*store, second, 1, "second");
  continue_conversation(*store, first, 2, "first");
  const auto check = [&] {
    const auto messages = context_messages(store, "second");
    CHECK(shown(messages) == "first 4, second 1");
    CHECK(messages.back().seq == 10);
    CHECK(messages.back().turn == 5);
  };
  check();
  for (const char* id : {"next", "last"}) {
    CAPTURE(id);
    INFO("the first turn of the next conversation has no messages yet");
    PreparedCommit restarted = first.begin_next_conversation(id, "parcels 1?", "Which?");
    restarted.state.messages -= static_cast<std::int64_t>(restarted.messages.size());
    for (const Message& message : restarted.messages)
      restarted.state.bytes -= static_cast<std::int64_t>(message.text.size());
    restarted.messages.clear();
    REQUIRE(store->commit(restarted.commit()));
    first = Conversation::resume(restarted.state);
    check();
    continue_conversation(*store, first, 2, "parcels");
    check();
  }
}

TEST_CASE("a stranger with the name of a parent that an older version did not record is found by its time") {
  const auto store = create_memory_store();
  Conversation second = begun("second", "first");
  continue_conversation(*store, second, 1, "second");
  Conversation first("first", second.state().created_at + 1);
  continue_conversation(*store, first, 2, "stranger");
  CHECK(shown(context_messages(store, "second")) == "second 1");
}

TEST_CASE("F68: the summarizer gets all messages that a summary covers, also those of a parent") {
  for (const bool by_hand : {true, false}) {
    CAPTURE(by_hand);
    const auto store = create_memory_store();
    Conversation first = begun("first", "");
    continue_conversation(*store, first, 12, "first");
    Conversation second = continuing("second", first.state());
    continue_conversation(*store, second, 12, "second");
    RecordingSummarizer model;
    const auto service = make_context_service(store, test::with_summaries(), model.summarizer);
    const auto sum_up = [&] { by_hand ? (void)service->compact("second") : (void)service->context("second", {}); };
    const auto check = [&](const std::string& about, int turns) {
      const auto made = service->context("second", {Consumer::kLlm, by_hand ? 100'000 : 1'000});
      REQUIRE(made);
      for (int turn = 1; turn <= turns; ++turn) {
        const std::string text = about + " " + std::to_string(turn) + "?";
        CAPTURE(text);
        CHECK((model.has(text) || shows(*made, text)));
      }
    };
    sum_up();
    REQUIRE_FALSE(model.got.empty());
    check("first", 12);
    check("second", 12);

    INFO("the parent continues after the summary");
    continue_conversation(*store, first, 2, "first");
    const auto made = service->context("second", {Consumer::kLlm, 100'000});
    CHECK((shows(*made, "first 13?") && shows(*made, "first 14?")));
    continue_conversation(*store, second, 22, "second");
    sum_up();
    check("first", 14);
    check("second", 34);
    const std::set<std::string> each(model.got.begin(), model.got.end());
    CHECK(each.size() == model.got.size());  // no message is summarised twice
  }
}

TEST_CASE("a summary with words of an erased session is not shown and not kept") {
  const auto store = create_memory_store();
  Conversation first = begun("first", "");
  continue_conversation(*store, first, 5, "first");
  Conversation second = continuing("second", first.state());
  continue_conversation(*store, second, 5, "second");
  const auto service = make_context_service(store, {});
  REQUIRE(service->compact("second")->done);
  SECTION("erased with its heirs") {
    REQUIRE(forget_session(*store, "first"));
    CHECK(store->items("second")->empty());
  }
  SECTION("erased by retention") { REQUIRE(*store->erase({{"first"}}) == 1); }
  CHECK(shown(context_messages(store, "second")) == "second 5");
  CHECK(store->items("second")->empty());
}

TEST_CASE("a session whose user becomes known keeps what its parent said until it began") {
  for (const bool is_child : {true, false}) {
    CAPTURE(is_child);
    const auto store = create_memory_store();
    Conversation first = begun("first", "");
    continue_conversation(*store, first, 2, "first");
    Conversation second = continuing("second", first.state());
    continue_conversation(*store, second, 1, "second");
    Conversation& named = is_child ? second : first;
    SessionState state = named.state();
    state.user = "u-1";
    named = Conversation::resume(state);
    continue_conversation(*store, first, 2, "later");
    continue_conversation(*store, second, 1, "second");
    CHECK(shown(context_messages(store, "second")) == "first 2, second 2");
  }
}

TEST_CASE(
    "a session is shown after the sessions that it continues, and all messages are numbered as one conversation") {
  const auto store = create_memory_store();
  conversation_in(*store, "first", "", 3);
  conversation_in(*store, "second", "first", 2);
  conversation_in(*store, "third", "second", 1);
  const auto messages = context_messages(store, "third");
  CHECK(shown(messages) == "first 3, second 2, third 1");
  REQUIRE(messages.size() == 12);
  for (std::size_t i = 0; i < messages.size(); ++i) {
    CHECK(messages[i].seq == static_cast<std::int64_t>(i) + 1);
    CHECK(messages[i].turn == static_cast<std::int64_t>(i) / 2 + 1);
  }
  CHECK(shown(context_messages(store, "second")) == "first 3, second 2");
}

TEST_CASE("a parent may have changed, be erased, belong to another user or form a cycle") {
  const auto store = create_memory_store();
  SECTION("later messages of the parent are read as well, each once") {
    Conversation first = begun("first", "");
    continue_conversation(*store, first, 2, "first");
    conversation_in(*store, "second", "first", 2);
    continue_conversation(*store, first, 3, "first");
    const auto messages = context_messages(store, "second");
    CHECK(shown(messages) == "first 5, second 2");
    CHECK(messages.back().seq == 14);
  }
  SECTION("erased messages are missing") {
    conversation_in(*store, "first", "", 2);
    conversation_in(*store, "second", "first", 2);
    conversation_in(*store, "third", "second", 2);
    REQUIRE(*store->erase({{"second"}}) == 1);
    CHECK(shown(context_messages(store, "third")) == "third 2");
  }
  SECTION("another user's session is never read") {
    conversation_in(*store, "first", "", 2, "u-1");
    conversation_in(*store, "second", "first", 2, "u-2");
    CHECK(shown(context_messages(store, "second")) == "second 2");
  }
  SECTION("a cycle terminates") {
    conversation_in(*store, "first", "second", 1);
    conversation_in(*store, "second", "first", 1);
    CHECK(shown(context_messages(store, "second")) == "first 1, second 1");
    conversation_in(*store, "self", "self", 1);
    CHECK(shown(context_messages(store, "self")) == "self 1");
  }
}

TEST_CASE("at most eight sessions form one conversation") {
  const auto store = create_memory_store();
  for (int i = 0; i < 12; ++i)
    conversation_in(*store, "s" + std::to_string(i), i == 0 ? "" : "s" + std::to_string(i - 1), 1);
  CHECK(shown(context_messages(store, "s11")) == "s4 1, s5 1, s6 1, s7 1, s8 1, s9 1, s10 1, s11 1");
}

TEST_CASE("a window that ends among the ancestors still holds the newest messages") {
  const auto store = create_memory_store();
  conversation_in(*store, "first", "", 200);
  conversation_in(*store, "second", "first", 2);
  const auto context = make_context_service(store, {})->context("second", {Consumer::kLlm, 600});
  REQUIRE(context);
  CHECK(context->context.tokens <= 600);
  CHECK(context->context.messages.back().seq == 404);
  CHECK(context->context.left_out.messages > 300);
}

TEST_CASE("a session continues the conversation that its parent had when the session began, not a later conversation") {
  const auto store = create_memory_store();
  Conversation first = begun("first", "");
  continue_conversation(*store, first, 3, "lamps");
  const auto next_conversation = [&] {
    SessionState state = first.state();
    state.began_turn = state.turns + 1;
    state.began_message = state.messages + 1;
    first = Conversation::resume(state);
  };
  next_conversation();
  continue_conversation(*store, first, 2, "first");

  SessionState state = begun("second", "first").state();
  state.parent_turn = 4;
  state.parent_messages = first.state().messages;
  Conversation second = Conversation::resume(state);
  continue_conversation(*store, second, 2, "second");
  const auto messages = context_messages(store, "second");
  CHECK(shown(messages) == "first 2, second 2");
  CHECK(messages.front().seq == 1);
  CHECK(messages.front().turn == 1);
  CHECK(messages.back().turn == 4);

  continue_conversation(*store, first, 1, "first");
  CHECK(shown(context_messages(store, "second")) == "first 3, second 2");
  next_conversation();
  continue_conversation(*store, first, 4, "parcels");
  CHECK(shown(context_messages(store, "second")) == "first 2, second 2");
  next_conversation();
  continue_conversation(*store, first, 4, "parcels");
  CHECK(shown(context_messages(store, "second")) == "first 2, second 2");

  SECTION("the next conversation of the session continues no parent") {
    SessionState restarted = second.state();
    restarted.began_turn = restarted.turns + 1;
    restarted.began_message = restarted.messages + 1;
    second = Conversation::resume(restarted);
    continue_conversation(*store, second, 1, "second");
    CHECK(shown(context_messages(store, "second")) == "second 1");
  }
  SECTION(
      "if an older version did not record which of several conversations the parent had, no message of the parent is "
      "read") {
    SessionState old = begun("third", "first").state();
    Conversation third = Conversation::resume(old);
    continue_conversation(*store, third, 1, "third");
    CHECK(shown(context_messages(store, "third")) == "third 1");
  }
}
