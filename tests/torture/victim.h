// A process that talks to a bot and says at once what it was answered, to be killed at any moment.
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
#include "tests/torture/bot.h"
#include "tests/torture/effects.h"
#include "tests/torture/place.h"
#include "tests/torture/processes.h"

namespace parley::torture {

// What a victim says.
struct Note {
  enum class Kind { kAnswered, kInTool, kRefused };
  Kind kind = Kind::kAnswered;
  int session = 0;
  std::int64_t seq = 0;
  std::array<char, 80> hash{};
};

struct Victim {
  static constexpr int kThreads = 2;
  static constexpr int kSessionsEach = 2;
  static constexpr int kSessions = kThreads * kSessionsEach;
  static constexpr std::int64_t kForEver = 1'000'000;

  // Where a tool waits for the end: before it has done anything, or when it has and nobody knows.
  enum class Holds { kNowhere, kBeforeEffect, kAfterEffect };

  const Place& place;
  const std::shared_ptr<const Catalog>& catalog;
  const Pipe<Note>& notes;
  Diagnostics& findings;
  unsigned seed = 0;
  Holds holds = Holds::kNowhere;
  std::int64_t turns = kForEver;  // of each session
  bool patient = false;           // what the store cannot take now is said again

  // Each session goes on where the store says it stands; as often as not with the message before, whose answer may not
  // have arrived.
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
    auto store = place.open();
    while (patient && !store) {
      pause();
      store = place.open();
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
      notes.put({Note::Kind::kRefused, session, seq, {}});
      pause();
      turn = engine.handle(request);
    }
    const std::string where = request.session + " turn " + std::to_string(seq);
    if (!turn) return findings.expect(false, where + ": " + turn.error().to_string());
    if (!findings.expect(turn->seq == seq, where + ": has the number " + std::to_string(turn->seq))) return false;
    Note note{Note::Kind::kAnswered, session, seq, {}};
    std::strncpy(note.hash.data(), turn_hash(*turn).c_str(), note.hash.size() - 1);
    return notes.put(note);
  }

  ToolOutcome act(const ToolCall& call) const {
    if (holds == Holds::kBeforeEffect) wait_for_the_end();
    if (!do_in_the_world(place.file("effects"), call)) findings.add("no effect could be written");
    if (holds == Holds::kAfterEffect) wait_for_the_end();
    return one_more(call);
  }

  void wait_for_the_end() const {
    notes.put({Note::Kind::kInTool, 0, 0, {}});
    for (;;) ::pause();
  }
  static void pause() { ::poll(nullptr, 0, 10); }
};

}  // namespace parley::torture
