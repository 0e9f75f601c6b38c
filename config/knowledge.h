// Knowledge is what a bot answers from its pages (`knowledge:`, docs/knowledge.md): passages, and how to say them.
// Tested by tests/config/reader_knowledge_test.cc.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "config/texts.h"

namespace parley::config {

// A part of a page under one heading, or the answer of a pair of question and answer. All texts are plain text.
struct KnowledgePassage {
  std::string heading;  // the nearest one; of a pair: its first question
  std::string above;    // the headings above it, from the title of the page on: "Delivery > Abroad"
  std::string text;
  std::string source;                  // "help/delivery.md#costs"; of a pair: "bot.yaml#12", its line
  std::vector<std::string> questions;  // of a pair
  Mark mark;

  // "Delivery > Abroad > Costs"
  std::string title() const { return above.empty() || heading.empty() ? above + heading : above + " > " + heading; }
};

// Who writes the answer of a passage.
enum class Answering {
  kQuote,  // the bot says the passage
  kModel,  // the language model answers from the passages; without an answer of it, the bot says the passage
};

struct Knowledge {
  double score = 0.55;  // from which on a passage answers a question
  int longest = 600;    // characters of an answer, which ends with a sentence
  Answering answering = Answering::kQuote;
  TextVariants say;                                                   // {answer}, {title}, {source}
  std::vector<KnowledgePassage> passages;                             // in the language of the bot
  std::map<std::string, std::vector<KnowledgePassage>> translations;  // by language tag
};

}  // namespace parley::config
