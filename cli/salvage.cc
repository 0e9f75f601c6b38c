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

// Checks that the file is an SQLite file, because the recovered database replaces it. A mistyped name may be any file.
Result<void> check_sqlite_file(const std::string& path) {
  std::error_code failed;
  if (std::filesystem::is_symlink(path, failed)) {
    return wrong_use(fmt::format("{} is a symbolic link; name the file that it leads to", printable(path)));
  }
  const auto file = open_input(path, Input::kFile);
  if (!file) return Unexpected(file.error());
  constexpr std::string_view kMagic("SQLite format 3\0", 16);
  std::string begins(kMagic.size(), ' ');
  (*file)->read(begins.data(), static_cast<std::streamsize>(begins.size()));
  if (begins == kMagic) return {};
  return wrong_use(
      fmt::format("{} does not begin as an SQLite file does, so nothing can be saved of it; move it away to "
                  "begin with a new one",
                  printable(path)));
}

int salvage(const SalvageOptions& options) {
  if (is_postgres(options.path)) return report(wrong_use("only an SQLite file can be salvaged").error);
  if (auto there = existing_database(options.path); !there) return report(there.error());
  if (auto is_sqlite = check_sqlite_file(options.path); !is_sqlite) return report(is_sqlite.error());
  const auto saved = salvage_sqlite(options.path);
  if (!saved) return report(saved.error());
  if (options.json) {
    const Value answer(
        Value::Object{{"quarantine", saved->quarantine}, {"sessions", saved->sessions}, {"lost", saved->lost}});
    fmt::print("{}\n", answer.to_json());
  } else {
    fmt::print("{} sessions were taken over whole; {} are known to be lost. The damaged file is {} now, as it was.\n",
               saved->sessions, saved->lost, printable(saved->quarantine));
  }
  return kExitOk;
}

}  // namespace

Command add_salvage(CLI::App& app) {
  auto options = std::make_shared<SalvageOptions>();
  CLI::App* parser = add_command(app, "salvage", "Save the intact sessions of a damaged SQLite file",
                                 "parley salvage bot.db      # nobody may have it open");
  parser->add_option("DB", options->path, "The file; it is put aside, and a new one takes its place")->required();
  parser->add_flag("--json", options->json, "Answer in JSON");
  return {parser, [options] { return salvage(*options); }};
}

}  // namespace parley::cli
