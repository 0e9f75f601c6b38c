#include "knowledge/passage_gate.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

namespace parley::knowledge {
namespace {

constexpr double kCoverage = 0.75, kHeading = 0.25;  // the parts of the score
constexpr double kCommon = 0.5;                      // the weight of a common word, as a share
constexpr double kAbove = 0.6;                       // the strength of a word that only headings above have
constexpr double kInPassing = 0.1;                   // what the bound rises by without a word in the headings
constexpr double kClear = 0.7;                       // the score at which one word is enough, if it is the heading
constexpr double kGap = 0.05;                        // by which the best passage must be better than the next one
constexpr double kRareShare = 0.2;                   // a rare word is in at most this share of the passages

// How much of a question a passage has.
struct Match {
  double covered = 0;        // the weight of the words that it has
  double heading_words = 0;  // the words that its heading has
  double rank = 0;
  std::size_t words = 0;
  bool has_rare = false;
};

struct Rated {
  const config::KnowledgePassage* passage = nullptr;
  Match match;
  double coverage = 0;  // of the question by the passage
  double heading = 0;   // of the heading by the question

  double score() const { return kCoverage * coverage + kHeading * heading; }
};

double weight_of(const WordHits& word, std::size_t passages) {
  const auto all = static_cast<double>(passages), having = static_cast<double>(word.hits.size());
  const double rarity = std::log(1 + (all - having + 0.5) / (having + 0.5));
  return rarity * (word.word.is_common ? kCommon : 1);
}

std::string percent(double share) { return std::to_string(static_cast<int>(share * 100)) + " %"; }

// Returns why the first passage does not answer the question. Empty: it does.
std::string lack_of(const std::vector<Rated>& rated, double bound) {
  const Rated& best = rated.front();
  // Without a word in its headings, a passage probably names the subject only in passing.
  const double least = best.heading > 0 ? bound : bound + kInPassing;
  if (best.score() < least) return "its score is below " + percent(least);
  const bool is_its_subject = best.heading >= 1 && best.score() >= kClear;
  if (best.match.words < 2 && !is_its_subject) return "it shares only one word";
  if (!best.match.has_rare && !is_its_subject) return "it shares only words that many passages have";
  for (const Rated& other : rated) {
    if (other.passage->source == best.passage->source) continue;
    return best.score() - other.score() < kGap ? "another passage is as near" : "";
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

Result<std::vector<RatedPassage>> PassageGate::rate(std::string_view question, std::size_t most) const {
  auto words = index_->find(question);
  if (!words) return Unexpected(words.error());
  const std::size_t passages = index_->passages().size();
  const double rare = std::max(3.0, kRareShare * static_cast<double>(passages));
  std::map<std::size_t, Match> matches;
  double whole = 0;
  for (const WordHits& word : *words) {
    const double weight = weight_of(word, passages);
    whole += weight;
    for (const Hit& hit : word.hits) {
      Match& match = matches[hit.passage];
      match.covered += weight * hit.strength * (hit.only_above ? kAbove : 1);
      match.heading_words += hit.strength * (hit.in_heading ? 1 : hit.only_above ? kAbove : 0);
      match.rank += hit.rank;
      match.words += hit.only_above ? 0 : 1;
      match.has_rare = match.has_rare || static_cast<double>(word.hits.size()) <= rare;
    }
  }
  std::vector<Rated> rated;
  for (const auto& [passage, match] : matches) {
    const auto heading = static_cast<double>(std::max<std::size_t>(index_->heading_words(passage), 1));
    Rated one{&index_->passages()[passage], match, match.covered / whole, std::min(1.0, match.heading_words / heading)};
    rated.push_back(one);
  }
  std::stable_sort(rated.begin(), rated.end(), [](const Rated& a, const Rated& b) {
    return a.score() != b.score() ? a.score() > b.score() : a.match.rank > b.match.rank;
  });
  const std::string lacked = words->empty() || rated.empty() ? "" : lack_of(rated, bound_);
  std::vector<RatedPassage> out;
  for (const Rated& one : rated) {
    if (out.size() == most) break;
    out.push_back({one.passage, one.score(), out.empty() ? lacked : "another passage is nearer"});
  }
  return out;
}

}  // namespace parley::knowledge
