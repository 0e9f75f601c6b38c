// Converts files of other tools to bot files. The result is a first version for manual work: read the notes first, then
// the file.
//
//   auto made = parley::import_hassil({{"light.yaml", "language: en\nintents: {}\n"}}, "en");
//   if (!made) return std::cerr << made.error().to_string() << '\n', 1;
//   std::cout << made->bot;
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "parley/result.h"

namespace parley {

struct SourceFile {
  std::string name;  // with its folders: "sentences/en/light.yaml"
  std::string bytes;
};

struct Imported {
  std::string bot;  // the text of a bot file
  std::size_t intents = 0;
  std::size_t templates = 0;
  std::size_t lists = 0;
  std::size_t rules = 0;
  // One sentence for each kind of content that was not converted or needs a review: how often it occurs, and one place.
  std::vector<std::string> notes;
};

// Converts sentence files of hassil, like Home Assistant's intents: `intents`, `lists`, `expansion_rules`,
// `skip_words`. Skips files of other languages, and files without these keys. Each intent calls a host tool of its name
// with its slots. Responses are not converted, because they are templates of another language. kInvalidBot: a file is
// not valid; the diagnostics list all errors. kInvalidRequest: no file is in `language`.
Result<Imported> import_hassil(const std::vector<SourceFile>& files, std::string_view language);

struct OpenApiImportOptions {
  std::string operation;  // an operationId; for an operation without one: "get /orders/{id}"
  std::string tool;       // the name of the tool. Empty: made from the operation
  std::string server;     // "https://api.shop.example/v1". Empty: the first server of the document
};

struct ImportedTool {
  std::string yaml;                // `tools:` with one tool, to paste into a bot file
  std::vector<std::string> notes;  // what was left out or needs a review: one sentence each
};

// Converts an operation of an OpenAPI document (3.0 or 3.1, JSON or YAML) to a tool with `kind: http`. Parameters and
// the properties of the body become arguments, security schemes become secrets, and responses 4xx become `errors`.
// kInvalidRequest: the document is not OpenAPI 3, or does not have the operation; the message lists those that it has.
// kInvalidBot: the document is not valid YAML; the diagnostics list all errors.
Result<ImportedTool> import_openapi(const SourceFile& file, const OpenApiImportOptions& options);

}  // namespace parley
