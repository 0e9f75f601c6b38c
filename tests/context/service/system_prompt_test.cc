// Tests the caller's system prompt in a session's notes, and to which conversation it belongs.
#include "memory/sessions/system_prompt.h"

#include "memory/forwarding_store.h"
#include "tests/context/service/stored_conversations.h"

using namespace parley;
using conformance::Conversation;
using memory::note_system_prompt;
using memory::system_prompt_of;

namespace {

SessionState in_conversation_of(std::int64_t began_turn) {
  SessionState state;
  state.began_turn = began_turn;
  return state;
}

}  // namespace

TEST_CASE("a system prompt belongs to the conversation that began with its turn") {
  SessionNotes notes;
  CHECK(system_prompt_of(notes, in_conversation_of(1)).empty());
  note_system_prompt(notes, "Be brief.", 1);
  CHECK(system_prompt_of(notes, in_conversation_of(0)) == "Be brief.");  // as stored by a version without this number
  CHECK(system_prompt_of(notes, in_conversation_of(1)) == "Be brief.");
  CHECK(system_prompt_of(notes, in_conversation_of(7)).empty());
}

TEST_CASE("a system prompt stored as a text applies to all conversations from then on") {
  SessionNotes notes;
  note_system_prompt(notes, "Be brief.", 1);
  notes.metadata["system_prompt"] = "Be kind.";
  CHECK(system_prompt_of(notes, in_conversation_of(1)) == "Be kind.");
  CHECK(system_prompt_of(notes, in_conversation_of(7)) == "Be kind.");
}

TEST_CASE("metadata of another form is not a system prompt") {
  for (const Value& other : {Value(), Value(3), Value(Value::Array{"Be brief."}), Value(Value::Object{{"turn", 1}}),
                             Value(Value::Object{{"text", 3}, {"turn", 1}}), Value(Value::Object{{"text", "x"}})}) {
    SessionNotes notes;
    notes.metadata["system_prompt"] = other;
    INFO(other.to_json());
    CHECK(system_prompt_of(notes, in_conversation_of(1)).empty());
  }
}

TEST_CASE("a session with corrupt notes has a context without its system prompt, and a step reports it") {
  class BrokenNotes final : public memory::ForwardingStore {
   public:
    using ForwardingStore::ForwardingStore;
    Result<std::optional<SessionInfo>> summary(std::string_view) override {
      return Unexpected(ErrorCode::kStoreCorrupt, "notes: unknown member");
    }
  };
  const auto store = create_memory_store();
  Conversation conversation("s1");
  test::continue_conversation(*store, conversation, 3);
  const auto service = test::make_context_service(std::make_shared<BrokenNotes>(store), {});
  const auto made = service->context("s1", {Consumer::kLlm});
  REQUIRE(made);
  CHECK(made->context.messages.size() == 6);
  CHECK(made->context.system_prompt.empty());
  REQUIRE_FALSE(made->context.steps.empty());
  CHECK(made->context.steps.front().name == "system_prompt");
  CHECK(made->context.steps.front().problem == "corrupt");
}

TEST_CASE("F18: the current system prompt is shown to a model and not to an agent") {
  const auto store = create_memory_store();
  Conversation conversation("s1");
  test::continue_conversation(*store, conversation, 3);
  SessionNotes notes;
  note_system_prompt(notes, "Be brief.", 1);
  REQUIRE(*store->annotate("s1", notes));
  const auto service = test::make_context_service(store, {});
  for (const Consumer consumer : {Consumer::kClassifier, Consumer::kPlanner, Consumer::kLlm}) {
    CHECK(service->context("s1", {consumer})->context.system_prompt == "Be brief.");
  }
  CHECK(service->context("s1", {Consumer::kAgent})->context.system_prompt.empty());
}
