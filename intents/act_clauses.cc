#include "intents/act_clauses.h"

#include <algorithm>
#include <initializer_list>

#include "intents/lexicon.h"

namespace parley::intents {
namespace {

constexpr std::size_t kMaxWords = 16;  // a longer message says more than acts

const lexicon::Agreement& clause_words() { return lexicon::kEn.agreement; }

bool ends_clause(const Words& words, std::string_view text, std::size_t word) {
  if (word == 0) return false;
  const std::string_view between = text.substr(words[word - 1].end, words[word].begin - words[word - 1].end);
  if (between.find_first_of(".,;:!?\n-(") != std::string_view::npos) return true;
  return clause_words().clause_joints.has(words.text(word, 1));
}

ActClause trimmed(const Words& words, ActClause clause) {
  const auto drop_first = [&] { ++clause.first, --clause.count; };
  if (clause.count > 1 && clause_words().clause_joints.has(words.text(clause.first, 1))) drop_first();
  while (clause.count > 0 && clause_words().address.has(words.text(clause.first + clause.count - 1, 1))) --clause.count;
  while (clause.count > 1 && clause_words().interjections.has(words.text(clause.first, 1))) drop_first();
  return clause;
}

// Finds the act that counts among the acts of the clauses.
class Acts {
 public:
  void add(Act act, bool is_weak) {
    if (act == Act::kAffirm && is_weak) {
      agrees_weakly_ = true;
    } else {
      acts_.push_back(act);
    }
  }

  std::optional<Act> best(bool confirming) const {
    if (acts_.empty()) return agrees_weakly_ ? std::optional(Act::kAffirm) : std::nullopt;
    if (has(Act::kHuman)) return Act::kHuman;
    const bool agrees = has(Act::kAffirm), denies = has(Act::kDeny);
    const Act first =
        first_of({Act::kCancelAll, Act::kCancel, Act::kReset, Act::kWhy, Act::kRepeat, Act::kDontKnow, Act::kSkip});
    if (first == Act::kCancel && has(Act::kReset)) return Act::kCancelAll;  // "stop, forget everything"
    if (agrees && (denies || first != Act::kInform)) return std::nullopt;
    const bool is_command = first == Act::kCancelAll || first == Act::kCancel || first == Act::kReset;
    if (denies && first != Act::kInform && !is_command && confirming) return std::nullopt;
    if (first != Act::kInform) return first;
    if (denies && !confirming && has(Act::kGoodbye)) return Act::kGoodbye;
    if (denies || agrees) return denies ? Act::kDeny : Act::kAffirm;
    if (agrees_weakly_ && confirming && !has(Act::kGoodbye)) return Act::kAffirm;
    return first_of({Act::kGoodbye, Act::kThank, Act::kGreet, Act::kReact});
  }

 private:
  bool has(Act act) const { return std::find(acts_.begin(), acts_.end(), act) != acts_.end(); }
  Act first_of(std::initializer_list<Act> wanted) const {
    const auto found = std::find_if(wanted.begin(), wanted.end(), [&](Act act) { return has(act); });
    return found == wanted.end() ? Act::kInform : *found;
  }

  std::vector<Act> acts_;
  bool agrees_weakly_ = false;
};

}  // namespace

std::vector<ActClause> act_clauses(const Words& words, std::string_view text) {
  std::vector<ActClause> clauses;
  for (std::size_t word = 0; word < words.size(); ++word) {
    if (word == 0 || ends_clause(words, text, word)) clauses.push_back({word, 0});
    ++clauses.back().count;
  }
  for (ActClause& clause : clauses) clause = trimmed(words, clause);
  return clauses;
}

bool is_weak_agreement(std::string_view plain) {
  const Words words(plain);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!clause_words().weak.has(words.text(i, 1))) return false;
  }
  return words.size() > 0;
}

std::optional<Act> read_compound(const Words& words, std::string_view text, bool confirming, const ReadClause& read) {
  if (words.size() == 0 || words.size() > kMaxWords) return std::nullopt;
  const std::vector<ActClause> clauses = act_clauses(words, text);
  if (clauses.size() == 1 && clauses.front().count == words.size()) return std::nullopt;  // read already
  Acts acts;
  for (const ActClause& clause : clauses) {
    if (clause.count == 0) continue;
    const Act act = read(clause);
    if (act == Act::kInform) return std::nullopt;
    acts.add(act, is_weak_agreement(words.text(clause.first, clause.count)));
  }
  const auto best = acts.best(confirming);
  return best == Act::kInform ? std::nullopt : best;
}

}  // namespace parley::intents
