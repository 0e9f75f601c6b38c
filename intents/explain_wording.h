// The wording that the parts of an explanation share.
//
// Tested by tests/intents/explain_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "config/definition.h"
#include "intents/evidence.h"
#include "intents/example_classifier.h"
#include "intents/message_reading.h"
#include "intents/words.h"
#include "parley/understanding.h"

namespace parley::intents {

// A message with everything that parley found in it.
struct ReadMessage {
  const config::BotDefinition& bot;
  std::string_view original;  // the message
  const Words& words;         // its words
  const NluContext& nlu_context;
  const MessageReading& understood;
  const std::vector<Evidence>& found;     // best first, also of intents whose guard does not hold
  const std::vector<Evidence>& admitted;  // without those
  std::vector<ExampleClassifier::Estimate> estimates;
};

// Whether the message means no intent, no answer and no command.
bool says_nothing(const MessageReading& heard);

std::string with_two_digits(double confidence);
const std::string& id_of(const ReadMessage& reading, int intent);
const char* noun_of(Evidence::Kind kind);                                      // "rule", "template" or "example"
std::string named(const Evidence& evidence);                                   // "rule '\\brefund\\b'"
std::string place_of(const ReadMessage& reading, const config::Text& source);  // " (bot.yaml:12:16)"
std::string list_of(const std::vector<std::string>& items, const char* conjunction);

}  // namespace parley::intents
