// Memory that is refused: any allocation of a turn, and of all else that an engine is asked for, may fail, alone or
// with all that come after it. Then there is an error that says so, the session is as it was, and nothing of it is
// quoted.
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <utility>

#include <catch2/catch.hpp>

#include "tests/audit/last_words.h"
#include "tests/audit/telling.h"
#include "tests/torture/size.h"

namespace {

// How many allocations are left until one is refused, of all threads; the others as `all_later` says.
std::atomic<bool> is_scarce{false};
std::atomic<bool> all_later{false};
std::atomic<long> left{0};

bool is_refused() {
  if (!is_scarce) return false;
  const long before = left.fetch_sub(1);
  return before == 0 || (before < 0 && all_later);
}

void* allocated(std::size_t size) noexcept {
  return is_refused() ? nullptr : std::malloc(std::max<std::size_t>(size, 1));
}

}  // namespace

// All that a sanitizer would otherwise pair with its own.
void* operator new(std::size_t size) {
  if (void* memory = allocated(size)) return memory;
  throw std::bad_alloc();
}
void* operator new[](std::size_t size) { return operator new(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return allocated(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return allocated(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { std::free(memory); }

using namespace parley;
using namespace parley::audit;

namespace {

// Each of the first, and then ever fewer; with PARLEY_TORTURE=100 all.
long next_after(long n) { return n + 1 + n / torture::sized(12, 1200); }

void rename(SessionRecord& record, const std::string& name) {
  record.state.session = name;
  for (StoredTurn& turn : record.turns) turn.turn.session = name;
}

std::vector<Telling::Step> steps_of(const Telling& telling) {
  std::vector<Telling::Step> steps = telling.beginning();
  for (auto& step : telling.rest()) steps.push_back(std::move(step));
  return steps;
}

std::unique_ptr<Engine> make_engine(const Telling& telling, const std::shared_ptr<SessionStore>& store) {
  EngineOptions options;
  options.telemetry = {*open_jsonl_sink("turns.jsonl")};
  options.sweep_every = 0;
  options.summarizer = callback_summarizer(
      [](const SummaryRequest& asked) -> Result<std::string> { return asked.messages.front().text.substr(0, 20); });
  auto engine = Engine::create(telling.catalog(), store, std::move(options));
  if (!engine) FAIL(engine.error().to_string());
  const auto tool = [](const ToolCall& call) { return ToolOutcome::ok(Value(call.args)); };
  if (auto known = (*engine)->register_tool("cards.charge", tool); !known) FAIL(known.error().to_string());
  return std::move(*engine);
}

Result<std::shared_ptr<SessionStore>> open_store(bool in_file) {
  if (!in_file) return memory_store();
  SqliteOptions quick;
  quick.synchronous = SqliteOptions::Synchronous::kNormal;
  return open_sqlite_store("sessions.db", quick);
}

// One step of many, on copies of a session that has come so far: with memory that runs out, and again with enough. 0:
// the error left nothing half done, unless a tool had run and it said so, and all went well again.
int starve(Telling& telling, std::size_t number, bool in_file, bool later) {
  const auto store = open_store(in_file);
  if (!store) FAIL(store.error().to_string());
  const auto engine = make_engine(telling, *store);
  const auto steps = steps_of(telling);
  for (std::size_t i = 0; i < number; ++i) {
    if (!steps[i](*engine, "s1")) return 2;
  }
  auto record = (*store)->record("s1");
  if (!record) FAIL(record.error().to_string());
  const auto turns_of = [&](const std::string& session) {
    const auto state = (*store)->load(session);
    return state && *state ? (*state)->turns : 0;
  };

  bool was_felt = true;
  for (long n = 0; was_felt; n = next_after(n)) {
    const std::string copy = "copy-" + std::to_string(n);
    if (*record) rename(**record, copy);
    if (const auto put = *record ? (*store)->put(**record) : Result<void>(); !put) FAIL(put.error().to_string());
    const std::int64_t turns = turns_of(copy);
    telling.before_call = [&] {
      left = n;
      all_later = later;
      is_scarce = true;
    };
    telling.after_call = [] { is_scarce = false; };
    const bool is_answered = steps[number](*engine, copy);
    telling.before_call = [] {};
    was_felt = left < 0;
    const bool is_told = telling.last_error().find("a tool had ") != std::string::npos;
    const bool is_half_done = !is_answered && !is_told && turns_of(copy) > turns;
    if (is_half_done || !steps[number](*engine, copy)) {
      std::cerr << "allocation " << n << " of step " << number
                << (is_half_done ? " left half a turn\n" : " did harm\n");
      return 1;
    }
  }
  return 0;
}

}  // namespace

TEST_CASE("out of memory is an error that quotes nothing, and the same request works afterwards") {
  Telling telling;
  int complaints = 0;
  for (int i = 0; i < 4; ++i) {
    const bool in_file = i % 2 == 0, later = i / 2 == 0;
    for (std::size_t step = 0; step < steps_of(telling).size(); ++step) {
      const test::TempFolder place;
      const LastWords words = last_words(place, [&] { return starve(telling, step, in_file, later); });
      INFO("step " << step << (in_file ? ", in a file" : "") << (later ? ", from an allocation on" : ""));
      INFO(words.out.substr(words.out.size() - std::min<std::size_t>(words.out.size(), 1000)));
      CHECK(words.signal == 0);
      CHECK(words.code == 0);
      CHECK(telling.seen_in(words.out) == "");
      CHECK(telling.seen_in(words.files) == "");
      complaints += words.out.find("out of memory") != std::string::npos ? 1 : 0;
    }
  }
  CHECK(complaints > 60);
}
