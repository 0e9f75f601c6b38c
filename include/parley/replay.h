// Conversations as tests: data files that say what a user says and what the bot must do. The format:
// docs/conversations.md.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "parley/catalog.h"
#include "parley/result.h"

namespace parley {

// One expectation that was not met.
struct Mismatch {
  std::string file;
  int line = 0;  // of the turn in its file
  std::string conversation;
  int turn = 0;       // 1 for the first
  std::string user;   // what was said in that turn
  std::string field;  // "reply", "waiting", "params.order_id", ...
  std::string expected;
  std::string actual;
};

struct TranscriptLine {
  std::string speaker;  // "user", "bot", "tool", "note"
  std::string text;
};

struct ConversationResult {
  std::string file;
  std::string name;
  std::vector<Mismatch> mismatches;  // empty: passed
  std::vector<TranscriptLine> transcript;
  std::vector<std::string> intents;  // those the conversation reached
};

struct ReplayReport {
  std::vector<ConversationResult> conversations;
  std::vector<std::string> uncovered;  // intents of the bot that no conversation reached
  int failed = 0;                      // conversations with a mismatch
};

struct ReplayOptions {
  // A folder for the databases of conversations that restart the engine; they are removed afterwards.
  std::string scratch_folder = "/tmp";
  // Called after each conversation, for progress. May be empty.
  std::function<void(const ConversationResult&, std::size_t done, std::size_t total)> on_result;
};

// Runs the conversation files at `paths` (files, or folders searched for *.yaml in name order) against a bot.
// Each conversation has a session, a clock, ids, tools and a store of its own. kInvalidFixture with every finding
// when one of the files cannot be read: nothing is run then.
Result<ReplayReport> replay(const std::shared_ptr<const Catalog>& catalog, const std::vector<std::string>& paths,
                            const ReplayOptions& options = {});

}  // namespace parley
