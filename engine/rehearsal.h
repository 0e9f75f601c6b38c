// Rehearsal: plays one fixture against a bot and notes where the bot does otherwise than it should.
//
// Everything the outcome could depend on belongs to the rehearsal: clock, ids, tools, store, telemetry.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/bot_shelf.h"
#include "engine/fixture.h"
#include "engine/scratch_folder.h"
#include "parley/engine.h"
#include "parley/replay.h"

namespace parley::engine {

// What a turn waits for, as a conversation file says it: a param, or "confirmation", "change", "choice", "tool",
// "none".
std::string waiting_for(const Turn& turn);

struct RehearsalOptions {
  std::string scratch_folder;  // takes the database of a conversation that restarts
  bool restart_every_turn = false;
  // Called after each turn that has an answer. May be empty.
  std::function<void(const FixtureTurn&, const Turn&)> on_turn;
};

class Rehearsal {
 public:
  // `file` is the name shown with mismatches, and where the paths of other bots begin.
  Rehearsal(BotShelf& bots, const Fixture& fixture, std::string file, RehearsalOptions options);
  ~Rehearsal();
  Rehearsal(const Rehearsal&) = delete;
  Rehearsal& operator=(const Rehearsal&) = delete;

  Result<ConversationResult> run();

 private:
  class CapturedTelemetry;

  Result<void> open();
  Result<void> reopen();
  Result<void> change_bot(const std::string& path);
  Result<void> play(const FixtureTurn& turn);
  Request request_for(const FixtureTurn& turn);
  ToolOutcome answer_tool(const ToolCall& call);

  void check(const FixtureTurn& expected, const Turn& actual);
  void check_reply(const std::vector<ExpectedReply>& expected, const std::vector<std::string>& actual);
  void check_params(const FixtureTurn& expected, const Turn& actual);
  void check_calls(const FixtureTurn& expected, const Turn& actual);
  void check_duplicate(const Turn& actual);
  void check_secrets();
  void mismatch(std::string field, std::string expected, std::string actual);
  void transcribe(const FixtureTurn& turn, const Turn& actual);
  void note_rules(const Turn& actual);

  BotShelf& bots_;
  const Fixture& fixture_;
  const RehearsalOptions options_;
  std::shared_ptr<const Catalog> catalog_;
  std::optional<ScratchFolder> folder_;  // of the database
  std::string database_;                 // empty: in memory
  std::shared_ptr<ManualClock> clock_;
  std::shared_ptr<IdSource> ids_;
  std::shared_ptr<CapturedTelemetry> telemetry_;
  std::shared_ptr<SessionStore> store_;
  std::unique_ptr<Engine> engine_;

  ConversationResult result_;
  const FixtureTurn* turn_ = nullptr;  // being played
  int turn_number_ = 0;
  Turn last_;  // the answer before this one
  Request last_request_;
  std::string last_call_;                        // the id a tool_result turn answers
  std::map<std::string, std::size_t> answered_;  // calls so far, by tool
  std::set<std::string> rules_;
};

}  // namespace parley::engine
