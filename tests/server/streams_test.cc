// Tests the parts of streams: the feed of turns, the heart, the pool of workers and the text of events.
#include <condition_variable>
#include <mutex>

#include <catch2/catch.hpp>

#include "server/heart.h"
#include "server/sse.h"
#include "server/turn_feed.h"
#include "server/worker_pool.h"

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
    WorkerPool pool(2, 1);
    for (int i = 0; i < 2; ++i) {
      REQUIRE(pool.post([&] {
        running.add();
        const std::lock_guard wait(gate);
        released.add();
      }));
      CHECK(running.reaches(i + 1));
    }
    CHECK(pool.post([&] { released.add(); }));
    CHECK_FALSE(pool.post([] {}));
    gate.unlock();
  }
  CHECK(released.reaches(3));
}

TEST_CASE("event_text() writes an event") {
  CHECK(event_text("turn", "{}", 7) == "id: 7\nevent: turn\ndata: {}\n\n");
  CHECK(event_text("accepted", "1") == "event: accepted\ndata: 1\n\n");
}
