#include "intents/clauses.h"

#include "intents/entities/matches.h"
#include "intents/pattern.h"

namespace parley::intents {
namespace {

// Whether the text has a punctuation mark or a word of a joint before a space. Most short messages have none, and then
// cost no regex.
bool may_have_joint(std::string_view text) {
  constexpr std::string_view kWords[] = {"and", "then", "also", "plus", "&"};
  for (std::size_t space = text.find(' ', 1); space != std::string_view::npos; space = text.find(' ', space + 1)) {
    if (std::string_view(".;!?,").find(text[space - 1]) != std::string_view::npos) return true;
    const std::string_view rest = text.substr(space + 1);
    for (const std::string_view word : kWords) {
      if (rest.substr(0, word.size()) == word) return true;
    }
  }
  return false;
}

}  // namespace

std::vector<Joint> joints_of(std::string_view text) {
  constexpr std::size_t kMaxBytes = 400;
  static const Pattern kJoint(
      "(?:[.;!?]+ +|,? +(?:and|then|also|plus|&)\\b,? +|, +)(?:(?:and|then|also|plus|oh|ps|p\\.s\\.|after that|by the "
      "way|btw)\\b,? +)*");
  std::vector<Joint> joints;
  if (text.size() > kMaxBytes || !may_have_joint(text)) return joints;
  for_each_match(kJoint, text, [&](const Pattern::Groups&, std::size_t begin, std::size_t end) {
    if (begin > 0 && end < text.size() && joints.size() < kMaxJoints) joints.push_back({begin, end});
  });
  return joints;
}

std::vector<Joint> joints_of_story(std::string_view text) {
  constexpr std::size_t kMaxBytes = 2000;
  static const Pattern kJoint(
      "(?:[.;:!?]+ +|,? +(?:and|then|also|plus|but|because|cause|since|though|although|so|&)\\b,? +|, +| -+ +)"
      "(?:(?:and|then|also|plus|but|because|so|well|oh|ps|p\\.s\\.|after that|by the way|btw)\\b,? +)*");
  std::vector<Joint> joints;
  if (text.size() > kMaxBytes || text.find(' ', 1) == std::string_view::npos) return joints;
  for_each_match(kJoint, text, [&](const Pattern::Groups&, std::size_t begin, std::size_t end) {
    if (begin > 0 && end < text.size() && joints.size() < kMaxJointsOfStory) joints.push_back({begin, end});
  });
  return joints;
}

std::optional<Joint> joint_after_cancellation(const Words& words) {
  static const Pattern kCancellation(
      "^(?:(?:no|oh|ok|okay|well|sorry|actually|wait|just) )*"
      "(?:never ?mind(?:(?: about)? (?:it|that|this)(?: all)?)?|nvm|"
      "forget (?:(?:all )?(?:about )?(?:it|that|this)|it all|everything|all of it)|scratch that|drop it) ",
      Pattern::Case::kCounts);
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
  static const Pattern kReminder(
      "(?: (?:and|but|just|only|also|please|though))* (?:(?:dont|do not|never) forget|(?:please |just |but |and )"
      "remember)(?: (?:about|that i (?:also )?(?:want|need|wanted|needed)|i (?:also "
      ")?(?:want|need|wanted|needed)|also))? ",
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
    if (word == "instead" || word == "rather" || (word == "actually" && i < 2)) return true;
  }
  return false;
}

bool joins_clauses(std::string_view between, std::string_view next) {
  const Words joining(between);
  for (std::size_t i = 0; i < joining.size(); ++i) {
    const std::string_view word = joining.text(i, 1);
    if (word == "and" || word == "also" || word == "plus") return true;
    if (word == "then" && Words(next).text().substr(0, 6) == "please") return true;
  }
  return between.find('&') != std::string_view::npos;
}

bool is_courtesy(std::string_view plain_clause) {
  static const Pattern kCourtesy(
      "^(?:(?:please|pls|and|so|ok|okay|oh|well|thanks|thank you|hi|hello|hey|good (?:morning|afternoon|evening|day)|"
      "greetings|dear \\w+|there|all|everyone|team|guys|sir|madam|bye|goodbye|see you|cheers|sorry|very much|so much|a "
      "lot|"
      "(?:(?:can|could|would|will) (?:you|someone|anyone|anybody|u) )?(?:please )?help(?: me)?(?: out| with "
      "(?:it|that|this))?|"
      "(?:i )?(?:need|want|require)(?: some| your| a little)? (?:help|assistance|support)|(?:have a "
      ")?(?:nice|good|great) day|"
      "how are you(?: doing)?(?: today)?|(?:can|could) you assist me|assist me)(?: |$))+$",
      Pattern::Case::kCounts);
  return kCourtesy.occurs_in(plain_clause);
}

}  // namespace parley::intents
