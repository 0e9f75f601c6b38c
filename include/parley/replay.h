// Conversations as tests: data files that say what a user says and what the bot must do. The format:
// docs/conversations.md.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "parley/catalog.h"
#include "parley/result.h"
#include "parley/trace.h"

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
  std::vector<TraceEvent> trace;     // the decisions of the planner, each once
};

// What can come of an intent's params, confirmation and tools, as its definition says, and what did.
struct IntentCoverage {
  std::string intent;
  int reached = 0;
  int of = 0;
  std::vector<std::string> missing;  // "refund.order_id exhausted", "refund denied"
};

struct ReplayReport {
  std::vector<ConversationResult> conversations;
  std::vector<std::string> uncovered;    // intents of the bot that no conversation reached
  std::vector<IntentCoverage> coverage;  // all intents of the bot, in its order
  int failed = 0;                        // conversations with a mismatch
};

struct ReplayOptions {
  // A folder for the databases of conversations that restart the engine; they are removed afterwards.
  std::string scratch_folder = "/tmp";
  // The engine is closed and opened anew over its database after every turn: that must change nothing.
  bool restart_every_turn = false;
  // Called after each conversation, for progress. May be empty.
  std::function<void(const ConversationResult&, std::size_t done, std::size_t total)> on_result;
};

// Runs the conversation files at `paths` (files, or folders searched for *.yaml in name order) against a bot.
// Each conversation has a session, a clock, ids, tools and a store of its own. kInvalidFixture with every finding
// when one of the files cannot be read: nothing is run then. Conversations that name a bot of their own are run
// against that and count for no coverage.
Result<ReplayReport> replay(const std::shared_ptr<const Catalog>& catalog, const std::vector<std::string>& paths,
                            const ReplayOptions& options = {});

struct Minimised {
  int conversations = 0;  // that failed
  int turns_before = 0;   // of these
  int turns_after = 0;
  std::string yaml;  // a conversation file of what is left of them; empty when none failed
};

struct MinimiseOptions {
  std::string scratch_folder = "/tmp";
  // Called after each attempt, for progress. May be empty.
  std::function<void(std::size_t attempts, std::size_t most)> on_attempt;
};

// Shortens the conversations at `paths` that fail: drops turns as long as the first mismatch stays the same, in the
// same turn. Bounded: 2,000 attempts in all.
Result<Minimised> minimise(const std::shared_ptr<const Catalog>& catalog, const std::vector<std::string>& paths,
                           const MinimiseOptions& options = {});

}  // namespace parley
