#include "knowledge/passage_gate.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace parley::knowledge {
namespace {

constexpr double kCoverage = 0.75, kHeading = 0.25;  // the parts of the score
constexpr double kCommon = 0.4;                      // the weight of a common word, as a share
constexpr double kAbove = 0.6;                       // the strength of a word that only headings above have
constexpr double kUnknown = 0.5;                     // the number of passages that a word counts to have if none has it
constexpr double kInPassing = 0.1;                   // what the bound rises by without a word in the headings
constexpr double kClear = 0.65;                      // the score at which one word is enough, if it is the heading
constexpr double kSubject = 0.7;         // the share of a heading that is all of it, also with a typing error
constexpr double kAll = 0.99;            // the share of a question that has all of its words
constexpr std::size_t kFew = 2;          // passages that have a word; it then names its subject
constexpr double kGap = 0.05;            // by which the best passage must be better than the next one
constexpr std::size_t kMostRanked = 20;  // passages of the same score
constexpr double kRareShare = 0.2;       // a rare word is in at most this share of the passages

// How much of a question a passage has.
struct Match {
  double covered = 0;        // the weight of the words that it has
  double heading_words = 0;  // the words that its heading has
  std::size_t words = 0;
  bool has_rare = false;
  std::size_t fewest = SIZE_MAX;  // of the passages that have one of its words
};

struct Rated {
  const config::KnowledgePassage* passage = nullptr;
  Match match;
  double coverage = 0;  // of the question by the passage
  double heading = 0;   // of the heading by the question

  double rank = 0;          // compared if the nearness is the same
  bool asks_alike = false;  // the heading asks for the same: "how long", "where"

  double score() const { return kCoverage * coverage + kHeading * heading; }
  // A heading that asks for the same is nearer than another one of the same score.
  double nearness() const { return score() + (asks_alike ? kGap : 0); }
};

double weight_of(const WordHits& word, std::size_t passages) {
  const auto all = static_cast<double>(passages), having = static_cast<double>(word.hits.size());
  // A word that no passage has weighs as much as one that a single passage has.
  const double counted = std::max(having, kUnknown);
  const double rarity = std::log(1 + (all - counted + 0.5) / (counted + 0.5));
  return rarity * (word.word.is_common ? kCommon : 1);
}

std::string figure(double score) {
  const std::string hundredths = std::to_string(std::lround(score * 100) + 100);
  return hundredths.substr(0, hundredths.size() - 2) == "2" ? "1.00" : "0." + hundredths.substr(1);
}

std::map<std::size_t, Match> matches_of(const std::vector<WordHits>& words, std::size_t passages) {
  const double rare = std::max(3.0, kRareShare * static_cast<double>(passages));
  std::map<std::size_t, Match> matches;
  for (const WordHits& word : words) {
    const double weight = weight_of(word, passages);
    for (const Hit& hit : word.hits) {
      Match& match = matches[hit.passage];
      match.covered += weight * hit.strength * (hit.only_above ? kAbove : 1);
      match.heading_words += hit.strength * (hit.in_heading ? 1 : hit.only_above ? kAbove : 0);
      match.words += hit.only_above ? 0 : 1;
      match.fewest = std::min(match.fewest, word.hits.size());
      match.has_rare = match.has_rare || static_cast<double>(word.hits.size()) <= rare;
    }
  }
  return matches;
}

// Returns all passages that share a word with the question, nearest first. `asked`: "how long", "where".
std::vector<Rated> nearest(const std::vector<WordHits>& words, const std::string& asked, const PassageIndex& index) {
  const std::size_t passages = index.passages().size();
  double whole = 0;
  for (const WordHits& word : words) whole += weight_of(word, passages);
  std::vector<Rated> rated;
  for (const auto& [passage, match] : matches_of(words, passages)) {
    const auto heading = static_cast<double>(std::max<std::size_t>(index.heading_words(passage), 1));
    Rated one{&index.passages()[passage], match, match.covered / whole, std::min(1.0, match.heading_words / heading)};
    one.asks_alike = !asked.empty() && interrogative(one.passage->heading, index.lexicon()) == asked;
    rated.push_back(one);
  }
  const auto is_nearer = [](const Rated& a, const Rated& b) {
    return a.nearness() != b.nearness() ? a.nearness() > b.nearness() : a.rank > b.rank;
  };
  std::stable_sort(rated.begin(), rated.end(), is_nearer);
  std::size_t equal = 1;
  while (equal < rated.size() && rated[equal].nearness() == rated[0].nearness()) ++equal;
  if (equal < 2 || equal > kMostRanked) return rated;
  const auto end = rated.begin() + static_cast<std::ptrdiff_t>(equal);
  for (auto one = rated.begin(); one != end; ++one) {
    one->rank = index.rank(words, static_cast<std::size_t>(one->passage - index.passages().data()));
  }
  std::stable_sort(rated.begin(), end, is_nearer);
  return rated;
}

// Returns why the first passage does not answer the question. Empty: it does.
std::string lack_of(const std::vector<Rated>& rated, double bound) {
  const Rated& best = rated.front();
  // Without a word in its headings, a passage probably names the subject only in passing.
  const double least = best.heading > 0 ? bound : bound + kInPassing;
  if (best.score() < least) return "its score is below " + figure(least);
  const bool has_heading = best.heading >= kSubject && best.score() >= kClear;
  const bool has_all = best.coverage >= kAll && best.match.fewest <= kFew;
  const bool is_its_subject = has_heading || has_all;
  if (best.match.words < 2 && !is_its_subject) return "it shares only one word";
  if (!best.match.has_rare && !is_its_subject) return "it shares only words that many passages have";
  for (const Rated& other : rated) {
    if (other.passage->source == best.passage->source) continue;
    return best.nearness() - other.nearness() < kGap ? "another passage is as near" : "";
  }
  return {};
}

}  // namespace

Result<std::unique_ptr<const PassageGate>> PassageGate::make(const config::Knowledge& knowledge,
                                                             std::string_view locale) {
  const bool is_english = locale == "en" || locale.starts_with("en-");
  auto index = PassageIndex::make(knowledge.passages, is_english ? Lexicon::kEnglish : Lexicon::kNone);
  if (!index) return Unexpected(index.error());
  return std::unique_ptr<const PassageGate>(new PassageGate(std::move(*index), knowledge.score));
}

std::vector<RatedPassage> PassageGate::rate(std::string_view question, std::size_t most) const {
  const std::vector<Rated> rated = nearest(index_->find(question), interrogative(question, index_->lexicon()), *index_);
  std::vector<RatedPassage> out;
  for (const Rated& one : rated) {
    if (out.size() == most) break;
    out.push_back({one.passage, one.score(), out.empty() ? lack_of(rated, bound_) : "another passage is nearer"});
  }
  return out;
}

}  // namespace parley::knowledge
