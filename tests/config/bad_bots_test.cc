// tests/bad_bots: broken bots as people write them, and in expected.txt where and how each is refused.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include <catch2/catch.hpp>

#include "reading.h"

namespace parley::config {
namespace {

const std::filesystem::path kFolder = std::filesystem::path(PARLEY_SOURCE_DIR) / "tests" / "bad_bots";

std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << in.rdbuf();
  return bytes.str();
}

// Those of a compiled regex are intents/'s to find.
bool is_found_in_config(const std::string& code) {
  static const std::set<std::string> kElsewhere{"E401", "E403", "E404", "E405", "E406", "E407"};
  return kElsewhere.count(code) == 0;
}

// File -> "LINE:COL CODE", in order.
std::map<std::string, std::vector<std::string>> expected() {
  std::map<std::string, std::vector<std::string>> out;
  std::istringstream lines(bytes_of(kFolder / "expected.txt"));
  std::string file, place, code;
  while (lines >> file >> place >> code) {
    auto& findings = out[file];
    if (is_found_in_config(code)) findings.push_back(place + " " + code);
  }
  return out;
}

TEST_CASE("Every bad bot is refused for what is wrong with it, and nothing else") {
  const auto table = expected();
  CHECK(table.size() >= 100);
  for (const auto& [file, findings] : table) {
    INFO(file);
    CHECK(brief(read(bytes_of(kFolder / file)).diagnostics) == findings);
  }
}

TEST_CASE("No bad bot is forgotten") {
  const auto table = expected();
  for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
    const std::string name = entry.path().filename().string();
    if (entry.path().extension() != ".yaml") continue;
    INFO(name);
    CHECK(table.count(name) == 1);
  }
}

TEST_CASE("Every finding has words and points at something") {
  for (const auto& [file, findings] : expected()) {
    const std::string bytes = bytes_of(kFolder / file);
    const auto lines = std::count(bytes.begin(), bytes.end(), '\n') + 1;
    for (const Diagnostic& d : read(bytes).diagnostics) {
      INFO(d.to_string());
      CHECK(!d.message.empty());
      CHECK(d.line >= 1);
      CHECK(d.line <= lines);
      CHECK(d.column >= 1);
    }
  }
}

TEST_CASE("Suggestions") {
  const std::pair<const char*, const char*> table[] = {
      {"unknown_param_in_confirm.yaml", "unknown param 'oder_id'; did you mean 'order_id'?"},
      {"unknown_type.yaml", "unknown type 'oder_id'; did you mean 'order_id'?"},
      {"unknown_tool.yaml", "unknown tool 'refund.create'; did you mean 'refunds.create'?"},
      {"unknown_intent_in_fallback.yaml", "unknown intent 'talk_to_humans'; did you mean 'talk_to_human'?"},
      {"unknown_key_in_intent.yaml", "unknown key 'exmaples' in an intent; did you mean 'examples'?"},
      {"unknown_operator.yaml", "unknown key 'gte' in a validation; did you mean 'ge'?"},
      {"misspelt_handoff.yaml", "unknown word 'hand-off'; did you mean 'handoff'?"},
      {"intent_id_with_a_space.yaml",
       "'track order' is no identifier; letters, digits, '_', '-', '.', at most 64, no digit first; for example "
       "'track_order'"},
      {"saved_value_used_too_early.yaml", "unknown param 'refund_id'; only a later step saves it"},
      {"guard_without_context.yaml",
       "unknown key 'logged_in' in a condition; a fact is read as context.NAME or session.NAME; did you mean "
       "'context.logged_in'?"},
      {"backspace_in_a_regex.yaml",
       "control character \\b in a regex; in double quotes YAML makes '\\b' one character; use single quotes"},
      {"yes_for_true.yaml", "'yes' is neither true nor false; write true"},
  };
  for (const auto& [file, said] : table) {
    const Diagnostic d = read(bytes_of(kFolder / file)).diagnostics.front();
    CHECK(d.message + "; " + d.hint == said);
  }
}

}  // namespace
}  // namespace parley::config
