// instruction_count INPUTS SHIPPED_BOT FOLDER: runs fixed work for scripts/count_instructions, which runs it under
// callgrind with --collect-atstart=no. INPUTS is benchmarks/instructions, and FOLDER receives the database.
//
// callgrind counts the instructions of the calling thread, from begin() to end(), and writes one dump per measurement.
// The dump has the name of the measurement. Prints a line "NAME REPEATS" per measurement: the dump counts REPEATS turns
// or messages.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <valgrind/callgrind.h>

#include "parley/parley.h"

namespace {

using namespace parley;
using Conversations = std::vector<std::vector<std::string>>;

constexpr TimeMs kStart = 1'772'442'000'000;  // 2026-03-02T09:00:00Z
constexpr int kWarmUp = 3;                    // runs of all conversations before the measurement
constexpr int kMeasured = 5;

[[noreturn]] void fail(const std::string& why) {
  std::fprintf(stderr, "instruction_count: %s\n", why.c_str());
  std::exit(1);
}

template <class T>
T must(Result<T> result) {
  if (!result) fail(result.error().to_string());
  return std::move(*result);
}

std::ifstream opened(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) fail("cannot open '" + path + "'");
  return file;
}

std::string contents(const std::string& path) {
  std::ifstream file = opened(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

// One message per line. An empty line ends a conversation.
Conversations read_conversations(const std::string& path) {
  Conversations conversations(1);
  std::ifstream file = opened(path);
  for (std::string line; std::getline(file, line);) {
    if (line.empty()) {
      conversations.emplace_back();
    } else {
      conversations.back().push_back(line);
    }
  }
  return conversations;
}

void begin() {
  CALLGRIND_ZERO_STATS;
  CALLGRIND_TOGGLE_COLLECT;
}

void end(const char* name, std::size_t repeats) {
  CALLGRIND_TOGGLE_COLLECT;
  CALLGRIND_DUMP_STATS_AT(name);
  std::printf("%s %zu\n", name, repeats);
}

// Runs each conversation in a new session. Returns the number of turns.
std::size_t run(Engine& engine, const Conversations& conversations, int repeat) {
  std::size_t turns = 0;
  for (std::size_t i = 0; i < conversations.size(); ++i) {
    const std::string session = "s" + std::to_string(repeat) + "." + std::to_string(i);
    for (const std::string& text : conversations[i]) must(engine.handle(Request::text(session, text)));
    turns += conversations[i].size();
  }
  return turns;
}

void measure_turns(const char* name, const std::shared_ptr<const Catalog>& bot,
                   const std::shared_ptr<SessionStore>& store, const Conversations& conversations,
                   std::vector<std::shared_ptr<TelemetrySink>> sinks = {}) {
  EngineOptions options;
  options.clock = std::make_shared<ManualClock>(kStart);
  options.ids = create_counted_ids("id-");
  options.telemetry_key = options.user_key = "0123456789abcdef";
  options.telemetry = std::move(sinks);
  options.sweep_every = {};
  const auto engine = must(Engine::create(bot, store, options));
  bot->warm_up();
  for (int i = 0; i < kWarmUp; ++i) run(*engine, conversations, i);

  begin();
  std::size_t turns = 0;
  for (int i = 0; i < kMeasured; ++i) turns += run(*engine, conversations, kWarmUp + i);
  end(name, turns);
}

void measure_understanding(const char* name, const Catalog& bot, const std::string& path) {
  std::vector<std::string> messages;
  std::ifstream file = opened(path);
  for (std::string line; std::getline(file, line);) messages.push_back(line);
  const auto understand_all = [&] {
    for (const std::string& message : messages) (void)bot.understand(message);
  };
  understand_all();
  begin();
  understand_all();
  end(name, messages.size());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) fail("usage: instruction_count INPUTS SHIPPED_BOT FOLDER");
  const std::string inputs = argv[1], folder = argv[3];
  const std::string yaml = contents(inputs + "/bot.yaml");
  const auto small = must(Catalog::parse(yaml, "bot.yaml"));
  const auto redacting = must(
      Catalog::parse(yaml + "redaction: {params: [email], detect: [email, phone, credit_card, iban]}\n", "bot.yaml"));
  const auto shipped = must(Catalog::load(argv[2]));
  const Conversations talks = read_conversations(inputs + "/workload_talks.txt");

  measure_turns("turn_in_memory", small, create_memory_store(), talks);
  measure_turns("turn_on_sqlite", small, must(open_sqlite_store(folder + "/turns.db")), talks);
  measure_turns("turn_with_sink", small, create_memory_store(), talks, {create_callback_sink([](std::string_view) {})});
  measure_turns("turn_with_redaction", redacting, create_memory_store(), talks);
  measure_turns("turn_of_shipped_bot", shipped, create_memory_store(),
                read_conversations(inputs + "/shipped_talks.txt"));
  measure_understanding("understanding", *shipped, inputs + "/messages.txt");
}
