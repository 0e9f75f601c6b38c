// Token buckets: how often a key, a session or an address may send requests.
#pragma once

#include <list>
#include <mutex>
#include <string>
#include <unordered_map>

#include "parley/clock.h"

namespace parley::server {

// Holds the buckets that were used last. Thread-safe.
class RateLimits {
 public:
  explicit RateLimits(std::size_t most_buckets = 100'000) : most_(most_buckets) {}

  // Takes one token of the bucket `name`, which gets `per_second` tokens a second and holds at most `burst`. Returns
  // how many ms the caller must wait for a token; 0: it got one.
  TimeMs take(const std::string& name, double per_second, double burst, TimeMs now);
  // Takes one token even if none is there. The next take() waits for it too.
  void charge(const std::string& name, double per_second, double burst, TimeMs now);

 private:
  struct Bucket {
    std::string name;
    double tokens = 0;
    TimeMs at = 0;
  };
  // Returns the bucket with the tokens that it has now.
  Bucket& filled(const std::string& name, double per_second, double burst, TimeMs now);

  const std::size_t most_;
  std::mutex mutex_;
  std::list<Bucket> by_use_;  // the latest first
  std::unordered_map<std::string, std::list<Bucket>::iterator> buckets_;
};

}  // namespace parley::server
