#include "tools/http_caller.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "tools/action_request.h"
#include "tools/response_reader.h"
#include "tools/webhook_signature.h"

namespace parley::tools {
namespace {

using Protocol = config::HttpTool::Protocol;

constexpr std::chrono::milliseconds kDefaultTime = std::chrono::seconds(5);

// The server has not processed the request, and says when to send it again.
bool is_postponed(const base::HttpAnswer& answer) {
  return answer.status == 425 || answer.status == 429 || (answer.status == 503 && answer.retry_after_ms);
}

bool is_temporary(long status) { return status == 409 || status >= 500; }

}  // namespace

HttpCaller::HttpCaller(config::HttpTool definition, bool is_idempotent, base::HttpClient client, Secrets secrets,
                       std::shared_ptr<Clock> clock)
    : definition_(std::move(definition)),
      is_repeatable_(is_idempotent || definition_.method == "GET"),
      client_(std::move(client)),
      secrets_(std::move(secrets)),
      clock_(std::move(clock)) {}

ToolOutcome HttpCaller::run(const ToolCall& call) const {
  auto request = request_of(call);
  if (!request) return ToolOutcome::failed(request.error().message);
  const TimeMs end = clock_->now() + (call.timeout.count() > 0 ? call.timeout : kDefaultTime).count();
  TimeMs pause = definition_.backoff;
  for (int attempt = 1;; ++attempt) {
    const auto answer = client_.send(*request, std::chrono::milliseconds(end - clock_->now()));
    const bool is_last = attempt >= definition_.attempts || !is_worth_retrying(answer);
    const TimeMs wait = answer && answer->retry_after_ms ? std::max(pause, *answer->retry_after_ms) : pause;
    if (is_last || clock_->now() + wait >= end) return outcome_of(answer, call);
    clock_->sleep_for(std::chrono::milliseconds(wait));
    pause *= 2;
  }
}

Result<base::HttpRequest> HttpCaller::request_of(const ToolCall& call) const {
  const bool is_action = definition_.protocol == Protocol::kRasaAction;
  auto request =
      is_action ? build_action_request(definition_, call, secrets_) : build_request(definition_, call, secrets_);
  if (!request) return request;
  request->is_repeatable = is_repeatable_;
  if (!call.trace_parent.empty()) request->headers.push_back("traceparent: " + call.trace_parent);
  if (definition_.sign.value.empty()) return request;
  const auto key = parse_signing_key(secrets_.at(definition_.sign.value));
  for (std::string& line : signature_headers(*key, call.idempotency_key, clock_->now(), request->body.value_or(""))) {
    request->headers.push_back(std::move(line));
  }
  return request;
}

bool HttpCaller::is_worth_retrying(const Result<base::HttpAnswer>& answer) const {
  if (!answer) return is_repeatable_ && answer.error().code != ErrorCode::kLimitExceeded;
  if (is_expected_error(definition_, *answer)) return false;
  return is_postponed(*answer) || (is_repeatable_ && is_temporary(answer->status));
}

ToolOutcome HttpCaller::outcome_of(const Result<base::HttpAnswer>& answer, const ToolCall& call) const {
  if (!answer) return ToolOutcome::failed(answer.error().message);
  const bool is_action = definition_.protocol == Protocol::kRasaAction;
  return is_action ? read_action_response(definition_, *answer, call) : read_response(definition_, *answer);
}

}  // namespace parley::tools
