// Evidence: one reason to take a message for an intent, and the declared precedence between reasons.
#pragma once

#include <string>
#include <vector>

#include "config/definition.h"

namespace parley::intents {

struct Evidence {
  int intent = 0;                      // index into BotDefinition::intents
  const config::Text* said = nullptr;  // the rule or example, with its place
  bool is_example = false;
  int priority = 0;
  int order = 0;          // its place among all rules and examples of the bot file
  std::size_t begin = 0;  // what it matched, in the folded message
  std::size_t end = 0;

  std::size_t length() const { return end - begin; }
};

// What decides between two.
enum class Precedence { kPriority, kLength, kOrder };
Precedence decided_by(const Evidence& a, const Evidence& b);

// Precedence: the higher priority, then the longer match, then the earlier in the file. A total order.
bool outranks(const Evidence& a, const Evidence& b);

// Leaves each intent its best evidence, the best intent first.
void keep_best_per_intent(std::vector<Evidence>& all);

// "refund.yaml:12:16".
std::string place_of(const config::Mark& mark, const config::BotDefinition& bot);

}  // namespace parley::intents
