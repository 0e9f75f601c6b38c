// Tested by tests/memory/item_names_test.cc.
#include "memory/item_names.h"

#include <algorithm>

namespace parley::memory {
namespace {

bool begins(std::string_view text, std::string_view with) { return text.substr(0, with.size()) == with; }

// Matches "summary" and "summary:7".
bool is_numbered(std::string_view name, std::string_view plain) {
  if (!begins(name, plain)) return false;
  name.remove_prefix(plain.size());
  if (name.empty()) return true;
  if (name.front() != ':') return false;
  name.remove_prefix(1);
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

ItemKind kind_of_item(std::string_view name) {
  if (is_numbered(name, kSummaryItem)) return ItemKind::kSummary;
  if (is_numbered(name, kTopicsItem)) return ItemKind::kTopics;
  if (begins(name, kPackItem)) return ItemKind::kPack;
  if (begins(name, kArtifactItem)) return ItemKind::kArtifact;
  if (begins(name, kHeirItem)) return ItemKind::kHeir;
  return ItemKind::kOther;
}

bool is_of_ended_conversation(std::string_view name, const SessionState& state) {
  // The part after the prefix of a pack or an artifact contains no colon.
  const auto differs = [&](const std::string& prefix) {
    return !begins(name, prefix) || name.find(':', prefix.size()) != std::string_view::npos;
  };
  switch (kind_of_item(name)) {
    case ItemKind::kSummary: return name != summary_item(state);
    case ItemKind::kTopics: return name != topics_item(state);
    case ItemKind::kPack: return differs(pack_prefix(state));
    case ItemKind::kArtifact: return differs(artifact_prefix(state));
    case ItemKind::kHeir:
    case ItemKind::kOther: return false;
  }
  return false;
}

}  // namespace parley::memory
