// Failures inside the caller's code during a turn: the output afterwards has no private value.
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

// The calls into the caller's code.
enum class Where { kTool, kSink, kOwnSink, kPace, kSummarizer, kCounter, kEmbed, kRewrite, kClock, kIds, kStore };

// The failure there. The first two must not end the process.
enum class Failure { kThrow, kThrowOther, kLeaveNoexcept, kThrowInThread, kAbort, kTerminate, kFault, kNothing };

// An exception of the caller may quote its input. The C++ runtime prints an uncaught exception; this one has no text of
// its own, so that parley must have printed anything that is found.
[[noreturn]] void throw_quietly() { throw std::runtime_error("the host gave up"); }

void leave_noexcept() noexcept { throw_quietly(); }

// Never nested: it may be called while it throws.
class FailingCaller {
 public:
  FailingCaller(Where where, Failure deed, std::string quoted)
      : where_(where), deed_(deed), quoted_(std::move(quoted)) {}

  void begin() { begun_ = true; }
  int done() const { return done_; }
  void wait_until_done(int times) const {
    for (int done = done_; done < times; done = done_) done_.wait(done);
  }

  void at(Where where) {
    if (!begun_ || where != where_) return;
    ++done_;
    done_.notify_all();
    switch (deed_) {
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
  const Failure deed_;
  const std::string quoted_;
  std::atomic<bool> begun_{false};
  std::atomic<int> done_{0};
};

class BadStore final : public memory::ForwardingStore {
 public:
  BadStore(std::shared_ptr<SessionStore> inner, FailingCaller& mischief)
      : ForwardingStore(std::move(inner)), mischief_(mischief) {}
  Result<std::optional<SessionState>> load(std::string_view session) override {
    mischief_.at(Where::kStore);
    return ForwardingStore::load(session);
  }
  Result<std::size_t> drop_expired_items(TimeMs now) override {
    mischief_.at(Where::kStore);
    return ForwardingStore::drop_expired_items(now);
  }

 private:
  FailingCaller& mischief_;
};

class BadClock final : public ManualClock {
 public:
  explicit BadClock(FailingCaller& mischief) : ManualClock(1'767'225'600'000), mischief_(mischief) {}
  TimeMs now() override {
    mischief_.at(Where::kClock);
    return ManualClock::now();
  }

 private:
  FailingCaller& mischief_;
};

class BadIds final : public IdSource {
 public:
  explicit BadIds(FailingCaller& mischief) : mischief_(mischief) {}
  std::string next() override {
    mischief_.at(Where::kIds);
    return inner_->next();
  }

 private:
  std::shared_ptr<IdSource> inner_ = create_counted_ids("crash-");
  FailingCaller& mischief_;
};

class BadSink final : public TelemetrySink {
 public:
  explicit BadSink(FailingCaller& mischief) : mischief_(mischief) {}
  Result<std::size_t> write(const std::vector<std::string>& lines) override {
    mischief_.at(Where::kOwnSink);
    return lines.size();
  }
  TelemetryPace pace() const override {
    mischief_.at(Where::kPace);
    return {};
  }

 private:
  FailingCaller& mischief_;
};

EngineOptions options_of(FailingCaller& mischief) {
  EngineOptions options;
  options.clock = std::make_shared<BadClock>(mischief);
  options.ids = std::make_shared<BadIds>(mischief);
  options.telemetry = {*open_jsonl_sink("turns.jsonl"), *open_sqlite_sink("turns.db"),
                       create_callback_sink([&](std::string_view) { mischief.at(Where::kSink); }),
                       std::make_shared<BadSink>(mischief)};
  options.telemetry_key = options.user_key = "crash";
  options.sweep_every = {};
  options.summarizer = create_callback_summarizer([&](const SummaryRequest&) -> Result<std::string> {
    mischief.at(Where::kSummarizer);
    return std::string("They talked.");
  });
  options.count_tokens = [&](std::string_view text) {
    mischief.at(Where::kCounter);
    return static_cast<std::int64_t>(text.size() / 4);
  };
  options.embed = [&](std::string_view) -> Result<Embedding> {
    mischief.at(Where::kEmbed);
    return Embedding{1, 2, 3};
  };
  options.rewrite = [&](const Topic&, std::string_view question) -> Result<std::string> {
    mischief.at(Where::kRewrite);
    return std::string(question);
  };
  return options;
}

// Returns 0 if all calls returned and the caller's code was called.
int tell(const PlantedConversation& conversation, FailingCaller& mischief) {
  const auto store = open_sqlite_store("sessions.db");
  if (!store) FAIL(store.error().to_string());
  EngineOptions options = options_of(mischief);
  options.tools["cards.charge"] = [&](const ToolCall& call) {
    mischief.at(Where::kTool);
    return ToolOutcome::ok(Value(call.args));
  };
  auto engine = Engine::create(conversation.catalog(), std::make_shared<BadStore>(*store, mischief), options);
  if (!engine) FAIL(engine.error().to_string());
  for (const auto& step : conversation.beginning()) {
    if (!step(**engine, "s1")) return 2;
  }
  mischief.begin();
  for (const auto& step : conversation.rest()) step(**engine, "s1");
  (*engine)->flush_telemetry(std::chrono::seconds(10));
  return mischief.done() > 0 ? 0 : 1;
}

struct Place {
  Where where;
  const char* name;
};
constexpr Place kPlaces[] = {{Where::kTool, "a tool"},
                             {Where::kSink, "a function that events are handed to"},
                             {Where::kOwnSink, "a sink"},
                             {Where::kSummarizer, "a summarizer"},
                             {Where::kCounter, "a counter of tokens"},
                             {Where::kEmbed, "what embeds"},
                             {Where::kRewrite, "what rewrites questions"},
                             {Where::kClock, "a clock"},
                             {Where::kIds, "a source of ids"},
                             {Where::kStore, "a store"}};

struct Row {
  Failure deed;
  const char* name;
  int signal;  // the signal that ends the process; 0 if none does
};

ProcessOutput words_of(const PlantedConversation& conversation, Where where, Failure deed) {
  const test::TempFolder place;
  return run_watched(place, [&] {
    FailingCaller mischief(where, deed, conversation.all());
    return tell(conversation, mischief);
  });
}

}  // namespace

TEST_CASE("an exception from the caller's code ends nothing and is quoted nowhere") {
  const PlantedConversation conversation;
  for (const Place& place : kPlaces) {
    for (const Row& row :
         {Row{Failure::kThrow, "throws", 0}, Row{Failure::kThrowOther, "throws what is no exception", 0}}) {
      const ProcessOutput words = words_of(conversation, place.where, row.deed);
      INFO(place.name << " " << row.name << "\n" << words.out);
      CHECK(words.signal == 0);
      CHECK(words.code == 0);
      CHECK(conversation.canaries_in(words.out) == "");
      CHECK(conversation.canaries_in(words.files) == "");
      CHECK(words.files.find("turns.jsonl: {") != std::string::npos);
    }
  }
}

TEST_CASE("an exception during a background sweep ends nothing") {
  const PlantedConversation conversation;
  for (const Where where : {Where::kStore, Where::kClock}) {
    for (const Failure deed : {Failure::kThrow, Failure::kThrowOther}) {
      const test::TempFolder place;
      const ProcessOutput words = run_watched(place, [&] {
        FailingCaller mischief(where, deed, conversation.all());
        EngineOptions options = options_of(mischief);
        options.sweep_every = std::chrono::milliseconds(1);
        mischief.begin();
        const auto store = std::make_shared<BadStore>(create_memory_store(), mischief);
        const auto engine = Engine::create(conversation.catalog(), store, std::move(options));
        mischief.wait_until_done(2);
        return engine ? 0 : 1;
      });
      INFO(words.out);
      CHECK(words.code == 0);
      CHECK(words.out == "");
    }
  }
}

TEST_CASE("a process that dies inside the caller's code prints none of the users' values") {
  const PlantedConversation conversation;
  for (const Place& place : kPlaces) {
    for (const Row& row : {Row{Failure::kLeaveNoexcept, "lets an exception out of a noexcept function", SIGABRT},
                           Row{Failure::kThrowInThread, "throws in a thread of its own", SIGABRT},
                           Row{Failure::kAbort, "aborts", SIGABRT}, Row{Failure::kTerminate, "terminates", SIGABRT},
                           Row{Failure::kFault, "crashes", SIGSEGV}}) {
      const ProcessOutput words = words_of(conversation, place.where, row.deed);
      INFO(place.name << " " << row.name << "\n" << words.out);
      CHECK(words.was_killed_by(row.signal));
      CHECK(conversation.canaries_in(words.out) == "");
      CHECK(conversation.canaries_in(words.files) == "");
    }
  }
}

TEST_CASE(
    "a process that exceeds its file size limit is killed or gets an error, and neither output has the written data") {
  const PlantedConversation conversation;
  for (const bool is_killed : {true, false}) {
    const test::TempFolder place;
    const ProcessOutput words = run_watched(place, [&] {
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
    INFO(words.out);
    CHECK((is_killed ? words.was_killed_by(SIGXFSZ) : words.code == 0));
    CHECK(words.out.empty() == is_killed);
    CHECK(conversation.canaries_in(words.out) == "");
    CHECK(conversation.canaries_in(words.files) == "");
  }
}

TEST_CASE("the search of a process's last output finds planted values") {
  const PlantedConversation conversation;
  const test::TempFolder place;
  const ProcessOutput words = run_watched(place, [&] {
    std::cout << conversation.all();
    std::cerr << conversation.card();
    test::write_bytes("core.txt", conversation.all());
    test::write_bytes("sessions.db-wal", conversation.all());
    std::abort();
    return 0;
  });
  CHECK(words.was_killed_by(SIGABRT));
  CHECK(conversation.canaries_in(words.out) != "");
  CHECK(conversation.canaries_in(words.files) != "");
  CHECK(words.files.find("sessions.db") == std::string::npos);
}
