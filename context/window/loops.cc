// Tested by tests/context/window/loops_test.cc.
#include <algorithm>

#include "base/hash.h"
#include "parley/context.h"

namespace parley {
namespace {

// Parses and reserialises the arguments, so that formatting makes no difference.
std::string fingerprint_of_call(const Message& call) {
  const auto arguments = Value::parse(call.text);
  const std::string text = arguments ? arguments->to_json() : call.text;
  return base::fingerprint(Value(Value::Array{call.details.tool, text}).to_json());
}

// Trail holds the fingerprints of the newest messages of one role, newest first. For calls, it also holds the names of
// the tools.
struct Trail {
  std::vector<std::string> prints;
  std::vector<std::string> tools;
};

Trail trail_of(const std::vector<Message>& messages, Role role, std::size_t most) {
  Trail trail;
  for (auto message = messages.rbegin(); message != messages.rend() && trail.prints.size() < most; ++message) {
    if (message->role != role) continue;
    trail.prints.push_back(role == Role::kCall ? fingerprint_of_call(*message) : base::fingerprint(message->text));
    if (role == Role::kCall) trail.tools.push_back(message->details.tool);
  }
  return trail;
}

// Returns how often the newest `length` fingerprints repeat in a row.
std::size_t rounds(const std::vector<std::string>& prints, std::size_t length) {
  std::size_t same = length;
  while (same < prints.size() && prints[same] == prints[same - length]) ++same;
  return same / length;
}

std::optional<Loop> loop_in(const Trail& trail, const LoopOptions& options) {
  for (std::size_t length = 1; length <= static_cast<std::size_t>(options.max_cycle); ++length) {
    if (trail.prints.size() < length) break;
    const std::size_t times = rounds(trail.prints, length);
    if (times < static_cast<std::size_t>(options.threshold)) continue;
    Loop loop{static_cast<std::int64_t>(times), trail.tools, static_cast<std::int64_t>(length)};
    loop.calls.resize(std::min(loop.calls.size(), length));
    std::reverse(loop.calls.begin(), loop.calls.end());
    return loop;
  }
  return {};
}

}  // namespace

std::optional<Loop> find_loop(const std::vector<Message>& messages, const LoopOptions& options) {
  constexpr std::size_t kRoundsCounted = 20;
  if (options.threshold < 2 || options.max_cycle < 1) return {};
  const std::size_t most = static_cast<std::size_t>(options.max_cycle) *
                           std::max(kRoundsCounted, static_cast<std::size_t>(options.threshold));
  for (const Role role : {Role::kCall, Role::kAssistant}) {
    if (auto loop = loop_in(trail_of(messages, role, most), options)) return loop;
  }
  return {};
}

}  // namespace parley
