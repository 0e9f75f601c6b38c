// `parley check` prints every diagnostic of bot files, with its position and a suggested fix.
#include <algorithm>
#include <filesystem>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/errors.h"
#include "cli/finding_groups.h"
#include "cli/help.h"
#include "cli/learned.h"
#include "cli/open.h"
#include "cli/remote.h"
#include "cli/terminal.h"
#include "cli/tool_lock.h"
#include "parley/protocol.h"

namespace parley::cli {
namespace {

namespace fs = std::filesystem;

struct CheckOptions {
  std::vector<std::string> bots;
  bool strict = false;
  bool all = false;
  bool json = false;
  bool online = false;
  bool accepts_schemas = false;
  RemoteAccess remote;
};

struct Checked {
  std::string file;
  std::size_t intents = 0;
  Learned learned;
  std::vector<Diagnostic> findings;
  std::size_t errors = 0;
};

// Returns `path` itself, or the *.yaml files of a folder in name order.
Result<std::vector<std::string>> bot_files(const std::string& path) {
  std::error_code error;
  if (!fs::is_directory(path, error)) return std::vector<std::string>{path};
  std::vector<std::string> files;
  for (fs::directory_iterator entry(path, error), end; !error && entry != end; entry.increment(error)) {
    if (entry->path().extension() == ".yaml") files.push_back(entry->path().string());
  }
  if (error)
    return Unexpected(ErrorCode::kFileUnreadable, fmt::format("cannot list '{}': {}", path, errno_text(error.value())));
  if (files.empty()) return usage_error(fmt::format("no *.yaml file in '{}'; name a bot file", path));
  std::sort(files.begin(), files.end());
  // Translations are read with their bot: intents.de.yaml with intents.yaml.
  const auto is_translation = [&](const std::string& file) {
    const fs::path of = fs::path(file).replace_extension().replace_extension(".yaml");
    return of != file && std::binary_search(files.begin(), files.end(), of.string());
  };
  // Included files are read with the bot that includes them.
  std::set<std::string> parts;
  for (const std::string& file : files) {
    const std::vector<std::string> read = Catalog::files_of(file);
    parts.insert(read.begin() + 1, read.end());
  }
  std::vector<std::string> bots;
  std::copy_if(files.begin(), files.end(), std::back_inserter(bots),
               [&](const std::string& file) { return !is_translation(file) && parts.count(file) == 0; });
  return bots;
}

// Checks one file. A file in a folder must be a regular file. A path that the user named may also be a pipe, which
// shells create for `<(command)`.
Result<Checked> check_bot(const std::string& file, bool is_in_folder, const CheckOptions& options) {
  std::error_code ignored;
  if (is_in_folder && !fs::is_regular_file(file, ignored)) {
    return Unexpected(ErrorCode::kFileUnreadable, fmt::format("'{}' is not a regular file", file));
  }
  Checked checked;
  checked.file = file;
  Progress progress("checking " + printable(file), 3);  // steps: reading, learning, comparing
  auto catalog = Catalog::load(file);
  progress.at(1);
  if (catalog) {
    checked.intents = (*catalog)->intents().size();
    checked.learned = (*catalog)->learned();
    progress.at(2);
    checked.findings = (*catalog)->warnings();
    if (options.online) {
      auto changes = check_tool_lock(**catalog, file, options.remote, options.accepts_schemas);
      if (!changes) return Unexpected(changes.error());
      checked.findings.insert(checked.findings.end(), changes->begin(), changes->end());
    }
  } else if (!catalog.error().diagnostics.empty()) {
    checked.findings = catalog.error().diagnostics;
  } else {
    return Unexpected(catalog.error());
  }
  checked.errors = static_cast<std::size_t>(
      std::count_if(checked.findings.begin(), checked.findings.end(),
                    [](const Diagnostic& finding) { return finding.severity == Severity::kError; }));
  return checked;
}

void print_json(const std::vector<Checked>& all, std::size_t errors, std::size_t warnings) {
  Value::Array bots;
  for (const Checked& checked : all) {
    Value::Array findings;
    for (const Diagnostic& finding : checked.findings) findings.push_back(to_value(finding));
    Value::Object bot{{"file", checked.file},
                      {"ok", checked.errors == 0},
                      {"intents", static_cast<std::int64_t>(checked.intents)},
                      {"findings", findings}};
    if (checked.errors == 0) bot.emplace("learned", to_value(checked.learned));
    bots.push_back(std::move(bot));
  }
  const Value answer(Value::Object{{"bots", bots},
                                   {"errors", static_cast<std::int64_t>(errors)},
                                   {"warnings", static_cast<std::int64_t>(warnings)}});
  fmt::print("{}\n", answer.to_json());
}

void print_findings(const std::vector<Checked>& all, std::size_t errors, std::size_t warnings, bool shows_each) {
  std::size_t hidden = 0;
  for (const Checked& checked : all) {
    for (const Diagnostic& finding : shows_each ? checked.findings : grouped(checked.findings, hidden)) {
      print_finding(finding);
    }
    if (checked.errors == 0) {
      fmt::print("{}: {}, {}{}\n", printable(checked.file), paint("ok", Colour::kGood),
                 counted(checked.intents, "intent"), describe(checked.learned));
    }
  }
  if (errors + warnings == 0) return;
  fmt::print("{}, {}{}\n", counted(errors, "error"), counted(warnings, "warning"),
             hidden == 0 ? "" : "; --all lists each of them");
}

int check(const CheckOptions& options) {
  std::vector<Checked> all;
  int worst = kExitOk;
  for (const std::string& path : options.bots) {
    const auto files = bot_files(path);
    if (!files) {
      worst = std::max(worst, report(files.error()));
      continue;
    }
    for (const std::string& file : *files) {
      auto checked = check_bot(file, file != path, options);
      if (checked) {
        all.push_back(std::move(*checked));
      } else {
        worst = std::max(worst, report(checked.error()));
      }
    }
  }
  std::size_t errors = 0;
  std::size_t warnings = 0;
  for (const Checked& checked : all) {
    errors += checked.errors;
    warnings += checked.findings.size() - checked.errors;
  }
  if (options.json) {
    print_json(all, errors, warnings);
  } else {
    print_findings(all, errors, warnings, options.all);
  }
  const bool found = errors > 0 || (options.strict && warnings > 0);
  return std::max(worst, found ? kFailed : kExitOk);
}

}  // namespace

Command add_check(CLI::App& app) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App* parser =
      add_command(app, "check", "Check bot files and print every problem with its position and a hint",
                  "parley check config/intents.yaml\n"
                  "parley check --strict bots/          # every *.yaml file in the folder; fails on warnings");
  parser->add_option("BOT", options->bots, "Bot files, or folders with them")->required();
  parser->add_flag("--strict", options->strict, "Fail on warnings as well");
  parser->add_flag("--all", options->all, "List each finding about a translation, instead of their number");
  parser->add_flag("--json", options->json, "Print the result as JSON");
  CLI::Option* online =
      parser->add_flag("--online", options->online,
                       "Ask MCP servers for the schemas of the bot's tools, and compare them with those of BOT.lock");
  parser->add_flag("--accept-schemas", options->accepts_schemas, "Write the schemas of the servers to BOT.lock")
      ->needs(online);
  add_remote_access(*parser, options->remote);
  return {parser, [options] { return check(*options); }};
}

}  // namespace parley::cli
