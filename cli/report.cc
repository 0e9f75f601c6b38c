// `parley report` shows where conversations fail, from telemetry or from a database.
#include "parley/report.h"

#include <algorithm>
#include <filesystem>
#include <istream>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/database.h"
#include "cli/errors.h"
#include "cli/files.h"
#include "cli/help.h"
#include "cli/lines.h"
#include "cli/open.h"
#include "cli/terminal.h"
#include "cli/time_args.h"
#include "parley/files.h"

namespace parley::cli {
namespace {

constexpr std::size_t kMaxEventLine = 1024 * 1024;
constexpr std::int64_t kBadLinesShown = 5;

struct ReportCommandOptions {
  std::vector<std::string> files;
  Database database;
  std::string since, until, idle = "1h";
  std::string bot;
  std::string redaction;  // bot file that declares what is private
  std::string html;
  bool force = false;
  std::size_t top = 10;
  bool json = false;
};

// ---- files ----------------------------------------------------------------------------------------------------

struct EventFile {
  std::string path;
  std::string began;  // `ts` of the first event
  std::uintmax_t size = 0;
  bool is_table = false;
  std::unique_ptr<std::istream> pipe;  // can be read only once, so its first line is not examined beforehand
};

Result<EventFile> inspect(const std::string& path) {
  constexpr std::string_view kSqlite = "SQLite format 3";
  EventFile file;
  file.path = path;
  auto in = open_input(path, Input::kStream);
  if (!in) return Unexpected(in.error());
  std::error_code failure;
  if (!std::filesystem::is_regular_file(path, failure)) {
    file.pipe = std::move(*in);
    return file;
  }
  file.size = std::filesystem::file_size(path, failure);
  LineReader lines(**in, kMaxEventLine);
  std::string_view line;
  if (lines.next(line) != LineReader::Read::kLine) return file;
  file.is_table = line.substr(0, kSqlite.size()) == kSqlite;
  const auto event = Value::parse(line);
  const Value* began = event ? event->find("ts") : nullptr;
  if (began && began->if_string()) file.began = *began->if_string();
  return file;
}

// Returns the named files and their rotated files (FILE.1, FILE.2, ...), each once and the oldest first.
Result<std::vector<EventFile>> event_files(const std::vector<std::string>& named) {
  std::vector<EventFile> files;
  std::set<std::string> seen;
  const auto take = [&](const std::string& path) -> Result<void> {
    std::error_code ignored;
    if (!seen.insert(std::filesystem::weakly_canonical(path, ignored).string()).second) return {};
    auto file = inspect(path);
    if (!file) return Unexpected(file.error());
    files.push_back(std::move(*file));
    return {};
  };
  for (const std::string& path : named) {
    if (auto taken = take(path); !taken) return Unexpected(taken.error());
    for (int number = 1;; ++number) {
      const std::string rotated = fmt::format("{}.{}", path, number);
      std::error_code ignored;
      if (!std::filesystem::is_regular_file(rotated, ignored)) break;
      if (auto taken = take(rotated); !taken) return Unexpected(taken.error());
    }
  }
  std::stable_sort(files.begin(), files.end(),
                   [](const EventFile& a, const EventFile& b) { return a.began < b.began; });
  return files;
}

// Prints the first few lines that are not events, and counts all of them.
class BadLines {
 public:
  void report(const std::string& path, std::int64_t line, std::string_view why) {
    if (++count_ > kBadLinesShown) return;
    fmt::print(stderr, "parley: {}:{}: {}\n", printable(path), line, printable(why));
    if (count_ == kBadLinesShown) fmt::print(stderr, "parley: further invalid lines are only counted\n");
  }

