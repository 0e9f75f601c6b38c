// Tests the parts of streams: the feed of turns, the heart, the pool of workers and the text of events.
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <new>

#include <catch2/catch.hpp>

#include "server/heart.h"
#include "server/sse.h"
#include "server/turn_feed.h"
#include "server/worker_pool.h"
#include "server/write_progress.h"

using namespace parley::server;

namespace {

// A count that a test waits for.
class Counter {
 public:
  void add() {
    const std::lock_guard lock(mutex_);
    ++count_;
    changed_.notify_all();
  }
  int count() {
    const std::lock_guard lock(mutex_);
    return count_;
  }
  bool reaches(int count) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(20), [&] { return count_ >= count; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int count_ = 0;
};

TurnNotice notice_of(const std::string& session, std::int64_t seq) {
  TurnNotice notice;
  notice.session = session;
  notice.seq = seq;
  return notice;
}

}  // namespace

TEST_CASE("The feed tells the listeners of a session, and those of all sessions") {
  TurnFeed feed;
  std::vector<std::string> heard;
  const auto listen = [&](const std::string& session, const std::string& name) {
    return feed.listen(session, [&heard, name](const TurnNotice& notice) {
      heard.push_back(name + " " + notice.session + std::to_string(notice.seq));
    });
  };
  const auto a = listen("a", "of a");
  listen("b", "of b");
  const auto all = listen("", "all");
  feed.publish(notice_of("a", 1));
  CHECK(heard == std::vector<std::string>{"of a a1", "all a1"});
  feed.stop(all);
  feed.stop(a);
  feed.stop(a);
  heard.clear();
  feed.publish(notice_of("a", 2));
  feed.publish(notice_of("b", 1));
  CHECK(heard == std::vector<std::string>{"of b b1"});
}

TEST_CASE("The heart beats until a function ends or is removed") {
  Counter once;
  Counter always;
  {
    Heart heart(std::chrono::milliseconds(1));
    heart.add([&] { return once.add(), false; });
    const auto id = heart.add([&] { return always.add(), true; });
    CHECK(once.reaches(1));
    CHECK(always.reaches(3));
    heart.remove(id);
  }
}

TEST_CASE("The pool runs jobs at the same time, and refuses those that it has no room for") {
  Counter running;
  Counter released;
  std::mutex gate;
  gate.lock();
  {
    WorkerPool pool(8, 1);
    for (int i = 0; i < 8; ++i) {
      REQUIRE(pool.post([&](WorkerPool::Go) {
        running.add();
        const std::lock_guard wait(gate);
        released.add();
      }));
      CHECK(running.reaches(i + 1));
    }
    CHECK(pool.post([&](WorkerPool::Go) { released.add(); }));
    CHECK_FALSE(pool.post([](WorkerPool::Go) {}));
    gate.unlock();
  }
  CHECK(released.reaches(9));
}

TEST_CASE("Jobs that write never hold all threads of the pool") {
  using Kind = WorkerPool::Kind;
  const auto threads = GENERATE(1, 2, 8, 16);
  const int places = threads < 16 ? std::min(threads, 7) : 14;
  CAPTURE(threads);
  std::atomic<bool> is_stuck{false};
  Counter writing;
  Counter written;
  Counter refused;
  Counter read;
  std::mutex gate;
  gate.lock();
  {
    WorkerPool pool(static_cast<std::size_t>(threads), 100, [&] { return is_stuck.load(); });
    const auto write = [&](WorkerPool::Go go) {
      if (go == WorkerPool::Go::kRefused) return refused.add();
      writing.add();
      const std::lock_guard wait(gate);
      written.add();
    };
    for (int i = 0; i < places + 3; ++i) REQUIRE(pool.post(write, Kind::kWrites));
    CHECK(writing.reaches(places));
    REQUIRE(pool.post([&](WorkerPool::Go) { read.add(); }));
    CHECK(read.reaches(1));
    is_stuck = true;
    CHECK(refused.reaches(3));
    is_stuck = false;
    REQUIRE(pool.post(write, Kind::kWrites));  // waits for a place
    REQUIRE(pool.post([&](WorkerPool::Go) { read.add(); }));
    CHECK(read.reaches(2));
    gate.unlock();
  }
  CHECK(written.reaches(places + 1));
  CHECK(refused.count() == 3);
}

TEST_CASE("Jobs that write and wait refuse no job that reads") {
  using Kind = WorkerPool::Kind;
  Counter writing;
  Counter read;
  std::mutex gate;
  gate.lock();
  {
    WorkerPool pool(1, 2);
    const auto write = [&](WorkerPool::Go) {
      writing.add();
      const std::lock_guard wait(gate);
    };
    REQUIRE(pool.post(write, Kind::kWrites));
    REQUIRE(writing.reaches(1));
    REQUIRE(pool.post(write, Kind::kWrites));
    REQUIRE(pool.post(write, Kind::kWrites));
    CHECK_FALSE(pool.post(write, Kind::kWrites));
    CHECK(pool.post([&](WorkerPool::Go) { read.add(); }));
    CHECK(read.reaches(1));
    gate.unlock();
  }
  CHECK(writing.count() == 3);
}

TEST_CASE("A job that throws does not end the pool") {
  Counter run;
  {
    WorkerPool pool(1, 10);
    REQUIRE(pool.post([](WorkerPool::Go) { throw std::bad_alloc(); }, WorkerPool::Kind::kWrites));
    REQUIRE(pool.post([&](WorkerPool::Go) { run.add(); }, WorkerPool::Kind::kWrites));
  }
  CHECK(run.reaches(1));
}

TEST_CASE("Writes have stalled if some run, and none has ended for long") {
  constexpr std::chrono::milliseconds kNever = std::chrono::hours(1);
  constexpr std::chrono::milliseconds kAlways{-1};
  WriteProgress writes;
  CHECK_FALSE(writes.has_stalled(kAlways));
  writes.note(true);
  writes.note(true);
  CHECK(writes.has_stalled(kAlways));
  CHECK_FALSE(writes.has_stalled(kNever));
  writes.note(false);
  CHECK(writes.has_stalled(kAlways));
  writes.note(false);
  CHECK_FALSE(writes.has_stalled(kAlways));
}

TEST_CASE("event_text() writes an event") {
  CHECK(event_text("turn", "{}", 7) == "id: 7\nevent: turn\ndata: {}\n\n");
  CHECK(event_text("accepted", "1") == "event: accepted\ndata: 1\n\n");
}
