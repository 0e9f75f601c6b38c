// Opens what commands work with: bots, stores, clocks and engines.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cli/database.h"
#include "cli/remote.h"
#include "parley/catalog.h"
#include "parley/clock.h"
#include "parley/engine.h"
#include "parley/result.h"
#include "parley/session.h"
#include "parley/value.h"

namespace CLI {
class App;
}

namespace parley::cli {

// Returns the path of the bot that open_bot() opens for `path`.
std::string bot_path(const std::string& path);

// Opens the bot at `path`. With an empty path it opens config/intents.yaml in the working folder, if present. Keeps a
// cache next to the bot file, unless the command has --no-cache.
Result<std::shared_ptr<const Catalog>> open_bot(const std::string& path);

// Adds --no-cache to a command that opens a bot.
void add_no_cache(CLI::App& command);

// Returns an error if the session belongs to another bot, because that bot's redaction covers other values.
Result<void> check_same_bot(const SessionState& state, const Catalog& bot);

// Returns a clock that is fixed at `iso8601`, or the system clock if it is empty.
Result<std::shared_ptr<Clock>> open_clock(const std::string& iso8601);

// Returns an error if `raw` is set and the settings forbid to show stored text unmasked.
Result<void> check_raw(bool raw);

// Returns the key for hashes of users (PARLEY_USER_KEY); may be empty.
std::string user_key();
// Returns the key for hashes in telemetry (PARLEY_TELEMETRY_KEY); may be empty.
std::string telemetry_key();

// Open the destination of events: a file, sqlite:FILE, or the URL of a collector. For open_existing_telemetry() a
// missing file is an error.
Result<std::shared_ptr<TelemetrySink>> open_telemetry(const std::string& destination);
Result<std::shared_ptr<TelemetrySink>> open_existing_telemetry(const std::string& destination);

// Parses --context, a JSON object; null if empty.
Result<Value> read_context(const std::string& json);

// An opened bot with its store and engine.
struct Setup {
  std::shared_ptr<const Catalog> catalog;
  std::shared_ptr<SessionStore> store;  // for reading, without sessions past their retention
  std::unique_ptr<Engine> engine;
  std::shared_ptr<SessionStore> of_engine;  // the whole store, for another engine
};

struct SetupOptions {
  std::string bot;
  Database database;                        // an empty path: in memory
  std::vector<std::string> telemetry = {};  // destinations, as for open_telemetry()
  std::string clock = {};                   // empty: the system clock
  std::string tokens = {};                  // the name of an encoding, or "estimate"; empty: from the settings
  std::optional<RemoteAccess> remote = {};  // unset: the command runs no turns, and opens no remote tools
  std::vector<std::shared_ptr<TelemetrySink>> sinks = {};  // further destinations of events
  std::size_t max_waiting_turns = 0;                       // Limits::max_waiting_turns
  bool own_sessions_only = false;                          // EngineOptions::own_sessions_only
  std::function<void(bool begins)> observe_writes = {};    // observe_writes(); empty: none
};

Result<Setup> open_engine(const SetupOptions& options);
// Opens an engine over an open store; the options' database has no effect.
Result<Setup> open_engine_over(const SetupOptions& options, std::shared_ptr<SessionStore> store);

// Opens the bot of `setup` again, with a new engine over the same store. Returns an error if the bot has errors or
// another id.
Result<Setup> open_engine_again(const SetupOptions& options, const Setup& setup);

// Reports lost events on standard error. A sink that fails does not make a turn fail, so the user would not see the
// failure otherwise.
class LostEvents {
 public:
  // `destinations` are the destinations of the engine's events, as in SetupOptions.
  LostEvents(Engine& engine, std::vector<std::string> destinations)
      : engine_(engine), destinations_(std::move(destinations)) {}

  int report();         // reports each destination once; returns kFailed if events were lost
  int report_totals();  // like report(), with the number of lost events

 private:
  Engine& engine_;
  std::vector<std::string> destinations_;
  std::set<std::size_t> reported_;
};

// Opens an engine over an existing database for reading; an older schema is not migrated. Returns an error if the
// session of this name belongs to another bot.
Result<Setup> open_engine_for_reading(const SetupOptions& options, const std::string& session);

}  // namespace parley::cli
