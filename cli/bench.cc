// `parley bench` measures turns per second and latency for a bot, a set of conversations and a store.
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <sys/resource.h>

#include "cli/command.h"
#include "cli/database.h"
#include "cli/errors.h"
#include "cli/help.h"
#include "cli/latency.h"
#include "cli/load_generator.h"
#include "cli/open.h"

namespace parley::cli {
namespace {

struct BenchOptions {
  std::string bot;
  std::string conversations;
  std::string store = "memory";
  std::string synchronous = "full";
  int threads = 1;
  int repeat = 1;
  bool json = false;
};

Result<std::shared_ptr<SessionStore>> store_for(const BenchOptions& options) {
  if (options.store == "memory") return create_memory_store();
  if (is_postgres(options.store)) return open_store({options.store, {}});
  const std::string scheme = "sqlite:";
  if (options.store.rfind(scheme, 0) != 0 || options.store.size() == scheme.size()) {
    return usage_error(
        fmt::format("invalid --store '{}'; use memory, sqlite:PATH or a postgresql:// URI", options.store));
  }
  SqliteOptions sqlite;
  if (options.synchronous == "normal") sqlite.synchronous = SqliteOptions::Synchronous::kNormal;
  return open_store({options.store.substr(scheme.size()), {}}, sqlite);
}

double peak_rss_mb() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

int bench(const BenchOptions& options) {
  const Result<std::vector<Conversation>> conversations = read_conversations(options.conversations);
  if (!conversations) return report(conversations.error());
  const auto catalog = open_bot(options.bot);
  if (!catalog) return report(catalog.error());
  const auto store = store_for(options);
  if (!store) return report(store.error());
  const auto engine = Engine::create(*catalog, *store);
  if (!engine) return report(engine.error());

  (*catalog)->warm_up();
  const Result<Load> load = run_load(*engine.value(), *conversations, options.threads, options.repeat);
  if (!load) return report(load.error());

  const auto turns = static_cast<std::int64_t>(load->microseconds.size());
  const double rate = static_cast<double>(turns) / load->seconds;
  const Latencies us = summarise(load->microseconds);
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
  return kExitOk;
}

}  // namespace

Command add_bench(CLI::App& app) {
  auto options = std::make_shared<BenchOptions>();
  CLI::App* parser = add_command(
      app, "bench", "Measure turns per second, latency and memory",
      "parley bench --bot bot.yaml --conversations talks.jsonl     # lines of {\"turns\": [\"hello\", ...]}\n"
      "parley bench --bot bot.yaml --conversations talks.jsonl --store sqlite:/tmp/bench.db --threads 8 --json");
  parser->add_option("--bot", options->bot, "The bot file")->required()->type_name("FILE");
  parser->add_option("--conversations", options->conversations, "JSON Lines file with one conversation per line")
      ->required()
      ->type_name("FILE");
  parser->add_option("--store", options->store, "memory (default), sqlite:PATH or a postgresql:// URI")
      ->type_name("STORE");
  parser->add_option("--synchronous", options->synchronous, "SQLite: full (default) survives power loss, or normal")
      ->check(CLI::IsMember({"full", "normal"}))
      ->option_text("MODE");
  parser->add_option("--threads", options->threads, "Number of parallel conversations (default: 1)")
      ->check(CLI::Range(1, 1024))
      ->option_text("N");
  parser->add_option("--repeat", options->repeat, "Number of times to run all conversations (default: 1)")
      ->check(CLI::Range(1, 1'000'000))
      ->option_text("N");
  parser->add_flag("--json", options->json, "Print the result as JSON");
  add_no_cache(*parser);
  return {parser, [options] { return bench(*options); }};
}

}  // namespace parley::cli
