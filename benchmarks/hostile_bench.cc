// hostile_bench [RECIPES] [BYTES]: how much processor time the worst messages take to read, as a table.
//
// Reads RECIPES messages (2,000) of BYTES bytes (16,384, the most that an engine takes by default), each made of one
// recipe of tests/support/recipes.h or of two in turn. Each is read in four states: nothing open, a question open
// (for another param with each message), a confirmation open, "what should I change?" open. Reading is
// Catalog::understand() and the detectors of private values. Two bots read: the shipped one, and one with a param of
// every built-in type and of four kinds of entities in one intent. Prints the slowest messages of each bot, and of
// those that take a millisecond or more, those whose time grows the most when they get twice as long.
//
// Run it from the root of the repository.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include "base/work.h"
#include "config/definition.h"
#include "parley/catalog.h"
#include "privacy/detectors.h"
#include "tests/support/bot_of_every_type.h"
#include "tests/support/recipes.h"

namespace {

using parley::Catalog;
using parley::Recipe;
using parley::Situation;
using Bot = std::shared_ptr<const Catalog>;

constexpr std::size_t kShown = 12;

std::vector<Recipe> many_recipes(std::size_t count) {
  std::vector<Recipe> all = parley::recipes();
  const std::size_t single = all.size();
  for (std::size_t step = 1; all.size() < count && step < single; step += 37) {
    for (std::size_t i = 0; all.size() < count && i < single; ++i) {
      const Recipe& other = all[(i + step) % single];
      all.push_back({all[i].piece + other.piece, all[i].head, other.tail});
    }
  }
  all.resize(std::min(all.size(), count));
  return all;
}

std::string shown(std::string_view text) {
  std::string out;
  for (const char c : text.substr(0, 40)) {
    char buffer[8];
    std::snprintf(buffer, sizeof buffer, c >= ' ' && c < 0x7F ? "%c" : "\\x%02X", static_cast<unsigned char>(c));
    out += buffer;
  }
  return out;
}

struct Read {
  double ms = 1e9;
  double growth = 0;  // against a message half as long
  std::uint64_t steps = 0;
  std::string state;
  const Recipe* recipe = nullptr;
};

struct State {
  std::string name;
  Situation situation;
};

std::vector<State> states_of(const Catalog& bot, std::size_t turn) {
  std::string intent;
  std::vector<std::string> params;
  for (const std::string& id : bot.intents()) {
    if (bot.params(id).size() > params.size()) params = bot.params(intent = id);
  }
  State idle{"idle", {}};
  idle.situation.now_ms = 1'772'442'000'000;
  State asked{"asked for ", idle.situation}, confirming{"confirming", idle.situation},
      changing{"changing", idle.situation};
  for (State* state : {&asked, &confirming, &changing}) {
    state->situation.intent = intent;
    state->situation.filled = params;
    state->situation.filled_last = params[(turn + 1) % params.size()];
  }
  asked.name += asked.situation.waiting_for_param = params[turn % params.size()];
  confirming.situation.confirming = true;
  changing.situation.changing = true;
  return {idle, asked, confirming, changing};
}

Read measured(const Catalog& bot, const State& state, const std::string& message) {
  Read read;
  for (int round = 0; round < 2; ++round) {   // the first may be slowed down by what is built when first needed
    const std::clock_t begun = std::clock();  // of this process: what else runs does not count
    const parley::base::Work work;
    (void)bot.understand(message, state.situation);
    (void)parley::privacy::detect(message, parley::privacy::PrivateTypes::all());
    read.ms = std::min(read.ms, 1000.0 * static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC);
    read.steps = work.steps();
  }
  return read;
}

void print(const std::vector<Read>& reads) {
  std::printf("%10s %8s %14s  %-24s %s\n", "ms", "growth", "steps", "state", "recipe");
  for (std::size_t i = 0; i < std::min(kShown, reads.size()); ++i) {
    const Read& read = reads[i];
    const std::string recipe = shown(read.recipe->head + "|" + read.recipe->piece + "|" + read.recipe->tail);
    std::printf("%10.1f %8.1f %14llu  %-24s %s\n", read.ms, read.growth, static_cast<unsigned long long>(read.steps),
                read.state.c_str(), recipe.c_str());
  }
}

void run(const char* name, const Catalog& bot, const std::vector<Recipe>& all, std::size_t bytes) {
  std::vector<Read> reads;
  double total = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string message = message_of(all[i], bytes), half = message_of(all[i], bytes / 2);
    for (const State& state : states_of(bot, i)) {
      Read& read = reads.emplace_back(measured(bot, state, message));
      if (read.ms >= 1) read.growth = read.ms / measured(bot, state, half).ms;
      read.state = state.name;
      read.recipe = &all[i];
      total += read.ms;
    }
  }
  std::printf("%s: %zu messages of %zu bytes in 4 states each, %.2f ms on average; the slowest:\n", name, all.size(),
              bytes, total / static_cast<double>(reads.size()));
  std::sort(reads.begin(), reads.end(), [](const Read& a, const Read& b) { return a.ms > b.ms; });
  print(reads);
  std::printf("those that grow the most when they get twice as long:\n");
  std::sort(reads.begin(), reads.end(), [](const Read& a, const Read& b) { return a.growth > b.growth; });
  print(reads);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t count = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 2000;
  const std::size_t bytes = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 16 * 1024;
  const std::vector<Recipe> all = many_recipes(count);
  const auto shipped = Catalog::load("config/intents.yaml");
  const auto every = Catalog::parse(parley::bot_of_every_type(parley::config::built_in_types()), "every-type.yaml");
  for (const auto* bot : {&shipped, &every}) {
    if (*bot) continue;
    std::fprintf(stderr, "%s\n", bot->error().to_string().c_str());
    return 1;
  }
  run("the shipped bot", **shipped, all, bytes);
  run("every type in one intent", **every, all, bytes);
}
