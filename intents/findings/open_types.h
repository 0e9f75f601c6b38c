// The types of params whose values show what they are for: the bot's own types, email addresses, phone numbers, IBANs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "config/definition.h"
#include "intents/types.h"

namespace parley::intents {

struct OpenType {
  std::string_view id;
  const Recogniser* recogniser = nullptr;
  bool is_declared = false;
  bool is_list = false;            // the bot lists its values
  std::vector<std::string> names;  // the words that name it: "order"
};

// `bot` and `types` must outlive the result.
std::vector<OpenType> open_types_of(const config::BotDefinition& bot, const Types& types);

}  // namespace parley::intents
