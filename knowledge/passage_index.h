// PassageIndex finds the passages of a bot's pages that share words with a question.
//
// The passages are in an FTS5 table in memory, which stems words (porter) and rates passages (BM25). Each word of the
// question is a query of its own, so that the gate (passage_gate.h) knows which words a passage has and where.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "config/knowledge.h"
#include "knowledge/question_words.h"
#include "memory/sqlite/database.h"
#include "parley/result.h"

namespace parley::knowledge {

// A passage that has a word of the question, or one that a page may have instead.
struct Hit {
  std::size_t passage = 0;  // index
  double strength = 1;      // 1: the word itself; less for a synonym, a derived word or a corrected typing error
  bool in_heading = false;  // in the nearest heading
  bool only_above = false;  // only in the headings above it, which it shares with other passages
  double rank = 0;          // BM25, the higher the better
};

struct WordHits {
  QuestionWord word;
  std::vector<Hit> hits;  // by index
  bool is_exact = false;  // a passage has the word itself
};

// Immutable after make(). Thread-safe: searches wait for each other.
class PassageIndex {
 public:
  // Borrows the passages.
  static Result<std::unique_ptr<const PassageIndex>> make(const std::vector<config::KnowledgePassage>& passages,
                                                          Lexicon lexicon);

  // Returns one entry for each word of the question that carries meaning.
  Result<std::vector<WordHits>> find(std::string_view question) const;

  const std::vector<config::KnowledgePassage>& passages() const { return passages_; }
  Lexicon lexicon() const { return lexicon_; }
  // Returns the number of words that carry meaning in the heading, or in the shortest question of a pair.
  std::size_t heading_words(std::size_t passage) const { return heading_words_[passage]; }

 private:
  PassageIndex(memory::Database database, const std::vector<config::KnowledgePassage>& passages, Lexicon lexicon)
      : database_(std::move(database)), passages_(passages), lexicon_(lexicon) {}
  Result<void> fill();
  Result<void> run(const std::string& query, double strength, std::vector<Hit>& hits) const;
  // Returns a word of the passages that differs from an unknown one by a typing error. Empty: there is none, or
  // several.
  std::string corrected(std::string_view word) const;

  memory::Database database_;
  const std::vector<config::KnowledgePassage>& passages_;
  Lexicon lexicon_;
  std::vector<std::size_t> heading_words_;
  std::vector<std::string> vocabulary_;  // sorted
  mutable std::mutex searching_;
  mutable memory::Statement search_;
};

}  // namespace parley::knowledge
