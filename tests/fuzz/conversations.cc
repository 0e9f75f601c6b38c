// Fuzz target: replays conversation files against the shipped bot.
#include "parley/parley.h"
#include "tests/fuzz/target.h"

namespace parley::fuzz {
namespace {

void fuzz_conversations(std::string_view input) {
  const std::string path = scratch() + "/conversation.yaml";
  write_file(path, input);
  ReplayOptions options;
  options.scratch_folder = scratch();
  const auto report = replay(shipped_bot(), {path}, options);
  if (!report) {
    for (const Diagnostic& finding : report.error().diagnostics) (void)finding.to_string();
  }
}

std::vector<std::string> conversation_seeds() {
  std::vector<std::string> all;
  for (const char* folder : {"dialog", "orders", "tool_failure", "restart", "silence", "multi_intent"}) {
    for (std::string& file : repository_files(std::string("tests/conversations/") + folder)) {
      if (all.size() < 60 && file.size() < 4'000) all.push_back(std::move(file));
    }
  }
  return all;
}

}  // namespace

const Target kConversations{"conversations", fuzz_conversations, conversation_seeds};

}  // namespace parley::fuzz
