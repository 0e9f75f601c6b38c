#include "intents/clauses.h"

#include "intents/entities/matches.h"
#include "intents/lexicon.h"
#include "intents/pattern.h"
#include "intents/word_patterns.h"

namespace parley::intents {
namespace {

const lexicon::Clauses& clauses() { return lexicon::kEn.clauses; }

// Whether the text has a punctuation mark or a word of a joint before a space. Most short messages have none, and then
// cost no regex.
bool may_have_joint(std::string_view text) {
  for (std::size_t space = text.find(' ', 1); space != std::string_view::npos; space = text.find(' ', space + 1)) {
    if (std::string_view(".;!?,").find(text[space - 1]) != std::string_view::npos) return true;
    const std::string_view rest = text.substr(space + 1);
    for (const std::string_view word : clauses().first_joints) {
      if (rest.substr(0, word.size()) == word) return true;
    }
  }
  return false;
}

}  // namespace

std::vector<Joint> joints_of(std::string_view text) {
  constexpr std::size_t kMaxBytes = 400;
  static const Pattern kJoint(
      concat({"(?:[.;!?]+ +|,? +", clauses().joints, "\\b,? +|, +)(?:", clauses().after_joint, "\\b,? +)*"}));
  std::vector<Joint> joints;
  if (text.size() > kMaxBytes || !may_have_joint(text)) return joints;
  for_each_match(kJoint, text, [&](const Pattern::Groups&, std::size_t begin, std::size_t end) {
    if (begin > 0 && end < text.size() && joints.size() < kMaxJoints) joints.push_back({begin, end});
  });
  return joints;
}

std::vector<Joint> joints_of_story(std::string_view text) {
  constexpr std::size_t kMaxBytes = 2000;
  static const Pattern kJoint(concat({"(?:[.;:!?]+ +|,? +", clauses().story_joints,
                                      "\\b,? +|, +| -+ +)(?:", clauses().after_story_joint, "\\b,? +)*"}));
  std::vector<Joint> joints;
  if (text.size() > kMaxBytes || text.find(' ', 1) == std::string_view::npos) return joints;
  for_each_match(kJoint, text, [&](const Pattern::Groups&, std::size_t begin, std::size_t end) {
    if (begin > 0 && end < text.size() && joints.size() < kMaxJointsOfStory) joints.push_back({begin, end});
  });
  return joints;
}

std::optional<Joint> joint_after_cancellation(const Words& words) {
  static const Pattern kCancellation(
      concat({"^", any_before(clauses().before_cancellation), clauses().cancellation, " "}), Pattern::Case::kCounts);
  const auto cancellation = kCancellation.find(words.text());
  for (std::size_t word = 1; cancellation && word < words.size(); ++word) {
    if (words.begin_of(word) == cancellation->end) return Joint{words[word - 1].end, words[word].begin};
  }
  return std::nullopt;
}

std::optional<Joint> joint_at_reminder(const Words& words) {
  if (words.text().find("forget") == std::string_view::npos &&
      words.text().find("remember") == std::string_view::npos) {
    return std::nullopt;
  }
  static const Pattern kReminder(concat({any_after(clauses().before_reminder), " ", clauses().reminder, " "}),
                                 Pattern::Case::kCounts);
  const auto reminder = kReminder.find(words.text());
  if (!reminder) return std::nullopt;
  for (std::size_t word = 1; word < words.size(); ++word) {
    if (words.begin_of(word) != reminder->end) continue;
    std::size_t last = word;
    while (last > 0 && words.end_of(last - 1) > reminder->begin) --last;
    if (last == 0) return std::nullopt;
    return Joint{words[last - 1].end, words[word].begin};
  }
  return std::nullopt;
}

bool says_instead(const Words& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words.text(i, 1);
    if (clauses().instead.has(word) || (i < 2 && clauses().instead_at_beginning.has(word))) return true;
  }
  return false;
}

bool joins_clauses(std::string_view between, std::string_view next) {
  const Words joining(between);
  for (std::size_t i = 0; i < joining.size(); ++i) {
    const std::string_view word = joining.text(i, 1);
    if (clauses().adding.has(word)) return true;
    if (word == "then" && Words(next).text().substr(0, 6) == "please") return true;
  }
  return between.find('&') != std::string_view::npos;
}

bool is_courtesy(std::string_view plain_clause) {
  static const Pattern kCourtesy(concat({"^(?:", ends_word(clauses().courtesy), ")+$"}), Pattern::Case::kCounts);
  return kCourtesy.occurs_in(plain_clause);
}

}  // namespace parley::intents
