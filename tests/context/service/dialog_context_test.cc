// Tests the dialog state in a context, for a caller's classifier or planner.
#include "context/service/dialog_context.h"

#include "tests/context/service/stored_conversations.h"

using namespace parley;
using conformance::Conversation;
using context::dialog_context;
using test::make_context_service;

namespace {

std::string unchanged(const std::string& text) { return text; }

// A state in which a refund asks for its reason, and the session has the user's city.
SessionState refund() {
  SessionState state;
  state.params["city"] = {"Bern", 1};
  state.frames.resize(2);
  state.frames[0].intent = "track";
  state.frames[0].params["parcel"] = {"P-1", 1};
  state.frames[1].intent = "refund";
  state.frames[1].params["order"] = {"O-12345", 2};
  state.frames[1].params["items"] = {Value::Array{1, 2}, 2};
  state.waiting.emplace().awaited = AskedParam{"reason", {}};
  state.waiting->expires_at = 500;
  return state;
}

SessionState with_params(int count, std::size_t bytes) {
  SessionState state = refund();
  for (int i = 0; i < count; ++i) {
    state.frames[1].params["p" + std::to_string(i)] = {std::string(bytes, 'x'), 1};
  }
  return state;
}

}  // namespace

TEST_CASE("A context of a conversation that was handed off has the reason and the intents that wait") {
  SessionState state = refund();
  state.frames[1].params["mail"] = {"jane@doe.com", 2};
  state.waiting.reset();
  state.queue.emplace_back().intent = "newsletter";
  state.handed_off.emplace().reason = "exhausted";
  state.handed_off->at = 1'772'442'000'000;
  const auto masked = [](const std::string& text) { return text == "jane@doe.com" ? std::string("{email}") : text; };
  CHECK(render_json(dialog_context(state, 499, 0, {}, masked)).to_json() ==
        R"({"handed_off":{"at":"2026-03-02T09:00:00.000Z","reason":"exhausted"},"intent":"refund",)"
        R"("later":["track","newsletter"],)"
        R"("params":{"city":"Bern","items":[1,2],"mail":"{email}","order":"O-12345"}})");
  CHECK(dialog_context(state, 499, 1, {}, masked).tokens == 0);  // nothing fits
}

TEST_CASE("F51: a context has the open intent, the awaited param and the params of intent and session") {
  const DialogContext dialog = dialog_context(refund(), 499, 0, {}, unchanged);
  CHECK(render_json(dialog).to_json() ==
        R"({"intent":"refund","params":{"city":"Bern","items":[1,2],"order":"O-12345"},"waiting_for_param":"reason"})");
  CHECK(dialog.tokens >= 25);
  CHECK(dialog.left_out == 0);
  CHECK(render_json(dialog_context({}, 0, 0, {}, unchanged)).to_json() == "{}");
  CHECK(dialog_context({}, 0, 0, {}, unchanged).tokens == 0);
}

TEST_CASE("F51: a param of the open intent hides the session's param of that name") {
  SessionState state = refund();
  state.frames[1].params["city"] = {"Thun", 3};
  CHECK(dialog_context(state, 0, 0, {}, unchanged).params.at("city") == Value("Thun"));
}

TEST_CASE("F51: messages and params share the budget of a context") {
  const auto store = create_memory_store();
  Conversation conversation("s1");
  test::continue_conversation(*store, conversation, 300);
  auto last = conversation.next("refund", "Why?");
  last.notes.reset();
  const SessionState state = with_params(40, 200);
  last.state.params = state.params;
  last.state.frames = state.frames;
  REQUIRE(store->commit(last.commit()));
  const auto service = make_context_service(store, {});
  for (Consumer consumer : {Consumer::kClassifier, Consumer::kPlanner, Consumer::kLlm, Consumer::kAgent}) {
    INFO(to_string(consumer));
    const auto made = service->context("s1", {consumer, 0});
    REQUIRE(made);
    CHECK(made->context.max_tokens == default_tokens(consumer));
    CHECK(made->context.tokens + made->dialog.tokens <= made->context.max_tokens);
    CHECK(made->context.tokens > made->context.max_tokens / 2);
    CHECK(made->dialog.tokens <= made->context.max_tokens / 4);
    CHECK(made->dialog.params.at("order") == Value("O-12345"));
    CHECK(made->dialog.params.size() + static_cast<std::size_t>(made->dialog.left_out) == 43);
    CHECK((made->dialog.left_out > 0) == (consumer != Consumer::kAgent));
  }
  const auto least = service->context("s1", {Consumer::kLlm, kMinContextTokens});
  REQUIRE(least);
  CHECK(least->dialog.tokens == 0);
  CHECK(least->dialog.left_out == 43);
  REQUIRE_FALSE(service->context("s1", {Consumer::kLlm, kMinContextTokens - 1}));
}

