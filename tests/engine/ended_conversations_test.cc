// A session holds several conversations in sequence. A later conversation uses no text of an earlier one, in contexts,
// summaries, topics, handoffs, forks and sessions that continue it. RC_PARAMS=max_success=10000 tries 10,000 histories.
#include <map>
#include <regex>
#include <set>

#include <rapidcheck.h>

#include "context/topics/packed.h"
#include "tests/engine/engine_harness.h"
#include "tests/support/even_range.h"

using namespace parley;

namespace {

const char* const kTalkBot = R"(
parley: 1
bot: {id: talk}
tools:
  parcels.find: {kind: host}
intents:
  - id: find
    match: [{regex: '\bfind\b'}]
    params:
      what: {type: free_text, required: true, ask: "Find what?"}
    steps:
      - {tool: parcels.find, with: {what: "{what}"}, save: {where: result.where}}
      - say: "It is {where}."
session: SESSION
memory:
  strategy: summary
  results: 400
  offload: {start: 0, protect: 0, preview: 100}
  summary: {by: host, after_tokens: 150, keep: 0.2}
  topics: {max_recent: 3}
fallback: {say: "Pardon?"}
replies: {expired: It has been a while.}
)";

std::shared_ptr<const Catalog> talk_catalog(const std::string& session) {
  std::string bot = kTalkBot;
  bot.replace(bot.find("SESSION"), 7, session);
  auto catalog = Catalog::parse(bot, "talk.yaml");
  if (!catalog) FAIL(catalog.error().to_string());
  return *catalog;
}

// Returns the canaries in a text, for example "kanary17".
std::set<std::string> canaries_of(const std::string& text) {
  static const std::regex kCanary("[Kk]anary[0-9]+");
  std::set<std::string> found;
  for (std::sregex_iterator match(text.begin(), text.end(), kCanary), end; match != end; ++match) {
    std::string word = match->str();
    word[0] = 'k';
    found.insert(word);
  }
  return found;
}

std::string all_of(const SessionContext& made) {
  std::string all = render_text(made.context) + render_json(made.context).to_json() + render_facts(made.about);
  for (const FileRef& file : made.files) all += " " + file.path;
  return all;
}

std::string all_of(const std::vector<Message>& messages) {
  std::string all;
  for (const Message& message : messages) {
    all += message.text + " " + Value(message.details.metadata).to_json() + " ";
    for (const FileRef& file : message.details.files) all += file.path + " ";
  }
  return all;
}

// A session, its user, and the texts of each of its conversations.
class RandomConversation {
 public:
  explicit RandomConversation(std::shared_ptr<const Catalog> catalog) : catalog_(std::move(catalog)) {
    EngineOptions options;
    options.clock = clock;
    options.ids = create_counted_ids("id-");
    options.sweep_every = {};
    options.summarizer = create_callback_summarizer([this](const SummaryRequest& request) -> Result<std::string> {
      std::string shown = request.former + " " + all_of(request.messages);
      for (const auto& [name, value] : request.facts.params) shown += " " + value;
      for (const auto& result : request.facts.results) shown += " " + result.second;
      summarised_ = shown;
      std::string summary = "They said";
      for (const std::string& canary : canaries_of(shown)) summary += " " + canary;
      return summary + ".";
    });
    engine = *Engine::create(catalog_, store, options);
  }

  // Returns the turn; no value if the request was refused.
  std::optional<Turn> handle(Request request) {
    // Only messages of the user keep files and metadata.
    const bool is_text = std::holds_alternative<std::string>(request.input);
    if (is_text && ++said_ % 3 == 0) request.details.files.push_back({FileRef::Kind::kFile, canary(), ""});
    const auto turn = engine->handle(request);
    if (!turn) new_canaries_.clear();
    if (!turn) return std::nullopt;
    conversation_of_[request.session] = turn->continuation_id;
    for (const std::string& word : new_canaries_) said_in_[turn->continuation_id].insert(word);
    new_canaries_.clear();
    call_.clear();
    for (const Step& step : turn->steps) {
      if (const auto* call = std::get_if<ToolCall>(&step)) call_ = call->call_id;
      if (const auto* handoff = std::get_if<Handoff>(&step)) {
        for (const std::string& line : handoff->recap) check_text("a recap", line, request.session);
      }
    }
    return *turn;
  }
  std::optional<Turn> say(const std::string& text) { return handle(Request::text("s", text + " " + canary())); }
  std::optional<Turn> event(SessionEvent event) {
    Request request;
    request.session = "s";
    request.input = event;
    return handle(std::move(request));
  }
  std::optional<Turn> answer_call() {
    if (call_.empty()) return std::nullopt;
    Request request;
    request.session = "s";
    const std::string where = canary() + std::string(300, '.');
    request.input = ToolResult{call_, ToolOutcome::ok(Value(Value::Object{{"where", where}}))};
    return handle(std::move(request));
  }

  bool is_over(const std::string& session = "s") const {
    const auto state = store->load(session);
    return *state && ((*state)->ended || ((*state)->expires_at != 0 && clock->now() >= (*state)->expires_at));
  }

