// `parley migrate` shows the pending schema migrations of a database and applies them.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/database.h"
#include "cli/errors.h"
#include "cli/help.h"
#include "cli/table.h"
#include "cli/terminal.h"
#include "cli/time_args.h"
#include "parley/stores.h"

namespace parley::cli {
namespace {

struct MigrateOptions {
  Database database;
  bool check = false;
  bool apply = false;
  bool dry_run = false;
  bool json = false;
};

std::int64_t pending_in(const std::vector<Migration>& migrations) {
  return std::count_if(migrations.begin(), migrations.end(), [](const Migration& m) { return !m.applied; });
}

void print_json(const MigrateOptions& options, const std::vector<Migration>& migrations,
                const std::vector<int>& applied) {
  Value::Array rows;
  for (const Migration& migration : migrations) {
    Value::Object row{{"version", migration.version},
                      {"name", migration.name},
                      {"checksum", migration.checksum},
                      {"applied", migration.applied}};
    if (migration.applied) row["applied_at"] = format_time(migration.applied_at);
    rows.push_back(std::move(row));
  }
  Value::Object answer{
      {"database", options.database.path}, {"migrations", std::move(rows)}, {"pending", pending_in(migrations)}};
  if (options.apply) answer["applied"] = Value::Array(applied.begin(), applied.end());
  fmt::print("{}\n", Value(std::move(answer)).to_json());
}

void print_table(const MigrateOptions& options, const std::vector<Migration>& migrations,
                 const std::vector<int>& applied) {
  Table table({{"version", Table::Align::kRight}, {"name"}, {"checksum"}, {"applied"}});
  for (const Migration& migration : migrations) {
    table.add({std::to_string(migration.version), printable(migration.name), migration.checksum.substr(0, 12),
               migration.applied ? show_time(migration.applied_at) : "pending"});
  }
  table.print();
  const std::int64_t pending = pending_in(migrations);
  if (options.apply) {
    fmt::print("{}\n", applied.empty() ? "Nothing to apply." : fmt::format("Applied {}.", fmt::join(applied, ", ")));
  } else if (pending == 0) {
    fmt::print("The database is up to date.\n");
  } else if (options.dry_run) {
    fmt::print("--apply would apply the {} pending migrations in this order, each in its own transaction.\n", pending);
    if (!is_postgres(options.database.path)) fmt::print("A trial run on a copy succeeded.\n");
  } else {
    fmt::print("{} migrations are pending; `parley migrate {} --apply` applies them.\n", pending,
               options.database.path);
  }
}

int migrate(const MigrateOptions& options) {
  const std::string& path = options.database.path;
  if (auto exists = existing_database(path); !exists) return report(exists.error());
  std::vector<int> applied;
  Result<std::vector<Migration>> migrations = migrations_of(path);
  if (migrations && options.apply) {
    Result<std::vector<int>> done = migrate_database(options.database);
    if (!done) return report(done.error());
    applied = std::move(*done);
    migrations = migrations_of(path);
  }
  if (!migrations) return report(migrations.error());
  if (options.dry_run && !is_postgres(path)) {
    if (const auto rehearsed = rehearse_sqlite_migration(path); !rehearsed) return report(rehearsed.error());
  }
  if (options.json) {
    print_json(options, *migrations, applied);
  } else {
    print_table(options, *migrations, applied);
  }
  return options.check && pending_in(*migrations) > 0 ? kFailed : kExitOk;
}

}  // namespace

Command add_migrate(CLI::App& app) {
  auto options = std::make_shared<MigrateOptions>();
  CLI::App* parser = add_command(app, "migrate", "Show or apply the schema migrations of a database",
                                 "parley migrate bot.db              # shows applied and pending migrations\n"
                                 "parley migrate bot.db --check      # for deployments: exit 1 if any are pending\n"
                                 "parley migrate bot.db --dry-run    # tries them on a copy\n"
                                 "parley migrate bot.db --apply");
  parser->add_option("DB", options->database.path, "The SQLite file, or a postgresql:// URI")->required();
  add_keys(*parser, options->database);
  CLI::Option* check = parser->add_flag("--check", options->check, "Exit with 1 if migrations are pending");
  CLI::Option* apply = parser->add_flag("--apply", options->apply, "Apply the pending migrations");
  CLI::Option* dry_run = parser->add_flag("--dry-run", options->dry_run,
                                          "Show what --apply would do; tries it on a copy of an SQLite file");
  check->excludes(apply)->excludes(dry_run);
  apply->excludes(dry_run);
  parser->add_flag("--json", options->json, "Print the result as JSON");
  return {parser, [options] { return migrate(*options); }};
}

}  // namespace parley::cli
