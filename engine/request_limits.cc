#include "engine/request_limits.h"

#include <string>

#include "memory/codec.h"

namespace parley::engine {
namespace {

constexpr std::size_t kMaxFiles = 100;

}  // namespace

Result<void> check_details(const MessageDetails& details, const Limits& limits) {
  if (details == MessageDetails()) return {};
  if (!details.call_id.empty() || details.files.size() > kMaxFiles) {
    return Unexpected(ErrorCode::kInvalidRequest,
                      "a message comes with at most " + std::to_string(kMaxFiles) + " files, and with no call's id");
  }
  if (memory::details_json(details).size() > limits.max_context_bytes) {
    return Unexpected(ErrorCode::kLimitExceeded, "what the message comes with is longer than " +
                                                     std::to_string(limits.max_context_bytes) +
                                                     " bytes (Limits::max_context_bytes)");
  }
  return {};
}

}  // namespace parley::engine
