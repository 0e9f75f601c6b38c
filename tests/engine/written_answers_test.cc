// Measures the check of answers that a language model writes: each sentence of the pages of five companies is an answer
// from its own passage, and from each other passage of its company, where it is wrong in most cases.
#include <filesystem>
#include <fstream>
#include <sstream>

#include <catch2/catch.hpp>

#include "config/passages.h"
#include "engine/document_model.h"
#include "knowledge/grounding.h"

using namespace parley;

namespace {

namespace fs = std::filesystem;
using wording::DocumentPassage;

std::vector<DocumentPassage> passages_in(const fs::path& folder) {
  std::vector<DocumentPassage> passages;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".md") continue;
    std::ostringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    for (const auto& one : config::passages_of(text.str(), entry.path().filename().string())) {
      passages.push_back({one.title(), one.text});
    }
  }
  return passages;
}

std::vector<std::string> sentences_of(const std::string& text) {
  std::vector<std::string> sentences;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(std::min(text.find(". ", at), text.find('\n', at)), text.size());
    sentences.push_back(text.substr(at, end - at));
    at = end + (end < text.size() && text[end] == '.' ? 2 : 1);
  }
  return sentences;
}

bool is_valid(const std::string& answer, const DocumentPassage& cited) {
  static const wording::ExactParts exact(*base::Locale::find("en"));
  const double share = knowledge::grounded_share(answer, cited.title + "\n" + cited.text, knowledge::Lexicon::kEnglish);
  return share >= engine::kGroundedShare && check_document_answer(answer, cited, "", 600, exact);
}

}  // namespace

TEST_CASE("a sentence of a page is a valid answer from its passage, and from few others") {
  int sentences = 0, own = 0, pairs = 0, foreign = 0;
  for (const char* company : {"alder", "brindle", "kestrel", "pulse", "velora"}) {
    const auto passages = passages_in(fs::path(PARLEY_SOURCE_DIR) / "tests/knowledge" / company);
    for (const DocumentPassage& passage : passages) {
      for (const std::string& sentence : sentences_of(passage.text)) {
        ++sentences;
        own += is_valid(sentence, passage) ? 1 : 0;
        for (const DocumentPassage& other : passages) {
          if (&other == &passage) continue;
          ++pairs;
          foreign += is_valid(sentence, other) ? 1 : 0;
        }
      }
    }
  }
  CAPTURE(sentences, own, pairs, foreign);
  CHECK(sentences > 350);
  CHECK(sentences - own <= 4);
  CHECK(pairs > 14'000);
  CHECK(foreign <= 30);
}
