// telemetry_bench FOLDER [TURNS [PAUSE_US]]: measures the time that a turn spends on pushing its five events, in
// nanoseconds. Variants: without a sink, with a file in FOLDER, with a table, with three sinks, and with a sink that
// never returns. The variants alternate in short batches, so that other load on the machine affects all of them. Two
// turns are PAUSE_US microseconds apart (20), so there are at most 50,000 turns per second. Prints one JSON line per
// variant. `push` is the time of the call, including the time to read the clock.
//
// Then measures how many events per second each sink writes alone.
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <vector>

#include "telemetry/queue.h"

namespace {

using namespace parley;
using Lines = std::vector<std::string>;
using telemetry::Queue;
using Steady = std::chrono::steady_clock;

constexpr std::size_t kBatch = 500;  // turns
constexpr std::size_t kEventsOfTurn = 5;

// Events of the size that the engine's events have.
Lines turn_of(std::size_t number) {
  static const char* const kStages[] = {"received", "classified", "planned", "tool", "respond"};
  Lines lines;
  for (const char* stage : kStages) {
    lines.push_back(R"({"v":2,"stage":")" + std::string(stage) +
                    R"(","ts":"2026-03-02T09:00:00.000Z","session":"0123456789abcdef0123456789abcdef","turn":)" +
                    std::to_string(number) +
                    R"(,"bot":"acme-support","memory":{"history_count":12,"params_keys":["order_id","reason"],)"
                    R"("waiting_for_param":"order_id"},"us":120,"status":"waiting","intent":"refund","say":1})");
  }
  return lines;
}

class GivenEvents final : public telemetry::TurnEvents {
 public:
  explicit GivenEvents(Lines lines) : TurnEvents(lines.size(), kEventsOfTurn * 300), lines_(std::move(lines)) {}
  const Lines& lines() const override { return lines_; }

 private:
  const Lines lines_;
};

class Blocked final : public TelemetrySink {
 public:
  Result<std::size_t> write(const Lines& lines) override {
    std::unique_lock lock(mutex_);
    let_go_.wait(lock, [&] { return is_over_; });
    return lines.size();
  }
  void let_go() {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
    let_go_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable let_go_;
  bool is_over_ = false;
};

struct Variant {
  Variant(const char* its_name, const std::vector<std::shared_ptr<TelemetrySink>>& sinks)
      : name(its_name), queue(std::make_unique<Queue>(sinks)) {}
  const char* name;
  std::unique_ptr<Queue> queue;
  std::vector<double> ns;
};

double ns_since(Steady::time_point begin) {
  return std::chrono::duration<double, std::nano>(Steady::now() - begin).count();
}

void run_batch(Variant& variant, std::size_t first, std::size_t turns, double pause_ns) {
  for (std::size_t turn = first; turn < first + turns; ++turn) {
    const auto events = std::make_shared<const GivenEvents>(turn_of(turn));
    const auto begin = Steady::now();
    variant.queue->push(events);
    variant.ns.push_back(ns_since(begin));
    while (ns_since(begin) < pause_ns) continue;
  }
}

double percentile(std::vector<double>& sorted, double share) {
  return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
}

void print(Variant& variant) {
  std::sort(variant.ns.begin(), variant.ns.end());
  TelemetryCounts sum;
  for (const TelemetryCounts& counts : variant.queue->counts()) {
    sum.written += counts.written;
    sum.lost += counts.lost;
  }
  std::printf(
      "{\"sinks\":\"%s\",\"turns\":%zu,\"push_p50_ns\":%.0f,\"push_p99_ns\":%.0f,\"push_p999_ns\":%.0f,"
      "\"push_max_ns\":%.0f,\"written\":%lld,\"lost\":%lld}\n",
      variant.name, variant.ns.size(), percentile(variant.ns, 0.5), percentile(variant.ns, 0.99),
      percentile(variant.ns, 0.999), variant.ns.back(), static_cast<long long>(sum.written),
      static_cast<long long>(sum.lost));
}

void measure_rate(const char* name, TelemetrySink& sink) {
  constexpr std::size_t kTurns = 20'000, kTurnsOfWrite = 200;
  Lines lines;
  for (std::size_t turn = 0; turn < kTurnsOfWrite; ++turn) {
    for (std::string& line : turn_of(turn)) lines.push_back(std::move(line));
  }
  const auto begin = Steady::now();
  for (std::size_t turn = 0; turn < kTurns; turn += kTurnsOfWrite) {
    if (sink.write(lines)) continue;
    std::fprintf(stderr, "telemetry_bench: %s does not write\n", name);
    std::exit(1);
  }
  std::printf("{\"sink\":\"%s\",\"events_per_second\":%.0f}\n", name,
              static_cast<double>(kTurns * kEventsOfTurn) / ns_since(begin) * 1e9);
}

template <class Opened>
Opened must(Result<Opened> opened) {
  if (opened) return std::move(*opened);
  std::fprintf(stderr, "telemetry_bench: %s\n", opened.error().to_string().c_str());
  std::exit(1);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return std::fprintf(stderr, "telemetry_bench FOLDER [TURNS [PAUSE_US]]\n"), 2;
  const std::string folder = argv[1];
  const auto turns = static_cast<std::size_t>(argc > 2 ? std::atoll(argv[2]) : 50'000);
  const double pause_ns = argc > 3 ? 1000 * std::atof(argv[3]) : 20'000;

  const auto file = must(open_jsonl_sink(folder + "/events.jsonl"));
  const auto table = must(open_sqlite_sink(folder + "/events.db"));
  const auto metrics = create_metrics_sink();
  const auto callback = create_callback_sink([](std::string_view) {});
  const auto blocked = std::make_shared<Blocked>();
  {
    std::vector<Variant> variants;
    variants.emplace_back("none", std::vector<std::shared_ptr<TelemetrySink>>{});
    variants.emplace_back("file", std::vector<std::shared_ptr<TelemetrySink>>{file});
    variants.emplace_back("table", std::vector<std::shared_ptr<TelemetrySink>>{table});
    variants.emplace_back("file, metrics, callback",
                          std::vector<std::shared_ptr<TelemetrySink>>{file, metrics, callback});
    variants.emplace_back("blocked", std::vector<std::shared_ptr<TelemetrySink>>{blocked});
    for (Variant& variant : variants) variant.ns.reserve(turns);
    for (std::size_t turn = 0; turn < turns; turn += kBatch) {
      for (Variant& variant : variants) run_batch(variant, turn, std::min(kBatch, turns - turn), pause_ns);
    }
    for (Variant& variant : variants) {
      if (std::string(variant.name) != "blocked") variant.queue->flush(std::chrono::minutes(1));
      print(variant);
    }
    blocked->let_go();
  }
  measure_rate("file", *file);
  measure_rate("table", *table);
  measure_rate("metrics", *metrics);
}
