// turn_telemetry_bench BOT FOLDER [ROUNDS [PAUSE_US]]: measures the cost of telemetry and redaction per turn, also with
// a sink that blocks, fails or has a full disk. BOT is config/intents.yaml, FOLDER receives the files of the sinks.
//
// Runs complete turns over the memory store: the dialogs below, repeatedly, each in a new session. The variants
// alternate in batches of about 60 ms, in a different order each round. Each batch ends with a flush, so that the
// thread of a sink works while the turns of its variant are measured. Other load on the machine affects all variants. A
// turn begins every PAUSE_US microseconds (250), or when the previous turn ends. The variants "off" and "off again" are
// equal, so their difference is the noise.
//
// Prints one JSON line per variant. `over_off_us` is the median of the extra time of a turn compared with the same turn
// of the same round and bot without telemetry. `dearest` is the turn with the largest extra time. `p99_of_off` is the
// ratio of the 99th percentiles. "nothing private" is the bot without `redaction` and `sensitive` params, so the
// difference to "off" is the cost of redaction.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <future>
#include <iterator>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "parley/parley.h"

namespace {

using namespace parley;
using Steady = std::chrono::steady_clock;
using Sinks = std::vector<std::shared_ptr<TelemetrySink>>;

constexpr std::size_t kRunsPerBatch = 10;  // number of times that each dialog runs in a batch
constexpr std::chrono::minutes kPatience(1);

const std::vector<std::vector<const char*>> kDialogs = {
    {"It arrived broken and I want my money back", "How long does a refund take?", "12345", "no, it was the wrong item",
     "yes"},
    {"I want to check my order", "hm let me see", "It's O-12345", "thank you"},
    {"I want to buy two anvils", "4111 1111 1111 1112", "sorry, 4111 1111 1111 1111", "yes"},
    {"I forgot my password", "anna@example.com", "I entered the wrong delivery address", "12 Canyon Road, Flagstaff"},
    {"I am not happy with your service",
     "I ordered a lamp last week and it still has not arrived, and when I called nobody could tell me where it is",
     "my number is 202-555-0143"},
    {"can you tell me what the weather is like", "swordfish", "I want to talk to a person"},
};

std::vector<const char*> turns_of_dialogs() {
  std::vector<const char*> turns;
  for (const auto& dialog : kDialogs) turns.insert(turns.end(), dialog.begin(), dialog.end());
  return turns;
}

[[noreturn]] void fail(const std::string& why) {
  std::fprintf(stderr, "turn_telemetry_bench: %s\n", why.c_str());
  std::exit(1);
}

template <class Made>
Made must(Result<Made> made) {
  if (!made) fail(made.error().to_string());
  return std::move(*made);
}

// ---- faulty sinks ---------------------------------------------------------------------------------------

class BlockedSink final : public TelemetrySink {
 public:
  explicit BlockedSink(std::shared_future<void> let_go) : let_go_(std::move(let_go)) {}
  Result<std::size_t> write(const std::vector<std::string>& lines) override {
    let_go_.wait();
    return lines.size();
  }

