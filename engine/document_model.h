// Asks the language model to answer a question from the nearest passages of the bot's pages (docs/knowledge.md).
//
// Tested by tests/engine/document_model_test.cc and written_answers_test.cc.
#pragma once

#include <string>
#include <vector>

#include "engine/turn_draft.h"
#include "knowledge/passage_gate.h"
#include "parley/understanding.h"
#include "wording/document_answer.h"

namespace parley::engine {

inline constexpr std::size_t kMostPassagesForModel = 3;
inline constexpr double kGroundedShare = 0.7;  // of the answer's words, which the cited passage must have

struct ModelDocument {
  wording::DocumentAnswer answer;  // kQuote: the model was not asked, or has no valid answer
  Value stored;                    // what the store keeps with the message. Null: the model was not asked
};

// Whether the model may be asked about a message: the bot and the engine have one, and the open question asks for no
// sensitive value.
bool may_write_answers(const TurnDraft& draft, const NluContext& now);

// `asked` is the part of the message `text` that asks. `passages` are the nearest ones, best first; at most
// kMostPassagesForModel are sent. Requires may_write_answers().
ModelDocument write_answer(TurnDraft& draft, const std::string& text, Span asked, const Understanding& heard,
                           const std::vector<knowledge::RatedPassage>& passages);

}  // namespace parley::engine
