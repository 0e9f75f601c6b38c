// Answer is what a language model says about a message, as JSON. Nothing in it is checked against the bot.
// Tested by tests/reading/answer_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "parley/result.h"
#include "parley/understanding.h"
#include "parley/value.h"

namespace parley::reading {

struct GivenValue {
  std::string param;
  std::string words;  // of the message
  std::string value;  // for a type with a list of values: the one that the words mean. Empty: unset
  friend bool operator==(const GivenValue&, const GivenValue&) = default;
};

struct GivenIntent {
  std::string id;
  std::vector<GivenValue> params;
  friend bool operator==(const GivenIntent&, const GivenIntent&) = default;
};

// An entry of a list in the prompt.
struct GivenEntry {
  int number = 0;     // from 1 on
  std::string words;  // of the message, which mean the entry
  friend bool operator==(const GivenEntry&, const GivenEntry&) = default;
};

struct Answer {
  std::vector<GivenIntent> intents;   // in the order of the message
  std::vector<GivenValue> answers;    // for the open intent
  std::vector<GivenEntry> options;    // picked ones of the open question
  std::vector<GivenEntry> questions;  // asked ones of those that the bot can answer
  std::vector<std::string> change;    // params of the open intent to change, without new values
  Act act = Act::kInform;             // kInform, kCancel, kHuman or kDontKnow
  friend bool operator==(const Answer&, const Answer&) = default;
};

// Parses the text of a completion: a JSON object, perhaps in a Markdown code block. Ignores members that an Answer does
// not have, and every act except those above. kInvalidRequest: another text, or a member of another type. The error
// says what is wrong, and quotes nothing.
Result<Answer> parse_answer(std::string_view text);

Value to_value(const Answer& answer);

// The JSON Schema of an answer.
Value answer_schema();

}  // namespace parley::reading
