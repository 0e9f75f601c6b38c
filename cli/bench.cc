// `parley bench`: how many turns a second, and how long one takes, for a bot, a set of conversations and a store.
//
// A turn is one Engine::handle, timed from outside: waiting for the store's commit is part of it. Where the bot calls
// a tool that the host must run, an empty result is posted at once; that is a turn of its own.
#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <sys/resource.h>

#include "cli/command.h"
#include "cli/help.h"
#include "cli/latency.h"
#include "cli/lines.h"
#include "cli/open.h"
#include "cli/report.h"
#include "cli/terminal.h"

namespace parley::cli {
namespace {

struct Options {
  std::string bot;
  std::string conversations;
  std::string store = "memory";
  std::string synchronous = "full";
  int threads = 1;
  int repeat = 1;
  bool json = false;
};

using Conversation = std::vector<std::string>;

Result<std::vector<Conversation>> read_conversations(const std::string& path) {
  std::vector<Conversation> conversations;
  const Result<void> read = read_json_lines(path, [&](const Value& line) -> Result<void> {
    const Value* turns = line.find("turns");
    const Value::Array* texts = turns == nullptr ? nullptr : turns->if_array();
    if (texts == nullptr || texts->empty()) return wrong_use("there is no 'turns', or it is no list of texts");
    Conversation conversation;
    for (const Value& text : *texts) {
      if (text.if_string() == nullptr) return wrong_use("'turns' holds something that is no text");
      conversation.push_back(*text.if_string());
    }
    conversations.push_back(std::move(conversation));
    return {};
  });
  if (!read) return Unexpected(read.error());
  if (conversations.empty()) return wrong_use(fmt::format("there is no conversation in '{}'", path));
  return conversations;
}

Result<std::shared_ptr<SessionStore>> store_for(const Options& options) {
  if (options.store == "memory") return memory_store();
  const std::string scheme = "sqlite:";
  if (options.store.rfind(scheme, 0) != 0 || options.store.size() == scheme.size()) {
    return wrong_use(fmt::format("--store '{}' is neither memory nor sqlite:PATH", options.store));
  }
  SqliteOptions sqlite;
  if (options.synchronous == "normal") sqlite.synchronous = SqliteOptions::Synchronous::kNormal;
  return open_store(options.store.substr(scheme.size()), sqlite);
}

// All conversations, `repeat` times over, on as many threads as asked for: each thread takes the next one that nobody
// has taken, and talks it through in a session of its own.
class Run {
 public:
  Run(Engine& engine, const std::vector<Conversation>& conversations, const Options& options)
      : engine_(engine),
        conversations_(conversations),
        total_(conversations.size() * static_cast<std::size_t>(options.repeat)),
        prefix_("bench-" + random_ids()->next() + "-"),
        progress_("conversation", total_) {}

  Result<void> on(int threads) {
    const Stopwatch watch;
    std::vector<std::thread> workers;
    for (int i = 0; i < threads; ++i) workers.emplace_back([this] { work(); });
    for (std::thread& worker : workers) worker.join();
    seconds_ = watch.microseconds() / 1e6;
    progress_.clear();
    if (failure_) return Unexpected(*failure_);
    return {};
  }

  const std::vector<float>& microseconds() const { return microseconds_; }
  double seconds() const { return seconds_; }

 private:
  void work() {
    std::vector<float> mine;
    for (std::size_t i = next_++; i < total_ && !stopped_; i = next_++) {
      if (auto talked = talk(prefix_ + std::to_string(i), conversations_[i % conversations_.size()], mine); !talked) {
        fail(talked.error());
      }
      const std::lock_guard<std::mutex> lock(mutex_);
      progress_.at(++done_);
    }
    const std::lock_guard<std::mutex> lock(mutex_);
    microseconds_.insert(microseconds_.end(), mine.begin(), mine.end());
  }

