// ClientProcess talks to a bot and reports each response at once, so that a test can kill the process at any moment.
#pragma once

#include <array>
#include <atomic>
#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <poll.h>
#include <unistd.h>

#include "parley/parley.h"
#include "parley/protocol.h"
#include "tests/torture/processes.h"
#include "tests/torture/side_effects.h"
#include "tests/torture/store_under_test.h"
#include "tests/torture/torture_bot.h"

namespace parley::torture {

// A report that the client process sends to the test.
struct ClientReport {
  enum class Kind { kAnswered, kInTool, kRefused };
  Kind kind = Kind::kAnswered;
  int session = 0;
  std::int64_t seq = 0;
  std::array<char, 80> hash{};
};

struct ClientProcess {
  static constexpr int kThreads = 2;
  static constexpr int kSessionsEach = 2;
  static constexpr int kSessions = kThreads * kSessionsEach;
  static constexpr std::int64_t kUnlimited = 1'000'000;

  // Where a tool waits to be killed: before its side effect, or after it and before the result.
  enum class WaitPoint { kNowhere, kBeforeEffect, kAfterEffect };

  const StoreUnderTest& target;
  const std::shared_ptr<const Catalog>& catalog;
  const Pipe<ClientReport>& reports;
  Diagnostics& findings;
  unsigned seed = 0;
  WaitPoint wait_point = WaitPoint::kNowhere;
  std::int64_t turns = kUnlimited;  // per session
  bool patient = false;             // repeats messages while the store is unavailable

  // Continues each session from its stored state. Half of the sessions repeat the last message, as a client does that
  // received no response.
  bool talk() const {
    const auto store = open_store();
    if (!store) return findings.expect(false, "the store cannot be opened: " + store.error().to_string());
    const auto engine = make_engine(catalog, *store, [this](const ToolCall& call) { return act(call); });
    std::atomic<bool> good{true};
    std::vector<std::thread> threads;
    for (int thread = 0; thread < kThreads; ++thread) {
      threads.emplace_back([&, thread] {
        if (!talk_in(thread * kSessionsEach, **store, *engine)) good = false;
      });
    }
    for (std::thread& thread : threads) thread.join();
    return good;
  }

 private:
  Result<std::shared_ptr<SessionStore>> open_store() const {
    auto store = target.open();
    while (patient && !store) {
      pause();
      store = target.open();
    }
    return store;
  }

  bool talk_in(int first, SessionStore& store, Engine& engine) const {
    std::array<std::int64_t, kSessionsEach> next{};
    for (int i = 0; i < kSessionsEach; ++i) {
      const auto state = store.load(name_of_session(first + i));
      if (!state) return findings.expect(false, "load: " + state.error().to_string());
      const std::int64_t last = *state ? (*state)->turns : 0;
      const bool again = last > 0 && (seed + static_cast<unsigned>(first + i)) % 2 == 0;
      next[static_cast<std::size_t>(i)] = again ? last : last + 1;
    }
    for (std::int64_t turn = 0; turn < turns; ++turn) {
      for (int i = 0; i < kSessionsEach; ++i) {
        if (!say(first + i, next[static_cast<std::size_t>(i)]++, engine)) return false;
      }
    }
    return true;
  }

  bool say(int session, std::int64_t seq, Engine& engine) const {
    const Request request = message(name_of_session(session), script(session, seq), id_of(seq));
    auto turn = engine.handle(request);
    while (patient && !turn && turn.error().code == ErrorCode::kStoreUnavailable) {
      reports.put({ClientReport::Kind::kRefused, session, seq, {}});
      pause();
      turn = engine.handle(request);
    }
    const std::string where = request.session + " turn " + std::to_string(seq);
    if (!turn) return findings.expect(false, where + ": " + turn.error().to_string());
    if (!findings.expect(turn->seq == seq, where + ": has the number " + std::to_string(turn->seq))) return false;
    ClientReport report{ClientReport::Kind::kAnswered, session, seq, {}};
    std::strncpy(report.hash.data(), turn_hash(*turn).c_str(), report.hash.size() - 1);
    return reports.put(report);
  }

  ToolOutcome act(const ToolCall& call) const {
    if (wait_point == WaitPoint::kBeforeEffect) wait_until_killed();
    if (!record_effect(target.file("effects"), call)) findings.add("the effect could not be written");
    if (wait_point == WaitPoint::kAfterEffect) wait_until_killed();
    return increment_tool(call);
  }

  void wait_until_killed() const {
    reports.put({ClientReport::Kind::kInTool, 0, 0, {}});
    for (;;) ::pause();
  }
  static void pause() { ::poll(nullptr, 0, 10); }
};

}  // namespace parley::torture
