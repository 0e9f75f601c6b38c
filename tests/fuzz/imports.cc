// Fuzz target: imports sentence files of hassil, or exported sessions as lines of JSON. The first byte selects the
// kind.
#include <optional>

#include "parley/parley.h"
#include "tests/fuzz/target.h"

namespace parley::fuzz {
namespace {

void import_lines(std::string_view input) {
  const auto store = create_memory_store();
  std::vector<std::string> lines = lines_of(input);
  std::size_t next = 0;
  (void)import_sessions(
      *store, [&] { return next == lines.size() ? std::nullopt : std::optional<std::string>(lines[next++]); });
}

void fuzz_imports(std::string_view input) {
  if (input.empty()) return;
  if (input.front() == 'l') return import_lines(input.substr(1));
  const auto imported = import_hassil({{"sentences/en/a.yaml", std::string(input.substr(1))}}, "en");
  if (imported) (void)Catalog::parse(imported->bot, "imported.yaml");
}

// A session in the export format.
std::string exported() {
  const auto bot = Catalog::parse(repository_file("config/intents.yaml"), "intents.yaml");
  const auto store = create_memory_store();
  EngineOptions options;
  options.sweep_every = {};
  const auto engine = Engine::create(*bot, store, std::move(options));
  for (const char* text : {"where is my order", "O-12345", "I want a refund", "no"}) {
    (void)(*engine)->handle(Request::text("s", text));
  }
  std::string lines = "l";
  (void)export_sessions(*store, {}, [&](std::string_view line) {
    lines.append(line).append("\n");
    return true;
  });
  return lines;
}

std::vector<std::string> import_seeds() {
  return {
      exported(),
      "hlanguage: en\nintents:\n  TurnOn:\n    data:\n      - sentences: ['turn on [the] {name}', '<on> {area}']\n"
      "        slots: {domain: light}\n        requires_context: {area: {slot: true}}\nlists:\n  name:\n    values:\n"
      "      - in: 'lamp(s|)'\n        out: lamp\n  area: {wildcard: true}\n  level: {range: {from: 0, to: 100, step: "
      "5}}\n"
      "expansion_rules:\n  on: '(switch|turn) on'\nskip_words: [please]\n",
      "hlanguage: en\nlists:\n  a:\n    values: [x, y]\nintents: {A: {data: [{sentences: ['{a}'], lists: {a: {values: "
      "[1]}}}]}}\n"};
}

}  // namespace

const Target kImports{"imports", fuzz_imports, import_seeds};

}  // namespace parley::fuzz
