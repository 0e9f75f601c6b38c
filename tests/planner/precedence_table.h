// The precedence table of docs/dialog.md, as rows of texts. Tests compare it with the planner.
#pragma once

#include <algorithm>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "planner/resolution.h"

namespace parley::planner {

using Names = std::set<std::string>;

struct DocumentedRule {
  std::string number;
  Names at, takers, taken;
  std::string where, left;
};

// "next request" for "next_request".
inline std::string in_words(std::string name) {
  for (char& c : name) c = c == '_' ? ' ' : c;
  return name;
}

inline Names all_questions() {
  Names all;
  for (int i = 0; i <= static_cast<int>(Question::kLost); ++i)
    all.insert(in_words(to_string(static_cast<Question>(i))));
  return all;
}
inline Names all_parts() {
  Names all;
  for (int i = 0; i < kParts; ++i) all.insert(in_words(to_string(static_cast<Part>(i))));
  return all;
}

// Reads "a, b", "everything", "everything but a, b" or "" .
inline Names names_in(std::string text, const Names& all) {
  const std::string but = "everything but ";
  const bool is_rest = text.rfind(but, 0) == 0;
  if (text == "everything") return all;
  if (is_rest) text.erase(0, but.size());
  Names named;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t comma = std::min(text.find(", ", begin), text.size());
    const std::string name = text.substr(begin, comma - begin);
    INFO("'" << name << "'");
    REQUIRE(all.count(name) == 1);
    named.insert(name);
    begin = comma + 2;
  }
  if (!is_rest) return named;
  Names rest;
  for (const std::string& name : all) {
    if (named.count(name) == 0) rest.insert(name);
  }
  return rest;
}

// The rows "| P1 | ... |" of docs/dialog.md.
inline std::vector<std::vector<std::string>> documented_rows() {
  std::ifstream file(std::string(PARLEY_SOURCE_DIR) + "/docs/dialog.md");
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("| P", 0) != 0) continue;
    std::vector<std::string>& cells = rows.emplace_back();
    for (std::size_t begin = 1; begin < line.size();) {
      const std::size_t bar = line.find('|', begin);
      std::string cell = line.substr(begin, bar - begin);
      const std::size_t first = cell.find_first_not_of(' ');
      cells.push_back(first == std::string::npos ? "" : cell.substr(first, cell.find_last_not_of(' ') - first + 1));
      begin = bar + 1;
    }
  }
  return rows;
}

inline std::vector<DocumentedRule> documented_rules() {
  std::vector<DocumentedRule> rules;
  for (const auto& cells : documented_rows()) {
    REQUIRE(cells.size() == 6);
    rules.push_back({cells[0], names_in(cells[1], all_questions()), names_in(cells[2], all_parts()),
                     names_in(cells[3], all_parts()), cells[4], cells[5]});
  }
  return rules;
}

}  // namespace parley::planner
