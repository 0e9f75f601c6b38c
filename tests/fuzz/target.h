// A fuzz target takes any bytes and must not crash, hang or allocate without limit. Each file here is one target.
//
// Two programs run targets. fuzz_replay has all of them, needs no fuzzer and is a test: it runs the seeds of a target
// and a fixed number of mutations of them. fuzz_TARGET is a libFuzzer program (PARLEY_FUZZ=ON, scripts/fuzz).
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "parley/catalog.h"

namespace parley::fuzz {

struct Target {
  const char* name;
  void (*run)(std::string_view input);
  std::vector<std::string> (*seeds)();  // returns seeds made from files of the repository
};

extern const Target kBot, kLines, kMessages, kTemplates, kConversations, kImports, kKeys, kModels, kDatabases, kSealed,
    kCache, kMcp, kRequests;

// ---- helpers of the targets

// The next two end the program if they find no file, because a target without seeds would test nothing.
std::string repository_file(const std::string& path);                // "config/intents.yaml"; also an absolute path
std::vector<std::string> repository_files(const std::string& path);  // of a folder and its subfolders, ordered by name
const std::shared_ptr<const Catalog>& shipped_bot();                 // config/intents.yaml
const std::shared_ptr<const Catalog>& embed_bot();                   // examples/embed/bot.yaml
const std::string& scratch();                                        // a temporary folder of this process
void write_file(const std::string& path, std::string_view bytes);

// Returns the lines of an input. If it has fewer than `count` lines, adds empty lines.
std::vector<std::string> lines_of(std::string_view input, std::size_t count = 1);

}  // namespace parley::fuzz
