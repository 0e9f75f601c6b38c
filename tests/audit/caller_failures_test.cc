// Checks that no output holds a private value after the caller's code fails during a turn.
#include <atomic>
#include <exception>
#include <stdexcept>
#include <thread>

#include <catch2/catch.hpp>

#include "memory/forwarding_store.h"
#include "parley/audit.h"
#include "parley/parley.h"
#include "tests/audit/planted_conversation.h"
#include "tests/audit/watched_process.h"

using namespace parley;
using namespace parley::audit;

namespace {

// The caller-supplied function that fails.
enum class Where { kTool, kSink, kOwnSink, kPace, kSummarizer, kCounter, kEmbed, kRewrite, kClock, kIds, kStore };

// How that function fails. kThrow and kThrowOther must not end the process; all others except kNothing do.
enum class Failure { kThrow, kThrowOther, kLeaveNoexcept, kThrowInThread, kAbort, kTerminate, kFault, kNothing };

// Throws an exception whose text holds no private value. The C++ runtime prints the text of an uncaught exception, but
// not a private value. So if the output has a private value, parley has printed it.
[[noreturn]] void throw_quietly() { throw std::runtime_error("the caller failed"); }

void leave_noexcept() noexcept { throw_quietly(); }

// FailingCaller fails in the selected function, after begin(). It holds no lock, because at() throws while other
// threads call it.
class FailingCaller {
 public:
  FailingCaller(Where where, Failure failure, std::string quoted)
      : where_(where), failure_(failure), quoted_(std::move(quoted)) {}

  void begin() { begun_ = true; }
  int done() const { return done_; }
  void wait_until_done(int times) const {
    for (int done = done_; done < times; done = done_) done_.wait(done);
  }

  void at(Where where) {
    if (!begun_ || where != where_) return;
    ++done_;
    done_.notify_all();
    switch (failure_) {
      case Failure::kThrow: throw std::runtime_error("cannot be done: " + quoted_);
      case Failure::kThrowOther: throw quoted_;
      case Failure::kLeaveNoexcept: leave_noexcept(); break;
      case Failure::kThrowInThread: std::thread(throw_quietly).join(); break;
      case Failure::kAbort: std::abort();
      case Failure::kTerminate: std::terminate();
      case Failure::kFault: std::raise(SIGSEGV); break;
      case Failure::kNothing: break;
    }
  }

 private:
  const Where where_;
  const Failure failure_;
  const std::string quoted_;
  std::atomic<bool> begun_{false};
  std::atomic<int> done_{0};
};

class BadStore final : public memory::ForwardingStore {
 public:
  BadStore(std::shared_ptr<SessionStore> inner, FailingCaller& caller)
      : ForwardingStore(std::move(inner)), caller_(caller) {}
  Result<std::optional<SessionState>> load(std::string_view session) override {
    caller_.at(Where::kStore);
    return ForwardingStore::load(session);
  }
  Result<std::size_t> drop_expired_items(TimeMs now) override {
    caller_.at(Where::kStore);
    return ForwardingStore::drop_expired_items(now);
  }

 private:
  FailingCaller& caller_;
};

class BadClock final : public ManualClock {
 public:
  explicit BadClock(FailingCaller& caller) : ManualClock(1'767'225'600'000), caller_(caller) {}
  TimeMs now() override {
    caller_.at(Where::kClock);
    return ManualClock::now();
  }

 private:
  FailingCaller& caller_;
};

class BadIds final : public IdSource {
 public:
  explicit BadIds(FailingCaller& caller) : caller_(caller) {}
  std::string next() override {
    caller_.at(Where::kIds);
    return inner_->next();
  }

 private:
  std::shared_ptr<IdSource> inner_ = create_counted_ids("crash-");
  FailingCaller& caller_;
};

class BadSink final : public TelemetrySink {
 public:
  explicit BadSink(FailingCaller& caller) : caller_(caller) {}
  Result<std::size_t> write(const std::vector<std::string>& lines) override {
    caller_.at(Where::kOwnSink);
    return lines.size();
  }
  TelemetryPace pace() const override {
    caller_.at(Where::kPace);
    return {};
  }

