// Tests that a user who cannot do something does not start the intent that does it.
#include "intents/inability.h"

#include <string>
#include <vector>

#include "tests/intents/test_catalogs.h"

namespace parley::intents {
namespace {

const char* const kInabilityBank = R"(
intents:
  - id: pay
    match: [{regex: '\bpay (my|the) bill\b'}]
    steps: [{tool: pay}, {say: Paid.}]
  - id: find
    match: [{regex: '\bfind my order\b'}]
    steps: [{tool: look}, {say: There.}]
  - id: login
    match: [{regex: '\blog in\b'}, {regex: 'forgot my password'}]
    steps: [{tool: pay}, {say: Reset.}]
  - id: plan
    match: [{regex: '\bchange to (the )?premium\b'}]
    confirm: Shall I change it?
    steps: [{tool: pay}, {say: Changed.}]
  - id: profile
    match: [{regex: '\bchange\b'}]
    steps: [{tool: look}, {say: Your profile.}]
  - id: hours
    match: [{regex: '\bopen\b'}]
    steps: [{say: Nine to five.}]
tools: {pay: {}, look: {idempotent: true}}
)";

// "pay", "pay?" for a doubtful one, or "".
std::string wished_in(const Catalog& bank, const std::string& message, const NluContext& context = {}) {
  const FlatMessage understood = bank.understand(message, context);
  if (!understood.candidates.empty()) return understood.candidates.front().intent;
  return understood.doubtful.empty() ? "" : understood.doubtful.front().candidate.intent + "?";
}

}  // namespace

TEST_CASE("1.18 a user who cannot do something reports a problem") {
  const Bot bank = bot(kInabilityBank);
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"pay my bill", "pay"},
      {"I cannot pay my bill", "pay?"},
      {"I can't even pay my bill", "pay?"},
      {"we are not able to pay the bill", "pay?"},
      {"why can't I pay my bill", "pay?"},
      {"I cannot change to the premium", "plan?"},
      {"I cannot change my name", "profile"},
      {"can't you pay my bill?", "pay"},
      {"I can't wait, pay my bill", "pay"},
      // Only looks something up.
      {"I can't find my order", "find"},
      // The rules are for users with this problem.
      {"I can't log in", "login"},
  };
  for (const auto& [message, intent] : rows) {
    INFO(message);
    CHECK(wished_in(*bank, message) == intent);
  }
  NluContext open;
  open.intent = "hours";
  CHECK(wished_in(*bank, "I cannot pay my bill", open) == "");
}

}  // namespace parley::intents
