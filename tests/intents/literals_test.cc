// Tests that Literals finds the same literals as a separate search for each literal.
#include "intents/literals.h"

#include <algorithm>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

namespace parley::intents {
namespace {

std::vector<int> find_literals(const std::vector<std::string>& texts, const std::string& message) {
  std::vector<int> found;
  Literals(texts).find(message, found);
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

std::vector<int> find_each_literal(const std::vector<std::string>& texts, const std::string& message) {
  std::vector<int> found;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (message.find(texts[i]) != std::string::npos) found.push_back(static_cast<int>(i));
  }
  return found;
}

TEST_CASE("literals: every literal that occurs is found") {
  struct Row {
    std::vector<std::string> texts;
    std::string message;
    std::vector<int> found;
  };
  const std::vector<Row> rows = {
      {{}, "anything", {}},
      {{"refund"}, "", {}},
      {{"refund"}, "a refund, please", {0}},
      {{"he", "she", "his", "hers"}, "ushers", {0, 1, 3}},
      {{"order", "reorder", "der"}, "reorde", {}},
      {{"order", "reorder", "der"}, "reorder", {0, 1, 2}},
      {{"aab"}, "aaab", {0}},
      {{"x", "x"}, "x", {0, 1}},
      {{"\xC3\xA9", "\xFF"}, "caf\xC3\xA9", {0}},
  };
  for (const Row& row : rows) {
    INFO(row.message);
    CHECK(find_literals(row.texts, row.message) == row.found);
  }
}

TEST_CASE("literals: one pass finds the same literals as a separate search for each literal") {
  CHECK(rc::check("one pass and one search for each literal agree", [] {
    // The literals and messages use few letters, so that literals overlap, share prefixes and contain each other.
    const auto letters = rc::gen::elementOf(std::string("abc"));
    const auto text = rc::gen::nonEmpty(rc::gen::container<std::string>(letters));
    const auto texts = *rc::gen::container<std::vector<std::string>>(text);
    const auto message = *rc::gen::container<std::string>(letters);
    RC_ASSERT(find_literals(texts, message) == find_each_literal(texts, message));
  }));
}

}  // namespace
}  // namespace parley::intents
