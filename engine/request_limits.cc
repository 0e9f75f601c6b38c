// Tested by tests/engine/value_limits_test.cc.
#include "engine/request_limits.h"

#include <algorithm>
#include <string>

#include "base/nesting.h"
#include "base/text.h"
#include "base/trace_parent.h"
#include "engine/session_write.h"
#include "engine/value_limits.h"
#include "intents/acts_of.h"
#include "memory/codec.h"

namespace parley::engine {
namespace {

constexpr std::size_t kMaxUserBytes = 512;
constexpr std::size_t kMaxFiles = 100;
constexpr std::size_t kMaxAuthorBytes = 128;
constexpr std::size_t kMostActs = 100;

// Limits the depth, because later code visits values recursively. parse_request() has checked the values that it read,
// but a caller can also build a Request directly.
Result<void> check_nesting(const Request& request) {
  const auto is_too_deep = [](const Value& value) { return base::is_nested_deeper(value); };
  const auto any_is = [&](const auto& params) {
    return std::any_of(params.begin(), params.end(), [&](const auto& param) { return is_too_deep(param.second); });
  };
  const char* what = nullptr;
  if (is_too_deep(request.context)) what = "'context'";
  if (any_is(request.details.metadata)) what = "'metadata'";
  if (const auto* own = std::get_if<NluResult>(&request.input)) {
    bool is_deep = any_is(own->params) || std::any_of(own->ambiguous.begin(), own->ambiguous.end(), any_is);
    for (const NluResult::FurtherIntent& further : own->further) {
      is_deep =
          is_deep || any_is(further.params) || std::any_of(further.ambiguous.begin(), further.ambiguous.end(), any_is);
    }
    if (is_deep) what = "'params'";
    for (const DialogAct& act : own->acts) {
      visit_values(act, [&](const ParamValue& value) {
        if (is_too_deep(value.value)) what = "'understanding.acts'";
      });
    }
  }
  if (const auto* write = std::get_if<SessionWrite>(&request.input)) {
    bool is_deep = any_is(write->params) || any_is(write->metadata);
    for (const SessionWrite::Text& message : write->messages) is_deep = is_deep || any_is(message.details.metadata);
    if (is_deep) what = "'write'";
  }
  if (const auto* result = std::get_if<ToolResult>(&request.input); result && is_too_deep(result->outcome.data)) {
    what = "'tool_result'";
  }
  if (!what) return {};
  return Unexpected(ErrorCode::kLimitExceeded,
                    std::string(what) + " is nested deeper than " + std::to_string(base::kMostLevels) + " levels");
}

}  // namespace

Result<void> check_details(const MessageDetails& details, const Limits& limits) {
  if (details == MessageDetails()) return {};
  if (!details.call_id.empty() || details.files.size() > kMaxFiles) {
    return Unexpected(ErrorCode::kInvalidRequest,
                      "a message comes with at most " + std::to_string(kMaxFiles) + " files, and without a call_id");
  }
  if (details.author.size() > kMaxAuthorBytes) {
    return Unexpected(ErrorCode::kInvalidRequest,
                      "'author' is longer than " + std::to_string(kMaxAuthorBytes) + " bytes");
  }
  if (memory::details_json(details).size() > limits.max_context_bytes) {
    return Unexpected(ErrorCode::kLimitExceeded, "the details of the message are longer than " +
                                                     std::to_string(limits.max_context_bytes) +
                                                     " bytes (Limits::max_context_bytes)");
  }
  return {};
}

Result<void> check_request(const Request& request, const Limits& limits, const config::BotDefinition& bot) {
  if (!request.continuation_id.empty()) {
    if (!request.session.empty()) {
      return Unexpected(ErrorCode::kInvalidRequest, "a request names a 'session' or a 'continuation_id', not both");
    }
    if (!base::is_id(request.continuation_id)) {
      return Unexpected(ErrorCode::kInvalidRequest,
                        "'continuation_id' must be 1 to 128 characters out of [A-Za-z0-9._:@+-]");
    }
  } else if (!base::is_id(request.session)) {
    return Unexpected(ErrorCode::kInvalidRequest, "'session' must be 1 to 128 characters out of [A-Za-z0-9._:@+-]");
  }
  if (!request.id.empty() && !base::is_id(request.id)) {
    return Unexpected(ErrorCode::kInvalidRequest, "'id' must be 1 to 128 characters out of [A-Za-z0-9._:@+-]");
  }
  if (const auto* text = std::get_if<std::string>(&request.input); text && text->size() > limits.max_message_bytes) {
    return Unexpected(ErrorCode::kMessageTooLong, "'text' is longer than " + std::to_string(limits.max_message_bytes) +
                                                      " bytes (Limits::max_message_bytes)");
  }
  const auto* own = std::get_if<NluResult>(&request.input);
  if (own && own->acts.size() > kMostActs) {
    return Unexpected(ErrorCode::kLimitExceeded,
                      "'understanding.acts' has more than " + std::to_string(kMostActs) + " acts");
  }
  if (auto good = check_nesting(request); !good) return good;
  const auto* event = std::get_if<SessionEvent>(&request.input);
  if (request.resume && (!event || *event != SessionEvent::kGiveBack)) {
    return Unexpected(ErrorCode::kInvalidRequest, "'resume' is only for the event 'give_back'");
  }
  if (!request.details.author.empty()) {
    return Unexpected(ErrorCode::kInvalidRequest, "'author' is for the messages of a 'write'");
  }
  if (request.user.size() > kMaxUserBytes) {
    return Unexpected(ErrorCode::kInvalidRequest, "'user' is longer than " + std::to_string(kMaxUserBytes) + " bytes");
  }
  if (!request.trace_parent.empty() && !is_trace_parent(request.trace_parent)) {
    return Unexpected(ErrorCode::kInvalidRequest,
                      "'traceparent' must have the form of W3C Trace Context: "
                      "00-, 32 lower hex digits, -, 16 lower hex digits, -, 2 lower hex digits");
  }
  if (auto good = check_details(request.details, limits); !good) return good;
  if (const auto* write = std::get_if<SessionWrite>(&request.input)) {
    if (auto good = check_write(*write, limits); !good) return good;
  }
  if (auto good = check_values(request, limits, bot); !good) return good;
  if (request.context.is_null()) return {};
  if (!request.context.if_object()) return Unexpected(ErrorCode::kInvalidRequest, "'context' must be an object");
  if (request.context.to_json().size() > limits.max_context_bytes) {
    return Unexpected(
        ErrorCode::kLimitExceeded,
        "'context' is longer than " + std::to_string(limits.max_context_bytes) + " bytes (Limits::max_context_bytes)");
  }
  return {};
}

}  // namespace parley::engine

namespace parley {

bool is_trace_parent(std::string_view text) { return base::parse_trace_parent(text).has_value(); }

}  // namespace parley
