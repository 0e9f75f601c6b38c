// Fuzz target: reads bot files like `parley check`.
#include "parley/parley.h"
#include "tests/fuzz/target.h"

namespace parley::fuzz {
namespace {

void fuzz_bot(std::string_view input) {
  const auto bot = Catalog::parse(input, "bot.yaml");
  if (!bot) {
    for (const Diagnostic& finding : bot.error().diagnostics) (void)finding.to_string();
    return;
  }
  (void)(*bot)->warnings();
  (void)(*bot)->understand("cancel my order for two people tomorrow at 5, please");
  for (const std::string& intent : (*bot)->intents()) (void)(*bot)->sample(intent, 2);
}

std::vector<std::string> bot_seeds() {
  std::vector<std::string> all;
  for (const char* folder : {"tests/bad_bots", "examples/embed"}) {
    for (std::string& file : repository_files(folder)) {
      if (file.rfind("parley", 0) == 0 || file.find("intents:") != std::string::npos) all.push_back(std::move(file));
    }
  }
  return all;
}

}  // namespace

const Target kBot{"bot", fuzz_bot, bot_seeds};

}  // namespace parley::fuzz
