// `parley import` converts the files of another tool to a bot and reports what could not be converted.
#include "parley/import.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/errors.h"
#include "cli/files.h"
#include "cli/help.h"
#include "cli/terminal.h"
#include "parley/value.h"

namespace parley::cli {
namespace {

namespace fs = std::filesystem;

struct ImportCommandOptions {
  std::string folder;
  std::string language = "en";
  std::vector<std::string> more;
  std::string out;
  bool force = false;
  bool json = false;
};

struct OpenApiCommandOptions {
  std::string file;
  OpenApiImportOptions import;
};

Result<SourceFile> read_source(const std::string& path, std::string name) {
  Result<std::string> bytes = read_file(path);
  if (!bytes) return Unexpected(bytes.error());
  return SourceFile{std::move(name), std::move(*bytes)};
}

// Orders by name, with the files of a folder before its subfolders. If two files define the same name, the first
// definition is used, which is the more general one.
bool comes_before(const fs::path& a, const fs::path& b) {
  if (a.parent_path() == b.parent_path()) return a.filename() < b.filename();
  auto left = a.begin(), right = b.begin();
  while (*left == *right) ++left, ++right;
  const bool left_is_file = std::next(left) == a.end(), right_is_file = std::next(right) == b.end();
  return left_is_file != right_is_file ? left_is_file : *left < *right;
}

// Reads every *.yaml below the folder, except the tests of the other tool.
Result<std::vector<SourceFile>> read_folder(const std::string& folder) {
  std::vector<fs::path> names;
  std::error_code error;
  if (!fs::is_directory(folder, error)) {
    return usage_error(fmt::format("'{}' is not a folder; name the folder with the *.yaml files of hassil{}", folder,
                                   fs::exists(folder, error) ? ", and add single files with --with" : ""));
  }
  fs::recursive_directory_iterator entry(folder, error), end;
  for (; !error && entry != end; entry.increment(error)) {
    if (entry->is_directory() && entry->path().filename() == "tests") entry.disable_recursion_pending();
    if (entry->path().extension() == ".yaml" && entry->is_regular_file(error))
      names.push_back(fs::relative(entry->path(), folder));
  }
  if (error)
    return Unexpected(ErrorCode::kFileUnreadable,
                      fmt::format("cannot list '{}': {}", folder, errno_text(error.value())));
  std::sort(names.begin(), names.end(), comes_before);
  std::vector<SourceFile> files;
  for (const fs::path& name : names) {
    Result<SourceFile> file = read_source((folder / name).string(), name.string());
    if (!file) return Unexpected(file.error());
    files.push_back(std::move(*file));
  }
  return files;
}

Result<std::vector<SourceFile>> read_sources(const ImportCommandOptions& options) {
  Result<std::vector<SourceFile>> files = read_folder(options.folder);
  if (!files) return files;
  for (const std::string& path : options.more) {
    Result<SourceFile> file = read_source(path, path);
    if (!file) return Unexpected(file.error());
    files->insert(files->begin(), std::move(*file));  // files named explicitly take precedence
  }
  return files;
}

int import_hassil(const ImportCommandOptions& options) {
  OutputRules rules{options.force, files_of(std::vector<std::string>{options.folder})};
  rules.in_use.insert(rules.in_use.end(), options.more.begin(), options.more.end());
  if (!options.out.empty()) {
    if (auto checked = check_output(options.out, rules); !checked) return report(checked.error());
  }
  const auto files = read_sources(options);
  if (!files) return report(files.error());
  const Result<Imported> imported = parley::import_hassil(*files, options.language);
  if (!imported) return report(imported.error());
  if (options.out.empty()) {
    fmt::print("{}", imported->bot);
  } else if (const auto written = write_file(options.out, imported->bot, rules); !written) {
    return report(written.error());
  }
  if (options.json) {
    Value::Array notes(imported->notes.begin(), imported->notes.end());
    const Value counts(Value::Object{{"files", static_cast<std::int64_t>(files->size())},
                                     {"intents", static_cast<std::int64_t>(imported->intents)},
                                     {"templates", static_cast<std::int64_t>(imported->templates)},
                                     {"lists", static_cast<std::int64_t>(imported->lists)},
                                     {"rules", static_cast<std::int64_t>(imported->rules)},
                                     {"notes", std::move(notes)}});
    fmt::print(stderr, "{}\n", counts.to_json());
    return kExitOk;
  }
  fmt::print(stderr, "{} files: {} intents, {} templates, {} lists, {} rules\n", files->size(), imported->intents,
             imported->templates, imported->lists, imported->rules);
  for (const std::string& note : imported->notes) fmt::print(stderr, "  {}\n", printable(note));
  return kExitOk;
}

int import_openapi(const OpenApiCommandOptions& options) {
  const auto file = read_source(options.file, options.file);
  if (!file) return report(file.error());
  const auto imported = parley::import_openapi(*file, options.import);
  if (!imported) return report(imported.error());
  fmt::print("{}", imported->yaml);
  for (const std::string& note : imported->notes) fmt::print(stderr, "{}\n", printable(note));
  return kExitOk;
}

CLI::App* add_openapi(CLI::App& parser, OpenApiCommandOptions& options) {
  CLI::App* openapi = add_command(parser, "openapi", "Convert an operation of an OpenAPI document to an HTTP tool",
                                  "parley import openapi shop.yaml --operation getOrder >> bot.yaml");
  openapi->add_option("FILE", options.file, "The OpenAPI document, JSON or YAML")->required();
  openapi->add_option("--operation", options.import.operation, "The operation; an unknown one lists those that exist")
      ->required()
      ->type_name("ID");
  openapi->add_option("--tool", options.import.tool, "The name of the tool (default: made from the operation)")
      ->type_name("NAME");
  openapi->add_option("--server", options.import.server, "The server (default: the first one of the document)")
      ->type_name("URL");
  return openapi;
}

}  // namespace

Command add_import(CLI::App& app) {
  auto options = std::make_shared<ImportCommandOptions>();
  CLI::App* parser = add_command(app, "import", "Convert another tool's files to a bot",
                                 "parley import hassil intents/ --language en -o home.yaml\n"
                                 "parley import openapi shop.yaml --operation getOrder >> bot.yaml");
  parser->require_subcommand(1);
  CLI::App* hassil =
      add_command(*parser, "hassil", "Convert sentence files of hassil, such as Home Assistant's intents",
                  "parley import hassil intents/ --language en -o home.yaml\n"
                  "parley import hassil intents/ --with my_lists.yaml > home.yaml");
  hassil->add_option("DIR", options->folder, "The folder with the files")->required();
  hassil->add_option("--language", options->language, "The language to import (default: en)")->type_name("LANGUAGE");
  hassil->add_option("--with", options->more, "An additional file, such as lists that are filled at run time")
      ->type_name("FILE");
  hassil->add_option("-o,--out", options->out, "Output file of the bot (default: standard output)")->type_name("FILE");
  add_force(*hassil, options->force);
  hassil->add_flag("--json", options->json, "Print the report on standard error as JSON");
  auto openapi_options = std::make_shared<OpenApiCommandOptions>();
  CLI::App* openapi = add_openapi(*parser, *openapi_options);
  return {parser, [options, openapi_options, openapi] {
            return openapi->parsed() ? import_openapi(*openapi_options) : import_hassil(*options);
          }};
}

}  // namespace parley::cli
