// Simulation: a conversation that is tried out, and that can be tried another way. It runs a real engine over a store,
// a clock and ids of its own. It calls nothing over the network.
//
//   auto trial = parley::Simulation::create(bot);
//   if (!trial) return std::cerr << trial.error().to_string() << '\n', 1;
//   for (const char* text : {"where is my order?", "O-12345"}) {
//     auto step = (*trial)->run(parley::SimulationInput::text(text));
//     if (!step) return std::cerr << step.error().to_string() << '\n', 1;
//   }
//   auto other = (*trial)->branch(2);  // before the second step
//   if (!other) return std::cerr << other.error().to_string() << '\n', 1;
//   auto step = (*other)->run(parley::SimulationInput::text("look it up"));
//   if (step && step->turn) std::cout << step->turn->say.back() << '\n';
//
// Tools with `kind: mock` answer by the bot file. All other tools are answered by hand: the turn ends with
// TurnStatus::kToolCall, and the next input is a ToolResult. No language model is asked; an input contains what the
// model would answer.
//
// Equal inputs give equal turns, with equal ids and times. A simulation is not thread-safe: use one thread at a time.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "parley/catalog.h"
#include "parley/clock.h"
#include "parley/result.h"
#include "parley/session.h"
#include "parley/store.h"
#include "parley/tool.h"
#include "parley/turn.h"
#include "parley/value.h"

namespace parley {

// One input of a simulation: first the time passes, then the action happens.
struct SimulationInput {
  struct Redeliver {};  // the last request arrives once more, with the same message id
  struct Restart {};    // the engine is destroyed, and created again over its store

  // 0 to 366 days.
  std::chrono::milliseconds advance{0};
  // Nothing: only the time passes. A Request: the simulation sets its session, id and time, and ignores `parent` and
  // `continuation_id`. Without `context` and `user` it gets those of the options. A ToolResult without `call_id`
  // answers the last call.
  std::variant<std::monostate, Request, Redeliver, Restart> action;
  // What the language model answers during the action, in the form of `model` in a conversation file
  // (docs/conversations.md). Null: it finds nothing.
  Value model = {};
  // The outcomes of tools that answer within the turn, in the order of the calls. The last one repeats. Tools that are
  // not listed answer as the options say.
  std::map<std::string, std::vector<ToolOutcome>, std::less<>> tools = {};
  std::optional<bool> answer_mocks = {};  // SimulationOptions::answer_mocks for this input. Unset: as the options say

