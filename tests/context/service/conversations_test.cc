// A session that holds one conversation after the other: what is made of it is made of the current one alone.
#include "memory/sessions/conversations.h"

#include "memory/item_names.h"
#include "parley/sessions.h"
#include "tests/context/service/talks.h"

using namespace parley;
using conformance::Conversation;
using test::make_recall;
using test::talk_on;

namespace {

// The same session, in which another conversation begins with the next turn.
Conversation begun_anew(const Conversation& talk) {
  SessionState state = talk.state();
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

std::string shown(context::ContextService& recall, const ContextQuery& query = {}) {
  const auto made = recall.context("s1", query);
  REQUIRE(made);
  return render_text(made->context);
}

bool has(const std::string& text, const std::string& word) { return text.find(word) != std::string::npos; }

}  // namespace

TEST_CASE("a context is of the current conversation alone, unless the history is asked for") {
  const auto store = memory_store();
  Conversation talk("s1");
  talk_on(*store, talk, 4, "lamps");
  talk = begun_anew(talk);
  talk_on(*store, talk, 3, "parcels");
  const auto recall = make_recall(store, wide());

  const auto made = recall->context("s1", {});
  REQUIRE(made);
  CHECK_FALSE(has(render_text(made->context), "lamps"));
  REQUIRE(made->context.messages.size() == 6);
  CHECK(made->context.messages.front().seq == 1);
  CHECK(made->context.messages.front().turn == 1);
  CHECK(made->context.left_out == LeftOut());
  CHECK(made->about.turns == 3);
  CHECK(made->about.started == talk.state().began_at);

  const auto whole = recall->context("s1", {Consumer::kLlm, 0, /*history=*/true});
  REQUIRE(whole);
  CHECK(has(render_text(whole->context), "lamps 1"));
  CHECK(has(render_text(whole->context), "parcels 7"));
  CHECK(whole->about.turns == 7);
}

TEST_CASE("a conversation of a state that does not say where it began is found by its first turn") {
  const auto store = memory_store();
  Conversation talk("s1");
  talk_on(*store, talk, 9, "lamps");
  SessionState state = begun_anew(talk).state();
  state.began_message = 0;
  talk = Conversation::resume(state);
  CHECK(*memory::first_message(*store, talk.state()) == 19);
  talk_on(*store, talk, 1, "parcels");
  CHECK(*memory::first_message(*store, talk.state()) == 19);
  talk_on(*store, talk, 30, "parcels");
  CHECK(*memory::first_message(*store, talk.state()) == 19);
  CHECK_FALSE(has(shown(*make_recall(store, wide())), "lamps"));
}

TEST_CASE("a conversation that is over shows nothing but its history", "[topics]") {
  const auto store = memory_store();
  for (const bool ended : {false, true}) {
    INFO(ended);
    Conversation talk(ended ? "ended" : "expired");
    SessionState state = talk.state();
    state.ended = ended;
    state.expires_at = ended ? 0 : 1767225600000;  // the clock's now
    talk = Conversation::resume(state);
    talk_on(*store, talk, 2);
    MemoryOptions options;
    options.topics.emplace();
    const auto recall = make_recall(store, options);
    const std::string name = talk.state().session;
    const auto is_expired = [](const auto& result) {
      return !result && result.error().code == ErrorCode::kSessionExpired;
    };
    CHECK(is_expired(recall->context(name, {})));
    CHECK(is_expired(recall->compact(name)));
    CHECK(is_expired(recall->topics(name)));
    CHECK(is_expired(recall->standalone(name, "and?")));
    CHECK(is_expired(recall->topic_statistics(name, false)));
    CHECK(is_expired(recall->artifact(name, "00ff", false, false)));
    const auto ids = counted_ids("id-");
    CHECK(is_expired(fork_session(*store, name, "copy", *ids, 1767225600000)));
    CHECK(recall->find_topics({}, "lamps", 10)->empty());

    CHECK(recall->context(name, {Consumer::kLlm, 0, /*history=*/true})->context.messages.size() == 4);
    CHECK(recall->topics(name, /*history=*/true)->kept.size() == 1);
    CHECK_FALSE(recall->find_topics({}, "lamps", 10, /*history=*/true)->empty());
    CHECK(fork_session(*store, name, name + "-copy", *ids, 1767225600000, /*history=*/true));
    REQUIRE(store->erase({{name}, {name + "-copy"}}));
  }
}

TEST_CASE("a summary stays with its conversation, and the next conversation begins without one") {
  const auto store = memory_store();
  Conversation talk("s1");
  talk_on(*store, talk, 20, "lamps");
  std::string given;
  const auto recall = make_recall(store, wide(), callback_summarizer([&](const SummaryRequest& request) {
                                    given = request.former;
                                    for (const Message& message : request.messages) given += message.text;
                                    return Result<std::string>(request.messages.front().text);
                                  }));
  REQUIRE(recall->compact("s1")->done);
  const std::string former = store->item("s1", "summary")->value().bytes;
  talk = begun_anew(talk);
  talk_on(*store, talk, 1, "parcels");
  CHECK_FALSE(has(shown(*recall), "lamps"));
  CHECK_FALSE(recall->compact("s1")->done);
  talk_on(*store, talk, 19, "parcels");
  const auto compacted = recall->compact("s1");
  REQUIRE(compacted);
  CHECK(compacted->done);
  CHECK(compacted->messages == 38);
  CHECK_FALSE(has(given, "lamps"));
  CHECK(has(given, "parcels 21"));
  CHECK_FALSE(has(shown(*recall), "lamps"));
  CHECK(has(shown(*recall), "parcels 40"));
  CHECK(store->item("s1", "summary")->value().bytes == former);
  CHECK(store->item("s1", "summary:21")->has_value());
}

TEST_CASE("a summary that an older database kept is not read into the conversation that goes on") {
  const auto store = memory_store();
  Conversation talk("s1");
  talk_on(*store, talk, 20, "lamps");
  talk = begun_anew(talk);
  talk_on(*store, talk, 20, "parcels");
  REQUIRE(store->change_items({"s1",
                               talk.state().created_at,
                               {{"summary", 1, 0, R"({"text":"about lamps","upto":60,"turns":30,"messages":60})"}},
                               {}}));
  MemoryOptions options = wide();
  options.strategy = ContextStrategy::kSummary;
  options.max_tokens.fill(400);
  CHECK_FALSE(has(shown(*make_recall(store, options)), "lamps"));
}

TEST_CASE("topics stay with their conversation, and are found in the history", "[topics]") {
  const auto store = memory_store();
  Conversation talk("s1");
  MemoryOptions options;
  options.topics.emplace();
  options.topics->max_recent = 3;
  options.topics->keep_recent = 1;
  const auto recall = make_recall(store, options);
  talk_on(*store, talk, 8, "broken garden lamps");
  REQUIRE(recall->topics("s1"));
  const auto packs = store->items("s1", "topic:")->size();
  REQUIRE(packs > 0);
  talk = begun_anew(talk);
  talk_on(*store, talk, 8, "lost foreign parcels");
  const auto topics = recall->topics("s1");
  REQUIRE(topics);
  CHECK_FALSE(has(topics_to_json(*topics), "lamps"));
  CHECK(store->item("s1", "topics:9")->has_value());
  CHECK_FALSE(store->items("s1", "topic:9:")->empty());
  CHECK(store->items("s1", "topic:p")->size() == packs);
  CHECK(recall->find_topics({}, "garden lamps", 10)->empty());
  const auto whole = recall->topics("s1", /*history=*/true);
  REQUIRE(whole);
  CHECK(has(topics_to_json(*whole), "lamps"));
  REQUIRE(whole->archived.size() == 1);
  CHECK(whole->archived[0].id == "1/t1");
  CHECK_FALSE(recall->find_topics({}, "garden lamps", 10, /*history=*/true)->empty());
}

TEST_CASE("a fork is of the current conversation, and keeps every rule of a session") {
  const auto store = memory_store();
  Conversation talk("s1");
  talk_on(*store, talk, 5, "lamps");
  talk = begun_anew(talk);
  talk_on(*store, talk, 3, "parcels");
  REQUIRE(store->change_items({"s1",
                               talk.state().created_at,
                               {{"summary", 1, 0, "old"}, {"summary:6", 1, 0, "new"}, {"mine", 1, 0, "host's"}},
                               {}}));
  const auto ids = counted_ids("id-");
  REQUIRE(fork_session(*store, "s1", "copy", *ids, talk.state().updated_at));
  const SessionRecord copy = **store->record("copy");
  CHECK(copy.messages.size() == 6);
  CHECK(copy.turns.size() == 3);
  CHECK(copy.state.trimmed == 10);
  REQUIRE(copy.items.size() == 2);
  CHECK(copy.items[0].name == "mine");
  CHECK(copy.items[1].name == "summary:6");
  std::int64_t bytes = 0;
  for (const Message& message : copy.messages) {
    CHECK(has(message.text, "parcels"));
    bytes += static_cast<std::int64_t>(message.text.size());
  }
  CHECK(copy.state.bytes == bytes);

  std::vector<std::string> lines;
  REQUIRE(export_sessions(*store, {}, [&](std::string_view line) { return lines.emplace_back(line), true; }));
  std::size_t at = 0;
  const auto other = memory_store();
  const auto imported = import_sessions(*other, [&]() -> std::optional<std::string> {
    return at < lines.size() ? std::optional(lines[at++]) : std::nullopt;
  });
  REQUIRE(imported);
  CHECK(imported->refusals == 0);
  CHECK(imported->sessions == 2);

  REQUIRE(fork_session(*store, "s1", "whole", *ids, talk.state().updated_at, /*history=*/true));
  CHECK((*store->record("whole"))->messages.size() == 16);
}