 private:
  FailingCaller& caller_;
};

EngineOptions options_of(FailingCaller& caller) {
  EngineOptions options;
  options.clock = std::make_shared<BadClock>(caller);
  options.ids = std::make_shared<BadIds>(caller);
  options.telemetry = {*open_jsonl_sink("turns.jsonl"), *open_sqlite_sink("turns.db"),
                       create_callback_sink([&](std::string_view) { caller.at(Where::kSink); }),
                       std::make_shared<BadSink>(caller)};
  options.telemetry_key = options.user_key = "crash";
  options.sweep_every = {};
  options.summarizer = create_callback_summarizer([&](const SummaryRequest&) -> Result<std::string> {
    caller.at(Where::kSummarizer);
    return std::string("They talked.");
  });
  options.count_tokens = [&](std::string_view text) {
    caller.at(Where::kCounter);
    return static_cast<std::int64_t>(text.size() / 4);
  };
  options.embed = [&](std::string_view) -> Result<Embedding> {
    caller.at(Where::kEmbed);
    return Embedding{1, 2, 3};
  };
  options.rewrite = [&](const Topic&, std::string_view question) -> Result<std::string> {
    caller.at(Where::kRewrite);
    return std::string(question);
  };
  return options;
}

// Returns 0 if all calls returned and the caller's code was called.
int run_conversation(const PlantedConversation& conversation, FailingCaller& caller) {
  const auto store = open_sqlite_store("sessions.db");
  if (!store) FAIL(store.error().to_string());
  EngineOptions options = options_of(caller);
  options.tools["cards.charge"] = [&](const ToolCall& call) {
    caller.at(Where::kTool);
    return ToolOutcome::ok(Value(call.args));
  };
  auto engine = Engine::create(conversation.catalog(), std::make_shared<BadStore>(*store, caller), options);
  if (!engine) FAIL(engine.error().to_string());
  for (const auto& step : conversation.beginning()) {
    if (!step(**engine, "s1")) return 2;
  }
  caller.begin();
  for (const auto& step : conversation.rest()) step(**engine, "s1");
  (*engine)->flush_telemetry(std::chrono::seconds(10));
  return caller.done() > 0 ? 0 : 1;
}

struct FailurePoint {
  Where where;
  const char* name;
};
constexpr FailurePoint kFailurePoints[] = {{Where::kTool, "a tool"},
                                           {Where::kSink, "a callback sink"},
                                           {Where::kOwnSink, "a sink"},
                                           {Where::kSummarizer, "a summarizer"},
                                           {Where::kCounter, "a counter of tokens"},
                                           {Where::kEmbed, "an embedding function"},
                                           {Where::kRewrite, "a function that rewrites questions"},
                                           {Where::kClock, "a clock"},
                                           {Where::kIds, "a source of ids"},
                                           {Where::kStore, "a store"}};

struct Row {
  Failure failure;
  const char* name;
  int signal;  // the signal that ends the process; 0 if none does
};

ProcessOutput run_and_collect(const PlantedConversation& conversation, Where where, Failure failure) {
  const test::TempFolder folder;
  return run_watched(folder, [&] {
    FailingCaller caller(where, failure, conversation.all());
    return run_conversation(conversation, caller);
  });
}

}  // namespace

TEST_CASE("an exception from the caller's code does not end the process, and no output quotes it") {
  const PlantedConversation conversation;
  for (const FailurePoint& point : kFailurePoints) {
    for (const Row& row : {Row{Failure::kThrow, "throws", 0}, Row{Failure::kThrowOther, "throws a string", 0}}) {
      const ProcessOutput output = run_and_collect(conversation, point.where, row.failure);
      INFO(point.name << " " << row.name << "\n" << output.out);
      CHECK(output.signal == 0);
      CHECK(output.code == 0);
      CHECK(conversation.canaries_in(output.out) == "");
      CHECK(conversation.canaries_in(output.files) == "");
      CHECK(output.files.find("turns.jsonl: {") != std::string::npos);
    }
  }
}

