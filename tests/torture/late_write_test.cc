// Tests that sessions do not come back if they are erased while another thread or process is about to write them.
#include <atomic>
#include <random>
#include <set>

#include <catch2/catch.hpp>

#include "memory/forwarding_store.h"
#include "parley/sessions.h"
#include "tests/torture/session_checks.h"
#include "tests/torture/store_under_test.h"
#include "tests/torture/test_scale.h"
#include "tests/torture/threads.h"

using namespace parley;
using namespace parley::torture;

namespace {

const std::string kOld = "the quick brown fox";

// A store that runs a function once, directly before it stores a turn.
class InterruptedStore final : public memory::ForwardingStore {
 public:
  using ForwardingStore::ForwardingStore;
  Result<void> commit(const Commit& commit) override {
    if (const auto interrupt = std::exchange(interrupt_, nullptr)) interrupt();
    return inner()->commit(commit);
  }
  void before_next_commit(std::function<void()> interrupt) { interrupt_ = std::move(interrupt); }

 private:
  std::function<void()> interrupt_;
};

// Checks that the session is missing, or that it began again and has no data from before the erase.
void check_gone_or_new(SessionStore& store, const std::string& session, Diagnostics& findings) {
  const auto record = store.record(session);
  if (!findings.expect(record.has_value(), "record: " + (record ? "" : record.error().to_string())) || !*record) return;
  check_session(**record, findings);
  for (const Message& message : (*record)->messages) {
    findings.expect(message.text.find(kOld) == std::string::npos, session + ": erased text came back");
  }
}

// Returns the users' messages in the session. Each message is sent only once.
std::set<std::string> said_in(SessionStore& store, const std::string& session) {
  std::set<std::string> texts;
  const auto messages = store.messages(session, 10'000);
  REQUIRE(messages);
  for (const Message& message : *messages) {
    if (message.role == Role::kUser) texts.insert(message.text);
  }
  return texts;
}

}  // namespace

TEST_CASE("a turn whose session is erased before its commit is refused", "[erase][stores]") {
  const Backend backend = GENERATE(from_range(backends()));
  const int races = scaled(50, 10'000);
  const auto target = make_store_under_test(backend);
  const auto kept = open(*target);
  const auto store = std::make_shared<InterruptedStore>(kept);
  const auto engine = make_engine(load_bot(), store);
  Progress progress("erased before a commit over " + target->name(), races);
  const Shared<Diagnostics> findings;
  int refused = 0;
  for (int race = 0; race < races; ++race) {
    const std::string session = name_of_session(race);
    REQUIRE(engine->handle(message(session, kOld, "m1")));
    store->before_next_commit([&] { findings->expect(kept->erase({{session, 0, 0}}).has_value(), "not erased"); });
    const bool in_tool = race % 2 == 0;
    const auto turn = engine->handle(message(session, in_tool ? "count" : "what are your hours?", "m2"));
    refused += findings->expect(!turn && turn.error().code == ErrorCode::kUnknownSession, session + ": not refused");
    findings->expect(!*kept->load(session), session + ": came back");
    findings->expect(kept->search({"quick fox", 1, ""})->empty(), session + ": its text came back");
    progress.at(race);
  }
  CHECK(findings->all() == "");
  progress.figures(count_of(refused, "of ") + count_of(races, "late turns refused"));
}

TEST_CASE("a turn whose session is erased while its tool runs is refused", "[erase][stores]") {
  const Backend backend = GENERATE(from_range(backends()));
  const int races = scaled(30, 1'000);
  const auto target = make_store_under_test(backend);
  const auto store = open(*target);
  const Shared<Diagnostics> findings;
  std::string session;
  const auto engine = make_engine(load_bot(), store, [&](const ToolCall& call) {
    findings->expect(store->erase({{session, 0, 0}}).has_value(), "not erased");
    return increment_tool(call);
  });
  Progress progress("erased in a tool over " + target->name(), races);
  for (int race = 0; race < races; ++race) {
    session = name_of_session(race);
    REQUIRE(engine->handle(message(session, kOld, "m1")));
    const auto turn = engine->handle(message(session, "count", "m2"));
    findings->expect(!turn && turn.error().message.find("a tool had already run") != std::string::npos,
                     session + ": not refused as it should be");
    findings->expect(!*store->load(session), session + ": came back");
    progress.at(race);
  }
  CHECK(findings->all() == "");
  progress.figures(count_of(races, "late turns refused"));
}

TEST_CASE("erased data does not come back while threads talk and other threads erase", "[erase][stores]") {
  const Backend backend = GENERATE(from_range(backends()));
  const int races = scaled(100, 10'000);
  const auto target = make_store_under_test(backend);
  const auto store = open(*target);
  const auto engine = make_engine(load_bot(), store);
  Progress progress("turns against erasing over " + target->name(), races);
  const Shared<Diagnostics> findings;
  std::atomic<int> gone{0}, began_again{0};
  run_in_threads(4, [&](int lane) {
    for (int race = lane; race < races; race += 4) {
      const std::string session = name_of_session(race);
      const bool by_age = race % 3 == 0;
      if (!findings->expect(engine->handle(message(session, kOld, "m1")).has_value(), "no beginning")) return;
      std::atomic<int> ready{0};
      // Waits until all three threads are ready, and then up to about as long as a turn takes.
      const auto meet = [&](int part) {
        for (++ready; ready < 3;) std::this_thread::yield();
        const auto until =
            std::chrono::steady_clock::now() +
            std::chrono::microseconds(static_cast<unsigned>(race) * 7919u * (1u + static_cast<unsigned>(part)) % 3000);
        while (std::chrono::steady_clock::now() < until) std::this_thread::yield();
      };
      std::atomic<bool> erased{false};
      run_in_threads(3, [&](int part) {
        if (part < 2) {
          meet(part);
          const auto turn = engine->handle(
              message(session, part == 0 ? "count" : "what are your hours?", "m" + std::to_string(2 + part)));
          const bool known =
              turn || turn.error().code == ErrorCode::kUnknownSession || turn.error().code == ErrorCode::kStaleVersion;
          findings->expect(known, session + ": " + (turn ? "" : turn.error().to_string()));
          return;
        }
        const auto state = store->load(session);
        meet(part);
        // Erases the session unconditionally or, like a sweeper, only if the session has not changed.
        const std::int64_t only = by_age && state && *state ? (*state)->version : 0;
        const auto done = store->erase({{session, only, only ? 1'000 : 0}});
        findings->expect(done.has_value(), "erase: " + (done ? "" : done.error().to_string()));
        erased = done && *done == 1;
      });
      if (erased) check_gone_or_new(*store, session, *findings);
      const auto state = store->load(session);
      if (erased) ++(state && *state ? began_again : gone);
      if (lane == 0) progress.at(race);
    }
  });
  CHECK(findings->all() == "");
  CHECK(store->search({"quick fox", 1'000'000, ""})->size() == static_cast<std::size_t>(races - gone - began_again));
  progress.figures(count_of(races, "races: ") + count_of(gone, "gone, ") +
                   count_of(began_again, "were erased and created again; the others had changed and stayed"));
}

TEST_CASE("erased data does not come back while processes talk and another process erases", "[erase][stores]") {
  const Backend backend = GENERATE(from_range(backends()));
  const int erasures = scaled(50, 5'000);
  constexpr int kSessions = 4;
  const auto target = make_store_under_test(backend);
  const auto catalog = load_bot();
  (void)open(*target);
  Progress progress("processes against erasing over " + target->name(), erasures);
  const Shared<Diagnostics> findings;
  const Shared<std::atomic<bool>> over;
  const Shared<std::atomic<std::int64_t>> turns, held_up;
  std::vector<Child> writers;
  for (int process = 0; process < 3; ++process) {
    writers.emplace_back([&, process] {
      const auto engine = make_engine(catalog, open(*target));
      std::mt19937 random(static_cast<unsigned>(process) + 1);
      for (std::int64_t i = 0; !*over; ++i) {
        const int session = static_cast<int>(random() % kSessions);
        const std::string id = std::to_string(process) + "-" + std::to_string(i);
        const auto turn = engine->handle(message(name_of_session(session), "count this: " + id, id));
        ++*turns;
        if (turn || turn.error().code == ErrorCode::kUnknownSession || turn.error().code == ErrorCode::kStaleVersion) {
          continue;
        }
        return findings->expect(false, turn.error().to_string());
      }
      return true;
    });
  }
  writers.emplace_back([&] {
    const auto store = open(*target);
    std::mt19937 random(4711);
    for (int done = 0; done < erasures && findings->all().empty();) {
      const std::string name = name_of_session(static_cast<int>(random() % kSessions));
      const std::set<std::string> before = said_in(*store, name);
      const auto erased = store->erase({{name, 0, 0}});
      // Another reading process may keep the old text in the log for some time, but not the session itself.
      findings->expect(erased || erased.error().code == ErrorCode::kStoreUnavailable, "erase failed");
      done += !erased || *erased == 1;
      *held_up += !erased;
      for (const std::string& text : said_in(*store, name)) {
        findings->expect(before.count(text) == 0, name + ": erased text came back");
      }
    }
    *over = true;
    return true;
  });
  CHECK(wait_for(writers, [&] { progress.at(*turns); }));
  CHECK(findings->all() == "");
  const auto store = open(*target);
  for (int i = 0; i < kSessions; ++i) {
    const auto record = store->record(name_of_session(i));
    REQUIRE(record);
    if (!*record) continue;
    check_session(**record, *findings);
    check_numbers(**record, *findings);
  }
  CHECK(findings->all() == "");
  CHECK(target->damage() == "");
  progress.figures(count_of(erasures, "erasures between ") + count_of(*turns, "turns of 3 processes; ") +
                   count_of(*held_up, "left something to be done by the next"));
}
