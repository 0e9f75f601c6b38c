// PassageIndex finds the passages of a bot's pages that share words with a question.
//
// The passages are in an FTS5 table in memory, which stems words (porter) and rates passages (BM25). The places of each
// stem are read from the table once, so that a question with many synonyms needs no query for each of them.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
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
};

struct WordHits {
  QuestionWord word;
  std::vector<Hit> hits;  // by index
  bool is_exact = false;  // a passage has the word itself
};

// Thread-safe. Searches wait for each other only while they stem words or compute a rank.
class PassageIndex {
 public:
  // Borrows the passages.
  static Result<std::unique_ptr<const PassageIndex>> make(const std::vector<config::KnowledgePassage>& passages,
                                                          Lexicon lexicon);

  // Returns one entry for each word of the question that carries meaning.
  std::vector<WordHits> find(std::string_view question) const;

  // Returns how well a passage fits all words together: BM25, the higher the better. 0: not at all.
  double rank(const std::vector<WordHits>& words, std::size_t passage) const;

  const std::vector<config::KnowledgePassage>& passages() const { return passages_; }
  Lexicon lexicon() const { return lexicon_; }
  // Returns the number of words that carry meaning in the heading, or in the shortest question of a pair.
  std::size_t heading_words(std::size_t passage) const { return heading_words_[passage]; }

 private:
  PassageIndex(memory::Database database, const std::vector<config::KnowledgePassage>& passages, Lexicon lexicon)
      : database_(std::move(database)), passages_(passages), lexicon_(lexicon) {}
  // A passage that has a stem, and the columns that have it.
  struct Place {
    std::size_t passage = 0;
    unsigned columns = 0;  // bits
  };
  Result<void> fill();
  Result<void> read_places();
  // Returns the stem of a folded word. Empty: SQLite failed. Requires the lock.
  const std::string& stem_of(const std::string& word) const;
  void add_hits(const std::string& stem, bool is_prefix, double strength, std::vector<Hit>& hits) const;
  // Returns a word of the passages that differs from an unknown one by a typing error. Empty: there is none, or
  // several.
  std::string corrected(std::string_view word) const;

  mutable memory::Database database_;
  const std::vector<config::KnowledgePassage>& passages_;
  Lexicon lexicon_;
  std::vector<std::size_t> heading_words_;
  std::vector<std::string> vocabulary_;               // sorted
  std::map<std::string, std::vector<Place>> places_;  // by stem
  mutable std::mutex querying_;
  mutable std::unordered_map<std::string, std::string> stems_;  // of words that were stemmed before
  mutable memory::Statement rank_, stem_in_, stem_out_;
};

}  // namespace parley::knowledge
