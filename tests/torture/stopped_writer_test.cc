// Tests a process that stops in the middle of a turn. Another process takes over the session, and the store refuses the
// late commit.
#include <catch2/catch.hpp>

#include "memory/forwarding_store.h"
#include "tests/torture/session_checks.h"
#include "tests/torture/store_under_test.h"
#include "tests/torture/test_scale.h"

using namespace parley;
using namespace parley::torture;

namespace {

// A store that stops the process once, between planning a turn and its commit.
class StoppingStore final : public memory::ForwardingStore {
 public:
  using ForwardingStore::ForwardingStore;
  Result<void> commit(const Commit& commit) override {
    const bool first = !stopped_;
    stopped_ = true;
    if (first) ::raise(SIGSTOP);
    auto done = inner()->commit(commit);
    if (first) first_commit = done ? 0 : 1 + static_cast<int>(done.error().code);
    return done;
  }
  int first_commit = -1;  // 0: the commit succeeded; otherwise 1 + the error code

 private:
  bool stopped_ = false;
};

struct Answer {
  bool answered = false;
  ErrorCode code = ErrorCode::kInternal;
  bool duplicate = false;
  std::int64_t seq = 0;
  std::int64_t number = 0;
  int first_commit = -1;
};

Answer answer_of(const Result<Turn>& turn) {
  if (!turn) return {false, turn.error().code};
  return {true, {}, turn->duplicate, turn->seq, number_in(*turn).value_or(0)};
}

// Handles the request with a clock one day ahead, so that every lease has expired.
bool take_over(const StoreUnderTest& target, const std::shared_ptr<const Catalog>& catalog, const Request& request,
               const Pipe<Answer>& answers) {
  EngineOptions options;
  options.clock = std::make_shared<ManualClock>(create_system_clock()->now() + TimeMs{24} * 60 * 60 * 1000);
  const auto engine = make_engine(
      catalog, open(target),
      [&](const ToolCall& call) {
        return record_effect(target.file("effects"), call) ? increment_tool(call) : ToolOutcome::failed("no file");
      },
      options);
  return answers.put(answer_of(engine->handle(request)));
}

struct Round {
  const StoreUnderTest& target;
  const std::shared_ptr<const Catalog>& catalog;
  Diagnostics& findings;

  // Runs `stalled` until it stops itself, handles `other` in a second process, then resumes the first process.
  std::pair<Answer, Answer> run(const std::function<bool(const Pipe<Answer>&)>& stalled, const Request& other) const {
    Pipe<Answer> of_stalled, of_other;
    Child writer([&] { return stalled(of_stalled); });
    findings.expect(writer.wait_until_stopped(), "the writer did not stop");
    Child taker([&] { return take_over(target, catalog, other, of_other); });
    findings.expect(taker.wait(), "the second process failed");
    writer.send(SIGCONT);
    findings.expect(writer.wait(), "the stopped process failed");
    of_stalled.close_writing();
    of_other.close_writing();
    return {of_stalled.take().value_or(Answer{}), of_other.take().value_or(Answer{})};
  }

  void check(const std::string& session, std::int64_t turns) const {
    const auto store = open(target);
    const auto record = store->record(session);
    if (!findings.expect(record && *record, session + ": missing")) return;
    check_session(**record, findings);
    check_numbers(**record, findings);
    check_effects(**record, Effects(target.file("effects")), findings);
    findings.expect((*record)->state.turns == turns, session + ": has turns of the refused writer");
  }
};

}  // namespace

TEST_CASE("a process that is stopped in a tool call until its lease expires cannot commit the turn",
          "[processes][stores]") {
  const Backend backend = GENERATE(from_range(backends()));
  const std::string tool = GENERATE("count", "book O-000000001");
  const int rounds = scaled(5, 100);  // rounds per tool
  const auto target = make_store_under_test(backend);
  const auto catalog = load_bot();
  (void)open(*target);
  Progress progress("stopped in a tool over " + target->name() + ", '" + tool + "'", rounds);
  const Shared<Diagnostics> findings;
  int refused = 0;
  for (int round = 0; round < rounds; ++round) {
    const std::string session = name_of_session(round);
    const bool same_message = round % 2 == 0;
    const auto stalled = [&](const Pipe<Answer>& answers) {
      const auto engine = make_engine(catalog, open(*target), [&](const ToolCall& call) {
        ::raise(SIGSTOP);
        return increment_tool(call);
      });
      return answers.put(answer_of(engine->handle(message(session, tool, "m1"))));
    };
    const Round here{*target, catalog, *findings};
    const auto [late, other] =
        here.run(stalled, same_message ? message(session, tool, "m1") : message(session, "what are your hours?", "m2"));
    findings->expect(other.answered && other.seq == (same_message ? 1 : 2),
                     session + ": the other engine could not take over");
    // The tool "count" can be repeated, so it ran again. The tool "book" cannot, so its outcome is unknown.
    if (same_message) findings->expect(other.number == (tool == "count" ? 0 : 1), session + ": a wrong answer");
    refused += findings->expect(!late.answered && late.code == ErrorCode::kStaleVersion, session + ": not refused");
    here.check(session, same_message ? 1 : 2);
    progress.at(round);
  }
  CHECK(findings->all() == "");
  CHECK(refused == rounds);
  progress.figures(count_of(refused, "of ") + count_of(rounds, "late writers refused"));
}

TEST_CASE("a process that is stopped before its commit does not overwrite the turn of another process",
          "[processes][stores]") {
  const Backend backend = GENERATE(from_range(backends()));
  const int rounds = scaled(10, 200);
  const auto target = make_store_under_test(backend);
  const auto catalog = load_bot();
  (void)open(*target);
  Progress progress("stopped before a commit over " + target->name(), rounds);
  const Shared<Diagnostics> findings;
  int refused = 0;
  for (int round = 0; round < rounds; ++round) {
    const std::string session = name_of_session(round);
    const bool same_message = round % 2 == 0;
    const auto stalled = [&](const Pipe<Answer>& answers) {
      const auto store = std::make_shared<StoppingStore>(open(*target));
      const auto engine = make_engine(catalog, store);
      Answer answer = answer_of(engine->handle(message(session, "what are your hours?", "m1")));
      answer.first_commit = store->first_commit;
      return answers.put(answer);
    };
    const Round here{*target, catalog, *findings};
    const auto [late, other] = here.run(stalled, message(session, "what are your hours?", same_message ? "m1" : "m2"));
    refused += findings->expect(late.first_commit == 1 + static_cast<int>(ErrorCode::kStaleVersion),
                                session + ": the late commit was not refused");
    // The engine retries the refused turn. If the other process had the same message, the engine returns the turn of
    // that process. Otherwise it adds a new turn after it.
    findings->expect(other.answered && other.seq == 1 && !other.duplicate,
                     session + ": the turn of the other process was not first");
    findings->expect(late.answered && late.seq == (same_message ? 1 : 2) && late.duplicate == same_message,
                     session + ": wrong answer to the late request");
    here.check(session, same_message ? 1 : 2);
    progress.at(round);
  }
  CHECK(findings->all() == "");
  CHECK(refused == rounds);
  progress.figures(count_of(refused, "of ") + count_of(rounds, "late commits refused"));
}
