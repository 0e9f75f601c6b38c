// Tested by tests/intents/inability_test.cc.
#include "intents/inability.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "base/fold.h"
#include "intents/classifier.h"
#include "intents/effects.h"
#include "intents/lexicon.h"
#include "intents/pattern.h"
#include "intents/word_patterns.h"

namespace parley::intents {
namespace {

constexpr std::size_t kReach = 60;  // bytes; how far before a place "I can't" may begin
constexpr std::size_t kMostDoubtful = 3;

const lexicon::Inability& unable_words() { return lexicon::kEn.inability; }

struct Unable {
  Pattern before{concat({"\\b", unable_words().unable, any_after(unable_words().after_unable), "(?: \\w+)?",
                         any_after(unable_words().before_thing), " *$"})};
  Pattern says{concat({"\\b", unable_words().unable, "\\b"})};
  Pattern asks{concat({"\\b", unable_words().asks, "\\b"})};
  Pattern why{concat({"\\b", unable_words().asks_why, " "})};
  Pattern problem{unable_words().problem};  // words of rules and examples
};

const Unable& unable_patterns() {
  static const Unable compiled;
  return compiled;
}

bool names_problem(const config::Intent& intent) {
  const auto is_problem = [](const config::Text& text) {
    return unable_patterns().problem.occurs_in(base::fold(text.value));
  };
  const auto any = [&](const auto& texts) { return std::any_of(texts.begin(), texts.end(), is_problem); };
  const auto has = [&](const auto& rules) {
    return std::any_of(rules.begin(), rules.end(), [&](const config::Rule& rule) { return is_problem(rule.regex); });
  };
  return any(intent.examples) || has(intent.rules);
}

bool is_open_to_doubt(const Evidence& evidence) {
  return evidence.kind == Evidence::Kind::kLikeness && !evidence.answer;
}

}  // namespace

bool may_be_unable(std::string_view text) {
  return text.find("can't") != std::string_view::npos || text.find("cannot") != std::string_view::npos ||
         text.find("can not") != std::string_view::npos || text.find("cant ") != std::string_view::npos ||
         text.find("could") != std::string_view::npos || text.find("able to") != std::string_view::npos;
}

bool is_unable_before(std::string_view text, std::size_t begin) {
  const std::size_t from = begin - std::min(begin, kReach);
  const std::string_view before = text.substr(from, begin - from);
  if (!unable_patterns().before.occurs_in(before)) return false;
  return !unable_patterns().asks.occurs_in(before) || unable_patterns().why.occurs_in(before);
}

std::vector<bool> intents_that_need_a_wish(const config::BotDefinition& bot) {
  std::vector<bool> need = intents_that_change(bot);
  for (std::size_t i = 0; i < bot.intents.size(); ++i) need[i] = need[i] && !names_problem(bot.intents[i]);
  return need;
}

bool Classifier::is_unable_in(const Message& message, const Evidence& evidence) const {
  return evidence.kind == Evidence::Kind::kRule && needs_wish_[static_cast<std::size_t>(evidence.intent)] &&
         is_unable_before(message.text.text(), evidence.begin);
}

// Adds the intents that the user cannot use as doubtful ones, unless the message clearly resembles another intent. The
// bot then asks what the user means.
void Classifier::doubt_unable(const Message& message, std::vector<Evidence> unable,
                              std::vector<Evidence>& found) const {
  const std::string_view text = message.text.text();
  const bool says_unable =
      may_be_unable(text) && unable_patterns().says.occurs_in(text) && !unable_patterns().asks.occurs_in(text);
  for (Evidence& one : found) {
    const bool needs_wish = is_open_to_doubt(one) && needs_wish_[static_cast<std::size_t>(one.intent)];
    one.is_doubtful = one.is_doubtful || (needs_wish && (says_unable || !unable.empty()));
  }
  if (unable.empty() || (!found.empty() && !found.front().is_doubtful)) return;
  for (Evidence& one : unable) {
    std::erase_if(found, [&](const Evidence& other) { return other.intent == one.intent; });
    one.is_doubtful = true;
  }
  found.insert(found.begin(), std::make_move_iterator(unable.begin()), std::make_move_iterator(unable.end()));
  if (found.size() > kMostDoubtful) found.erase(found.begin() + kMostDoubtful, found.end());
}

}  // namespace parley::intents
