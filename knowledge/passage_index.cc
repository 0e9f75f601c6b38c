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

constexpr std::size_t kMostStems = 50'000;  // that stay in memory

constexpr const char* kTables =
    "BEGIN;"
    "CREATE VIRTUAL TABLE passage USING fts5(heading, above, text, tokenize = 'porter unicode61 remove_diacritics 2');"
    "CREATE VIRTUAL TABLE place USING fts5vocab(passage, instance);"
    "CREATE VIRTUAL TABLE word USING fts5(text, tokenize = 'porter unicode61 remove_diacritics 2');"
    "CREATE VIRTUAL TABLE stem USING fts5vocab(word, row)";
// A word in the heading says more about a passage than a word in its text.
constexpr const char* kRank = "SELECT bm25(passage, 4.0, 2.0, 1.0) FROM passage WHERE passage MATCH ?1 AND rowid = ?2";
constexpr unsigned kHeadingColumn = 1, kAboveColumn = 2, kTextColumn = 4;

unsigned column_of(std::string_view name) {
  return name == "heading" ? kHeadingColumn : name == "above" ? kAboveColumn : kTextColumn;
}

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

// Leaves one hit for each passage: the strongest one, with all places.
void merge(std::vector<Hit>& hits) {
  std::stable_sort(hits.begin(), hits.end(), [](const Hit& a, const Hit& b) { return a.passage < b.passage; });
  std::vector<Hit> merged;
  for (const Hit& hit : hits) {
    if (merged.empty() || merged.back().passage != hit.passage) {
      merged.push_back(hit);
    } else {
      merged.back().strength = std::max(merged.back().strength, hit.strength);
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
  if (auto created = database_.execute(kTables); !created) return created;
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
  if (auto stored = database_.execute("COMMIT"); !stored) return stored;
  if (auto read = read_places(); !read) return read;
  return database_.prepare({{rank_, kRank},
                            {stem_in_, "INSERT OR REPLACE INTO word (rowid, text) VALUES (1, ?1)"},
                            {stem_out_, "SELECT term FROM stem"}});
}

Result<void> PassageIndex::read_places() {
  auto select = database_.prepare("SELECT term, doc, col FROM place ORDER BY term, doc");
  if (!select) return Unexpected(select.error());
  return select->query().each([&](memory::Rows& row) {
    std::vector<Place>& places = places_[std::string(row.text(0))];
    const auto passage = static_cast<std::size_t>(row.number(1));
    if (places.empty() || places.back().passage != passage) places.push_back({passage, 0});
    places.back().columns |= column_of(row.text(2));
  });
}

const std::string& PassageIndex::stem_of(const std::string& word) const {
  if (stems_.size() >= kMostStems) stems_.clear();
  const auto [known, is_new] = stems_.try_emplace(word);
  std::string& stem = known->second;
  if (is_new && stem_in_.run({word})) {
    (void)stem_out_.query().each([&](memory::Rows& row) { stem = std::string(row.text(0)); });
  }
  return stem;
}

void PassageIndex::add_hits(const std::string& stem, bool is_prefix, double strength, std::vector<Hit>& hits) const {
  if (stem.empty()) return;
  for (auto place = places_.lower_bound(stem); place != places_.end() && place->first.starts_with(stem); ++place) {
    if (!is_prefix && place->first != stem) break;
    for (const Place& one : place->second) {
      hits.push_back({one.passage, strength, (one.columns & kHeadingColumn) != 0, one.columns == kAboveColumn});
    }
  }
}

std::vector<WordHits> PassageIndex::find(std::string_view question) const {
  std::vector<WordHits> found;
  const std::lock_guard lock(querying_);
  for (QuestionWord& word : question_words(question, lexicon_)) {
    WordHits one;
    const std::string stem = stem_of(word.text);
    add_hits(stem, false, 1, one.hits);
    one.is_exact = !one.hits.empty();
    if (word.text.size() >= kShortestPrefix) add_hits(stem, true, kSynonym, one.hits);
    for (const std::string& synonym : word.synonyms) add_hits(stem_of(synonym), false, kSynonym, one.hits);
    if (one.hits.empty()) add_hits(stem_of(corrected(word.text)), false, kTypingError, one.hits);
    merge(one.hits);
    one.word = std::move(word);
    found.push_back(std::move(one));
  }
  return found;
}

double PassageIndex::rank(const std::vector<WordHits>& words, std::size_t passage) const {
  std::string query;
  for (const WordHits& word : words) query += (query.empty() ? "" : " OR ") + quoted_word(word.word.text);
  double rank = 0;
  const std::lock_guard lock(querying_);
  (void)rank_.query({query, static_cast<std::int64_t>(passage)}).each([&](memory::Rows& row) {
    rank = -row.real(0);  // FTS5 gives better passages a lower number
  });
  return rank;
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
