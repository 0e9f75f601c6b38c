// Tested by tests/cli/files_test.
#include "cli/open.h"

#include <cstdlib>
#include <filesystem>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/errors.h"
#include "cli/files.h"
#include "cli/language_model.h"
#include "cli/settings.h"
#include "cli/terminal.h"
#include "cli/time_args.h"
#include "parley/sessions.h"

namespace parley::cli {
namespace {

constexpr const char* kDefaultBot = "config/intents.yaml";

constexpr std::string_view kEstimate = "estimate";
constexpr std::string_view kSqlitePrefix = "sqlite:";

bool starts_with(const std::string& text, std::string_view with) { return text.rfind(with, 0) == 0; }
bool is_url(const std::string& destination) {
  return starts_with(destination, "http://") || starts_with(destination, "https://");
}

bool exists_on_disk(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

}  // namespace

namespace {

// Whether bots are read by way of their caches. One command runs in a process.
bool& uses_cache() {
  static bool uses = true;
  return uses;
}

// A stream has no place for a cache next to it.
Result<std::shared_ptr<const Catalog>> load(const std::string& path) {
  CatalogOptions options;
  std::error_code ignored;
  if (uses_cache() && std::filesystem::is_regular_file(path, ignored)) options.cache = path + ".cache";
  return Catalog::load(path, std::move(options));
}

}  // namespace

void add_no_cache(CLI::App& command) {
  command.add_flag_callback(
      "--no-cache", [] { uses_cache() = false; }, "Neither read nor write the bot's cache, BOT.cache");
}

std::string bot_path(const std::string& path) { return path.empty() ? kDefaultBot : path; }

Result<std::shared_ptr<const Catalog>> open_bot(const std::string& path) {
  if (!path.empty()) return load(path);
  if (exists_on_disk(kDefaultBot)) return load(kDefaultBot);
  return usage_error(fmt::format("no bot file was given and {} does not exist; name a bot file", kDefaultBot));
}

Result<std::shared_ptr<Clock>> open_clock(const std::string& iso8601) {
  if (iso8601.empty()) return create_system_clock();
  const Result<TimeMs> start = parse_time(iso8601);
  if (!start) return Unexpected(start.error());
  return std::shared_ptr<Clock>(std::make_shared<ManualClock>(*start));
}

Result<void> check_raw(bool raw) {
  if (!raw) return {};
  const auto settings = Settings::read();
  if (!settings) return Unexpected(settings.error());
  if (!settings->forbid_raw()) return {};
  return usage_error("the settings forbid --raw (`forbid_raw` or PARLEY_FORBID_RAW); omit it");
}

namespace {

std::string key_from(const char* variable) {
  const char* key = std::getenv(variable);
  return key ? key : "";
}

}  // namespace

std::string user_key() { return key_from("PARLEY_USER_KEY"); }
std::string telemetry_key() { return key_from("PARLEY_TELEMETRY_KEY"); }

Result<std::shared_ptr<TelemetrySink>> open_telemetry(const std::string& destination) {
  if (is_url(destination)) {
    OtlpOptions otlp;
    otlp.url = destination;
    return create_otlp_sink(std::move(otlp));
  }
  if (!starts_with(destination, kSqlitePrefix)) return open_jsonl_sink(destination);
  auto table = open_sqlite_sink(destination.substr(kSqlitePrefix.size()));
  if (!table) return Unexpected(table.error());
  return std::shared_ptr<TelemetrySink>(std::move(*table));
}

Result<std::shared_ptr<TelemetrySink>> open_existing_telemetry(const std::string& destination) {
  const std::string path =
      starts_with(destination, kSqlitePrefix) ? destination.substr(kSqlitePrefix.size()) : destination;
  if (is_url(destination) || exists_on_disk(path)) return open_telemetry(destination);
  return usage_error(fmt::format("telemetry file '{}' not found", path));
}

Result<Value> read_context(const std::string& json) {
  if (json.empty()) return Value();
  Result<Value> context = Value::parse(json);
  if (context && context->if_object() != nullptr) return context;
  return usage_error("--context must be a JSON object, such as '{\"logged_in\": true}'");
}

namespace {

// Returns null if no summarizer is configured, or if it is switched off.
Result<std::shared_ptr<Summarizer>> open_summarizer(const Settings& settings) {
  HttpSummarizerOptions options;
  options.url = settings.text("summarizer.url");
  if (options.url.empty() || settings.is_off("summarizer.model")) return std::shared_ptr<Summarizer>();
  options.model = settings.text("summarizer.model");
  options.prompt = settings.text("summarizer.prompt");
  options.api_key = settings.text("summarizer.key");
  return create_http_summarizer(std::move(options));
}

// Checks that event files may be written. Events are appended, so existing files are allowed.
Result<void> check_telemetry(const SetupOptions& options) {
  OutputRules rules{/*force=*/true, files_of(options.database)};
  rules.in_use.push_back(options.bot);
  for (const std::string& destination : options.telemetry) {
    if (is_url(destination)) continue;
    const std::string path =
        starts_with(destination, kSqlitePrefix) ? destination.substr(kSqlitePrefix.size()) : destination;
    if (auto checked = check_output(path, rules); !checked) return checked;
  }
  return {};
}

// Returns the counter of an encoding. An empty counter selects the estimate.
Result<TokenCounter> open_counter(const std::string& encoding) {
  if (encoding.empty() || encoding == kEstimate) return TokenCounter();
  return create_token_counter(*parse_encoding(encoding));
}

// Opens the bot before the store, so that an invalid bot does not create a new database.
template <class OpenStore>
Result<Setup> open_engine(const SetupOptions& options, OpenStore open, EngineOptions engine_options = {}) {
  auto clock = open_clock(options.clock);
  if (!clock) return Unexpected(clock.error());
  engine_options.clock = *clock;
  engine_options.limits.max_waiting_turns = options.max_waiting_turns;
  engine_options.own_sessions_only = options.own_sessions_only;
  engine_options.user_key = user_key();
  engine_options.telemetry_key = telemetry_key();
  const auto settings = Settings::read();
  if (!settings) return Unexpected(settings.error());
  // The engine calls it again when the bot is replaced.
  engine_options.adjust_memory = [settings = *settings](MemoryOptions& memory) { settings.adjust(memory); };
  auto summarizer = open_summarizer(*settings);
  if (!summarizer) return Unexpected(summarizer.error());
  engine_options.summarizer = std::move(*summarizer);
  auto model = open_language_model(*settings);
  if (!model) return Unexpected(model.error());
  engine_options.model = std::move(*model);
  auto counter = open_counter(options.tokens.empty() ? settings->text("memory.tokens") : options.tokens);
  if (!counter) return Unexpected(counter.error());
  engine_options.count_tokens = std::move(*counter);

  auto catalog = open_bot(options.bot);
  if (!catalog) return Unexpected(catalog.error());
  if (options.remote) {
    auto tools = open_tools(**catalog, *options.remote, *clock);
    if (!tools) return Unexpected(tools.error());
    engine_options.tools = std::move(*tools);
  }
  Result<std::shared_ptr<SessionStore>> store = open(options.database);
  if (!store) return Unexpected(store.error());
  if (auto checked = check_telemetry(options); !checked) return Unexpected(checked.error());
  for (const std::string& destination : options.telemetry) {
    auto sink = open_telemetry(destination);
    if (!sink) return Unexpected(sink.error());
    engine_options.telemetry.push_back(std::move(*sink));
  }
  for (const auto& sink : options.sinks) engine_options.telemetry.push_back(sink);
  auto engine = Engine::create(*catalog, *store, std::move(engine_options));
  if (!engine) return Unexpected(engine.error());
  return Setup{*catalog, without_past_retention(*store, *clock), std::move(*engine), *store};
}

}  // namespace

Result<Setup> open_engine(const SetupOptions& options) {
  return open_engine(options, [&](const Database& database) {
    auto store = open_store(database);
    if (store && options.observe_writes) store = observe_writes(std::move(*store), options.observe_writes);
    return store;
  });
}

Result<Setup> open_engine_over(const SetupOptions& options, std::shared_ptr<SessionStore> store) {
  return open_engine(options, [&](const Database&) -> Result<std::shared_ptr<SessionStore>> { return store; });
}

Result<Setup> open_engine_again(const SetupOptions& options, const Setup& setup) {
  auto again = open_engine_over(options, setup.of_engine);
  if (!again || again->catalog->id() == setup.catalog->id()) return again;
  return usage_error(fmt::format("{} now defines the bot {} instead of {}; start a new chat to use it",
                                 printable(bot_path(options.bot)), printable(again->catalog->id()),
                                 printable(setup.catalog->id())));
}

int LostEvents::report() {
  const std::vector<TelemetryCounts> counts = engine_.telemetry_counts();
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i].lost > 0 && reported_.insert(i).second) {
      fmt::print(stderr, "parley: telemetry events were lost: writing to '{}' fails or is too slow\n",
                 printable(destinations_[i]));
    }
  }
  return reported_.empty() ? kExitOk : kFailed;
}

int LostEvents::report_totals() {
  engine_.flush_telemetry();
  const int code = report();
  const std::vector<TelemetryCounts> counts = engine_.telemetry_counts();
  for (const std::size_t i : reported_) {
    fmt::print(stderr, "parley: {} of {} telemetry events for '{}' were lost\n", counts[i].lost,
               counts[i].lost + counts[i].written, printable(destinations_[i]));
  }
  return code;
}

Result<Setup> open_engine_for_reading(const SetupOptions& options, const std::string& session) {
  EngineOptions engine_options;
  engine_options.sweep_every = {};  // reading commands erase nothing
  auto setup = open_engine(options, open_existing_store, std::move(engine_options));
  if (!setup) return setup;
  const auto state = setup->store->load(session);
  if (!state || !*state) return setup;  // the command itself reports a missing session
  if (auto checked = check_same_bot(**state, *setup->catalog); !checked) return Unexpected(checked.error());
  return setup;
}

Result<void> check_same_bot(const SessionState& state, const Catalog& bot) {
  if (state.bot == bot.id()) return {};
  return usage_error(
      fmt::format("the session belongs to the bot {}, but the bot file defines {}; name the right file with --bot",
                  printable(state.bot), printable(bot.id())));
}

}  // namespace parley::cli
