// Classifier reads one message at a time for a bot. A message goes through these steps:
//
//   text
//    -> words      fold it (folded_text.h), split it into words, and find the patterns that may match it (message.h)
//    -> findings   what a part of it could be: a request, a value, an answer, a question, an option (findings/)
//    -> readings   the ways to read its clauses as one thing or as several (readings/)
//    -> the result: dialog acts
//
// Immutable; safe to share between threads.
#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/definition.h"
#include "config/diagnostics.h"
#include "intents/compiled_bot.h"
#include "intents/entities/now.h"
#include "intents/evidence.h"
#include "intents/message.h"
#include "intents/nearest_sources.h"
#include "parley/catalog.h"
#include "parley/understanding.h"

namespace parley::intents {

class Classifier {
 public:
  // `bot` must outlive the classifier, and compile_conditions() must have processed it. When `findings` contains an
  // error, the classifier must not be used.
  Classifier(const config::BotDefinition& bot, CatalogOptions options, config::Diagnostics& findings);

  // When `notes` is given, appends a note for each value that the message has and that nothing takes. Notes contain
  // names and positions, never values.
  Understanding understand(std::string_view original, const NluContext& nlu_context,
                           std::vector<std::string>* notes = nullptr, Sources sources = Sources::kNamed) const;

  // Defined in intents/explain.cc, like nearest_sources().
  Explanation explain(std::string_view original, const NluContext& nlu_context) const;

  ParamValue judge(std::string_view intent, std::string_view param, const Value& value,
                   const NluContext& nlu_context) const;

  // Validates a value against the param's type only; ignores its `validate`.
  ParamValue judge_type(std::string_view intent, std::string_view param, const Value& value,
                        const NluContext& nlu_context) const;

  // Returns the entries of `answers` that may answer a question while an intent is open, in the order in which they are
  // tried. The spans are empty.
  std::vector<Inquiry> answerable(const NluContext& nlu_context) const;

  // Returns the valid values that the message has for the intent, as if a rule had found the intent. Without free texts
  // that would take the whole message.
  std::vector<ParamValue> values_for(std::string_view intent, std::string_view original,
                                     const NluContext& nlu_context) const;

  // Whether the guard of an intent holds. False for an unknown intent.
  bool admits(std::string_view intent, const NluContext& nlu_context) const;

  // Defined in intents/warm_up.cc.
  void warm_up() const;

  // Returns the best evidence of each intent, best intent first, for a message without an open question. Ignores
  // guards.
  std::vector<Evidence> evidence(std::string_view message) const;

  // Returns true if a rule or a template decides what the message means, so that its similarity to examples is of no
  // importance. Ignores intents with a guard.
  bool is_decided_by_rules(std::string_view message) const;

  // Returns true if a sentence template of the intent fills the param.
  bool is_slot(std::string_view intent, std::string_view param) const;

  // Returns the current time in the channel's time zone, or in the bot's if the channel gives none.
  Now now_of(const NluContext& nlu_context) const;

  const ExampleClassifier& likeness() const { return bot_.matchers.likeness; }
  const config::BotDefinition& bot() const { return bot_.definition; }
  const Types& types() const { return bot_.types; }
  const OwnValues& own_values() const { return bot_.own_values; }

 private:
  const NearestSources& nearest_sources() const;  // made at the first call

  CompiledBot bot_;
  mutable std::once_flag has_nearest_;
  mutable std::optional<NearestSources> nearest_;  // only explanations need it
};

}  // namespace parley::intents
