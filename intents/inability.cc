// Tested by tests/intents/inability_test.cc.
#include "intents/inability.h"

#include <algorithm>
#include <string>

#include "base/fold.h"
#include "intents/effects.h"
#include "intents/lexicon.h"
#include "intents/pattern.h"
#include "intents/word_patterns.h"

namespace parley::intents {
namespace {

constexpr std::size_t kReach = 60;  // bytes; how far before a place "I can't" may begin

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

bool says_unable(std::string_view text) {
  return may_be_unable(text) && unable_patterns().says.occurs_in(text) && !unable_patterns().asks.occurs_in(text);
}

}  // namespace parley::intents
