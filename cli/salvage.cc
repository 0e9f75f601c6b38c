// `parley salvage` recovers the readable data of a damaged database.
// Tested by tests/cli/keys_test.
#include <filesystem>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/database.h"
#include "cli/errors.h"
#include "cli/help.h"
#include "cli/terminal.h"
#include "parley/files.h"

namespace parley::cli {
namespace {

struct SalvageOptions {
  std::string path;
  bool json = false;
};

// Checks that the name leads to a file, which the recovered database replaces.
Result<void> check_regular_file(const std::string& path) {
  std::error_code failed;
  if (std::filesystem::is_symlink(path, failed)) {
    return usage_error(fmt::format("{} is a symbolic link; name its target", printable(path)));
  }
  const auto file = open_input(path, Input::kFile);
  return file ? Result<void>() : Unexpected(file.error());
}

std::string incomplete(const SalvageReport& saved) {
  return saved.incomplete == 0 ? "" : fmt::format(", and {} that lack some of their items", saved.incomplete);
}

int salvage(const SalvageOptions& options) {
  if (is_postgres(options.path))
    return report(usage_error("only an SQLite file can be salvaged; restore a server from a backup").error);
  if (auto exists = existing_database(options.path); !exists) return report(exists.error());
  if (auto is_file = check_regular_file(options.path); !is_file) return report(is_file.error());
  const auto saved = salvage_sqlite(options.path);
  if (!saved) return report(saved.error());
  if (options.json) {
    const Value answer(Value::Object{{"quarantine", saved->quarantine},
                                     {"sessions", saved->sessions},
                                     {"lost", saved->lost},
                                     {"incomplete", saved->incomplete}});
    fmt::print("{}\n", answer.to_json());
  } else {
    fmt::print("Recovered {} complete sessions{}; {} are known to be lost. The damaged file is now {}, unchanged.\n",
               saved->sessions - saved->incomplete, incomplete(*saved), saved->lost, printable(saved->quarantine));
  }
  return kExitOk;
}

}  // namespace

Command add_salvage(CLI::App& app) {
  auto options = std::make_shared<SalvageOptions>();
  CLI::App* parser = add_command(app, "salvage", "Recover the intact sessions of a damaged SQLite file",
                                 "parley salvage bot.db      # no other program may have it open");
  parser->add_option("DB", options->path, "The damaged file; it is renamed, and a new file replaces it")->required();
  parser->add_flag("--json", options->json, "Print the result as JSON");
  return {parser, [options] { return salvage(*options); }};
}

}  // namespace parley::cli
