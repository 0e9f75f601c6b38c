// Tests a message that many threads send at once. Its turn runs once, and all threads get the same response.
#include <algorithm>
#include <atomic>

#include <catch2/catch.hpp>

#include "tests/torture/session_checks.h"
#include "tests/torture/store_under_test.h"
#include "tests/torture/test_scale.h"
#include "tests/torture/threads.h"

using namespace parley;
using namespace parley::torture;

namespace {

constexpr int kSharedSessions = 8;
constexpr int kSenders = 16;

struct AnswerTally {
  std::atomic<std::int64_t> executions{0}, answers{0}, duplicates{0};
};

// For each message, one number made of the seq of its turn and the number in its reply; 0 without a response.
using Answers = Shared<std::atomic<std::int64_t>>;

void send_all(int threads, int messages, Engine& engine, const Answers& answers, AnswerTally& tally,
              Diagnostics& findings) {
  run_in_threads(threads, [&](int) {
    for (int i = 0; i < messages; ++i) {
      const auto turn = engine.handle(message(name_of_session(i % kSharedSessions), "count", id_of(i)));
      if (!turn) return findings.add(turn.error().to_string());
      const std::int64_t answer = turn->seq * 1'000'000 + number_in(*turn).value_or(999'999);
      std::int64_t first = 0;
      if (!answers[static_cast<std::size_t>(i)].compare_exchange_strong(first, answer)) {
        findings.expect(first == answer, id_of(i) + " got two different answers");
      }
      ++tally.answers;
      tally.duplicates += turn->duplicate;
    }
  });
}

}  // namespace

TEST_CASE("messages that 16 threads send at once run once, and all threads get the same responses",
          "[processes][stores]") {
  const Backend backend = GENERATE(from_range(backends()));
  const int processes = GENERATE(1, 4);
  const int messages = scaled(50, 10'000);
  const auto target = make_store_under_test(backend);
  const auto catalog = load_bot();
  (void)open(*target);
  Progress progress("the same ids from " + std::to_string(processes) + " processes over " + target->name(), messages);
  const Shared<Diagnostics> findings;
  const Shared<AnswerTally> tally;
  const Answers answers(static_cast<std::size_t>(messages));
  std::vector<Child> senders;
  for (int i = 0; i < processes; ++i) {
    senders.emplace_back([&] {
      const auto store = open(*target);
      const auto engine = make_engine(catalog, store, [&](const ToolCall& call) {
        ++tally->executions;
        return increment_tool(call);
      });
      send_all(kSenders / processes, messages, *engine, answers, *tally, *findings);
      return true;
    });
  }
  CHECK(wait_for(senders, [&] { progress.at(tally->answers / kSenders); }));
  CHECK(findings->all() == "");
  CHECK(tally->executions == messages);
  CHECK(tally->answers == std::int64_t{messages} * kSenders);
  CHECK(tally->duplicates == std::int64_t{messages} * (kSenders - 1));
  const auto store = open(*target);
  for (int i = 0; i < std::min(kSharedSessions, messages); ++i) {
    const auto record = store->record(name_of_session(i));
    REQUIRE(record);
    REQUIRE(record->has_value());
    check_session(**record, *findings);
    CHECK(check_numbers(**record, *findings) == (*record)->state.turns);
  }
  CHECK(findings->all() == "");
  progress.figures(count_of(tally->executions, "executions, ") + count_of(tally->answers, "equal answers"));
}
