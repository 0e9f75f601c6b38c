// CompiledBot holds what reading a message needs of a bot: its types, its patterns, and what each of its intents may
// do.
//
// Immutable once made; safe to share between threads.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/time_zone.h"
#include "config/definition.h"
#include "config/diagnostics.h"
#include "intents/answers.h"
#include "intents/dialog_acts.h"
#include "intents/example_classifier.h"
#include "intents/examples.h"
#include "intents/extract.h"
#include "intents/findings/open_types.h"
#include "intents/message.h"
#include "intents/own_values.h"
#include "intents/prefilter.h"
#include "intents/rules.h"
#include "intents/templates/templates.h"
#include "intents/topic_words.h"
#include "intents/types.h"
#include "intents/unknown_words.h"
#include "parley/catalog.h"

namespace parley::intents {

struct CompiledIntent {
  const config::Intent* definition = nullptr;
  Extractor extractor;
  std::vector<int> starts;   // the intents that its steps start
  bool calls_tools = false;  // in a step, a check, or an intent that it calls or starts
  bool confirms = false;
  bool needs_wish = false;     // has effects, and is not for users who report a problem
  bool lists_options = false;  // for a param, in English
};

// What matches a message as a whole, apart from its values: the rules, templates and examples of the intents.
struct Matchers {
  Matchers(const config::BotDefinition& bot, const Types& types, const OwnValues& own_values, Prefilter& prefilter,
           CatalogOptions options, config::Diagnostics& findings);

  Rules rules;
  Templates templates;
  Examples examples;
  ExampleClassifier likeness;
  bool has_sentences = false;  // has templates or examples: a clause may match alone
};

struct CompiledBot {
  // `bot` must outlive this object, and compile_conditions() must have processed it. When `findings` contains an error,
  // this object must not be used.
  CompiledBot(const config::BotDefinition& bot, CatalogOptions options, config::Diagnostics& findings);
  CompiledBot(const CompiledBot&) = delete;
  CompiledBot& operator=(const CompiledBot&) = delete;

  // Folds a message, splits it into words and prefilters the patterns. `original` must outlive the result.
  Message message(std::string_view original, Sources sources = Sources::kNamed) const;

  int index_of(std::string_view intent) const;  // -1: unknown
  const CompiledIntent& at(int intent) const { return intents[static_cast<std::size_t>(intent)]; }
  const config::Intent& definition_of(int intent) const { return *at(intent).definition; }

  bool has_options() const;  // an intent lists options for a param, in English

  const config::BotDefinition& definition;
  base::TimeZone zone;
  Prefilter prefilter;
  Types types;
  OwnValues own_values;
  Matchers matchers;
  Answers answers;
  UnknownWords unknown_words;
  DialogActs acts;
  TopicWords topic_words;
  std::vector<OpenType> open_types;
  std::vector<CompiledIntent> intents;  // indexed like BotDefinition::intents
};

}  // namespace parley::intents
