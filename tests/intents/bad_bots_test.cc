// Tests the broken bots in tests/bad_bots. expected.txt lists the position and code of each error.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include <catch2/catch.hpp>

#include "parley/catalog.h"

namespace parley::intents {
namespace {

const std::filesystem::path kFolder = std::filesystem::path(PARLEY_SOURCE_DIR) / "tests" / "bad_bots";
const std::string kNeedsLocales = "language_without_a_file.yaml";

std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << in.rdbuf();
  return bytes.str();
}

// Returns the errors of a file, or its warnings if it has no errors. A file with only warnings fails only with `check
// --strict`.
std::vector<Diagnostic> findings_of(const std::string& file) {
  const auto bot = Catalog::load((kFolder / file).string());
  return bot ? (*bot)->warnings() : bot.error().diagnostics;
}

std::vector<std::string> places_and_codes(const std::vector<Diagnostic>& diagnostics) {
  std::vector<std::string> out;
  for (const Diagnostic& d : diagnostics) {
    out.push_back(std::to_string(d.line) + ":" + std::to_string(d.column) + " " + d.code);
  }
  return out;
}

// Maps each file to its diagnostics "LINE:COL CODE", in order.
std::map<std::string, std::vector<std::string>> expected() {
  std::map<std::string, std::vector<std::string>> out;
  std::istringstream lines(bytes_of(kFolder / "expected.txt"));
  std::string file, place, code;
  while (lines >> file >> place >> code) out[file].push_back(place + " " + code);
  REQUIRE(out.size() >= 100);
  return out;
}

TEST_CASE("Every bad bot is refused for exactly the mistakes that expected.txt lists", "[long]") {
  const auto table = expected();
  for (const auto& [file, findings] : table) {
    if (file == kNeedsLocales) continue;
    INFO(file);
    CHECK(places_and_codes(findings_of(file)) == findings);
  }
}

TEST_CASE("A bot with a language is refused if the file of the language is missing", "[locales]") {
  CHECK(places_and_codes(findings_of(kNeedsLocales)) == expected().at(kNeedsLocales));
}

TEST_CASE("Every bad bot has an expected diagnostic") {
  const auto table = expected();
  std::size_t bots = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
    const std::string name = entry.path().filename().string();
    if (entry.path().extension() != ".yaml") continue;
    INFO(name);
    CHECK(table.count(name) == 1);
    ++bots;
  }
  CHECK(bots == table.size());
}

TEST_CASE("Every diagnostic has a text and a position", "[long]") {
  for (const auto& [file, findings] : expected()) {
    const std::string bytes = bytes_of(kFolder / file);
    const auto lines = std::count(bytes.begin(), bytes.end(), '\n') + 1;
    for (const Diagnostic& d : findings_of(file)) {
      INFO(d.to_string());
      CHECK(!d.message.empty());
      CHECK(d.line >= 1);
      CHECK(d.line <= lines);
      CHECK(d.column >= 1);
    }
  }
}

TEST_CASE("Diagnostics suggest a correction: the nearest valid name, or a valid form") {
  const std::pair<const char*, const char*> table[] = {
      {"unknown_param_in_confirm.yaml", "unknown param 'oder_id'; did you mean 'order_id'?"},
      {"unknown_type.yaml", "unknown type 'oder_id'; did you mean 'order_id'?"},
      {"unknown_tool.yaml", "unknown tool 'refund.create'; did you mean 'refunds.create'?"},
      {"unknown_intent_in_fallback.yaml", "unknown intent 'talk_to_humans'; did you mean 'talk_to_human'?"},
      {"unknown_key_in_intent.yaml", "unknown key 'exmaples' in an intent; did you mean 'examples'?"},
      {"unknown_operator.yaml", "unknown key 'gte' in a validation; did you mean 'ge'?"},
      {"misspelt_handoff.yaml", "unknown word 'hand-off'; did you mean 'handoff'?"},
      {"intent_id_with_a_space.yaml",
       "'track order' is not a valid identifier; use at most 64 letters, digits, '_', '-' or '.', and no digit first; "
       "for example "
       "'track_order'"},
      {"saved_value_used_too_early.yaml", "unknown param 'refund_id'; only a later step saves it"},
      {"guard_without_context.yaml",
       "unknown key 'logged_in' in a condition; write context.NAME or session.NAME for a fact; did you mean "
       "'context.logged_in'?"},
      {"backspace_in_a_regex.yaml",
       "control character \\b in a regex; YAML reads '\\b' in double quotes as one character; use single quotes"},
      {"yes_for_true.yaml", "'yes' is not true or false; write true"},
      {"true_in_quotes.yaml", "'true' is a text, not true or false; remove the quotes"},
      {"type_of_another_tool.yaml", "unknown type 'integer'; declare it under 'entities'"},
      {"comparison_with_a_word.yaml", "'zero' is not a number, a date or a time; for example 5, 2026-03-01 or 09:30"},
  };
  for (const auto& [file, said] : table) {
    const Diagnostic d = findings_of(file).front();
    CHECK(d.message + "; " + d.hint == said);
  }
}

}  // namespace
}  // namespace parley::intents
