// Tested by tests/intents/catalog_test.cc.
#include "intents/compiled_bot.h"

#include <algorithm>
#include <utility>

#include "intents/effects.h"
#include "intents/inability.h"
#include "intents/opening_text.h"

namespace parley::intents {

Matchers::Matchers(const config::BotDefinition& bot, const Types& types, const OwnValues& own_values,
                   Prefilter& prefilter, CatalogOptions options, config::Diagnostics& findings)
    : rules(bot, prefilter, findings),
      templates(bot, types, findings),
      examples(bot),
      likeness(bot, own_values, std::move(options)),
      has_sentences(std::any_of(bot.intents.begin(), bot.intents.end(), [](const config::Intent& intent) {
        return !intent.sentences.empty() || !intent.examples.empty();
      })) {}

CompiledBot::CompiledBot(const config::BotDefinition& bot, CatalogOptions options, config::Diagnostics& findings)
    : definition(bot),
      zone(base::TimeZone::find(bot.time_zone).value_or(base::TimeZone())),
      types(bot, prefilter, findings),
      own_values(bot, types),
      matchers(bot, types, own_values, prefilter, std::move(options), findings),
      answers(bot, findings),
      unknown_words(bot, findings),
      acts(bot.commands, bot.replies, findings),
      topic_words(takes_stories(bot) ? TopicWords(bot) : TopicWords()),
      open_types(open_types_of(bot, types)) {
  const std::vector<bool> calls_tools = intents_that_call_tools(bot);
  const std::vector<bool> confirms = intents_that_confirm(bot);
  const std::vector<bool> needs_wish = intents_that_need_a_wish(bot);
  std::vector<std::vector<int>> starts = intents_started_by(bot);
  intents.reserve(bot.intents.size());
  for (std::size_t i = 0; i < bot.intents.size(); ++i) {
    const config::Intent& intent = bot.intents[i];
    const bool lists_options = std::any_of(intent.params.begin(), intent.params.end(),
                                           [](const config::Param& param) { return param.options.has_value(); });
    intents.push_back({&intent, Extractor(intent, types, findings), std::move(starts[i]), calls_tools[i], confirms[i],
                       needs_wish[i], lists_options && types.is_english()});
  }
  prefilter.compile();
}

// With sentences, the clauses of a message may match although the message has one candidate. The candidates are then
// ordered by their places.
Message CompiledBot::message(std::string_view original, Sources sources) const {
  Message message(original, prefilter, sources);
  const bool may_refuse = message.text.text().find("n't") != std::string_view::npos ||
                          message.words.text().find("not") != std::string_view::npos ||
                          message.words.text().find("dont") != std::string_view::npos ||
                          message.words.text().find("never") != std::string_view::npos;
  message.needs_places = sources == Sources::kNamed || matchers.has_sentences || !answers.empty() || may_refuse;
  return message;
}

bool CompiledBot::has_options() const {
  return std::any_of(intents.begin(), intents.end(), [](const CompiledIntent& intent) { return intent.lists_options; });
}

int CompiledBot::index_of(std::string_view intent) const {
  const config::Intent* found = intent.empty() ? nullptr : definition.find_intent(intent);
  return found ? static_cast<int>(found - definition.intents.data()) : -1;
}

}  // namespace parley::intents