  // Makes every call that reads the session.
  void look(const std::string& session = "s") {
    if (session == "s" && !has_begun()) return;
    const bool over = is_over(session);
    const auto judge_result = [&](const char* what, const auto& result, auto text_of) {
      if (over) RC_ASSERT(!result && result.error().code == ErrorCode::kSessionExpired);
      if (!over) RC_ASSERT(result.has_value());
      if (result) check_text(what, text_of(*result), session);
    };
    summarised_.clear();
    judge_result("a context", engine->context(session), [](const SessionContext& made) { return all_of(made); });
    judge_result("a small context", engine->context(session, {Consumer::kAgent, 200}),
                 [](const SessionContext& made) { return all_of(made); });
    judge_result("topics", engine->topics(session), [](const Topics& topics) { return topics_to_json(topics); });
    judge_result("a question", engine->rewrite_question(session, "and?"), [](const std::string& text) { return text; });
    judge_result("a compaction", engine->compact(session), [](const Compacted&) { return std::string(); });
    check_text("what a summarizer is shown", summarised_, session);
    if (const auto made = engine->context(session); made) {
      const std::string text = all_of(*made);
      check_text("a context after it", text, session);
      if (session == "s" && !newest_.empty() && canaries_of(text).count(newest_) == 0) {
        RC_LOG() << "the newest message, " << newest_ << ", is missing in: " << text << std::endl;
        RC_FAIL("a context of the current conversation lacks its newest message");
      }
    }
  }

  bool has_begun() const { return store->load("s")->has_value(); }

  void fork() {
    if (!has_begun()) return;
    const std::string copy = "copy" + std::to_string(++copies_);
    const auto ids = create_counted_ids(copy + "-");
    const auto forked = fork_session(*store, "s", copy, *ids, clock->now());
    RC_ASSERT(forked.has_value() == !is_over());
    if (!forked) return;
    const SessionRecord record = **store->record(copy);
    std::string all = all_of(record.messages);
    for (const StoredTurn& stored : record.turns) {
      for (const std::string& text : stored.turn.say) all += text + " ";
      all += Value(stored.turn.params).to_json();
    }
    for (const Item& item : record.items) {
      const bool is_pack = item.name.rfind("topic:", 0) == 0;
      all += is_pack ? all_of(*context::unpack(item.bytes)) : item.bytes;
    }
    check_text("a fork", all, "s");
  }

  void continue_in_another_session() {
    if (!has_begun()) return;
    const std::string child = "child" + std::to_string(++copies_);
    Request request = Request::text(child, "hm");
    request.parent = "s";
    new_canaries_.clear();
    const auto begun = engine->handle(request);
    RC_ASSERT(begun.has_value() == !is_over());
    if (!begun) return;
    parent_of_[child] = conversation_of_["s"];
    conversation_of_[child] = begun->continuation_id;
    children_.push_back(child);
  }
  void look_elsewhere() {
    for (const std::string& child : children_) look(child);
  }

  std::string canary() {
    newest_ = "kanary" + std::to_string(++canaries_);
    new_canaries_.push_back(newest_);
    return newest_;
  }
  void note_newest(bool is_said) {
    if (!is_said) newest_.clear();
  }

  std::shared_ptr<ManualClock> clock = std::make_shared<ManualClock>(1'000'000);
  std::shared_ptr<SessionStore> store = create_memory_store();
  std::unique_ptr<Engine> engine;

 private:
  // A child of "s" may also show later messages of its parent's conversation.
  void check_text(const char* what, const std::string& text, const std::string& session) {
    const std::set<std::string>& own = said_in_[conversation_of_[session]];
    const std::set<std::string>& parents = said_in_[parent_of_[session]];
    for (const std::string& canary : canaries_of(text)) {
      if (own.count(canary) == 1 || parents.count(canary) == 1) continue;
      RC_LOG() << what << " of " << session << " shows " << canary << std::endl;
      RC_FAIL("words of another conversation");
    }
  }

  std::shared_ptr<const Catalog> catalog_;
  std::map<std::string, std::set<std::string>> said_in_;  // canaries by the continuation id of their conversation
  std::map<std::string, std::string> conversation_of_;    // the newest continuation id by session
  std::map<std::string, std::string> parent_of_;          // the continuation id of the parent's conversation by session
  std::vector<std::string> new_canaries_;                 // canaries of the current message
  std::vector<std::string> children_;
  std::string newest_, summarised_, call_;
  int canaries_ = 0, copies_ = 0, said_ = 0;
};

}  // namespace

