// Counts the requests of a server, for /metrics.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <utility>

namespace parley::server {

// Thread-safe.
class HttpMetrics {
 public:
  void count(const std::string& operation, int status);
  // Returns the counts in the text format of Prometheus.
  std::string text() const;

 private:
  mutable std::mutex mutex_;
  std::map<std::pair<std::string, int>, std::int64_t> requests_;
};

}  // namespace parley::server
