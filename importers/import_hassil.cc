// Tested by tests/importers/hassil_test.cc.
#include <memory>
#include <utility>

#include "importers/hassil.h"
#include "parley/import.h"

namespace parley {

Result<Imported> import_hassil(const std::vector<SourceFile>& files, std::string_view language) {
  std::vector<config::BotDefinition::File> named;
  for (const SourceFile& file : files) named.push_back({file.name, std::make_shared<const std::string>(file.bytes)});
  config::Diagnostics findings(std::move(named));
  importers::Hassil hassil = importers::read_hassil(findings, language);
  if (hassil.intents.empty() && !findings.has_errors()) {
    return Unexpected(ErrorCode::kInvalidRequest,
                      "none of the " + std::to_string(files.size()) +
                          " files has sentences in this language; expected hassil files (*.yaml) with 'language' "
                          "and 'intents'");
  }
  importers::rename_for_bot(hassil);
  Imported imported = importers::to_bot(std::move(hassil), findings);
  if (!findings.has_errors()) return imported;
  Error error;
  error.code = ErrorCode::kInvalidBot;
  error.message = "cannot import the files";
  error.diagnostics = findings.take();
  return Unexpected(std::move(error));
}

}  // namespace parley
