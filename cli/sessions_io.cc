// `parley sessions export` and `import` write and read sessions as JSON Lines.
// Tested by tests/cli/sessions_test.
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/database.h"
#include "cli/errors.h"
#include "cli/files.h"
#include "cli/help.h"
#include "cli/lines.h"
#include "cli/open.h"
#include "cli/session_view.h"
#include "cli/sessions.h"
#include "cli/terminal.h"
#include "parley/files.h"
#include "parley/sessions.h"

namespace parley::cli {
namespace {

constexpr const char* kStandard = "-";

struct SessionTransferOptions {
  Database database;
  std::string file;  // empty or "-": standard input or output
  std::string user, tag;
  bool force = false;
  bool new_ids = false;
  bool dry_run = false;
  bool json = false;
};

bool is_standard(const SessionTransferOptions& options) { return options.file.empty() || options.file == kStandard; }

// Prints each session that was not exported. The export is then incomplete, so the exit code is kFailed.
int report_refused(const ExportReport& done) {
  print_refused(done.refused, "not exported");
  if (done.refusals == 0) return kExitOk;
  fmt::print(stderr, "{} of {} sessions were not exported\n", done.refusals, done.sessions + done.refusals);
  return kFailed;
}

int export_command(const SessionTransferOptions& options) {
  const auto store = open_retained_sessions(options.database);
  if (!store) return report(store.error());
  const OutputRules rules{options.force, files_of(options.database)};
  auto out = is_standard(options) ? OutputFile::standard_output(rules) : OutputFile::create(options.file, rules);
  if (!out) return report(out.error());
  SessionQuery query;
  query.archived = SessionQuery::Archived::kToo;
  query.tag = options.tag;
  if (!options.user.empty()) query.user = hash_of_user(options.user);
  const auto done =
      export_sessions(**store, query, [&](std::string_view line) { return out->write(line) && out->write("\n"); });
  if (!done) return report(done.error());
  if (auto written = out->put_in_place(); !written) return report(written.error());
  fmt::print(stderr, "{} sessions exported\n", done->sessions);
  return report_refused(*done);
}

std::string name_of_input(const SessionTransferOptions& options) {
  return is_standard(options) ? "standard input" : printable(options.file);
}

void print(const SessionTransferOptions& options, const ImportReport& done) {
  if (!options.json) {
    for (const ImportReport::Refused& refused : done.refused) {
      fmt::print(stderr, "{}:{}: {}\n", name_of_input(options), refused.line, printable(refused.why));
    }
    fmt::print("{} {} sessions with {} messages; {} rejected.\n", options.dry_run ? "Would import" : "Imported",
               done.sessions, done.messages, done.refusals);
    return;
  }
  Value::Array refused;
  for (const ImportReport::Refused& one : done.refused) {
    refused.push_back(Value::Object{{"line", one.line}, {"why", one.why}});
  }
  const Value::Object answer{{"sessions", done.sessions},
                             {"messages", done.messages},
                             {"refusals", done.refusals},
                             {"refused", std::move(refused)},
                             {"dry_run", options.dry_run}};
  fmt::print("{}\n", Value(answer).to_json());
}

// Opens the target of an import. A dry run creates and migrates no database; a missing one counts as empty.
Result<std::shared_ptr<SessionStore>> open_target(const SessionTransferOptions& options) {
  if (!options.dry_run) return open_store(options.database);
  std::error_code ignored;
  const bool is_there = is_postgres(options.database.path) || std::filesystem::exists(options.database.path, ignored);
  return is_there ? open_existing_store(options.database) : create_memory_store();
}

int import_command(const SessionTransferOptions& options) {
  if (options.file.empty() && ::isatty(STDIN_FILENO) != 0) {
    return report(usage_error("no input; name an export file, or - for standard input").error);
  }
  auto file =
      is_standard(options) ? Result<std::unique_ptr<std::istream>>(nullptr) : open_input(options.file, Input::kStream);
  if (!file) return report(file.error());
  const auto store = open_target(options);
  if (!store) return report(store.error());
  std::istream& in = *file ? **file : std::cin;
  const auto ids = create_random_ids();
  ImportOptions import;
  import.new_ids = options.new_ids ? ids.get() : nullptr;
  import.dry_run = options.dry_run;
  LineReader reader(in, import.max_line_bytes + 1);  // a longer line is cut and then rejected as too long
  const auto done = import_sessions(
      **store,
      [&]() -> std::optional<std::string> {
        std::string_view line;
        switch (reader.next(line)) {
          case LineReader::Read::kEnd: return std::nullopt;
          case LineReader::Read::kTooLong: return std::string(import.max_line_bytes + 1, ' ');
          case LineReader::Read::kLine: break;
        }
        return std::string(line);
      },
      import);
  if (!done) {
    Error error = done.error();
    if (error.code == ErrorCode::kInvalidRequest) error.message = name_of_input(options) + ": " + error.message;
    return report(error);
  }
  print(options, *done);
  return done->refusals == 0 ? kExitOk : kFailed;
}

}  // namespace

std::vector<Command> add_session_io(CLI::App& sessions) {
  auto options = std::make_shared<SessionTransferOptions>();
  CLI::App* export_parser = add_command(sessions, "export", "Export complete sessions as JSON Lines",
                                        "parley sessions export --db bot.db > sessions.jsonl\n"
                                        "parley sessions export anna.jsonl --user anna@example.com --db bot.db");
  export_parser->add_option("FILE", options->file, "Output file (default: standard output)");
  add_force(*export_parser, options->force);
  export_parser->add_option("--tag", options->tag, "Only sessions with this tag");
  export_parser->add_option("--user", options->user, "Only sessions of this user")->type_name("ID");
  CLI::App* import_parser =
      add_command(sessions, "import", "Import exported sessions; exit 1 if one is rejected",
                  "parley sessions import sessions.jsonl --db new.db\n"
                  "parley sessions export --db bot.db | parley sessions import --db postgresql:///parley");
  import_parser->add_option("FILE", options->file, "An export file, or - for standard input (default: piped input)");
  import_parser->add_flag("--new-ids", options->new_ids, "Give each session a new id and new idempotency keys");
  import_parser->add_flag("--dry-run", options->dry_run, "Check the whole input and store nothing");
  import_parser->add_flag("--json", options->json, "Print the result as JSON");
  for (CLI::App* command : {export_parser, import_parser}) add_database(*command, options->database);
  return {{export_parser, [options] { return export_command(*options); }},
          {import_parser, [options] { return import_command(*options); }}};
}

}  // namespace parley::cli
