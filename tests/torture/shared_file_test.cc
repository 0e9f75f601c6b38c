// Tests several processes over one store. Each process uses its own sessions, and all processes use a few shared
// sessions. No call fails, and no turn is lost.
#include <atomic>
#include <random>

#include <catch2/catch.hpp>

#include "tests/torture/session_checks.h"
#include "tests/torture/store_under_test.h"
#include "tests/torture/test_scale.h"

using namespace parley;
using namespace parley::torture;

namespace {

constexpr int kProcesses = 8;
constexpr int kOwnSessions = 48;    // per process
constexpr int kCommonSessions = 2;  // used by all processes, for one turn in ten

std::string shared_session(unsigned i) { return "common-" + std::to_string(i); }
std::string own_session(int process, unsigned i) { return "p" + std::to_string(process) + "-" + std::to_string(i); }

struct TurnTally {
  std::atomic<std::int64_t> turns{0}, executions{0}, shared_turns{0}, longest_us{0}, longest_shared_us{0};
};

bool send_messages(int process, int turns, Engine& engine, TurnTally& tally, Diagnostics& findings) {
  std::mt19937 random(static_cast<unsigned>(process) + 1);
  for (int i = 0; i < turns; ++i) {
    const bool is_shared = random() % 10 == 0;
    const std::string session =
        is_shared ? shared_session(random() % kCommonSessions) : own_session(process, random() % kOwnSessions);
    const std::string text = random() % 2 == 0 ? "count" : "what are your hours?";
    const auto began = std::chrono::steady_clock::now();
    const auto turn = engine.handle(message(session, text, std::to_string(process) + "-" + std::to_string(i)));
    const auto took =
        std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - began).count();
    if (!turn) return findings.expect(false, session + ": " + turn.error().to_string());
    auto& longest = is_shared ? tally.longest_shared_us : tally.longest_us;
    for (std::int64_t known = longest; took > known && !longest.compare_exchange_weak(known, took);) {
    }
    ++tally.turns;
    tally.shared_turns += is_shared;
  }
  return true;
}

}  // namespace

TEST_CASE("8 processes share a store without errors", "[processes][stores]") {
  const Backend backend = GENERATE(from_range(backends()));
  const int turns = scaled(100, 25'000);  // per process
  const auto target = make_store_under_test(backend);
  const auto catalog = load_bot();
  Progress progress("8 processes over " + target->name(), std::int64_t{turns} * kProcesses);
  const Shared<Diagnostics> findings;
  const Shared<TurnTally> tally;
  std::vector<Child> children;
  for (int process = 0; process < kProcesses; ++process) {
    children.emplace_back([&, process] {
      const auto store = target->open();  // the processes open the store concurrently; one of them creates it
      if (!store) return findings->expect(false, store.error().to_string());
      const auto engine = make_engine(catalog, *store, [&](const ToolCall& call) {
        ++tally->executions;
        return increment_tool(call);
      });
      return send_messages(process, turns, *engine, *tally, *findings);
    });
  }
  CHECK(wait_for(children, [&] { progress.at(tally->turns); }));
  CHECK(findings->all() == "");

  const auto store = open(*target);
  std::int64_t stored = 0, counted = 0;
  const auto check_stored_session = [&](const std::string& session) {
    const auto record = store->record(session);
    REQUIRE(record);
    if (!*record) return;
    check_session(**record, *findings);
    counted += check_numbers(**record, *findings);
    stored += (*record)->state.turns;
  };
  for (unsigned i = 0; i < kCommonSessions; ++i) check_stored_session(shared_session(i));
  for (int process = 0; process < kProcesses; ++process) {
    for (unsigned i = 0; i < kOwnSessions; ++i) check_stored_session(own_session(process, i));
  }
  CHECK(findings->all() == "");
  CHECK(stored == std::int64_t{turns} * kProcesses);
  CHECK(counted == tally->executions);
  CHECK(target->damage() == "");
  progress.figures(count_of(stored, "turns (") + count_of(tally->shared_turns, "in shared sessions), ") +
                   count_of(counted, "tool calls, 0 errors, the longest turn ") +
                   std::to_string(tally->longest_us / 1000) + " ms, in shared sessions " +
                   std::to_string(tally->longest_shared_us / 1000) + " ms, " +
                   count_of(static_cast<std::int64_t>(static_cast<double>(stored) / progress.seconds()), "a second"));
}