 private:
  std::int64_t count_ = 0;
};

Result<void> read_lines(ReportBuilder& builder, const EventFile& file, std::uintmax_t before, Progress& progress,
                        BadLines& bad) {
  auto again = file.pipe ? Result<std::unique_ptr<std::istream>>(nullptr) : open_input(file.path, Input::kFile);
  if (!again) return Unexpected(again.error());
  std::istream& in = file.pipe ? *file.pipe : **again;
  LineReader lines(in, kMaxEventLine);
  std::string_view line;
  std::uintmax_t done = before;
  for (std::int64_t number = 1;; ++number) {
    const LineReader::Read read = lines.next(line);
    if (read == LineReader::Read::kEnd) return {};
    done += line.size() + 1;
    if (read == LineReader::Read::kLine && line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    const auto added = builder.add(read == LineReader::Read::kTooLong ? std::string_view("too long") : line, in.eof());
    if (!added) {
      progress.clear();
      bad.report(file.path, number,
                 read == LineReader::Read::kTooLong ? "the line is too long" : added.error().message);
    }
    progress.at(static_cast<std::size_t>(done));
  }
}

Result<void> read_files(ReportBuilder& builder, const std::vector<std::string>& named) {
  const auto files = event_files(named);
  if (!files) return Unexpected(files.error());
  std::uintmax_t total = 0, before = 0;
  for (const EventFile& file : *files) total += file.size;
  Progress progress("bytes", static_cast<std::size_t>(total));
  BadLines bad;
  for (const EventFile& file : *files) {
    if (file.is_table) {
      const auto table_progress = [&](std::int64_t done, std::int64_t of) {
        progress.at(static_cast<std::size_t>(before + file.size * static_cast<std::uintmax_t>(done) /
                                                          static_cast<std::uintmax_t>(std::max<std::int64_t>(of, 1))));
      };
      if (auto added = builder.add_table(file.path, table_progress); !added) {
        Error error = added.error();
        if (error.code == ErrorCode::kInvalidRequest) error.message += "; pass a database of sessions with --db";
        return Unexpected(std::move(error));
      }
    } else {
      if (auto read = read_lines(builder, file, before, progress, bad); !read) return read;
    }
    before += file.size;
  }
  return {};
}

Result<void> read_database(ReportBuilder& builder, const Database& database) {
  const auto store = open_retained_sessions(database);
  if (!store) return Unexpected(store.error());
  const auto counts = (*store)->counts(0);
  if (!counts) return Unexpected(counts.error());
  Progress progress("sessions", static_cast<std::size_t>(std::max<std::int64_t>(counts->sessions, 0)));
  return builder.add(**store, [&](std::int64_t done) { progress.at(static_cast<std::size_t>(done)); });
}

// ---- options --------------------------------------------------------------------------------------------------

Result<ReportOptions> report_options(const ReportCommandOptions& options) {
  ReportOptions out;
  if (!options.since.empty()) {
    const auto since = parse_time(options.since);
    if (!since) return Unexpected(since.error());
    out.since = *since;
  }
  if (!options.until.empty()) {
    const auto until = parse_time(options.until);
    if (!until) return Unexpected(until.error());
    out.until = *until;
  }
  const auto idle = parse_duration(options.idle);
  if (!idle) return Unexpected(idle.error());
  out.idle = std::chrono::milliseconds(*idle);
  out.bot = options.bot;
  out.top = options.top;
  if (!options.redaction.empty()) {
    const auto catalog = open_bot(options.redaction);
    if (!catalog) return Unexpected(catalog.error());
    auto engine = Engine::create(*catalog, create_memory_store());
    if (!engine) return Unexpected(engine.error());
    out.redact = [engine = std::shared_ptr<Engine>(std::move(*engine))](std::string_view text) {
      return engine->redact(text);
    };
  }
  // If showing stored texts is forbidden, examples need the redaction of a bot.
  out.texts = !options.redaction.empty() || check_raw(true).has_value();
  return out;
}

int report_command(const ReportCommandOptions& options) {
  OutputRules rules{options.force, files_of(options.database)};
  rules.in_use.insert(rules.in_use.end(), options.files.begin(), options.files.end());
  rules.in_use.push_back(options.redaction);
  if (!options.html.empty()) {
    if (auto checked = check_output(options.html, rules); !checked) return report(checked.error());
  }
  if (options.files.empty() == options.database.path.empty()) {
    return report(usage_error(options.files.empty() ? "no input; name event files, or a database with --db"
                                                    : "event files and --db cannot be combined; use one of them")
                      .error);
  }
  auto settings = report_options(options);
  if (!settings) return report(settings.error());
  ReportBuilder builder(std::move(*settings));
  auto read = options.files.empty() ? read_database(builder, options.database) : read_files(builder, options.files);
  if (!read && read.error().code == ErrorCode::kInvalidRequest && options.files.size() == 1) {
    // An SQLite file without a table of events may be a database of sessions, even without --db.
    Database database = options.database;
    database.path = options.files.front();
    if (auto as_database = read_database(builder, database)) read = std::move(as_database);
  }
  if (!read) return report(read.error());
  const Report result = builder.finish();
  if (!options.html.empty()) {
    if (auto written = write_file(options.html, render_html(result), rules); !written) return report(written.error());
  }
  if (options.json) {
    fmt::print("{}\n", render_json(result));
  } else if (options.html.empty()) {
    fmt::print("{}", render_text(result));
  }
  return kExitOk;
}

}  // namespace

Command add_report(CLI::App& app) {
  auto options = std::make_shared<ReportCommandOptions>();
  CLI::App* parser =
      add_command(app, "report", "Show where conversations fail, from telemetry or a database",
                  "parley report turns.jsonl                      # and turns.jsonl.1, .2, ... if they exist\n"
                  "parley report turns.jsonl --since 2026-03-01 --until 2026-04-01 --html march.html\n"
                  "parley report events.db --bot desk --json      # the table of a telemetry sink\n"
                  "parley report bot.db                           # the stored turns of a database of sessions");
  parser
      ->add_option("EVENTS", options->files,
                   "Telemetry files (JSON Lines or an SQLite table), or a database of sessions")
      ->type_name("FILE");
  parser
      ->add_option("--db", options->database.path, "A database of sessions instead: an SQLite file or postgresql://...")
      ->type_name("PATH");
  add_keys(*parser, options->database);
  parser->add_option("--since", options->since, "Only turns from this time on (a date, or 2026-03-02T09:00:00Z)")
      ->type_name("ISO8601");
  parser->add_option("--until", options->until, "Only turns before this time")->type_name("ISO8601");
  parser->add_option("--bot", options->bot, "Only turns of this bot")->type_name("ID");
  parser->add_option("--top", options->top, "Maximum number of table rows and message groups (default: 10)")
      ->check(CLI::Range(std::size_t{1}, std::size_t{500}))
      ->option_text("N");
  parser->add_option("--idle", options->idle, "A question left open for longer counts as abandoned (default: 1h)")
      ->type_name("DURATION");
  parser->add_option("--redact", options->redaction, "In examples, mask the values that this bot file declares private")
      ->type_name("FILE");
  parser->add_option("--html", options->html, "Write an HTML page with charts to this file")->type_name("FILE");
  add_force(*parser, options->force);
  parser->add_flag("--json", options->json, "Print the result as JSON");
  add_no_cache(*parser);
  return {parser, [options] { return report_command(*options); }};
}

}  // namespace parley::cli