  Result<void> talk(const std::string& session, const Conversation& conversation, std::vector<float>& times) {
    for (const std::string& text : conversation) {
      Request request = Request::text(session, text);
      for (;;) {
        const Stopwatch watch;
        const Result<Turn> turn = engine_.handle(request);
        times.push_back(static_cast<float>(watch.microseconds()));
        if (!turn) return Unexpected(turn.error());
        if (turn->status != Status::kToolCall) break;
        request.input = ToolResult{std::get<ToolCall>(turn->steps.back()).call_id, ToolOutcome::ok(Value::Object{})};
      }
    }
    return {};
  }

  void fail(const Error& error) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!failure_) failure_ = error;
    stopped_ = true;
  }

  Engine& engine_;
  const std::vector<Conversation>& conversations_;
  const std::size_t total_;
  const std::string prefix_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> stopped_{false};
  double seconds_ = 0;

  std::mutex mutex_;
  Progress progress_;
  std::size_t done_ = 0;
  std::vector<float> microseconds_;
  std::optional<Error> failure_;
};

double peak_rss_mb() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

int bench(const Options& options) {
  const Result<std::vector<Conversation>> conversations = read_conversations(options.conversations);
  if (!conversations) return report(conversations.error());
  const auto catalog = open_bot(options.bot);
  if (!catalog) return report(catalog.error());
  const auto store = store_for(options);
  if (!store) return report(store.error());
  const auto engine = Engine::create(*catalog, *store);
  if (!engine) return report(engine.error());

  Run run(*engine.value(), *conversations, options);
  if (auto ran = run.on(options.threads); !ran) return report(ran.error());

  const auto turns = static_cast<std::int64_t>(run.microseconds().size());
  const double rate = static_cast<double>(turns) / run.seconds();
  const Latencies us = summarise(run.microseconds());
  const double peak = peak_rss_mb();
  if (options.json) {
    const Value answer(
        Value::Object{{"turns", turns},
                      {"turns_per_s", tenths(rate)},
                      {"us", Value::Object{{"p50", tenths(us.p50)}, {"p99", tenths(us.p99)}, {"max", tenths(us.max)}}},
                      {"peak_rss_mb", tenths(peak)},
                      {"store", options.store},
                      {"threads", options.threads}});
    fmt::print("{}\n", answer.to_json());
  } else {
    fmt::print("turns      {}\n", turns);
    fmt::print("turns/s    {:.0f}\n", rate);
    fmt::print("per turn   {:.1f} us p50, {:.1f} us p99, {:.1f} us max\n", us.p50, us.p99, us.max);
    fmt::print("peak RSS   {:.1f} MB\n", peak);
    fmt::print("store      {}\n", options.store);
    fmt::print("threads    {}\n", options.threads);
  }
  return kFine;
}

}  // namespace

Command add_bench(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* parser = add_command(
      app, "bench", "Measure turns per second, latency and memory",
      "parley bench --bot bot.yaml --conversations talks.jsonl     # lines of {\"turns\": [\"hello\", ...]}\n"
      "parley bench --bot bot.yaml --conversations talks.jsonl --store sqlite:/tmp/bench.db --threads 8 --json");
  parser->add_option("--bot", options->bot, "The bot file")->required()->type_name("FILE");
  parser->add_option("--conversations", options->conversations, "JSON Lines, one conversation a line")
      ->required()
      ->type_name("FILE");
  parser->add_option("--store", options->store, "memory (default) or sqlite:PATH")->type_name("STORE");
  parser->add_option("--synchronous", options->synchronous, "SQLite: full (default) survives power loss, or normal")
      ->check(CLI::IsMember({"full", "normal"}))
      ->option_text("MODE");
  parser->add_option("--threads", options->threads, "So many conversations at once (default: 1)")
      ->check(CLI::Range(1, 1024))
      ->option_text("N");
  parser->add_option("--repeat", options->repeat, "Hold the conversations so many times (default: 1)")
      ->check(CLI::Range(1, 1'000'000))
      ->option_text("N");
  parser->add_flag("--json", options->json, "Answer in JSON");
  return {parser, [options] { return bench(*options); }};
}

}  // namespace parley::cli
