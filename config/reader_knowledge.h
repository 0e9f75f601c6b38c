// Reads `knowledge`: first its keys, and, when all files of the bot are known, its pages.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "config/bot_files.h"
#include "config/definition.h"
#include "config/document.h"

namespace parley::config {

// A question and its answer, from the bot file.
struct KnowledgeAnswer {
  std::vector<Text> questions;
  Text answer;
};

// The pages and pairs of one language.
struct KnowledgeSources {
  std::vector<Text> folders, files;
  std::vector<KnowledgeAnswer> answers;
};

struct KnowledgeKeys {
  KnowledgeSources own;
  std::vector<std::pair<Text, KnowledgeSources>> languages;  // by tag
  Knowledge settings;                                        // without passages
  std::optional<Text> needs_model;                           // the key that has no effect without `llm`
};

std::optional<KnowledgeKeys> as_knowledge_keys(const Node& node, Diagnostics& findings);

// Reads the pages and splits them into passages. Reports E315 for a page that cannot be read, and warns of pages
// without text (W525) or headings (W526), and of passages with the same text (W527).
Knowledge read_knowledge(const KnowledgeKeys& keys, BotFiles& files, DocumentSource& documents, Diagnostics& findings);

}  // namespace parley::config
