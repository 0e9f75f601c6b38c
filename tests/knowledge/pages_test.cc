// Measures how many questions the pages of companies answer. Each folder has Markdown pages, and questions.tsv: a
// question, and the source of the right passage, or "-" if the pages do not answer it.
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include <catch2/catch.hpp>

#include "config/passages.h"
#include "knowledge/passage_gate.h"

namespace parley::knowledge {
namespace {

namespace fs = std::filesystem;

std::string read_file(const fs::path& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

config::Knowledge pages_of(const fs::path& folder) {
  config::Knowledge knowledge;
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".md") names.insert(entry.path().filename().string());
  }
  for (const std::string& name : names) {
    for (config::KnowledgePassage& passage : config::passages_of(read_file(folder / name), name)) {
      knowledge.passages.push_back(std::move(passage));
    }
  }
  return knowledge;
}

struct Figures {
  int answered_right = 0, answered_wrong = 0, answered_falsely = 0;  // falsely: the pages do not answer the question
  int answerable = 0, unanswerable = 0;
};

Figures figures_of(const std::string& company) {
  const fs::path folder = fs::path(PARLEY_SOURCE_DIR) / "tests/knowledge" / company;
  const config::Knowledge knowledge = pages_of(folder);
  const auto gate = PassageGate::make(knowledge, "en");
  REQUIRE(gate);
  Figures figures;
  std::istringstream lines(read_file(folder / "questions.tsv"));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t tab = line.find('\t');
    const std::string question = line.substr(0, tab), right = line.substr(tab + 1);
    const auto rated = (*gate)->rate(question, 1);
    const bool answers = !rated.empty() && rated.front().lacked.empty();
    ++(right == "-" ? figures.unanswerable : figures.answerable);
    if (!answers) continue;
    ++(right == "-"                             ? figures.answered_falsely
       : rated.front().passage->source == right ? figures.answered_right
                                                : figures.answered_wrong);
  }
  return figures;
}

TEST_CASE("Pages answer most questions, and none that they have no answer to") {
  struct Case {
    const char* company;
    int answerable, right, wrong;
  };
  const Case cases[] = {{"alder", 40, 39, 0},
                        {"kestrel", 40, 36, 1},
                        {"velora", 40, 31, 2},
                        {"pulse", 30, 28, 0},
                        {"brindle", 30, 25, 0}};
  for (const Case& one : cases) {
    INFO(one.company);
    const Figures figures = figures_of(one.company);
    CHECK(figures.answerable == one.answerable);
    CHECK(figures.unanswerable == 20);
    CHECK(figures.answered_right >= one.right);
    CHECK(figures.answered_wrong <= one.wrong);
    CHECK(figures.answered_falsely == 0);
  }
}

}  // namespace
}  // namespace parley::knowledge
