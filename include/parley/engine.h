// Engine: the router. One call is one turn: lock the session, load it, understand the message, plan, commit,
// call tools, answer.
//
// What the engine promises
//   1. What handle() returned has been committed: it survives kill -9.
//   2. The same message id in the same session gives the same turn and calls no tool again.
//   3. Turns of one session run one at a time, in the order of arrival; different sessions run in parallel.
//   4. The same catalog, state, input, time and ids give the same turn.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "parley/catalog.h"
#include "parley/clock.h"
#include "parley/result.h"
#include "parley/store.h"
#include "parley/telemetry.h"
#include "parley/tool.h"
#include "parley/turn.h"

namespace parley {

// Bounds of one turn. Reaching one is kMessageTooLong or kLimitExceeded, and nothing is stored.
struct Limits {
  std::size_t max_message_bytes = 16 * 1024;  // of the user's text
  std::size_t max_context_bytes = 64 * 1024;  // of the request's context, as JSON
};

struct EngineOptions {
  std::shared_ptr<Clock> clock;              // none: system_clock()
  std::shared_ptr<IdSource> ids;             // none: random_ids()
  std::shared_ptr<TelemetrySink> telemetry;  // none: no telemetry
  // Keys the hashes that stand for session ids in telemetry. Empty: a random key for this engine's life,
  // so that hashes of two runs cannot be compared.
  std::string telemetry_key;
  Limits limits;
};

// Thread-safe. Shares the catalog and the store; owns the rest. Destroying it waits for tools still running.
class Engine {
 public:
  static Result<std::unique_ptr<Engine>> create(std::shared_ptr<const Catalog> catalog,
                                                std::shared_ptr<SessionStore> store, EngineOptions options = {});
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  // Supplies a tool that the bot declares; for a `kind: mock` it takes the mock's place. Before the first turn;
  // kUnknownTool when the bot declares none such. A host tool without a function is the caller's to run, and so is
  // any tool registered with an empty one: the turn returns Status::kToolCall.
  Result<void> register_tool(const std::string& name, ToolFunction function);

  // One turn. Errors: kInvalidRequest, kMessageTooLong, kUnknownCall, kLimitExceeded, and the store's. After an
  // error nothing of the turn is stored, with one exception that the message names: a tool that had already run.
  Result<Turn> handle(const Request& request);

  // A text with every value replaced by its name that the bot's `redaction` or `sensitive` covers: for showing
  // stored messages to people.
  std::string redact(std::string_view text) const;

  // The same for what is shown of a session: the private values it holds now go too, whatever they look like.
  std::string redact(std::string_view text, const SessionState& state) const;

 private:
  struct Impl;
  explicit Engine(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace parley