TEST_CASE("an exception during a background sweep does not end the process") {
  const PlantedConversation conversation;
  for (const Where where : {Where::kStore, Where::kClock}) {
    for (const Failure failure : {Failure::kThrow, Failure::kThrowOther}) {
      const test::TempFolder folder;
      const ProcessOutput output = run_watched(folder, [&] {
        FailingCaller caller(where, failure, conversation.all());
        EngineOptions options = options_of(caller);
        options.sweep_every = std::chrono::milliseconds(1);
        caller.begin();
        const auto store = std::make_shared<BadStore>(create_memory_store(), caller);
        const auto engine = Engine::create(conversation.catalog(), store, std::move(options));
        caller.wait_until_done(2);
        return engine ? 0 : 1;
      });
      INFO(output.out);
      CHECK(output.code == 0);
      CHECK(output.out == "");
    }
  }
}

TEST_CASE("a process that dies inside the caller's code prints none of the users' values") {
  const PlantedConversation conversation;
  for (const FailurePoint& point : kFailurePoints) {
    for (const Row& row : {Row{Failure::kLeaveNoexcept, "lets an exception out of a noexcept function", SIGABRT},
                           Row{Failure::kThrowInThread, "throws in a thread of its own", SIGABRT},
                           Row{Failure::kAbort, "aborts", SIGABRT}, Row{Failure::kTerminate, "terminates", SIGABRT},
                           Row{Failure::kFault, "crashes", SIGSEGV}}) {
      const ProcessOutput output = run_and_collect(conversation, point.where, row.failure);
      INFO(point.name << " " << row.name << "\n" << output.out);
      CHECK(output.was_killed_by(row.signal));
      CHECK(conversation.canaries_in(output.out) == "");
      CHECK(conversation.canaries_in(output.files) == "");
    }
  }
}

TEST_CASE(
    "the output of a process that exceeds its file size limit has no private value, whether it is killed or gets an "
    "error") {
  const PlantedConversation conversation;
  for (const bool is_killed : {true, false}) {
    const test::TempFolder folder;
    const ProcessOutput output = run_watched(folder, [&] {
      if (!is_killed) ::signal(SIGXFSZ, SIG_IGN);
      FailingCaller none(Where::kTool, Failure::kNothing, "");
      const auto store = open_sqlite_store("sessions.db");
      if (!store) FAIL(store.error().to_string());
      const auto engine = Engine::create(conversation.catalog(), *store, options_of(none));
      const rlimit limit{500'000, 500'000};
      if (!engine || ::setrlimit(RLIMIT_FSIZE, &limit) != 0) return 1;
      for (int i = 0; i < 10'000; ++i) {
        for (const auto& step : conversation.beginning()) {
          if (!step(**engine, "s" + std::to_string(i))) return 0;
        }
      }
      return 2;
    });
    INFO(output.out);
    CHECK((is_killed ? output.was_killed_by(SIGXFSZ) : output.code == 0));
    CHECK(output.out.empty() == is_killed);
    CHECK(conversation.canaries_in(output.out) == "");
    CHECK(conversation.canaries_in(output.files) == "");
  }
}

TEST_CASE("run_watched() collects the planted values that a killed process wrote, except those in its store") {
  const PlantedConversation conversation;
  const test::TempFolder folder;
  const ProcessOutput output = run_watched(folder, [&] {
    std::cout << conversation.all();
    std::cerr << conversation.card();
    test::write_bytes("core.txt", conversation.all());
    test::write_bytes("sessions.db-wal", conversation.all());
    std::abort();
    return 0;
  });
  CHECK(output.was_killed_by(SIGABRT));
  CHECK(conversation.canaries_in(output.out) != "");
  CHECK(conversation.canaries_in(output.files) != "");
  CHECK(output.files.find("sessions.db") == std::string::npos);
}
