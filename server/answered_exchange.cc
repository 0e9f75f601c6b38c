#include "server/answered_exchange.h"

#include <algorithm>
#include <utility>

#include "server/secrets.h"

namespace parley::server {
namespace {

constexpr const char* kRequestId = "X-Request-Id";

}  // namespace

AnsweredExchange::AnsweredExchange(std::shared_ptr<Exchange> inner, HttpMetrics& metrics,
                                   std::shared_ptr<AccessLog> log, TimeMs now)
    : inner_(std::move(inner)), metrics_(metrics), log_(std::move(log)), arrived_at_(now) {}

AnsweredExchange::~AnsweredExchange() {
  if (is_stream_) log_answer();
}

void AnsweredExchange::respond(HttpResponse response) {
  if (is_answered_.exchange(true)) return;
  response = with_headers(std::move(response));
  const bool has_body = request().method != "HEAD" && response.status != 204 && response.status != 304;
  bytes_ = has_body ? static_cast<std::int64_t>(response.body.size()) : 0;
  metrics_.count(operation, response.status);
  log_answer();
  inner_->respond(std::move(response));
}

void AnsweredExchange::begin_stream(HttpResponse head) {
  if (is_answered_.exchange(true)) return;
  head = with_headers(std::move(head));
  is_stream_ = true;
  metrics_.count(operation, head.status);
  inner_->begin_stream(std::move(head));
}

bool AnsweredExchange::write(std::string part) {
  const auto size = static_cast<std::int64_t>(part.size());
  if (!inner_->write(std::move(part))) return false;
  bytes_ += size;
  return true;
}

// A problem has its id already.
HttpResponse AnsweredExchange::with_headers(HttpResponse response) {
  status_ = response.status;
  const auto named = std::find_if(response.headers.begin(), response.headers.end(),
                                  [](const auto& header) { return header.first == kRequestId; });
  if (named == response.headers.end()) {
    response.headers.emplace_back(kRequestId, random_uuid());
    request_id_ = response.headers.back().second;
  } else {
    request_id_ = named->second;
  }
  if (!allowed_origin.empty()) {
    response.headers.emplace_back("Access-Control-Allow-Origin", allowed_origin);
    response.headers.emplace_back("Access-Control-Expose-Headers",
                                  "Idempotency-Replayed, Retry-After, Mcp-Session-Id, X-Request-Id");
    response.headers.emplace_back("Vary", "Origin");
  }
  return response;
}

void AnsweredExchange::log_answer() const {
  if (!log_) return;
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begun_;
  log_->add({arrived_at_, request().method, route, operation, status_, bytes_, took.count(), key, request_id_,
             request().peer, is_clear});
}

}  // namespace parley::server
