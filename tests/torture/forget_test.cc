// Tests sessions that are erased while others are active: no byte of their messages is left in the store's files.
#include <algorithm>
#include <atomic>

#include <catch2/catch.hpp>

#include "parley/protocol.h"
#include "parley/sessions.h"
#include "tests/torture/canaries.h"
#include "tests/torture/session_checks.h"
#include "tests/torture/store_under_test.h"
#include "tests/torture/test_scale.h"
#include "tests/torture/threads.h"

using namespace parley;
using namespace parley::torture;

namespace {

constexpr int kOtherTalkers = 8;

std::string secret_session(int i) { return "secret-" + std::to_string(i); }
std::string other_session(int i) { return "other-" + std::to_string(i); }

// Sends messages that put a unique word into a message, a param, a title and metadata.
void send_secrets(Engine& engine, int session, std::vector<std::string>& canaries) {
  const std::string name = secret_session(session);
  const auto word = [&] { return canaries.emplace_back(canary(static_cast<int>(canaries.size()))); };
  REQUIRE(engine.handle(message(name, "tell me about " + word(), "m1")));
  REQUIRE(engine.handle(message(name, "note", "m2")));
  REQUIRE(engine.handle(message(name, word() + " is what I want to remember", "m-" + word())));
  SessionNotes notes;
  notes.title = "about " + word();
  notes.tags = {word()};
  notes.metadata = {{"of", word()}};
  REQUIRE(*engine.annotate(name, notes));
}

}  // namespace

TEST_CASE("sessions that are erased while other sessions are active leave no byte in any file", "[erase][stores]") {
  const Backend backend = GENERATE(from_range(backends()));
  const int secrets = scaled(50, 1'000);
  const int others = scaled(50, 1'000);
  const auto target = make_store_under_test(backend);
  auto store = open(*target);
  auto engine = make_engine(load_bot(), store);
  Progress progress("forgetting " + std::to_string(secrets) + " sessions over " + target->name(), secrets);

  std::vector<std::string> canaries;
  for (int i = 0; i < secrets; ++i) send_secrets(*engine, i, canaries);
  std::vector<std::vector<std::string>> hashes(static_cast<std::size_t>(others));
  const auto send_messages = [&](int session) {
    auto& known = hashes[static_cast<std::size_t>(session)];
    const auto seq = static_cast<std::int64_t>(known.size()) + 1;
    const auto turn = engine->handle(message(other_session(session), script(session, seq), id_of(seq)));
    if (turn) known.push_back(turn_hash(*turn));
    return turn.has_value() && turn->seq == seq;
  };
  for (int i = 0; i < others; ++i) REQUIRE(send_messages(i));
  for (int i = 0; i < std::min(10, secrets); ++i) {
    const auto hits = store->search({canaries[static_cast<std::size_t>(i) * 6], 20, ""});
    REQUIRE(hits);
    REQUIRE(hits->size() == 1);
  }
  std::string where;
  if (backend == Backend::kSqlite)
    REQUIRE(count_left(target->folder(), canaries, where) == static_cast<int>(canaries.size()));

  const Shared<Diagnostics> findings;
  std::atomic<bool> over{false};
  std::atomic<std::int64_t> turns{0};
  run_in_threads(kOtherTalkers + 1, [&](int thread) {
    if (thread < kOtherTalkers) {
      for (int session = thread; !over; session = (session + kOtherTalkers) % others) {
        // Each thread has its own sessions.
        const int own = session / kOtherTalkers * kOtherTalkers + thread;
        if (own >= others) continue;
        if (!findings->expect(send_messages(own), "a concurrent turn failed")) return;
        ++turns;
        if (!findings->expect(store->search({"moon", 5, ""}).has_value(), "a concurrent search failed")) return;
      }
      return;
    }
    for (int i = 0; i < secrets; ++i) {
      const auto receipt = forget_session(*store, secret_session(i));
      if (!receipt) findings->add("forget: " + receipt.error().to_string());
      if (receipt) findings->expect(receipt->turns == 3, "a receipt has a wrong count");
      progress.at(i);
    }
    over = true;
  });
  CHECK(findings->all() == "");

  const bool has_files = backend == Backend::kSqlite;
  const auto check_files = [&] {
    const int left = has_files ? count_left(target->folder(), canaries, where) : 0;
    INFO(where);
    CHECK(left == 0);
  };
  check_files();
  for (const std::string& word : canaries) {
    const auto hits = store->search({word, 1, ""});
    findings->expect(hits && hits->empty(), "a search finds erased text");
  }
  for (int i = 0; i < others; ++i) {
    const auto record = store->record(other_session(i));
    if (!findings->expect(record && *record, "another session is gone")) continue;
    check_session(**record, *findings);
    check_numbers(**record, *findings);
    const auto& known = hashes[static_cast<std::size_t>(i)];
    bool same = (*record)->turns.size() == known.size();
    for (std::size_t k = 0; same && k < known.size(); ++k) same = turn_hash((*record)->turns[k].turn) == known[k];
    findings->expect(same, "another session has changed");
  }
  engine.reset();
  store.reset();
  check_files();
  CHECK(findings->all() == "");
  CHECK(target->damage() == "");
  progress.figures(count_of(static_cast<std::int64_t>(canaries.size()),
                            has_files ? "words, 0 left in any file, " : "words, 0 found, ") +
                   count_of(turns, "turns of others meanwhile"));
}