TEST_CASE("the dialog state is reduced if necessary to show the whole system prompt") {
  const auto store = create_memory_store();
  Conversation conversation("s1");
  auto last = conversation.next("refund", "Why?");
  last.state.frames = with_params(5, 100).frames;
  last.notes = SessionNotes{};
  last.notes->metadata["system_prompt"] = std::string(1'000, 'x');
  REQUIRE(store->commit(last.commit()));
  const auto service = make_context_service(store, {});
  Message prompt;
  prompt.text = std::string(1'000, 'x');
  const auto tight = service->context("s1", {Consumer::kLlm, count_tokens(prompt) + kMinContextTokens});
  REQUIRE(tight);
  CHECK(tight->context.system_prompt == prompt.text);
  CHECK(tight->dialog.tokens == 0);
  const auto wide = service->context("s1", {Consumer::kLlm, 4'000});
  REQUIRE(wide);
  CHECK(wide->dialog.left_out == 0);
}

TEST_CASE("a context without room for the open intent reports it in its steps") {
  const auto store = create_memory_store();
  Conversation conversation("s1");
  auto last = conversation.next("refund", "Why?");
  last.notes.reset();
  last.state.frames = refund().frames;
  REQUIRE(store->commit(last.commit()));
  const auto service = make_context_service(store, {});
  const auto tight = service->context("s1", {Consumer::kLlm, kMinContextTokens});
  REQUIRE(tight);
  CHECK_FALSE(tight->dialog.intent);
  REQUIRE_FALSE(tight->context.steps.empty());
  const ContextStep& step = tight->context.steps.front();
  CHECK(step.name == "dialog");
  CHECK(step.problem == "no_room");
  CHECK(step.tokens_before > 0);
  CHECK(step.tokens_after == 0);
  const auto wide = service->context("s1", {Consumer::kLlm, 4'000});
  REQUIRE(wide);
  CHECK(wide->context.steps.front().name != "dialog");
}

TEST_CASE("F51: the largest params are omitted from a context first") {
  SessionState state = refund();
  state.frames[1].params["story"] = {std::string(2000, 'x'), 1};
  const DialogContext dialog = dialog_context(state, 0, 1'000, {}, unchanged);
  CHECK(dialog.left_out == 1);
  CHECK(dialog.params.count("story") == 0);
  CHECK(dialog.params.size() == 3);
}

TEST_CASE("a context has no awaited param after its question has expired") {
  CHECK(dialog_context(refund(), 499, 0, {}, unchanged).waiting_for_param == "reason");
  CHECK_FALSE(dialog_context(refund(), 500, 0, {}, unchanged).waiting_for_param);
  SessionState confirms = refund();
  confirms.waiting->awaited = AskedConfirmation();
  CHECK_FALSE(dialog_context(confirms, 0, 0, {}, unchanged).waiting_for_param);
}

TEST_CASE("every value of a context's params is redacted") {
  SessionState state = refund();
  state.frames[1].params["card"] = {Value::Object{{"number", 4111}, {"4111", Value::Array{4111, true}}}, 1};
  const auto redact = [](const std::string& text) { return text == "4111" ? std::string("{card}") : text; };
  CHECK(dialog_context(state, 0, 0, {}, redact).params.at("card").to_json() ==
        R"({"number":"{card}","{card}":["{card}",true]})");
}

TEST_CASE("the context of an ended conversation has no dialog state") {
  const auto store = create_memory_store();
  Conversation conversation("s1");
  auto last = conversation.next("refund", "Why?");
  last.notes.reset();
  last.state.frames = refund().frames;
  last.state.ended = true;
  REQUIRE(store->commit(last.commit()));
  const auto made = make_context_service(store, {})->context("s1", {Consumer::kLlm, 0, true});
  REQUIRE(made);
  CHECK(made->dialog.tokens == 0);
  CHECK(made->dialog.params.empty());
}
