// Tested by tests/context/window/processors_test.cc.
#include "context/window/processors.h"

#include "base/hash.h"
#include "context/window/truncate.h"

namespace parley::context {
namespace {

constexpr const char* kArtifact = "artifact";

// Visits the results of past turns, newest first.
template <class Visit>
void visit_past_results(Entries& entries, const Visit& visit) {
  if (entries.empty()) return;
  const std::int64_t newest_turn = entries.back().message.turn;
  for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {
    if (entry->message.role == Role::kTool && entry->message.turn != newest_turn) visit(*entry);
  }
}

std::string preview(std::string_view text, const std::string& name, std::int64_t characters) {
  return shorten(text, static_cast<std::size_t>(characters)) + "\n[the whole result is kept as sha256:" + name + "]";
}

void put_aside(Entry& entry, const ContextOptions& options) {
  const std::string whole = entry.message.text;
  const std::string name = base::sha256(whole);
  Entry shorter = entry;
  if (!replace_text(shorter, preview(whole, name, options.offload_preview), options.counter)) return;
  if (!options.sink->put(name, whole)) return;
  entry = std::move(shorter);
  entry.message.details.metadata[kArtifact] =
      Value::Object{{"sha256", name}, {"bytes", static_cast<std::int64_t>(whole.size())}};
}

}  // namespace

void strip_reasoning(Entries& entries, const ContextOptions& options) {
  for (Entry& entry : entries) {
    if (entry.message.details.metadata.erase("reasoning") > 0) recount(entry, options.counter);
  }
}

void offload(Entries& entries, const ContextOptions& options) {
  std::int64_t newer = 0, could_go = 0;
  std::vector<Entry*> large;
  visit_past_results(entries, [&](Entry& entry) {
    const bool is_protected = newer < options.offload_protect;
    newer += entry.tokens;
    if (is_protected || entry.message.details.metadata.count(kArtifact) > 0) return;
    if (entry.message.text.size() <= static_cast<std::size_t>(options.offload_preview)) return;
    could_go += entry.tokens;
    large.push_back(&entry);
  });
  if (could_go < options.offload_start) return;
  for (Entry* entry : large) put_aside(*entry, options);
}

void trim_results(Entries& entries, const ContextOptions& options) {
  visit_past_results(entries, [&](Entry& entry) {
    if (entry.message.details.metadata.count(kArtifact) > 0) return;
    const auto limit = static_cast<std::size_t>(options.trim_results);
    replace_text(entry, shorten_keeping_json(entry.message.text, limit), options.counter);
  });
}

}  // namespace parley::context
