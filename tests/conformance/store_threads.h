// What a store promises to threads: sessions apart from each other are never in each other's way, and of writers of
// one session one wins each version.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>

#include "conversation.h"

namespace parley::conformance {

constexpr int kThreads = 8;

inline void in_threads(const std::function<void(int)>& work) {
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) threads.emplace_back(work, i);
  for (std::thread& thread : threads) thread.join();
}

inline void check_threads_apart(SessionStore& store) {
  constexpr int kTurns = 25;
  std::atomic<int> failures{0};
  in_threads([&](int thread) {
    Conversation talk("s" + std::to_string(thread));
    for (int i = 0; i < kTurns; ++i) {
      const Written written = talk.next("u", "a");
      const bool good = store.commit(written.commit()).has_value() &&
                        store.load(talk.state().session)->value() == talk.state() &&
                        store.find_turn(talk.state().session, written.turn.turn.id)->has_value() &&
                        store.messages(talk.state().session, 2)->size() == 2 && store.list(3).has_value();
      if (!good) ++failures;
    }
  });
  CHECK(failures == 0);
  for (int thread = 0; thread < kThreads; ++thread) {
    CHECK((*store.load("s" + std::to_string(thread)))->version == kTurns);
  }
}

// Everybody writes the same session from what they last saw: one winner a version, all others told.
inline void check_threads_racing(SessionStore& store) {
  constexpr std::int64_t kTurns = 100;
  std::vector<std::atomic<int>> winners(kTurns);
  std::atomic<int> failures{0};
  in_threads([&](int thread) {
    for (;;) {
      const auto seen = store.load("contested");
      if (!seen) {
        ++failures;
        return;
      }
      Conversation talk = *seen ? Conversation::resume(**seen) : Conversation("contested");
      const std::int64_t expected = talk.state().version;
      if (expected == kTurns) return;
      const std::string id = "thread " + std::to_string(thread) + " at " + std::to_string(expected);
      const auto done = store.commit(talk.next("mine", id, id).commit());
      if (done) {
        ++winners[static_cast<std::size_t>(expected)];
      } else if (done.error().code != ErrorCode::kStaleVersion) {
        ++failures;
        return;
      }
    }
  });
  CHECK(failures == 0);
  for (const auto& count : winners) CHECK(count == 1);
  const auto messages = *store.messages("contested", 1000);
  REQUIRE(messages.size() == 2 * kTurns);
  for (std::int64_t i = 0; i < kTurns; ++i) {
    // The winner's answer is the one that is stored, and the only one.
    const Message& answer = messages[static_cast<std::size_t>(2 * i + 1)];
    CHECK(answer.seq == 2 * i + 2);
    CHECK(store.find_turn("contested", answer.text)->value().turn.seq == i + 1);
  }
}

}  // namespace parley::conformance
