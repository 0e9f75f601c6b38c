// Tests GroupCommit: every commit is written once, in order, and returns after the write.
#include "memory/group_commit.h"

#include <algorithm>
#include <new>
#include <string>
#include <thread>

#include <catch2/catch.hpp>

using namespace parley;

namespace {

struct Entry {
  int thread = 0;
  int number = 0;
};
using Commits = memory::GroupCommit<Entry>;

constexpr int kThreads = 16;
constexpr int kEach = 500;

void in_threads(const std::function<void(int)>& work) {
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) threads.emplace_back(work, i);
  for (std::thread& thread : threads) thread.join();
}

}  // namespace

TEST_CASE(
    "each commit of many threads is written once, in the order of its thread, and returns the result of the write") {
  std::atomic<int> at_once{0}, overlaps{0};
  std::vector<Entry> written;  // only the leader accesses it; two leaders would be a data race
  Commits commits([&](const std::vector<Commits::Member*>& members) {
    if (++at_once > 1) ++overlaps;
    for (Commits::Member* member : members) {
      written.push_back(member->work);
      if (member->work.number % 7 == 3) member->answer = Unexpected(ErrorCode::kStaleVersion, "refused");
    }
    --at_once;
  });
  std::atomic<int> wrong{0};
  in_threads([&](int thread) {
    for (int number = 0; number < kEach; ++number) {
      Entry entry{thread, number};
      const bool refused = !commits.commit(entry).has_value();
      if (refused != (number % 7 == 3)) ++wrong;
    }
  });
  CHECK(wrong == 0);
  CHECK(overlaps == 0);
  REQUIRE(written.size() == kThreads * kEach);
  std::vector<int> next(kThreads, 0);
  for (const Entry& entry : written) CHECK(entry.number == next[static_cast<std::size_t>(entry.thread)]++);
}

TEST_CASE("the commits of a single caller are written in groups of one") {
  std::vector<std::size_t> sizes;
  Commits commits([&](const std::vector<Commits::Member*>& members) { sizes.push_back(members.size()); });
  Entry entry;
  for (int i = 0; i < 3; ++i) CHECK(commits.commit(entry));
  CHECK(sizes == std::vector<std::size_t>{1, 1, 1});
}

TEST_CASE("callers that arrive during a write form the next group and share its outcome") {
  std::atomic<bool> first_is_writing{false};
  std::atomic<int> sent{0};
  std::vector<std::size_t> sizes;
  Commits commits([&](const std::vector<Commits::Member*>& members) {
    sizes.push_back(members.size());
    if (sizes.size() == 1) {
      first_is_writing = true;
      first_is_writing.notify_all();
      // Waits until the other threads have started and most of them have joined the group.
      while (sent < kThreads - 1) std::this_thread::yield();
      return;
    }
    for (Commits::Member* member : members) member->answer = Unexpected(ErrorCode::kStoreUnavailable, "full");
  });
  std::atomic<int> failed{0};
  in_threads([&](int thread) {
    Entry entry{thread, 0};
    if (thread > 0) {
      first_is_writing.wait(false);
      ++sent;
    }
    if (!commits.commit(entry)) ++failed;
  });
  CHECK(failed == kThreads - 1);
  CHECK(std::count(sizes.begin(), sizes.end(), std::size_t{0}) == 0);
}

TEST_CASE("at most the configured number of groups is written at the same time") {
  constexpr int kPlaces = 3;
  std::atomic<int> at_once{0}, too_many{0}, written{0};
  Commits commits(
      [&](const std::vector<Commits::Member*>& members) {
        if (++at_once > kPlaces) ++too_many;
        written += static_cast<int>(members.size());
        std::this_thread::yield();
        --at_once;
      },
      kPlaces);
  in_threads([&](int thread) {
    for (int number = 0; number < kEach; ++number) {
      Entry entry{thread, number};
      if (!commits.commit(entry)) ++too_many;
    }
  });
  CHECK(too_many == 0);
  CHECK(written == kThreads * kEach);
}

TEST_CASE("if the write of a group runs out of memory, its commits fail, and later groups are written") {
  int groups = 0;
  Commits commits([&](const std::vector<Commits::Member*>&) {
    if (++groups == 1) throw std::bad_alloc();
  });
  Entry entry;
  const auto refused = commits.commit(entry);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::kStoreUnavailable);
  CHECK(commits.commit(entry));
  CHECK(groups == 2);
}
