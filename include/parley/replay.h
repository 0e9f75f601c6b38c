// Runs conversation files as tests. A file has the user's messages and the expected behaviour of the bot.
// docs/conversations.md describes the format.
//
//   auto report = parley::replay(bot, {"tests/conversations"});
//   if (!report) return std::cerr << report.error().to_string() << '\n', 1;
//   for (const parley::ConversationResult& played : report->conversations) {
//     for (const parley::Mismatch& wrong : played.mismatches) {
//       std::cout << wrong.file << ':' << wrong.line << ": " << wrong.field << " is " << wrong.actual << '\n';
//     }
//   }
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
  std::string user;   // the message of that turn
  std::string field;  // "reply", "waiting", "params.order_id", ...
  std::string expected;
  std::string actual;
  std::string hint;  // what to change in the file; may be empty
};

struct TranscriptLine {
  std::string speaker;  // "user", "bot", "tool", "note"
  std::string text;
};

struct ConversationResult {
  std::string file;
  std::string name;
  std::vector<Mismatch> mismatches;  // empty: the conversation passed
  std::vector<TranscriptLine> transcript;
  std::vector<std::string> intents;  // the intents that the conversation reached
  std::vector<TraceEvent> trace;     // the different decisions of the planner; they contain no values
};

// The possible outcomes of an intent's params, confirmation and tools, and those that the conversations reached.
struct IntentCoverage {
  std::string intent;
  int reached = 0;
  int of = 0;                        // the number of possible outcomes
  std::vector<std::string> missing;  // "refund.order_id exhausted", "refund denied"
};

struct ReplayReport {
  std::vector<ConversationResult> conversations;
  std::vector<std::string> uncovered;    // intents of the bot that no conversation reached
  std::vector<IntentCoverage> coverage;  // all intents of the bot, in its order
  int failed = 0;                        // the number of conversations with a mismatch
};

struct ReplayOptions {
  // The folder for databases of conversations that restart the engine. They are removed afterwards. Empty: no database;
  // only the engine restarts, over its store in memory.
  std::string scratch_folder = "/tmp";
  // true: destroys the engine after every turn, and creates it again over its database. The results must not change.
  bool restart_every_turn = false;
  // Called after each conversation, for progress. May be empty.
  std::function<void(const ConversationResult&, std::size_t done, std::size_t total)> on_result;
};

// Runs the conversation files at `paths` (files, or folders whose *.yaml files run in the order of their names). Each
// conversation has its own session, clock, ids, tools and store. A conversation that names a bot runs with that bot,
// and does not count for the coverage. kInvalidFixture: a file is not valid; the diagnostics list all errors, and
// nothing runs.
Result<ReplayReport> replay(const std::shared_ptr<const Catalog>& catalog, const std::vector<std::string>& paths,
                            const ReplayOptions& options = {});

// Failing conversations, shortened.
struct Minimised {
  int conversations = 0;  // the number that failed
  int turns_before = 0;   // the sum over all failing conversations
  int turns_after = 0;
  std::string yaml;  // a conversation file with the shortened conversations. Empty: all passed
};

struct MinimiseOptions {
  std::string scratch_folder = "/tmp";
  // Called after each attempt, for progress. May be empty.
  std::function<void(std::size_t attempts, std::size_t most)> on_attempt;
};

// Shortens the failing conversations at `paths`: removes turns as long as the first mismatch stays the same, in the
// same turn. Makes at most 2,000 attempts. Errors as for replay().
Result<Minimised> minimise(const std::shared_ptr<const Catalog>& catalog, const std::vector<std::string>& paths,
                           const MinimiseOptions& options = {});

}  // namespace parley
