// write_readings BOT [--messages FILE]... [PATH...]: prints one JSON line for each message that the planner is given:
// its text, the context in which it was read, and the reading. scripts/reading_corpus runs it.
//
// PATH is a conversation file, or a folder of them. BOT is the bot of conversations that name no other. FILE has a JSON
// object with a "text" on each line; each is the first message of a conversation with BOT.
//
// The reading is complete only where an engine hands it to the planner. The linker therefore puts observed_step() into
// the place of planner::step() in this program (--wrap in CMakeLists.txt), and no code of parley knows about it. The
// linker finds the function by its mangled name. If its signature changes, the link fails, and this command prints the
// new name: nm build/dev/libparley.a | grep planner4step
//
// Tested by tests/reading_corpus/reading_corpus_test.
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "engine/understanding_context.h"
#include "fixtures/fixture_loader.h"
#include "fixtures/fixture_runner.h"
#include "planner/planner.h"
#include "tests/reading_corpus/reading_json.h"

namespace parley::planner {

Transition real_step(const config::BotDefinition& bot, SessionState& state, const Event& event,
                     const TurnContext& context) asm("__real_" PARLEY_STEP_SYMBOL);
Transition observed_step(const config::BotDefinition& bot, SessionState& state, const Event& event,
                         const TurnContext& context) asm("__wrap_" PARLEY_STEP_SYMBOL);

}  // namespace parley::planner

namespace {

using namespace parley;
using fixtures::Fixture;
using fixtures::FixtureTurn;

// What the planner was given last, as the members of a line.
std::optional<std::string> observed;

}  // namespace

planner::Transition planner::observed_step(const config::BotDefinition& bot, SessionState& state, const Event& event,
                                           const TurnContext& context) {
  if (const auto* message = std::get_if<Understanding>(&event)) {
    const NluContext read_in = engine::understanding_context(bot, state, context.context, context.now);
    observed =
        R"("context":)" + corpus::json_of(read_in).to_json() + R"(,"reading":)" + corpus::json_of(*message).to_json();
  }
  return real_step(bot, state, event, context);
}

namespace {

int fail(const std::string& message) {
  std::cerr << "write_readings: " << message << '\n';
  return 2;
}

void print_line(const std::string& place, const Fixture& fixture, const FixtureTurn& turn) {
  std::string line = R"({"turn":)" + Value(place).to_json();
  if (!fixture.bot.empty()) line += R"(,"bot":)" + Value(fixture.bot).to_json();
  if (turn.kind == FixtureTurn::Kind::kUser) line += R"(,"text":)" + Value(turn.user).to_json();
  if (turn.kind == FixtureTurn::Kind::kUnderstanding)
    line += R"(,"nlu":)" + corpus::json_of(turn.understanding).to_json();
  if (!turn.model.is_null()) line += R"(,"model":)" + turn.model.to_json();
  std::cout << line << ',' << *observed << "}\n";
}

// Plays one conversation. `place` names it in the lines. Returns whether the bot did what the file expects.
Result<bool> play(fixtures::CatalogCache& bots, const Fixture& fixture, const std::string& file,
                  const std::string& place) {
  const auto on_turn = [&](const FixtureTurn& turn, const Turn&) {
    const bool is_message = turn.kind == FixtureTurn::Kind::kUser || turn.kind == FixtureTurn::Kind::kUnderstanding;
    const auto number = &turn - fixture.turns.data() + 1;
    if (is_message && observed) print_line(place + "." + std::to_string(number), fixture, turn);
    observed.reset();
  };
  auto played = fixtures::FixtureRunner(bots, fixture, file, {{}, false, on_turn}).run();
  observed.reset();
  if (!played) return Unexpected(played.error());
  return played->mismatches.empty();
}

// Returns one conversation for each line of a file of messages.
Result<std::vector<Fixture>> messages_in(const std::string& path) {
  std::ifstream file(path);
  std::vector<Fixture> all;
  for (std::string line; std::getline(file, line);) {
    const auto value = Value::parse(line);
    const Value* text = value ? value->find("text") : nullptr;
    if (!text || !text->if_string()) {
      return Unexpected(ErrorCode::kFileUnreadable,
                        path + ":" + std::to_string(all.size() + 1) + ": expected a JSON object with a \"text\"");
    }
    Fixture fixture;
    fixture.turns.emplace_back().user = *text->if_string();
    all.push_back(std::move(fixture));
  }
  if (all.empty()) return Unexpected(ErrorCode::kFileUnreadable, path + ": no messages");
  return all;
}

Result<int> write_conversations(fixtures::CatalogCache& bots, const std::vector<std::string>& paths) {
  auto conversations = fixtures::load_fixtures(paths);
  if (!conversations) return Unexpected(conversations.error());
  int failed = 0, number = 0;
  const std::string* file = nullptr;
  for (const fixtures::FixtureFile& one : *conversations) {
    number = file && *file == one.file ? number + 1 : 1;
    file = &one.file;
    auto passes = play(bots, one.fixture, one.file, one.file + "#" + std::to_string(number));
    if (!passes) return Unexpected(passes.error());
    failed += *passes ? 0 : 1;
  }
  return failed;
}

// A line has the number of the message and the name of the file, which is the same on every machine.
Result<void> write_messages(fixtures::CatalogCache& bots, const std::string& path) {
  auto messages = messages_in(path);
  if (!messages) return Unexpected(messages.error());
  const std::string name = std::filesystem::path(path).filename();
  for (std::size_t i = 0; i < messages->size(); ++i) {
    auto played = play(bots, (*messages)[i], path, name + "#" + std::to_string(i + 1));
    if (!played) return Unexpected(played.error());
  }
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> paths, messages;
  for (int i = 2; i < argc; ++i) {
    const bool is_messages = argv[i] == std::string("--messages") && i + 1 < argc;
    (is_messages ? messages : paths).push_back(is_messages ? argv[++i] : argv[i]);
  }
  if (argc < 3) return fail("usage: write_readings BOT [--messages FILE]... [PATH...]");
  auto catalog = Catalog::load(argv[1]);
  if (!catalog) return fail(catalog.error().to_string());
  fixtures::CatalogCache bots(*catalog);
  if (!paths.empty()) {
    const auto failed = write_conversations(bots, paths);
    if (!failed) return fail(failed.error().to_string());
    if (*failed > 0) std::cerr << "note: " << *failed << " conversations do not pass\n";
  }
  for (const std::string& path : messages) {
    if (auto written = write_messages(bots, path); !written) return fail(written.error().to_string());
  }
  return 0;
}
