// `parley record` converts a stored session to a conversation file without private values.
#include "parley/record.h"

#include <memory>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/database.h"
#include "cli/errors.h"
#include "cli/files.h"
#include "cli/help.h"
#include "cli/open.h"
#include "parley/value.h"

namespace parley::cli {
namespace {

struct RecordOptions {
  std::string session;
  Database database;
  std::string bot;
  std::string out;
  bool force = false;
  bool json = false;
};

Value recording_value(const Recording& recording) {
  Value::Object replaced;
  for (const auto& [type, count] : recording.replaced) replaced[type] = count;
  const auto& differences = recording.differences;
  return Value::Object{{"yaml", recording.yaml},
                       {"turns", recording.turns},
                       {"replaced", std::move(replaced)},
                       {"differences", Value::Array(differences.begin(), differences.end())}};
}

int record_command(const RecordOptions& options) {
  OutputRules rules{options.force, files_of(options.database)};
  rules.in_use.push_back(options.bot);
  if (!options.out.empty()) {
    if (auto checked = check_output(options.out, rules); !checked) return report(checked.error());
  }
  const auto catalog = open_bot(options.bot);
  if (!catalog) return report(catalog.error());
  const auto store = open_retained_sessions(options.database);
  if (!store) return report(store.error());
  const Result<Recording> recording = record_session(*catalog, **store, options.session);
  if (!recording) return report(recording.error());

  if (!options.out.empty()) {
    if (const auto written = write_file(options.out, recording->yaml, rules); !written) return report(written.error());
  }
  if (options.json) {
    fmt::print("{}\n", recording_value(*recording).to_json());
  } else if (options.out.empty()) {
    fmt::print("{}", recording->yaml);
  } else {
    fmt::print("{}: {} turns recorded\n", options.out, recording->turns);
  }
  for (const std::string& difference : recording->differences) {
    fmt::print(stderr, "differs from the session: {}\n", difference);
  }
  return recording->differences.empty() ? kExitOk : kFailed;
}

}  // namespace

Command add_record(CLI::App& app) {
  auto options = std::make_shared<RecordOptions>();
  CLI::App* parser =
      add_command(app, "record", "Convert a stored session to a conversation file; exit 1 if its replay differs",
                  "parley record s1 --db bot.db --bot bot.yaml -o tests/conversations/s1.yaml\n"
                  "parley record s1 --db bot.db --bot bot.yaml | less   # private values are replaced by made-up ones");
  parser->add_option("SESSION", options->session, "The session id")->required();
  add_database(*parser, options->database);
  parser->add_option("--bot", options->bot, "The bot file of the session")->required()->type_name("FILE");
  parser->add_option("-o,--out", options->out, "Output file (default: standard output)")->type_name("FILE");
  add_force(*parser, options->force);
  parser->add_flag("--json", options->json, "Print the result as JSON");
  add_no_cache(*parser);
  return {parser, [options] { return record_command(*options); }};
}

}  // namespace parley::cli
