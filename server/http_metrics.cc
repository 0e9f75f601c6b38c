// Tested by tests/server/operation_test.
#include "server/http_metrics.h"

namespace parley::server {

void HttpMetrics::count(const std::string& operation, int status) {
  const std::lock_guard lock(mutex_);
  ++requests_[{operation, status}];
}

std::string HttpMetrics::text() const {
  std::string out =
      "# HELP parley_http_requests_total Requests by operation and status\n"
      "# TYPE parley_http_requests_total counter\n";
  const std::lock_guard lock(mutex_);
  for (const auto& [key, count] : requests_) {
    out += "parley_http_requests_total{operation=\"" + key.first + "\",status=\"" + std::to_string(key.second) +
           "\"} " + std::to_string(count) + "\n";
  }
  return out;
}

}  // namespace parley::server
