// Tests that docs/dialog.md and the planner have the same table of precedence, and what is no pair of acts.
#include "planner/resolution.h"

#include "planner/planner_harness.h"
#include "planner/precedence_table.h"

using namespace parley;
using namespace parley::planner;

namespace {

std::string joined(const Names& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

// The shorter one of "a, b" and "everything but c".
std::string set_text(const Names& names, const Names& all) {
  Names rest;
  for (const std::string& name : all) {
    if (names.count(name) == 0) rest.insert(name);
  }
  if (rest.empty()) return "everything";
  return rest.size() < names.size() ? "everything but " + joined(rest) : joined(names);
}

Names names_of(Set<Question> questions) {
  Names names;
  for (int i = 0; i <= static_cast<int>(Question::kLost); ++i) {
    if (questions.has(static_cast<Question>(i))) names.insert(in_words(to_string(static_cast<Question>(i))));
  }
  return names;
}
Names names_of(Set<Part> parts) {
  Names names;
  for (int i = 0; i < kParts; ++i) {
    if (parts.has(static_cast<Part>(i))) names.insert(in_words(to_string(static_cast<Part>(i))));
  }
  return names;
}

std::string row_of(const PrecedenceRule& rule) {
  constexpr const char* kWhere[] = {"", "same words", "together", "later", "before"};
  return std::string("| ") + rule.number + " | " + set_text(names_of(rule.at), all_questions()) + " | " +
         set_text(names_of(rule.takers), all_parts()) + " | " + set_text(names_of(rule.taken), all_parts()) + " | " +
         kWhere[static_cast<int>(rule.where)] + " | " + (rule.left == Right::kWaits ? "waits" : "") + " |";
}

std::string text_of(const std::vector<std::string>& cells) {
  std::string text = "|";
  for (const std::string& cell : cells) text += " " + cell + " |";
  return text;
}

}  // namespace

TEST_CASE("docs/dialog.md has the rules of precedence, in their order") {
  std::string documented, expected;
  for (const auto& cells : documented_rows()) documented += text_of(cells) + "\n";
  for (const PrecedenceRule& rule : precedence()) expected += row_of(rule) + "\n";
  INFO("the rows must be:\n" << expected);
  CHECK(documented == expected);
  CHECK(precedence().size() <= 60);
}

TEST_CASE("every part and every question has a name of its own") {
  CHECK(all_parts().size() == static_cast<std::size_t>(kParts));
  CHECK(all_questions().size() == 10);
}
