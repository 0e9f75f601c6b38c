#include "knowledge/passage_index.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/text.h"

namespace parley::knowledge {
namespace {

constexpr double kSynonym = 0.85, kTypingError = 0.7;  // strengths of a hit
constexpr std::size_t kShortestPrefix = 6;             // bytes of a word that may begin a longer one
constexpr std::size_t kShortestMisspelled = 5;

constexpr const char* kTable =
    "CREATE VIRTUAL TABLE passage USING fts5(heading, above, text, tokenize = 'porter unicode61 remove_diacritics 2')";
// A word in the heading says more about a passage than a word in its text.
constexpr const char* kSearch =
    "SELECT rowid, bm25(passage, 4.0, 2.0, 1.0), bm25(passage, 1.0, 0.0, 0.0), bm25(passage, 1.0, 0.0, 1.0) "
    "FROM passage WHERE passage MATCH ?1 ORDER BY rowid";

std::string quoted_word(std::string_view word) { return "\"" + std::string(word) + "\""; }

std::string heading_of(const config::KnowledgePassage& passage) {
  if (passage.questions.empty()) return passage.heading;
  std::string all;
  for (const std::string& question : passage.questions) all += question + '\n';
  return all;
}

// Counts words with the same meaning once: "Opening hours".
std::size_t count_meanings(std::string_view text, Lexicon lexicon) {
  const std::vector<QuestionWord> words = question_words(text, lexicon);
  std::set<std::string_view> known;
  std::size_t count = 0;
  for (const QuestionWord& word : words) {
    count += known.count(word.text) == 0 ? 1 : 0;
    known.insert(word.text);
    known.insert(word.synonyms.begin(), word.synonyms.end());
  }
  return count;
}

std::size_t count_heading_words(const config::KnowledgePassage& passage, Lexicon lexicon) {
  std::size_t least = count_meanings(passage.heading, lexicon);
  for (const std::string& question : passage.questions) least = std::min(least, count_meanings(question, lexicon));
  return least;
}

// Joins the hits of further words, without passages that have a stronger one.
void merge(std::vector<Hit>& hits, std::vector<Hit> others) {
  hits.insert(hits.end(), others.begin(), others.end());
  std::stable_sort(hits.begin(), hits.end(), [](const Hit& a, const Hit& b) { return a.passage < b.passage; });
  std::vector<Hit> merged;
  for (const Hit& hit : hits) {
    if (merged.empty() || merged.back().passage != hit.passage) {
      merged.push_back(hit);
    } else {
      merged.back().in_heading = merged.back().in_heading || hit.in_heading;
      merged.back().only_above = merged.back().only_above && hit.only_above;
    }
  }
  hits = std::move(merged);
}

}  // namespace

Result<std::unique_ptr<const PassageIndex>> PassageIndex::make(const std::vector<config::KnowledgePassage>& passages,
                                                               Lexicon lexicon) {
  auto database = memory::Database::open_in_memory();
  if (!database) return Unexpected(database.error());
  std::unique_ptr<PassageIndex> index(new PassageIndex(std::move(*database), passages, lexicon));
  if (auto filled = index->fill(); !filled) {
    return Unexpected(ErrorCode::kInternal, "cannot index the pages of the bot: " + filled.error().message);
  }
  return std::unique_ptr<const PassageIndex>(std::move(index));
}

Result<void> PassageIndex::fill() {
  if (auto created = database_.execute(std::string("BEGIN;") + kTable); !created) return created;
  auto insert = database_.prepare("INSERT INTO passage (rowid, heading, above, text) VALUES (?1, ?2, ?3, ?4)");
  if (!insert) return Unexpected(insert.error());
  std::set<std::string> vocabulary;
  for (std::size_t i = 0; i < passages_.size(); ++i) {
    const config::KnowledgePassage& passage = passages_[i];
    const std::string heading = heading_of(passage);
    auto inserted = insert->run({static_cast<std::int64_t>(i), heading, passage.above, passage.text});
    if (!inserted) return inserted;
    for (const std::string* text : {&heading, &passage.above, &passage.text}) {
      for (std::string& word : plain_words(*text)) vocabulary.insert(std::move(word));
    }
    heading_words_.push_back(count_heading_words(passage, lexicon_));
  }
  vocabulary_.assign(vocabulary.begin(), vocabulary.end());
  if (auto stored = database_.execute("COMMIT; INSERT INTO passage (passage) VALUES ('optimize')"); !stored) {
    return stored;
  }
  return database_.prepare({{search_, kSearch}});
}

Result<void> PassageIndex::run(const std::string& query, double strength, std::vector<Hit>& hits) const {
  return search_.query({query}).each([&](memory::Rows& row) {
    // FTS5 gives better passages a lower number, and 0 to those without the word in the columns that count.
    hits.push_back(
        {static_cast<std::size_t>(row.number(0)), strength, row.real(2) < 0, row.real(3) == 0, -row.real(1)});
  });
}

Result<std::vector<WordHits>> PassageIndex::find(std::string_view question) const {
  std::vector<WordHits> found;
  const std::lock_guard lock(searching_);
  for (QuestionWord& word : question_words(question, lexicon_)) {
    WordHits one;
    if (auto ran = run(quoted_word(word.text), 1, one.hits); !ran) return Unexpected(ran.error());
    one.is_exact = !one.hits.empty();
    std::string others = word.text.size() >= kShortestPrefix ? quoted_word(word.text) + "*" : std::string();
    for (const std::string& synonym : word.synonyms) others += (others.empty() ? "" : " OR ") + quoted_word(synonym);
    std::vector<Hit> weaker;
    if (!others.empty()) {
      if (auto ran = run(others, kSynonym, weaker); !ran) return Unexpected(ran.error());
    }
    if (one.hits.empty() && weaker.empty()) {
      const std::string meant = corrected(word.text);
      if (auto ran = meant.empty() ? Result<void>() : run(quoted_word(meant), kTypingError, weaker); !ran) {
        return Unexpected(ran.error());
      }
    }
    merge(one.hits, std::move(weaker));
    one.word = std::move(word);
    found.push_back(std::move(one));
  }
  return found;
}

std::string PassageIndex::corrected(std::string_view word) const {
  if (word.size() < kShortestMisspelled) return {};
  std::string meant;
  const std::string first(word.substr(0, 1));
  for (auto known = std::lower_bound(vocabulary_.begin(), vocabulary_.end(), first);
       known != vocabulary_.end() && known->starts_with(first); ++known) {
    const std::size_t longer = std::max(known->size(), word.size()), shorter = std::min(known->size(), word.size());
    if (longer - shorter > 1 || base::edit_distance(*known, word, 1) > 1) continue;
    if (!meant.empty()) return {};
    meant = *known;
  }
  return meant;
}

}  // namespace parley::knowledge
