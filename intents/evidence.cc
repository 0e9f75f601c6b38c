// Tested by tests/intents/precedence_test.cc.
#include "intents/evidence.h"

#include <algorithm>

namespace parley::intents {
namespace {

bool comes_before(const config::Mark& a, const config::Mark& b) {
  return a.file != b.file ? a.file < b.file : a.offset < b.offset;
}

// An example that a template of the same intent matches too says the slots of the template. The template then counts as
// much as the example.
void fill_examples(std::vector<Evidence>& all) {
  using Kind = Evidence::Kind;
  const auto is_filled = [&](const Evidence& example) {
    if (example.kind != Kind::kExample) return false;
    Evidence* best = nullptr;
    for (Evidence& one : all) {
      const bool fills = one.kind == Kind::kTemplate && one.intent == example.intent && !one.captured.empty();
      if (fills && (!best || outranks(one, *best))) best = &one;
    }
    if (!best) return false;
    best->begin = example.begin;
    best->end = example.end;
    best->wildcard_bytes = 0;
    return true;
  };
  const auto has = [&](Kind kind) {
    return std::any_of(all.begin(), all.end(), [&](const Evidence& one) { return one.kind == kind; });
  };
  if (!has(Kind::kExample) || !has(Kind::kTemplate)) return;
  std::vector<char> are_filled;
  for (const Evidence& one : all) are_filled.push_back(is_filled(one) ? 1 : 0);
  std::size_t index = 0;
  std::erase_if(all, [&](const Evidence&) { return are_filled[index++] != 0; });
}

// A rule that matches words which the message denies counts if another match of its intent is said.
void keep_said(std::vector<Evidence>& all) {
  for (Evidence& one : all) {
    one.is_denied = one.is_denied && std::none_of(all.begin(), all.end(), [&](const Evidence& other) {
                      return other.intent == one.intent && !other.is_denied && !other.is_refused;
                    });
  }
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
  fill_examples(all);
  keep_said(all);
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
