// Lets any allocation of a turn or of another engine call fail, alone or with all later ones. The call must return an
// error that quotes no private value, and leave the session unchanged.
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <utility>

#include <catch2/catch.hpp>

#include "tests/audit/planted_conversation.h"
#include "tests/audit/watched_process.h"
#include "tests/torture/test_scale.h"

namespace {

// `left`: how many allocations of all threads succeed before one fails. `all_later`: whether all allocations after that
// fail as well.
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

// All forms of new and delete must be replaced. Otherwise memory from one of these operators could go to an operator of
// the sanitizer.
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

// Returns the number of the next allocation that fails. The first numbers follow each other, and the gaps grow. With
// PARLEY_TORTURE=100, the numbers have no gaps.
long next_after(long n) { return n + 1 + n / torture::scaled(12, 1200); }

void rename(SessionRecord& record, const std::string& name) {
  record.state.session = name;
  for (StoredTurn& turn : record.turns) turn.turn.session = name;
}

std::vector<PlantedConversation::Step> steps_of(const PlantedConversation& conversation) {
  std::vector<PlantedConversation::Step> steps = conversation.beginning();
  for (auto& step : conversation.rest()) steps.push_back(std::move(step));
  return steps;
}

std::unique_ptr<Engine> make_engine(const PlantedConversation& conversation,
                                    const std::shared_ptr<SessionStore>& store) {
  EngineOptions options;
  options.telemetry = {*open_jsonl_sink("turns.jsonl")};
  options.sweep_every = {};
  options.summarizer = create_callback_summarizer(
      [](const SummaryRequest& asked) -> Result<std::string> { return asked.messages.front().text.substr(0, 20); });
  options.tools["cards.charge"] = [](const ToolCall& call) { return ToolOutcome::ok(Value(call.args)); };
  auto engine = Engine::create(conversation.catalog(), store, std::move(options));
  if (!engine) FAIL(engine.error().to_string());
  return std::move(*engine);
}

Result<std::shared_ptr<SessionStore>> open_store(bool in_file) {
  if (!in_file) return create_memory_store();
  SqliteOptions quick;
  quick.synchronous = SqliteOptions::Synchronous::kNormal;
  return open_sqlite_store("sessions.db", quick);
}

// Brings a session to step `number`. For each allocation to try, copies the session and runs the step on the copy
// twice: first while this allocation fails, then with enough memory. Returns 0 if each failed step left no half-stored
// turn (or its error says that a tool had run) and the second run succeeded.
int starve(PlantedConversation& conversation, std::size_t number, bool in_file, bool later) {
  const auto store = open_store(in_file);
  if (!store) FAIL(store.error().to_string());
  const auto engine = make_engine(conversation, *store);
  const auto steps = steps_of(conversation);
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
    conversation.before_call = [&] {
      left = n;
      all_later = later;
      is_scarce = true;
    };
    conversation.after_call = [] { is_scarce = false; };
    const bool is_answered = steps[number](*engine, copy);
    conversation.before_call = [] {};
    was_felt = left < 0;
    const bool is_reported = conversation.last_error().find("a tool had ") != std::string::npos;
    const bool is_half_done = !is_answered && !is_reported && turns_of(copy) > turns;
    if (is_half_done || !steps[number](*engine, copy)) {
      std::cerr << "allocation " << n << " of step " << number
                << (is_half_done ? " left half a turn\n" : " did harm\n");
      return 1;
    }
  }
  return 0;
}

}  // namespace

TEST_CASE("out of memory is an error that quotes no private value, and the same request succeeds afterwards") {
  PlantedConversation conversation;
  int complaints = 0;
  for (int i = 0; i < 4; ++i) {
    const bool in_file = i % 2 == 0, later = i / 2 == 0;
    for (std::size_t step = 0; step < steps_of(conversation).size(); ++step) {
      const test::TempFolder folder;
      const ProcessOutput output = run_watched(folder, [&] { return starve(conversation, step, in_file, later); });
      INFO("step " << step << (in_file ? ", in a file" : "") << (later ? ", all later allocations fail" : ""));
      INFO(output.out.substr(output.out.size() - std::min<std::size_t>(output.out.size(), 1000)));
      CHECK(output.signal == 0);
      CHECK(output.code == 0);
      CHECK(conversation.canaries_in(output.out) == "");
      CHECK(conversation.canaries_in(output.files) == "");
      complaints += output.out.find("out of memory") != std::string::npos ? 1 : 0;
    }
  }
  CHECK(complaints > 60);
}
