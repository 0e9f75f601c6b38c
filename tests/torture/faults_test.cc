// Tests a store that fails once, at any of its calls. The caller gets an error, nothing is written partially, the
// message can be sent again, and the conversation continues as it would without the failure.
#include <catch2/catch.hpp>

#include "parley/protocol.h"
#include "parley/store.h"
#include "tests/conformance/snapshot.h"
#include "tests/torture/session_checks.h"
#include "tests/torture/store_under_test.h"
#include "tests/torture/test_scale.h"

using namespace parley;
using namespace parley::torture;

namespace {

constexpr int kFaultyTurns = 50;

enum class Fault {
  kNotDone,     // the call fails and has no effect
  kAnswerLost,  // the call succeeds, but its result is lost
};

// A store whose call number `fails_at` (from 1) fails.
class FaultyStore final : public SessionStore {
 public:
  FaultyStore(std::shared_ptr<SessionStore> inner, Fault fault) : inner_(std::move(inner)), fault_(fault) {}

  int calls = 0;
  int fails_at = 0;

  Result<std::optional<SessionState>> load(std::string_view session) override {
    return faulty([&] { return inner_->load(session); });
  }
  Result<std::optional<StoredTurn>> find_turn(std::string_view session, std::string_view id) override {
    return faulty([&] { return inner_->find_turn(session, id); });
  }
  Result<void> commit(const Commit& commit) override {
    return faulty([&] { return inner_->commit(commit); });
  }
  Result<std::vector<Message>> messages(std::string_view session, std::size_t limit, std::int64_t before) override {
    return faulty([&] { return inner_->messages(session, limit, before); });
  }
  Result<std::optional<TimeMs>> expired(std::string_view session) override {
    return faulty([&] { return inner_->expired(session); });
  }
  Result<std::optional<ConversationPlace>> find_conversation(std::string_view id) override {
    return faulty([&] { return inner_->find_conversation(id); });
  }
  Result<std::optional<CallRecord>> find_call(std::string_view session, std::string_view call_id) override {
    return faulty([&] { return inner_->find_call(session, call_id); });
  }
  Result<std::optional<Item>> item(std::string_view session, std::string_view name) override {
    return faulty([&] { return inner_->item(session, name); });
  }
  Result<std::vector<ItemInfo>> items(std::string_view session, std::string_view prefix) override {
    return faulty([&] { return inner_->items(session, prefix); });
  }
  Result<void> change_items(const ItemChange& change) override {
    return faulty([&] { return inner_->change_items(change); });
  }
  Result<std::size_t> drop_expired_items(TimeMs now) override {
    return faulty([&] { return inner_->drop_expired_items(now); });
  }
  Result<std::vector<SessionInfo>> list(const SessionQuery& query) override {
    return faulty([&] { return inner_->list(query); });
  }
  Result<std::optional<SessionInfo>> summary(std::string_view session) override {
    return faulty([&] { return inner_->summary(session); });
  }
  Result<bool> annotate(std::string_view session, const SessionNotes& notes) override {
    return faulty([&] { return inner_->annotate(session, notes); });
  }
  Result<std::optional<SessionRecord>> record(std::string_view session) override {
    return faulty([&] { return inner_->record(session); });
  }
  Result<void> put(const SessionRecord& record) override {
    return faulty([&] { return inner_->put(record); });
  }
  Result<std::size_t> erase(const std::vector<Erasure>& sessions) override {
    return faulty([&] { return inner_->erase(sessions); });
  }
  Result<std::vector<SearchHit>> search(const SearchQuery& query) override {
    return faulty([&] { return inner_->search(query); });
  }
  Result<void> forget_expired(TimeMs before) override {
    return faulty([&] { return inner_->forget_expired(before); });
  }
  Result<StoreCounts> counts(TimeMs now) override {
    return faulty([&] { return inner_->counts(now); });
  }

