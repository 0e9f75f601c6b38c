// The contract for threads: different sessions never block each other, only one of several writers commits a version of
// a session, each message id gets one turn, and erased sessions stay erased.
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

inline void in_threads(const std::function<void(int)>& work, int count = kThreads) {
  std::vector<std::thread> threads;
  for (int i = 0; i < count; ++i) threads.emplace_back(work, i);
  for (std::thread& thread : threads) thread.join();
}

inline void check_threads_apart(SessionStore& store) {
  constexpr int kTurns = 25;
  std::atomic<int> failures{0};
  in_threads([&](int thread) {
    Conversation conversation("s" + std::to_string(thread));
    for (int i = 0; i < kTurns; ++i) {
      const PreparedCommit written = conversation.next("u", "a");
      const bool good = store.commit(written.commit()).has_value() &&
                        store.load(conversation.state().session)->value() == conversation.state() &&
                        store.find_turn(conversation.state().session, written.turn.turn.id)->has_value() &&
                        store.messages(conversation.state().session, 2)->size() == 2 && store.list({}).has_value();
      if (!good) ++failures;
    }
  });
  CHECK(failures == 0);
  for (int thread = 0; thread < kThreads; ++thread) {
    CHECK((*store.load("s" + std::to_string(thread)))->version == kTurns);
  }
}

// All threads load the same version of a session and commit the next version. One thread succeeds, and the other
// threads get an error.
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
      Conversation conversation = *seen ? Conversation::resume(**seen) : Conversation("contested");
      const std::int64_t expected = conversation.state().version;
      if (expected == kTurns) return;
      const std::string id = "thread " + std::to_string(thread) + " at " + std::to_string(expected);
      const auto done = store.commit(conversation.next("mine", id, id).commit());
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
    // Only the reply of the thread that committed is stored.
    const Message& answer = messages[static_cast<std::size_t>(2 * i + 1)];
    CHECK(answer.seq == 2 * i + 2);
    CHECK(store.find_turn("contested", answer.text)->value().turn.seq == i + 1);
  }
}

// All threads send equal message ids, like clients that retry. The store keeps one turn for each id, and all threads
// find that turn.
inline void check_threads_sending_the_same(SessionStore& store) {
  constexpr int kSenders = 16, kMessages = 40;
  std::atomic<int> stored{0}, failures{0};
  std::vector<std::vector<std::string>> answers(kSenders, std::vector<std::string>(kMessages));
  in_threads(
      [&](int thread) {
        for (int i = 0; i < kMessages; ++i) {
          const std::string id = "id-" + std::to_string(i);
          std::string& answer = answers[static_cast<std::size_t>(thread)][static_cast<std::size_t>(i)];
          while (answer.empty()) {
            const auto seen = store.load("contested");
            const auto turn = store.find_turn("contested", id);
            if (!seen || !turn) {
              ++failures;
              return;
            }
            if (*turn) {
              answer = (*turn)->turn.say.front();
              continue;
            }
            Conversation conversation = *seen ? Conversation::resume(**seen) : Conversation("contested");
            const auto done =
                store.commit(conversation.next("mine", std::to_string(thread) + " answered " + id, id).commit());
            if (done) {
              ++stored;
            } else if (done.error().code != ErrorCode::kStaleVersion) {
              ++failures;
              return;
            }
          }
        }
      },
      kSenders);
  CHECK(failures == 0);
  CHECK(stored == kMessages);
  for (const auto& of_thread : answers) CHECK(of_thread == answers.front());
  CHECK((*store.load("contested"))->turns == kMessages);
  CHECK(store.messages("contested", 1000)->size() == 2 * kMessages);
}

// One thread erases sessions while others commit states that they loaded before. An erased session never comes back
// with its history.
inline void check_threads_erasing(SessionStore& store) {
  constexpr int kRounds = 20;
  std::atomic<int> failures{0}, writing{kThreads - 1};
  in_threads([&](int thread) {
    if (thread == 0) {
      while (writing > 0) {
        if (!store.erase({{"contested", 0, 0}})) ++failures;
      }
      return;
    }
    for (int i = 0; i < kRounds; ++i) {
      const auto seen = store.load("contested");
      if (!seen) {
        ++failures;
        continue;
      }
      Conversation conversation = *seen ? Conversation::resume(**seen) : Conversation("contested");
      const auto done = store.commit(conversation.next("u", "a").commit());
      if (!done && done.error().code != ErrorCode::kStaleVersion) ++failures;
    }
    --writing;
  });
  CHECK(failures == 0);
  const auto record = store.record("contested");
  REQUIRE(record);
  if (!*record) return;
  CHECK((*record)->state.version == (*record)->state.turns);
  CHECK((*record)->messages.size() == static_cast<std::size_t>((*record)->state.messages));
  CHECK((*record)->turns.size() == static_cast<std::size_t>((*record)->state.turns));
}

inline void check_records_while_others_write(SessionStore& store) {
  constexpr int kTurns = 60;
  std::atomic<int> failures{0};
  std::atomic<bool> done{false};
  in_threads(
      [&](int thread) {
        if (thread == 0) {
          Conversation conversation("s1");
          for (int i = 1; i <= kTurns; ++i) {
            PreparedCommit written = conversation.next("u", "a");
            if (i % 5 == 0) conversation.trim(written, i - 2);
            if (!store.commit(written.commit())) ++failures;
          }
          done = true;
          return;
        }
        while (!done) {
          const auto record = store.record("s1");
          if (!record) ++failures;
          if (!record || !*record) continue;
          const SessionState& state = (*record)->state;
          const auto& messages = (*record)->messages;
          const bool is_whole = static_cast<std::int64_t>(messages.size()) == state.messages - state.trimmed &&
                                messages.front().seq == state.trimmed + 1 && messages.back().turn == state.turns &&
                                (*record)->turns.back().turn.seq == state.turns &&
                                (*record)->turns.front().turn.seq == messages.front().turn;
          if (!is_whole) ++failures;
        }
      },
      3);
  CHECK(failures == 0);
}

}  // namespace parley::conformance
