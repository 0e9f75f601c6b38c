// Evidence: one reason to take a message for an intent, and the declared precedence between reasons.
#pragma once

#include <string>
#include <vector>

#include "config/definition.h"

namespace parley::intents {

// A value that a sentence template found on its way, or brought along without its being said.
struct Captured {
  std::size_t param = 0;  // index into Intent::params
  Value value;
  std::size_t begin = 0;  // in the folded message; brought along: both 0
  std::size_t end = 0;
  bool is_text = false;  // the value is the text as it was typed
};

struct Evidence {
  enum class Kind { kRule, kTemplate, kExample, kLikeness };
  Kind kind = Kind::kRule;
  int intent = 0;                      // index into BotDefinition::intents
  const config::Text* said = nullptr;  // the rule, template or (nearest) example, with its place
  int priority = 0;
  std::size_t begin = 0;  // what it matched, in the folded message
  std::size_t end = 0;
  std::size_t wild = 0;            // so much of that matched whatever it was
  std::vector<Captured> captured;  // kTemplate

  std::size_t length() const { return end - begin - wild; }
};

// What decides between two.
enum class Precedence { kPriority, kLength, kOrder };
Precedence decided_by(const Evidence& a, const Evidence& b);

// Precedence: the higher priority, then the longer match, then the earlier in the file.
bool outranks(const Evidence& a, const Evidence& b);

// Leaves each intent its best evidence, the best intent first.
void keep_best_per_intent(std::vector<Evidence>& all);

// "refund.yaml:12:16".
std::string place_of(const config::Mark& mark, const config::BotDefinition& bot);

}  // namespace parley::intents
