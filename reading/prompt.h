// Builds the prompt that asks a language model to read a message.
// Tested by tests/reading/prompt_test.cc.
#pragma once

#include <string>
#include <vector>

#include "parley/catalog.h"
#include "parley/model.h"
#include "parley/understanding.h"

namespace parley::reading {

// What the prompt shows of a conversation. All texts are without private values.
struct PromptInput {
  std::vector<std::string> history;  // earlier messages, oldest first: "user: ...", "assistant: ..."
  std::string question;              // the open question, as the bot asked it. Empty: none
  std::vector<std::string> options;  // the labels of NluContext::choices
  std::string message;
};

// The system prompt has the rules, and the intents whose guards hold. The second message has the conversation. It is
// the same text for the same input. The message is a JSON string, so that it cannot end the quotation.
std::vector<ModelMessage> prompt(const Catalog& catalog, const NluContext& nlu_context, const PromptInput& input);

}  // namespace parley::reading