TEST_CASE(
    "after a conversation has expired, ended, been reset or rolled over, the next conversation uses none of its "
    "texts") {
  const std::vector<std::shared_ptr<const Catalog>> catalogs = {
      talk_catalog("{ttl: 1h, max_age: 1d, max_turns: 6, at_limit: roll_over}"),
      talk_catalog("{ttl: 1h, max_turns: 5, at_limit: trim}"), talk_catalog("{ttl: 1h}")};
  CHECK(rc::check("histories", [&] {
    RandomConversation conversation(catalogs[test::evenly<std::size_t>(0, catalogs.size())]);
    for (int step = test::evenly(5, 40); step > 0; --step) {
      bool is_said = false;
      switch (test::evenly(0, 14)) {
        case 0: conversation.clock->set(conversation.clock->now() + kHour); break;
        case 1: conversation.clock->set(conversation.clock->now() + kHour / 3); break;
        case 2: conversation.event(SessionEvent::kEnd); break;
        case 3: conversation.event(SessionEvent::kReset); break;
        case 4: is_said = conversation.say("start over").has_value(); break;
        case 5: is_said = conversation.say("I want to talk to a human").has_value(); break;
        case 6: is_said = conversation.say("find").has_value(); break;
        case 7: is_said = conversation.answer_call().has_value(); break;
        case 8: conversation.look(); continue;
        case 9: conversation.fork(); continue;
        case 10: conversation.continue_in_another_session(); break;
        case 11: conversation.look_elsewhere(); continue;
        default: is_said = conversation.say("my garden lamps flicker").has_value(); break;
      }
      conversation.note_newest(is_said);
    }
    conversation.say("hm");
    conversation.look();
  }));
}

TEST_CASE("an ended conversation can be read only as history, and no fork or child session can start from it") {
  for (const char* how : {"expired", "ended"}) {
    INFO(how);
    EngineHarness harness(create_memory_store(), bot_with_memory("{topics: {}}"));
    const Turn first = harness.say("my garden lamps flicker");
    if (std::string(how) == "expired") {
      harness.clock->set(harness.clock->now() + kHour);
    } else {
      Request end;
      end.session = "s1";
      end.input = SessionEvent::kEnd;
      harness.handle(end);
    }
    const auto is_expired = [](const auto& result) {
      return !result && result.error().code == ErrorCode::kSessionExpired;
    };
    CHECK(is_expired(harness.engine->context("s1")));
    CHECK(is_expired(harness.engine->compact("s1")));
    CHECK(is_expired(harness.engine->topics("s1")));
    CHECK(is_expired(harness.engine->rewrite_question("s1", "and?")));
    CHECK(is_expired(harness.engine->topic_stats("s1")));
    CHECK(is_expired(harness.engine->rate_topic("s1", "t1", 0.9)));
    CHECK(is_expired(harness.engine->rate_usefulness("s1", "t1", true)));
    CHECK(is_expired(harness.engine->tag_topic("s1", "t1", {"late"})));
    CHECK(is_expired(harness.engine->merge_topics("s1", "t1", "t2")));
    CHECK(is_expired(harness.engine->artifact("s1", std::string(64, '0'))));
    CHECK(is_expired(session_of_conversation(*harness.store, first.continuation_id, harness.clock->now())));
    CHECK(harness.engine->find_topics({}, "garden lamps")->empty());
    const auto ids = create_counted_ids("x-");
    CHECK(is_expired(fork_session(*harness.store, "s1", "copy", *ids, harness.clock->now())));
    Request child = Request::text("s2", "hm");
    child.parent = "s1";
    CHECK(is_expired(harness.engine->handle(child)));
    CHECK_FALSE(harness.store->load("s2")->has_value());

    CHECK(render_text(harness.engine->context("s1", {Consumer::kLlm, 0, true})->context).find("lamps") !=
          std::string::npos);
    CHECK(harness.engine->topics("s1", true)->kept.size() == 1);
    CHECK(harness.engine->find_topics({}, "garden lamps", 10, true)->size() == 1);
  }
}

TEST_CASE("the handoff summary covers only the current conversation") {
  EngineHarness harness;
  for (int i = 0; i < 5; ++i) harness.say("my secret is zugzwang");
  harness.clock->set(harness.clock->now() + kHour);
  const Turn turn = harness.say("I want to talk to a human");
  CHECK(turn.reason == "expired");
  const auto* handoff = std::get_if<Handoff>(&turn.steps.back());
  for (const Step& step : turn.steps) {
    if (!handoff) handoff = std::get_if<Handoff>(&step);
  }
  REQUIRE(handoff);
  REQUIRE_FALSE(handoff->recap.empty());
  CHECK(handoff->recap.front() == "user: I want to talk to a human");
  for (const std::string& line : handoff->recap) {
    CHECK(line.find("zugzwang") == std::string::npos);
    CHECK(line.find("left out") == std::string::npos);
  }
}

TEST_CASE("a reset starts another conversation with its own id") {
  for (const bool by_word : {false, true}) {
    INFO(by_word);
    EngineHarness harness;
    const Turn first = harness.say("my secret is zugzwang");
    Request reset = Request::text("s1", "start over");
    if (!by_word) reset.input = SessionEvent::kReset;
    const Turn turn = harness.handle(reset);
    CHECK(turn.continuation_id != first.continuation_id);
    const SessionState state = **harness.store->load("s1");
    CHECK(state.began_turn == 2);
    CHECK(state.began_message == 3);
    CHECK(harness.say("hm").continuation_id == turn.continuation_id);
    CHECK(render_text(harness.engine->context("s1")->context).find("zugzwang") == std::string::npos);
  }
}
