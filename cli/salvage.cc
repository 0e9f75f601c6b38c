// `parley salvage`: what can be saved of a damaged database.
#include <memory>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/database.h"
#include "cli/help.h"
#include "cli/report.h"
#include "cli/terminal.h"

namespace parley::cli {
namespace {

struct Options {
  std::string path;
  bool json = false;
};

int salvage(const Options& options) {
  if (is_postgres(options.path)) return report(wrong_use("only an SQLite file can be salvaged").error);
  if (auto there = existing_database(options.path); !there) return report(there.error());
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
  return kFine;
}

}  // namespace

Command add_salvage(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* parser = add_command(app, "salvage", "Save the intact sessions of a damaged SQLite file",
                                 "parley salvage bot.db      # nobody may have it open");
  parser->add_option("DB", options->path, "The file; it is put aside, and a new one takes its place")->required();
  parser->add_flag("--json", options->json, "Answer in JSON");
  return {parser, [options] { return salvage(*options); }};
}

}  // namespace parley::cli