 private:
  template <typename Call>
  auto faulty(const Call& call) -> decltype(call()) {
    if (++calls != fails_at) return call();
    if (fault_ == Fault::kAnswerLost) (void)call();
    return Unexpected(ErrorCode::kStoreUnavailable, "an injected fault");
  }
  std::shared_ptr<SessionStore> inner_;
  Fault fault_;
};

// Sends the messages of the script. The requests name the user only after some turns.
Request request_of(const std::string& session, int turn) {
  Request request = message(session, script(0, turn), id_of(turn));
  if (turn >= 20) request.user = "jane";
  return request;
}

struct ScriptedConversation {
  ScriptedConversation(std::shared_ptr<SessionStore> inner, Fault fault, const std::shared_ptr<const Catalog>& catalog)
      : kept(std::move(inner)), store(std::make_shared<FaultyStore>(kept, fault)) {
    EngineOptions options;
    options.clock = std::make_shared<ManualClock>(1'767'225'600'000);
    options.limits.max_sessions = 0;
    engine = make_engine(
        catalog, store,
        [this](const ToolCall& call) {
          ++executions;
          ++calls[call.idempotency_key];
          return increment_tool(call);
        },
        options);
  }
  std::shared_ptr<SessionStore> kept;
  std::shared_ptr<FaultyStore> store;
  int executions = 0;
  std::map<std::string, int> calls;  // number of calls by idempotency key
  std::unique_ptr<Engine> engine;    // the last member, because it uses the others
};

// Returns the status and replies of a turn without the numbers.
std::string heard(const Turn& turn) {
  std::string all = to_string(turn.status);
  for (const std::string& text : turn.say) all += "|" + text.substr(0, text.find("number "));
  return all;
}

// Returns whether the state after a fault is valid: unchanged, the beginning of a turn whose tool had run, or the whole
// turn if only the result of the store's call was lost.
bool may_follow(const std::optional<SessionRecord>& before, const std::optional<SessionRecord>& after,
                std::int64_t turn, bool answer_lost) {
  const std::int64_t turns = after ? after->state.turns : 0;
  if (turns == turn) return answer_lost || !after->turns.back().complete;
  if (!before || !after) return !before && !after;
  SessionRecord noted = *after;  // the user may be stored before a turn; storing it again is harmless
  if (before->notes.user.empty()) noted.notes.user.clear();
  return conformance::same_record(*before, noted);
}

// Returns false if the conversation makes fewer than `fails_at` calls.
bool run_with_fault(ScriptedConversation& conversation, int fails_at, const SessionRecord& faultless,
                    Diagnostics& findings) {
  const std::string session = "s" + std::to_string(fails_at);
  conversation.store->calls = 0;
  conversation.store->fails_at = fails_at;
  conversation.calls.clear();
  int unknown_turn = 0;
  for (int turn = 1; turn <= kFaultyTurns; ++turn) {
    const std::string where = session + " turn " + std::to_string(turn);
    constexpr int kCallsOfATurn = 10;  // at most
    std::optional<SessionRecord> before;
    if (conversation.store->calls < fails_at && conversation.store->calls + kCallsOfATurn >= fails_at) {
      before = *conversation.kept->record(session);
    }
    const int executions = conversation.executions;
    auto answer = conversation.engine->handle(request_of(session, turn));
    if (conversation.store->calls >= fails_at && !answer) {
      const auto after = *conversation.kept->record(session);
      findings.expect(answer.error().code == ErrorCode::kStoreUnavailable, where + ": " + answer.error().to_string());
      const bool is_lost = after && after->state.turns == turn;
      findings.expect(may_follow(before, after, turn, is_lost && after->turns.back().complete),
                      where + ": something was half written");
      const bool names_it = answer.error().message.find("a tool had already run") != std::string::npos;
      findings.expect(names_it == (conversation.executions > executions),
                      where + ": the error does not say what had happened: " + answer.error().to_string());
      if (is_lost && !after->turns.back().complete) unknown_turn = turn;
      answer = conversation.engine->handle(request_of(session, turn));
    }
    if (!findings.expect(answer.has_value(), where + ": failed again")) return true;
    findings.expect(answer->seq == turn, where + ": has another turn's number");
  }
  const auto record = *conversation.kept->record(session);
  if (!findings.expect(record.has_value(), session + ": missing")) return true;
  check_session(*record, findings);
  for (const auto& [key, times] : conversation.calls) {
    findings.expect(times == 1 || times == 2, session + ": a call was made " + std::to_string(times) + " times");
  }
  // After the fault, the outcome of a call that must not be repeated is unknown. The reply of its turn reports this,
  // and the numbers of later replies do not count the call.
  for (std::size_t i = 0; i < faultless.turns.size(); ++i) {
    const Turn &turn = record->turns[i].turn, &expected = faultless.turns[i].turn;
    if (turn.seq == unknown_turn) continue;
    const bool same = unknown_turn == 0 ? turn_hash(turn) == turn_hash(expected) : heard(turn) == heard(expected);
    findings.expect(same, session + ": turn " + std::to_string(turn.seq) + " differs");
  }
  return conversation.store->calls >= fails_at;
}

}  // namespace

TEST_CASE("a store that fails at any call does not damage the conversation", "[faults][stores]") {
  const Backend backend = GENERATE(from_range(backends()));
  const Fault fault = GENERATE(Fault::kNotDone, Fault::kAnswerLost);
  SqliteOptions quick;
  quick.synchronous = SqliteOptions::Synchronous::kNormal;
  const std::unique_ptr<StoreUnderTest> target =
      backend == Backend::kSqlite ? std::make_unique<SqliteUnderTest>(quick) : make_store_under_test(backend);
  const auto catalog = load_bot();
  ScriptedConversation conversation(open(*target), fault, catalog);
  const Shared<Diagnostics> findings;
  const std::string kind = fault == Fault::kNotDone ? "a call that fails" : "an answer that is lost";
  Progress progress(kind + " over " + target->name(), 200);

  REQUIRE_FALSE(run_with_fault(conversation, 1'000'000, SessionRecord{}, *findings));
  const auto faultless = *conversation.kept->record("s1000000");
  REQUIRE(faultless.has_value());
  // Tests every fifth call with SQLite and every tenth with PostgreSQL, which is slower. At ten times the default size,
  // tests every call.
  const int step = 10 / (backend == Backend::kSqlite ? scaled(2, 10) : scaled(1, 10));
  int faults = 0;
  for (int at = 1; run_with_fault(conversation, at, *faultless, *findings); at += step) progress.at(++faults);
  CHECK(findings->all() == "");
  CHECK(faults * step > 2 * kFaultyTurns);
  progress.figures((step == 1 ? "each" : "one in " + std::to_string(step)) + " of " +
                   count_of(faults * step, "calls of ") + count_of(kFaultyTurns, "turns"));
}

// Otherwise the recap of the handoff would lack the earlier messages, without an error.
TEST_CASE("a handoff whose messages cannot be read is refused", "[faults]") {
  const auto target = make_store_under_test(Backend::kSqlite);
  ScriptedConversation conversation(open(*target), Fault::kNotDone, load_bot());
  REQUIRE(conversation.engine->handle(message("s", "what are your hours?", "m1")));
  conversation.store->calls = 0;
  conversation.store->fails_at = 3;  // load, find_turn, messages
  const auto turn = conversation.engine->handle(message("s", "I want to talk to a human", "m2"));
  if (!turn) return;
  const auto& handoff = std::get<Handoff>(turn->steps.back());
  CHECK(handoff.recap.front() == "user: what are your hours?");
}