 private:
  const std::shared_future<void> let_go_;
};

class FailingSink final : public TelemetrySink {
 public:
  Result<std::size_t> write(const std::vector<std::string>&) override {
    return Unexpected(ErrorCode::kStoreUnavailable, "never");
  }
};

// ---- bots -----------------------------------------------------------------------------------------------

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) fail("cannot read " + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string replaced(std::string text, const std::string& piece, const std::string& other) {
  const std::size_t at = text.find(piece);
  if (at == std::string::npos) fail("the bot has no '" + piece + "'");
  return text.replace(at, piece.size(), other);
}

struct Bots {
  explicit Bots(const std::string& path) {
    const std::string yaml = bytes_of(path);
    shipped = must(Catalog::parse(yaml, path));
    unmatched =
        must(Catalog::parse(replaced(yaml, "\nredaction:\n", "\nredaction:\n  telemetry_text: unmatched\n"), path));
    all = must(Catalog::parse(replaced(yaml, "\nredaction:\n", "\nredaction:\n  telemetry_text: all\n"), path));
    const std::size_t begin = yaml.find("\nredaction:\n"), end = yaml.find("\nsession:\n");
    if (end == std::string::npos || end < begin) fail("the bot has no 'session' behind its 'redaction'");
    nothing_private = must(Catalog::parse(
        replaced(yaml.substr(0, begin) + yaml.substr(end), "sensitive: true", "sensitive: false"), path));
  }
  std::shared_ptr<const Catalog> shipped, unmatched, all, nothing_private;
};

// ---- measuring ------------------------------------------------------------------------------------------

double us_since(Steady::time_point begin) {
  return std::chrono::duration<double, std::micro>(Steady::now() - begin).count();
}

class Variant {
 public:
  Variant(const char* its_name, const std::shared_ptr<const Catalog>& bot, const Sinks& sinks, bool is_blocked = false)
      : name(its_name), is_blocked_(is_blocked) {
    EngineOptions options;
    options.telemetry = sinks;
    options.sweep_every = {};
    engine_ = must(Engine::create(bot, create_memory_store(), options));
  }

  void run_batch(std::size_t round, double pause_us) {
    for (std::size_t repeat = 0; repeat < kRunsPerBatch; ++repeat) {
      for (std::size_t dialog = 0; dialog < kDialogs.size(); ++dialog) {
        const std::string session =
            "s" + std::to_string(round) + "." + std::to_string(repeat) + "." + std::to_string(dialog);
        for (const char* text : kDialogs[dialog]) run_turn(session, text, pause_us);
      }
    }
    if (!is_blocked_ && !engine_->flush_telemetry(kPatience)) fail(std::string(name) + " does not end");
  }

  TelemetryCounts counts() const {
    TelemetryCounts sum;
    for (const TelemetryCounts& one : engine_->telemetry_counts()) {
      sum.written += one.written;
      sum.lost += one.lost;
      sum.errors += one.errors;
    }
    return sum;
  }

  const char* const name;
  const Variant* off = nullptr;  // the variant to compare with
  std::vector<double> us;        // per turn, in the order of the dialogs, which is the same for all variants

 private:
  void run_turn(const std::string& session, const char* text, double pause_us) {
    Request request = Request::text(session, text);
    request.user = "of " + session;
    const auto begin = Steady::now();
    const auto turn = engine_->handle(request);
    us.push_back(us_since(begin));
    if (!turn) fail(turn.error().to_string());
    while (us_since(begin) < pause_us) continue;
  }

  const bool is_blocked_;
  std::unique_ptr<Engine> engine_;
};

double percentile(std::vector<double> all, double share) {
  std::sort(all.begin(), all.end());
  return all[static_cast<std::size_t>(share * static_cast<double>(all.size() - 1))];
}

// Returns the figure for the turns at this position of the dialogs.
std::vector<double> every_nth(const std::vector<double>& all, std::size_t first, std::size_t step) {
  std::vector<double> some;
  for (std::size_t at = first; at < all.size(); at += step) some.push_back(all[at]);
  return some;
}

void print(const Variant& variant) {
  const Variant& off = *variant.off;
  std::vector<double> over(off.us.size());
  for (std::size_t i = 0; i < over.size(); ++i) over[i] = variant.us[i] - off.us[i];
  const std::vector<const char*> turns = turns_of_dialogs();
  std::pair<double, const char*> dearest{0, ""};
  for (std::size_t turn = 0; turn < turns.size(); ++turn) {
    dearest = std::max(dearest, {percentile(every_nth(over, turn, turns.size()), 0.5), turns[turn]});
  }
  const double p99 = percentile(variant.us, 0.99);
  const TelemetryCounts counts = variant.counts();
  std::printf(
      "{\"telemetry\":\"%s\",\"turns\":%zu,\"p50_us\":%.1f,\"p99_us\":%.1f,\"p999_us\":%.1f,\"over_off_us\":%.1f,"
      "\"dearest_us\":%.1f,\"dearest\":\"%.20s\",\"p99_of_off\":%.2f,\"written\":%lld,\"lost\":%lld,\"errors\":%lld}\n",
      variant.name, variant.us.size(), percentile(variant.us, 0.5), p99, percentile(variant.us, 0.999),
      percentile(over, 0.5), dearest.first, dearest.second, p99 / percentile(off.us, 0.99),
      static_cast<long long>(counts.written), static_cast<long long>(counts.lost),
      static_cast<long long>(counts.errors));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return std::fprintf(stderr, "turn_telemetry_bench BOT FOLDER [ROUNDS [PAUSE_US]]\n"), 2;
  const Bots bots(argv[1]);
  const std::string folder = argv[2];
  const auto rounds = static_cast<std::size_t>(argc > 3 ? std::atoll(argv[3]) : 80);
  const double pause_us = argc > 4 ? std::atof(argv[4]) : 250;

  std::promise<void> let_go;
  {
    const auto nothing = [] { return create_callback_sink([](std::string_view) {}); };
    const auto blocked = std::make_shared<BlockedSink>(let_go.get_future().share());
    std::vector<std::unique_ptr<Variant>> variants;
    const Variant* off = nullptr;
    const auto add = [&](auto&&... of) {
      variants.push_back(std::make_unique<Variant>(of...));
      if (!off) off = variants.back().get();
      variants.back()->off = off;
    };
    add("off, texts unmatched", bots.unmatched, Sinks{});
    add("a function, texts unmatched", bots.unmatched, Sinks{nothing()});
    off = nullptr;
    add("off, texts all", bots.all, Sinks{});
    add("a function, texts all", bots.all, Sinks{nothing()});
    off = nullptr;
    add("off", bots.shipped, Sinks{});
    add("off again", bots.shipped, Sinks{});
    add("off, nothing private", bots.nothing_private, Sinks{});
    add("a function", bots.shipped, Sinks{nothing()});
    add("a file", bots.shipped, Sinks{must(open_jsonl_sink(folder + "/events.jsonl"))});
    add("a table", bots.shipped, Sinks{must(open_sqlite_sink(folder + "/events.db"))});
    add("metrics", bots.shipped, Sinks{create_metrics_sink()});
    add("blocked", bots.shipped, Sinks{blocked}, true);
    add("failing", bots.shipped, Sinks{std::make_shared<FailingSink>()});
    add("a full disk", bots.shipped, Sinks{must(open_jsonl_sink("/dev/full"))});
    std::vector<Variant*> order;
    for (const auto& variant : variants) order.push_back(variant.get());
    std::mt19937 random(42);
    for (std::size_t round = 0; round < rounds; ++round) {
      std::shuffle(order.begin(), order.end(), random);
      for (Variant* variant : order) variant->run_batch(round, pause_us);
    }
    for (const auto& variant : variants) print(*variant);
    let_go.set_value();
  }
}
