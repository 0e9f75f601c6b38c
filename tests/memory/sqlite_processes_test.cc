// Tests the SQLite store in several processes that share a file and are killed at any moment.
//
// Children are forked before the parent starts any thread, and never return into the test runner.
#include <chrono>
#include <csignal>
#include <functional>

#include <catch2/catch.hpp>
#include <sys/wait.h>
#include <unistd.h>

#include "parley/stores.h"
#include "tests/conformance/conversation.h"
#include "tests/memory/raw_sqlite.h"
#include "tests/memory/temp_folder.h"

using namespace parley;
using conformance::Conversation;
using test::RawSqlite;
using test::TempFolder;

namespace {

pid_t in_child(const std::function<bool()>& work) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(work() ? 0 : 1);
  return child;
}

int wait_for(pid_t child) {
  int status = -1;
  ::waitpid(child, &status, 0);
  return status;
}

// Commits turns and writes each acknowledged version to the pipe until it is killed.
bool commit_for_ever(const std::string& path, int acknowledgements) {
  const auto store = open_sqlite_store(path);
  if (!store) return false;
  const auto seen = (*store)->load("s1");
  if (!seen) return false;
  Conversation conversation = *seen ? Conversation::resume(**seen) : Conversation("s1");
  for (;;) {
    const auto written = conversation.next("a message of some length", std::string(200, 'a'));
    if (!(*store)->commit(written.commit())) return false;
    const std::int64_t version = written.state.version;
    if (::write(acknowledgements, &version, sizeof version) != sizeof version) return false;
  }
}

// Lets the child acknowledge some commits, kills it during the next one, and returns the last acknowledged version.
std::int64_t kill_at_random(const std::string& path, unsigned round) {
  int ends[2];
  if (::pipe(ends) != 0) return -1;
  const pid_t child = in_child([&] {
    ::close(ends[0]);
    return commit_for_ever(path, ends[1]);
  });
  ::close(ends[1]);
  std::int64_t last = 0, version = 0;
  for (unsigned i = 0; i <= round % 7; ++i) {
    if (::read(ends[0], &version, sizeof version) == sizeof version) last = version;
  }
  // Waits at most as long as about two commits take. At which point of a commit the child dies depends on the machine.
  const auto until = std::chrono::steady_clock::now() + std::chrono::microseconds(round * 37 % 500);
  while (std::chrono::steady_clock::now() < until) {
  }
  ::kill(child, SIGKILL);
  wait_for(child);
  while (::read(ends[0], &version, sizeof version) == sizeof version) last = version;
  ::close(ends[0]);
  return last;
}

}  // namespace

TEST_CASE("no acknowledged turn is lost to kill -9", "[long]") {
  const TempFolder folder;
  const std::string path = folder.file("sessions.db");
  std::int64_t stored_before = 0;
  for (unsigned round = 0; round < 50; ++round) {
    const std::int64_t acknowledged = kill_at_random(path, round);
    REQUIRE(acknowledged > stored_before);  // the child has run

    const auto store = open_sqlite_store(path);
    REQUIRE(store);
    const auto state = (*store)->load("s1");
    REQUIRE(state);
    REQUIRE(state->has_value());
    const std::int64_t stored = (*state)->version;
    CHECK(stored >= acknowledged);
    CHECK(stored <= acknowledged + 1);  // at most one more: the commit during which the child was killed
    CHECK((*state)->messages == 2 * stored);
    CHECK((*store)->messages("s1", 1)->front().seq == 2 * stored);
    CHECK((*store)->find_turn("s1", "m" + std::to_string(stored))->value().turn.seq == stored);
    const RawSqlite raw(path);
    CHECK(raw.text("PRAGMA integrity_check") == "ok");
    CHECK(raw.text("PRAGMA foreign_key_check").empty());
    CHECK(raw.number("SELECT count(*) FROM turn") == stored);
    stored_before = stored;
  }
}

TEST_CASE("if a process is killed during an erase, the next erase finishes it") {
  const TempFolder folder;
  const std::string path = folder.file("sessions.db");
  for (unsigned round = 0; round < 10; ++round) {
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    const pid_t child = in_child([&] {
      const auto store = open_sqlite_store(path);
      if (!store) return false;
      Conversation conversation("gone");
      for (int i = 0; i < 20; ++i) {
        if (!(*store)->commit(conversation.next("xyzzy-canary", std::string(2000, 'a')).commit())) return false;
      }
      const char ready = 'r';
      if (::write(ends[1], &ready, 1) != 1) return false;
      return (*store)->erase({{"gone"}}).has_value();
    });
    char ready = 0;
    REQUIRE(::read(ends[0], &ready, 1) == 1);
    const auto until = std::chrono::steady_clock::now() + std::chrono::microseconds(round * 100);
    while (std::chrono::steady_clock::now() < until) {
    }
    ::kill(child, SIGKILL);
    wait_for(child);
    ::close(ends[0]);
    ::close(ends[1]);

    const auto store = open_sqlite_store(path);
    REQUIRE(store);
    REQUIRE((*store)->erase({{"gone"}}));
    CHECK(test::bytes_of(path).find("xyzzy-canary") == std::string::npos);
    CHECK(test::bytes_of(path + "-wal").find("xyzzy-canary") == std::string::npos);
  }
}

TEST_CASE("processes share a file without busy errors") {
  constexpr int kProcesses = 4;
  constexpr int kTurns = 60;
  const TempFolder folder;
  const std::string path = folder.file("sessions.db");
  REQUIRE(open_sqlite_store(path));
  std::vector<pid_t> children;
  for (int process = 0; process < kProcesses; ++process) {
    children.push_back(in_child([&] {
      const auto store = open_sqlite_store(path);
      if (!store) return false;
      Conversation own("s" + std::to_string(process));
      for (int i = 0; i < kTurns; ++i) {
        if (!(*store)->commit(own.next("u", "a").commit())) return false;
        // All processes also write one shared session. A commit may fail with a stale version, but with no other error.
        for (;;) {
          const auto seen = (*store)->load("shared");
          if (!seen) return false;
          Conversation shared = *seen ? Conversation::resume(**seen) : Conversation("shared");
          const auto done = (*store)->commit(shared.next("u", "a").commit());
          if (done) break;
          if (done.error().code != ErrorCode::kStaleVersion) return false;
        }
      }
      return true;
    }));
  }
  for (pid_t child : children) CHECK(wait_for(child) == 0);

  const auto store = open_sqlite_store(path);
  REQUIRE(store);
  for (int process = 0; process < kProcesses; ++process) {
    CHECK((*(*store)->load("s" + std::to_string(process)))->version == kTurns);
  }
  CHECK((*(*store)->load("shared"))->version == kProcesses * kTurns);
  CHECK((*store)->messages("shared", 10000)->size() == 2 * kProcesses * kTurns);
  CHECK(RawSqlite(path).text("PRAGMA integrity_check") == "ok");
}
