// A message that is split at a joint, and the move of spans of its second part to their positions in the whole message.
// Tested by tests/intents/clauses_test.cc.
#pragma once

#include <vector>

#include "intents/clauses.h"
#include "intents/message.h"
#include "intents/message_reading.h"

namespace parley::intents {

// SplitMessage is a message split at a joint.
struct SplitMessage {
  SplitMessage(const Message& message, const Joint& joint)
      : second_begin(message.text.original_span(joint.end, message.text.text().size()).begin),
        first(message.text.original().substr(0, message.text.original_span(0, joint.begin).end), message),
        second(message.text.original().substr(second_begin), message) {}

  std::size_t second_begin;  // offset in the original message
  Message first, second;
};

inline void shift(Span& span, std::size_t by) {
  span.begin += by;
  span.end += by;
}

inline void shift(std::vector<ParamValue>& values, std::size_t by) {
  for (ParamValue& value : values) shift(value.span, by);
}

inline void shift(Ambiguous& ambiguous, std::size_t by) {
  for (auto& readings : ambiguous) shift(readings, by);
}

// Moves the spans of a reading of the second clause to their positions in the whole message.
inline void shift(MessageReading& clause, std::size_t by) {
  shift(clause.reply.values, by);
  shift(clause.reply.ambiguous, by);
}

inline void shift(FurtherIntent& wanted, std::size_t by) {
  shift(wanted.candidate.span, by);
  shift(wanted.params, by);
  shift(wanted.ambiguous, by);
  shift(wanted.others, by);
}

}  // namespace parley::intents
