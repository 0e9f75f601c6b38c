// OwnValues finds the values of the types that the bot declares, as evidence for what a message means.
//
// - A code is a value of an entity with patterns that has a digit and at least four characters: an order number. The
//   user knows it from the bot's business. It speaks for the intents with a param of its type, and against no intent at
//   all.
// - A listed value is a value of an entity with a list: a product. Every value of a list means the same kind of thing.
//   An example with one of them therefore also resembles a message with another one.
//
// Immutable; safe to share between threads.
//
// Tested by tests/intents/own_values_test.cc.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "config/definition.h"
#include "intents/types.h"

namespace parley::intents {

class OwnValues {
 public:
  // `bot` and `types` must outlive this object.
  OwnValues(const config::BotDefinition& bot, const Types& types);

  // The types of the codes in a message, as indexes. Of two codes in the same place, the longer one counts.
  using Codes = std::vector<std::size_t>;
  // `passed`: of the message or of a text that contains it; null if that is not known.
  Codes codes_in(std::string_view folded_text, const Prefilter::Passed* passed = nullptr) const;

  // Returns true if the intent has a param of one of these types.
  bool takes(std::size_t intent, const Codes& codes) const;

  // Returns the text with the name of the list instead of each listed value: "the skates are broken"
  // becomes "the xproductx are broken".
  std::string with_lists(std::string_view folded_text) const;

 private:
  struct Type {
    const Recogniser* recogniser = nullptr;
    std::string placeholder;
    std::vector<bool> takers;  // per intent: has a param of the type
  };

  std::vector<Type> codes_, lists_;
};

}  // namespace parley::intents
