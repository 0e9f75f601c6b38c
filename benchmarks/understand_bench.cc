// Reading messages with the bot that ships: what one fresh message costs, and what the ways down to RE2 cost alone.
//
//   cmake --build --preset release --target understand_bench && build/release/benchmarks/understand_bench
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <re2/set.h>

#include "config/definition.h"
#include "parley/catalog.h"

namespace {

using parley::Catalog;

std::shared_ptr<const Catalog> shipped_bot() {
  static const auto bot = Catalog::load(PARLEY_SOURCE_DIR "/config/intents.yaml");
  if (!bot) std::abort();
  return *bot;
}

// Messages that differ from one another, so that nothing can be remembered between them.
std::vector<std::string> fresh(const std::vector<std::string>& beginnings, const std::vector<std::string>& ends) {
  std::vector<std::string> messages;
  for (int i = 0; i < 4096; ++i) {
    const auto n = static_cast<std::size_t>(i);
    messages.push_back(beginnings[n % beginnings.size()] + std::to_string(i * 7919 % 100'000) +
                       ends[n / 7 % ends.size()]);
  }
  return messages;
}

std::vector<std::string> without_params() {
  return fresh({"hello, I would like to know whether you can help me with my thing number ",
                "what are the payment methods that you accept for item ", "could you tell me about the newsletter ",
                "I want to open a new account at your shop, as told by "},
               {" please", " today, if that is possible", "", " and thank you very much for that"});
}

std::vector<std::string> with_params() {
  return fresh({"where is my order O-", "please cancel order o", "I want a refund for order ", "track my parcel #"},
               {", it arrived broken", " please", "", " which never came"});
}

// The bot's own words in no order.
std::vector<std::string> word_soup() {
  const std::vector<std::string> words = {"order",   "cancel",  "refund", "track",  "my",  "account",
                                          "want",    "invoice", "status", "change", "the", "delete",
                                          "address", "payment", "where",  "to"};
  std::vector<std::string> messages;
  unsigned state = 1;
  for (int i = 0; i < 4096; ++i) {
    std::string message;
    for (int word = 0; word < 14; ++word) {
      state = state * 1'103'515'245u + 12'345u;
      message += words[state >> 16 & 15u] + " ";
    }
    messages.push_back(message);
  }
  return messages;
}

void read_all(benchmark::State& state, const std::vector<std::string>& messages, const parley::Situation& situation) {
  const auto bot = shipped_bot();
  std::size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(bot->understand(messages[i], situation));
    i = (i + 1) % messages.size();
  }
}

void understand_without_params(benchmark::State& state) { read_all(state, without_params(), {}); }
BENCHMARK(understand_without_params);

void understand_with_params(benchmark::State& state) { read_all(state, with_params(), {}); }
BENCHMARK(understand_with_params);

void understand_an_answer(benchmark::State& state) {
  parley::Situation asked;
  asked.intent = "track_order";
  asked.waiting_for_param = "order_id";
  read_all(state, fresh({"O-", "it is ", "my number is "}, {"", " I think"}), asked);
}
BENCHMARK(understand_an_answer);

void understand_word_soup(benchmark::State& state) { read_all(state, word_soup(), {}); }
BENCHMARK(understand_word_soup);

// The floor: the same rules in one bare RE2::Set.
void bare_set(benchmark::State& state, const std::vector<std::string>& messages) {
  re2::RE2::Options options;
  options.set_case_sensitive(false);
  options.set_max_mem(64 << 20);
  re2::RE2::Set set(options, re2::RE2::UNANCHORED);
  for (const auto& intent : shipped_bot()->definition().intents) {
    for (const auto& rule : intent.rules) set.Add(rule.regex.value, nullptr);
  }
  if (!set.Compile()) std::abort();
  std::size_t i = 0;
  for (auto _ : state) {
    std::vector<int> hits;
    benchmark::DoNotOptimize(set.Match(messages[i], &hits));
    i = (i + 1) % messages.size();
  }
}
void bare_set_without_params(benchmark::State& state) { bare_set(state, without_params()); }
BENCHMARK(bare_set_without_params);
void bare_set_word_soup(benchmark::State& state) { bare_set(state, word_soup()); }
BENCHMARK(bare_set_word_soup);

void explain(benchmark::State& state) {
  const auto bot = shipped_bot();
  for (auto _ : state) benchmark::DoNotOptimize(bot->explain("where is my order O-12345"));
}
BENCHMARK(explain);

void load_shipped_bot(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(Catalog::load(PARLEY_SOURCE_DIR "/config/intents.yaml"));
}
BENCHMARK(load_shipped_bot)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
