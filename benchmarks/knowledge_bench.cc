// knowledge_bench FOLDER...: measures how long a question to 1,000 passages takes. The folders have Markdown pages,
// such as tests/knowledge/kestrel. Their passages are repeated until there are enough.
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "config/passages.h"
#include "knowledge/passage_gate.h"

namespace {

namespace fs = std::filesystem;
using parley::config::KnowledgePassage;

constexpr std::size_t kPassages = 1000;
constexpr int kQuestions = 1000;

std::vector<KnowledgePassage> passages_in(const fs::path& folder) {
  std::vector<KnowledgePassage> all;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".md") continue;
    std::ifstream file(entry.path());
    const std::string page(std::istreambuf_iterator<char>(file), {});
    for (KnowledgePassage& one : parley::config::passages_of(page, entry.path().filename())) all.push_back(one);
  }
  return all;
}

}  // namespace

int main(int count, char** arguments) {
  std::vector<KnowledgePassage> pages;
  for (int i = 1; i < count; ++i) {
    for (KnowledgePassage& one : passages_in(arguments[i])) pages.push_back(std::move(one));
  }
  if (pages.empty()) return std::fprintf(stderr, "usage: knowledge_bench FOLDER...\n"), 2;
  parley::config::Knowledge knowledge;
  for (std::size_t i = 0; i < kPassages; ++i) knowledge.passages.push_back(pages[i % pages.size()]);
  const auto gate = parley::knowledge::PassageGate::make(knowledge, "en");
  if (!gate) return std::fprintf(stderr, "%s\n", gate.error().message.c_str()), 1;
  const auto began = std::chrono::steady_clock::now();
  std::size_t rated = 0;
  for (int i = 0; i < kQuestions; ++i) {
    rated += (*gate)->rate("how much does it cost to change the date of my flight to Spain?", 1).size();
  }
  const auto took = std::chrono::steady_clock::now() - began;
  const double us = std::chrono::duration<double, std::micro>(took).count() / kQuestions;
  std::printf("%zu passages, %d questions, %zu rated: %.0f us a question\n", kPassages, kQuestions, rated, us);
}
