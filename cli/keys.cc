// `parley keys` manages the master keys of encrypted databases.
#include <memory>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/database.h"
#include "cli/errors.h"
#include "cli/help.h"
#include "cli/learned.h"
#include "cli/terminal.h"
#include "parley/files.h"

namespace parley::cli {
namespace {

constexpr std::size_t kMostKeyFileBytes = std::size_t{1} << 20;

struct KeysOptions {
  std::string name;
  std::string file;
  Database database;
  bool json = false;
};

int print_result(const KeysOptions& options, Value::Object facts, const std::string& sentence) {
  fmt::print("{}\n", options.json ? Value(std::move(facts)).to_json() : sentence);
  return kExitOk;
}

int create(const KeysOptions& options) {
  if (options.name.empty() || options.name.find_first_of(" \t\n") != std::string::npos) {
    return report(usage_error("invalid key name; use one word, such as 2026-11").error);
  }
  const auto with_key = [&](const std::string* others) -> Result<std::string> {
    const std::string line = create_master_key(options.name) + "\n";
    if (!others) return line;
    const auto encryption = load_encryption(options.file);
    if (!encryption) return Unexpected(encryption.error());
    if (!(*encryption)->master_key(options.name)) return line + *others;
    return usage_error(fmt::format("{} already has a key '{}'; use another name", options.file, options.name));
  };
  if (const auto written = update_file(options.file, kMostKeyFileBytes, with_key); !written) {
    return report(written.error());
  }
  return print_result(
      options, {{"keys", options.file}, {"current", options.name}},
      fmt::format("The current key of {} is now {}. Store a copy of the file away from the database backups.",
                  printable(options.file), printable(options.name)));
}

int rotate(const KeysOptions& options) {
  const auto count = rewrap_keys(options.database);
  if (!count) return report(count.error());
  return print_result(
      options, {{"rewrapped", *count}},
      fmt::format("Rewrapped {}. All session keys now use the first key of {}.",
                  counted(static_cast<std::size_t>(*count), "session key"), printable(options.database.keys)));
}

}  // namespace

Command add_keys_command(CLI::App& app) {
  auto options = std::make_shared<KeysOptions>();
  CLI::App* keys =
      add_command(app, "keys", "Create and rotate the master keys of encrypted databases",
                  "parley keys new 2026-11 --keys master.keys      # creates the file, or adds a new first key\n"
                  "parley run --bot bot.yaml --db bot.db --keys master.keys\n"
                  "parley keys rotate --db bot.db --keys master.keys");
  keys->require_subcommand(1);
  CLI::App* new_parser = add_command(*keys, "new", "Create a key and make it the current one",
                                     "parley keys new 2026-11 --keys master.keys");
  new_parser->add_option("NAME", options->name, "The name of the key, such as 2026-11")->required();
  new_parser->add_option("--keys", options->file, "The key file; only its owner can read it")
      ->required()
      ->type_name("FILE")
      ->envname("PARLEY_KEYS");
  CLI::App* rotate_parser =
      add_command(*keys, "rotate", "Rewrap the keys of a database with the current key; engines may keep running",
                  "parley keys rotate --db bot.db --keys master.keys");
  add_database(*rotate_parser, options->database);
  for (CLI::App* parser : {new_parser, rotate_parser})
    parser->add_flag("--json", options->json, "Print the result as JSON");
  return {keys, [options, new_parser] { return new_parser->parsed() ? create(*options) : rotate(*options); }};
}

}  // namespace parley::cli
