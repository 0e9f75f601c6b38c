// Evidence is one reason to assign a message to an intent. This file also defines the precedence between reasons.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "config/definition.h"

namespace parley::intents {

// Captured is a value that a sentence template gives to a param. The template found the value in the message, or adds
// it as a constant.
struct Captured {
  std::size_t param = 0;  // index into Intent::params
  Value value;
  std::size_t begin = 0;  // in the folded message; 0 and 0 if the template added the value
  std::size_t end = 0;
  bool is_text = false;  // the value is the text as the user typed it
};

struct Evidence {
  enum class Kind { kRule, kTemplate, kExample, kLikeness };
  Kind kind = Kind::kRule;
  int intent = 0;                        // index into BotDefinition::intents
  const config::Text* source = nullptr;  // the rule, template or (nearest) example, with its position
  int priority = 0;
  std::size_t begin = 0;  // the matched part of the folded message
  std::size_t end = 0;
  std::size_t wildcard_bytes = 0;  // bytes of the match that wildcards cover
  std::vector<Captured> captured;  // kTemplate only
  double confidence = 1;           // kLikeness: how likely the intent is the right one
  bool is_doubtful = false;        // kLikeness: too unlikely to start the intent, so that the bot asks
  bool is_refused = false;         // kRule: the words before every match of the rule refuse it: "don't refund it"
  bool is_denied = false;          // kRule: the message denies what it matched: "there is no leak" (contrast.h)
  // kLikeness: the entry of `answers` of the intent that the message resembles (config::for_each_answer), if any.
  std::optional<std::size_t> answer;

  std::size_t length() const { return end - begin - wildcard_bytes; }
};

// Precedence is the criterion that decides between two pieces of evidence.
enum class Precedence { kPriority, kLength, kOrder };
Precedence decided_by(const Evidence& a, const Evidence& b);

// Precedence: higher priority first, then the longer match, then the one earlier in the file.
bool outranks(const Evidence& a, const Evidence& b);

// Keeps only the best evidence of each intent, best intent first. Refused evidence counts least.
void keep_best_per_intent(std::vector<Evidence>& all);

// Returns a position such as "refund.yaml:12:16".
std::string location_of(const config::Mark& mark, const config::BotDefinition& bot);

}  // namespace parley::intents
