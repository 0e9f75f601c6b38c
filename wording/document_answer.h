// Asks a language model to answer a question from passages of the bot's pages, and checks what it writes
// (docs/knowledge.md).
//
// Invariant: an answer passes check_document_answer() only if it is plain text, if each of its numbers, dates and links
// is in the cited passage or is a private value of the user, and if it is negative where the passage is.
//
// Tested by tests/wording/document_answer_test.cc.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "parley/model.h"
#include "parley/result.h"
#include "parley/value.h"
#include "wording/exact_parts.h"

namespace parley::wording {

struct DocumentPassage {
  std::string title;
  std::string text;
};

struct DocumentQuestion {
  std::string shown;  // the question as the model sees it: masks stand for private values
  std::vector<DocumentPassage> passages;
  std::string language;     // of the answer, as a BCP 47 tag
  std::size_t longest = 0;  // characters of the answer
};

struct DocumentAnswer {
  enum class Kind {
    kText,
    kNone,   // the model says that the passages do not answer the question
    kQuote,  // the model has written no answer, so the bot quotes the passage
  };
  Kind kind = Kind::kQuote;
  std::string text;         // with kText
  std::size_t passage = 0;  // with kText: the number of the cited passage, from 1
};

std::vector<ModelMessage> document_prompt(const DocumentQuestion& question);
Value document_schema();

// Parses {"answer": "..." or null, "passage": 1}. An object without `answer` is a kQuote. kInvalidRequest: another
// answer, or a number that none of the `passages` passages has.
Result<DocumentAnswer> parse_document_answer(std::string_view answer, std::size_t passages);

// Checks the text of an answer with the values of the user instead of their masks. `hidden` has the exact parts that
// the masks hide. Other parts of the question do not count: a user could ask the model to say them. kInvalidRequest:
// the text is invalid. The error says why.
Result<void> check_document_answer(const std::string& text, const DocumentPassage& cited, const std::string& hidden,
                                   std::size_t longest, const ExactParts& exact);

}  // namespace parley::wording