  static SimulationInput request(Request request) { return {{}, std::move(request), {}, {}}; }
  static SimulationInput text(std::string text) { return request(Request::text({}, std::move(text))); }
  static SimulationInput event(SessionEvent event, bool resume = false) {
    Request given;
    given.input = event;
    given.resume = resume;
    return request(std::move(given));
  }
  static SimulationInput tool_result(ToolOutcome outcome) {
    Request given;
    given.input = ToolResult{{}, std::move(outcome)};
    return request(std::move(given));
  }
  static SimulationInput wait(std::chrono::milliseconds duration) { return {duration, {}, {}, {}}; }
  static SimulationInput redeliver() { return {{}, Redeliver{}, {}, {}}; }
  static SimulationInput restart() { return {{}, Restart{}, {}, {}}; }
};

// A difference between two Values.
struct ValueChange {
  std::string path;  // a JSON pointer without its first slash: "frames/0/params/order_id"
  Value before;      // null: the place did not exist
  Value after;       // null: the place does not exist any more
  friend bool operator==(const ValueChange&, const ValueChange&) = default;
};

// Returns the smallest differences, in the order of the members.
std::vector<ValueChange> changes_between(const Value& before, const Value& after);

// What happened after one input.
struct SimulationStep {
  int number = 0;  // 1 for the first
  SimulationInput input;
  // The turn, with its explanation. Unset: the action has no turn, or the engine has refused the request.
  std::optional<Turn> turn;
  std::optional<Error> error;        // why the engine has refused the request
  TimeMs now = 0;                    // the time after the step
  SessionState state;                // after the step
  std::vector<ValueChange> changes;  // of to_value(state) in parley/protocol.h, since the step before
};

struct SimulationOptions {
  TimeMs start = 1'767'258'000'000;  // the time of the first input: 2026-01-01T09:00:00Z
  Value context;                     // Request::context of requests without one: an object, or null
  std::string locale;                // `locale` in each context without one, such as "de-AT". Empty: the bot's
  std::string user;                  // Request::user of requests without one
  bool answer_mocks = false;         // true: tools with `kind: mock` are answered by hand, too
  std::size_t most_steps = 1000;     // the number of steps that a simulation keeps
};

// A simulation as a conversation file (parley/replay.h).
struct SimulatedConversation {
  // Passes with the bot if `passed`. Each private value is replaced by a made-up value, as in a Recording
  // (parley/record.h).
  std::string yaml;
  bool passed = false;
  // The differences between the file and the simulation, and the expectations that a replay of the file does not meet.
  std::vector<std::string> differences;
  std::map<std::string, int> replaced;  // by type: the number of different private values that were replaced
};

// A part of a turn that differs. The fields are those of a conversation file: "intent", "reply", "waiting", "status",
// "calls", "handoff"; and "error", the code of a refusal.
struct FieldDifference {
  std::string field;
  Value before;
  Value after;
  friend bool operator==(const FieldDifference&, const FieldDifference&) = default;
};

// A stored turn that goes another way.
struct TurnDifference {
  std::string session;
  std::int64_t seq = 0;  // Turn::seq
  std::vector<FieldDifference> fields;
  friend bool operator==(const TurnDifference&, const TurnDifference&) = default;
};

class Simulation;

// Limits a call that runs steps again.
struct RepeatLimits {
  std::size_t most_steps = 1000;
  std::function<bool()> may_go_on = {};  // called before each step; false: stop. Empty: no stop
};

// A stored conversation that ran again in a simulation. Its texts are as masked as the store holds them, except in
// `simulation`, where made-up values replace the masks.
struct Reproduction {
  std::unique_ptr<Simulation> simulation;
  // By step of the simulation: the seq of the stored turn. 0: a greeting before a conversation that began with a reset.
  std::vector<std::int64_t> turns;
  std::vector<TurnDifference> differences;  // between the stored turns (`before`) and the simulated ones (`after`)
  // What the simulation cannot know, as sentences: masked values, results of tools, an event, a changed bot.
  std::vector<std::string> notes;
  bool is_exact() const { return differences.empty() && notes.empty(); }
};

class Simulation {
 public:
  // kInvalidRequest: a null catalog.
  static Result<std::unique_ptr<Simulation>> create(std::shared_ptr<const Catalog> catalog,
                                                    SimulationOptions options = {});
  // Runs the stored turns of one conversation of a session again, at their times. `before` above 0: the turns before
  // the turn with this seq, of the conversation that contains the last of them. 1: none, at the time when the session
  // began. 0: all turns of the current conversation. The results of tools are made up so that they fit the stored
  // replies; the notes say so. `answer_mocks` applies to the inputs after the stored turns. Errors: kUnknownSession;
  // kInvalidRequest if the session belongs to another bot, or the store no longer holds a turn before `before`;
  // kLimitExceeded at a limit; the errors of the store.
  static Result<Reproduction> of_session(const std::shared_ptr<const Catalog>& catalog, SessionStore& store,
                                         std::string_view session, std::int64_t before = 0, bool answer_mocks = false,
                                         const RepeatLimits& limits = {});
  ~Simulation();
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  // Runs one step. A request that the engine refuses is a step with an `error`. Errors, after which nothing has
  // changed: kInvalidRequest if `advance` is out of its range, or no request can be redelivered; kLimitExceeded at
  // `most_steps`.
  Result<SimulationStep> run(SimulationInput input);

  const std::vector<SimulationStep>& steps() const;  // references are valid until the next run()
  SessionState state() const;                        // an empty state before the first turn
  TimeMs now() const;
  const SimulationOptions& options() const;
  const std::shared_ptr<const Catalog>& catalog() const;

  // Returns a new simulation that has run the steps before step `before` again. kInvalidRequest: `before` is not
  // between 1 and the number of steps plus 1. kLimitExceeded: at a limit.
  Result<std::unique_ptr<Simulation>> branch(int before, const RepeatLimits& limits = {}) const;

  // Returns the steps as a conversation file. Runs the file before it returns. kInvalidRequest: there is no step.
  Result<SimulatedConversation> conversation() const;

 private:
  struct Impl;
  explicit Simulation(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// ---- comparing two versions of a bot

struct CompareOptions {
  std::size_t sessions = 500;  // at most this many sessions, the most recent ones first
  std::size_t turns = 5000;    // at most this many turns
  // Called after each session, for progress. Returns false to stop. May be empty.
  std::function<bool(std::size_t done, std::size_t sessions)> on_session;
};

struct BotComparison {
  std::size_t sessions = 0;  // sessions that were read
  std::size_t turns = 0;     // turns that were compared
  // Turns that were not compared: the current bot does not give the stored answer again, so the rest of the session
  // would not be what the user experienced.
  std::size_t skipped = 0;
  std::vector<TurnDifference> changed;  // `before`: the current bot; `after`: the candidate
  std::vector<RefusedSession> refused;  // sessions that cannot be read
  bool stopped = false;                 // `on_session` returned false
};

// Runs the current conversations of stored sessions with both bots, and returns the turns that go another way. Both
// bots start each turn from the same state: that of the current bot. Texts are as masked as the store holds them.
// Errors: kInvalidRequest for a null catalog, or catalogs of different bots (Catalog::id); the errors of
// SessionStore::list().
Result<BotComparison> compare_bots(SessionStore& store, const std::shared_ptr<const Catalog>& current,
                                   const std::shared_ptr<const Catalog>& candidate, const CompareOptions& options = {});

}  // namespace parley
