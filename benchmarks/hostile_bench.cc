// hostile_bench [RECIPES] [BYTES]: prints the processor time of the slowest messages as a table.
//
// Sends RECIPES messages (2,000) of BYTES bytes (16,384, the default limit of an engine). Each is generated from one
// recipe of tests/support/hostile_messages.h or from two alternating ones. Each message is one turn of an engine with
// an in-memory store, in four states: no open intent, an open question (for another param each time), an open
// confirmation, and the question "what should I change?". Two bots handle them: the shipped bot, and a bot whose only
// intent has a param of every built-in type and of four kinds of entities. Prints the slowest turns of each bot. Of the
// turns of a millisecond or more, prints those whose time grows most when the message is twice as long.
//
// Run it from the root of the repository.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

#include "config/definition.h"
#include "parley/catalog.h"
#include "parley/clock.h"
#include "parley/engine.h"
#include "parley/sessions.h"
#include "parley/stores.h"
#include "tests/support/bot_of_every_type.h"
#include "tests/support/hostile_messages.h"

namespace {

using parley::Catalog;
using parley::HostileMessage;
using parley::Request;

constexpr parley::TimeMs kNow = 1'772'442'000'000;

constexpr std::size_t kShown = 12;

std::vector<HostileMessage> many_messages(std::size_t count) {
  std::vector<HostileMessage> all = parley::hostile_messages();
  const std::size_t single = all.size();
  for (std::size_t step = 1; all.size() < count && step < single; step += 37) {
    for (std::size_t i = 0; all.size() < count && i < single; ++i) {
      const HostileMessage& other = all[(i + step) % single];
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
  double growth = 0;  // ratio to the time of a message half as long
  std::string state;
  const HostileMessage* recipe = nullptr;
};

[[noreturn]] void fail(const parley::Error& error) {
  std::fprintf(stderr, "%s\n", error.to_string().c_str());
  std::exit(1);
}

// An engine with one session in each state. Each measured turn runs in a copy of a session.
class Bot {
 public:
  // `to_confirm` is a list of messages that open a confirmation.
  Bot(std::shared_ptr<const Catalog> catalog, const std::vector<std::string>& to_confirm) {
    for (const std::string& id : catalog->intents()) {
      if (catalog->params(id).size() > params_.size()) params_ = catalog->params(intent_ = id);
    }
    auto made = parley::Engine::create(std::move(catalog), store_, {.sweep_every = {}});
    if (!made) fail(made.error());
    engine_ = std::move(*made);
    for (const std::string& param : params_) {
      Request asked{.session = "asked-for-" + param, .now = kNow};
      asked.input = parley::SessionWrite{.intent = intent_, .waiting_for_param = param};
      (void)turn(asked);
    }
    for (const std::string& text : to_confirm) {
      for (const char* session : {"confirming", "changing"}) say(session, text);
    }
    say("changing", "no");
  }

  std::vector<std::string> states(std::size_t turn) const {
    return {"idle", "asked-for-" + params_[turn % params_.size()], "confirming", "changing"};
  }

  Read measured(const std::string& state, const std::string& message) {
    Read read;
    read.state = state;
    for (int round = 0; round < 2; ++round) {  // the first round may include lazy initialization
      const std::string copy = "copy-" + std::to_string(++copies_);
      if (state != "idle") {
        const auto copied = parley::fork_session(*store_, state, copy, *ids_, kNow);
        if (!copied) fail(copied.error());
      }
      Request request = Request::text(copy, message);
      request.now = kNow;
      const std::clock_t begun = std::clock();  // processor time excludes the load of other processes
      (void)turn(request);
      read.ms = std::min(read.ms, 1000.0 * static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC);
      (void)engine_->forget_session(copy);
    }
    return read;
  }

 private:
  parley::Turn turn(const Request& request) {
    auto turn = engine_->handle(request);
    if (!turn) fail(turn.error());
    return *std::move(turn);
  }

  void say(const std::string& session, const std::string& message) {
    Request request = Request::text(session, message);
    request.now = kNow;
    std::printf("%s:", session.c_str());
    for (const std::string& text : turn(request).say) std::printf(" %s", text.c_str());
    std::printf("\n");
  }

  std::shared_ptr<parley::SessionStore> store_ = parley::create_memory_store();
  std::shared_ptr<parley::IdSource> ids_ = parley::create_random_ids();
  std::unique_ptr<parley::Engine> engine_;
  std::string intent_;  // the intent with the most params
  std::vector<std::string> params_;
  std::size_t copies_ = 0;
};

void print(const std::vector<Read>& reads) {
  std::printf("%10s %8s  %-24s %s\n", "ms", "growth", "state", "recipe");
  for (std::size_t i = 0; i < std::min(kShown, reads.size()); ++i) {
    const Read& read = reads[i];
    const std::string recipe = shown(read.recipe->head + "|" + read.recipe->piece + "|" + read.recipe->tail);
    std::printf("%10.1f %8.1f  %-24s %s\n", read.ms, read.growth, read.state.c_str(), recipe.c_str());
  }
}

void run(const char* name, Bot& bot, const std::vector<HostileMessage>& all, std::size_t bytes) {
  std::vector<Read> reads;
  double total = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string message = message_of(all[i], bytes), half = message_of(all[i], bytes / 2);
    for (const std::string& state : bot.states(i)) {
      Read& read = reads.emplace_back(bot.measured(state, message));
      if (read.ms >= 1) read.growth = read.ms / bot.measured(state, half).ms;
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
  const std::vector<HostileMessage> all = many_messages(count);
  const auto shipped = Catalog::load("config/intents.yaml");
  const auto every = Catalog::parse(parley::bot_of_every_type(parley::config::built_in_types()), "every-type.yaml");
  for (const auto* bot : {&shipped, &every}) {
    if (!*bot) fail(bot->error());
  }
  Bot small(*shipped, {"change my order O-12345, add an anvil"}), large(*every, {"order 5 of it all"});
  run("the shipped bot", small, all, bytes);
  run("every type in one intent", large, all, bytes);
}
