// The one place where commands get what they work with: bots, stores, clocks, engines.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cli/database.h"
#include "parley/catalog.h"
#include "parley/clock.h"
#include "parley/engine.h"
#include "parley/result.h"
#include "parley/session.h"
#include "parley/value.h"

namespace parley::cli {

// `path`, or config/intents.yaml of the working folder when no path is given and there is one.
Result<std::shared_ptr<const Catalog>> open_bot(const std::string& path);

// An error unless the session is the bot's: another bot's redaction knows other secrets.
Result<void> check_belongs(const SessionState& state, const Catalog& bot);

// Standing still at `iso8601`; without it, the machine's.
Result<std::shared_ptr<Clock>> open_clock(const std::string& iso8601);

// An error when the settings forbid to show what is stored as it is.
Result<void> check_raw(bool raw);

// The key of the hashes that stand for users, out of the environment (PARLEY_USER_KEY); may be empty.
std::string user_key();
// The same for the hashes in telemetry (PARLEY_TELEMETRY_KEY).
std::string telemetry_key();

// Where events go, or have gone: a file, sqlite:FILE, the URL of a collector. Those that are there already: a file that
// is not is an error.
Result<std::shared_ptr<TelemetrySink>> open_telemetry(const std::string& place);
Result<std::shared_ptr<TelemetrySink>> open_existing_telemetry(const std::string& place);

// The facts of --context, a JSON object; null when nothing was given.
Result<Value> read_context(const std::string& json);

struct Setup {
  std::shared_ptr<const Catalog> catalog;
  std::shared_ptr<SessionStore> store;  // to read from, without the sessions that are past their retention
  std::unique_ptr<Engine> engine;
};

struct SetupOptions {
  std::string bot;
  Database database;                        // no path: in memory
  std::vector<std::string> telemetry = {};  // places, as above
  std::string clock = {};                   // empty: the machine's
  std::string tokens = {};                  // an encoding's name, "estimate"; empty: as the settings say
};

Result<Setup> open_engine(const SetupOptions& options);

// Says on standard error that events are lost: a sink that fails fails no turn, and nobody else would tell.
class LostEvents {
 public:
  // `places`: where the engine's events go, as SetupOptions has them.
  LostEvents(Engine& engine, std::vector<std::string> places) : engine_(engine), places_(std::move(places)) {}

  int tell();             // once for each place, as soon as it is known. The exit code: kFailed when events were lost
  int tell_at_the_end();  // with how many

 private:
  Engine& engine_;
  std::vector<std::string> places_;
  std::set<std::size_t> told_;
};

// The same over a database that is there, for looking at what is in it: one of an older parley is not migrated. An
// error when the session of this name is another bot's.
Result<Setup> open_engine_over(const SetupOptions& options, const std::string& session);

}  // namespace parley::cli
