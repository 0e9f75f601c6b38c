#include "cli/open.h"

#include <cstdlib>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "cli/moment.h"
#include "cli/report.h"

namespace parley::cli {
namespace {

constexpr const char* kDefaultBot = "config/intents.yaml";

bool is_there(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

bool is_postgres(const std::string& path) {
  return path.rfind("postgres://", 0) == 0 || path.rfind("postgresql://", 0) == 0;
}

}  // namespace

Result<std::shared_ptr<const Catalog>> open_bot(const std::string& path) {
  if (!path.empty()) return Catalog::load(path);
  if (is_there(kDefaultBot)) return Catalog::load(kDefaultBot);
  return wrong_use(fmt::format("no bot was named and there is no {} here; name a bot file", kDefaultBot));
}

Result<std::shared_ptr<SessionStore>> open_store(const std::string& path, const SqliteOptions& options) {
  if (path.empty()) return memory_store();
  if (is_postgres(path)) return open_postgres_store(path);
  return open_sqlite_store(path, options);
}

Result<void> existing_database(const std::string& path) {
  // PostgreSQL makes no database that is not there.
  if (is_postgres(path) || is_there(path)) return {};
  return Unexpected(ErrorCode::kFileUnreadable, fmt::format("there is no database '{}'", path));
}

Result<std::shared_ptr<SessionStore>> open_existing_store(const std::string& path) {
  if (auto there = existing_database(path); !there) return Unexpected(there.error());
  if (is_postgres(path)) {
    PostgresOptions options;
    options.migrate = false;
    return open_postgres_store(path, options);
  }
  SqliteOptions options;
  options.migrate = false;
  return open_sqlite_store(path, options);
}

Result<std::vector<Migration>> migrations_of(const std::string& path) {
  return is_postgres(path) ? postgres_migrations(path) : sqlite_migrations(path);
}

Result<std::vector<int>> migrate_database(const std::string& path) {
  return is_postgres(path) ? migrate_postgres(path) : migrate_sqlite(path);
}

Result<std::shared_ptr<Clock>> open_clock(const std::string& iso8601) {
  if (iso8601.empty()) return system_clock();
  const Result<TimeMs> start = parse_moment(iso8601);
  if (!start) return Unexpected(start.error());
  return std::shared_ptr<Clock>(std::make_shared<ManualClock>(*start));
}

std::string user_key() {
  const char* key = std::getenv("PARLEY_USER_KEY");
  return key ? key : "";
}

Result<Value> read_context(const std::string& json) {
  if (json.empty()) return Value();
  Result<Value> context = Value::parse(json);
  if (context && context->if_object() != nullptr) return context;
  return wrong_use("--context is not a JSON object; write it like '{\"logged_in\": true}'");
}

Result<Setup> open_engine(const SetupOptions& options) {
  EngineOptions engine_options;
  auto clock = open_clock(options.clock);
  if (!clock) return Unexpected(clock.error());
  engine_options.clock = *clock;
  engine_options.user_key = user_key();

  auto catalog = open_bot(options.bot);
  if (!catalog) return Unexpected(catalog.error());
  auto store = open_store(options.db);
  if (!store) return Unexpected(store.error());
  if (!options.telemetry.empty()) {
    auto sink = open_jsonl_sink(options.telemetry);
    if (!sink) return Unexpected(sink.error());
    engine_options.telemetry = *sink;
  }
  auto engine = Engine::create(*catalog, *store, std::move(engine_options));
  if (!engine) return Unexpected(engine.error());
  return Setup{*catalog, *store, std::move(*engine)};
}

}  // namespace parley::cli
