// Tested by tests/intents/precedence_test.cc.
#include "intents/evidence.h"

#include <algorithm>

namespace parley::intents {
namespace {

bool comes_before(const config::Mark& a, const config::Mark& b) {
  return a.file != b.file ? a.file < b.file : a.offset < b.offset;
}

}  // namespace

Precedence decided_by(const Evidence& a, const Evidence& b) {
  if (a.priority != b.priority) return Precedence::kPriority;
  return a.length() != b.length() ? Precedence::kLength : Precedence::kOrder;
}

bool outranks(const Evidence& a, const Evidence& b) {
  switch (decided_by(a, b)) {
    case Precedence::kPriority: return a.priority > b.priority;
    case Precedence::kLength: return a.length() > b.length();
    case Precedence::kOrder: return comes_before(a.source->mark, b.source->mark);
  }
  return false;
}

void keep_best_per_intent(std::vector<Evidence>& all) {
  if (all.size() < 2) return;
  std::sort(all.begin(), all.end(), [](const Evidence& a, const Evidence& b) {
    if (a.intent != b.intent) return a.intent < b.intent;
    return a.is_refused != b.is_refused ? b.is_refused : outranks(a, b);
  });
  const auto is_same_intent = [](const Evidence& a, const Evidence& b) { return a.intent == b.intent; };
  all.erase(std::unique(all.begin(), all.end(), is_same_intent), all.end());
  std::sort(all.begin(), all.end(), outranks);
}

std::string location_of(const config::Mark& mark, const config::BotDefinition& bot) {
  const auto file = static_cast<std::size_t>(mark.file);
  const std::string name = file < bot.files.size() ? bot.files[file].name : std::string();
  return name + ':' + std::to_string(mark.line) + ':' + std::to_string(mark.column);
}

}  // namespace parley::intents
