#include "server/rate_limits.h"

#include <algorithm>
#include <cmath>

namespace parley::server {

RateLimits::Bucket& RateLimits::filled(const std::string& name, double per_second, double burst, TimeMs now) {
  const auto found = buckets_.find(name);
  if (found == buckets_.end()) {
    if (by_use_.size() >= most_) {
      buckets_.erase(by_use_.back().name);
      by_use_.pop_back();
    }
    by_use_.push_front({name, burst, now});
    buckets_[name] = by_use_.begin();
  } else {
    by_use_.splice(by_use_.begin(), by_use_, found->second);
  }
  Bucket& bucket = by_use_.front();
  const double passed = static_cast<double>(std::max<TimeMs>(0, now - bucket.at)) / 1000;
  bucket.tokens = std::min(burst, bucket.tokens + passed * per_second);
  bucket.at = now;
  return bucket;
}

void RateLimits::charge(const std::string& name, double per_second, double burst, TimeMs now) {
  const std::lock_guard lock(mutex_);
  filled(name, per_second, burst, now).tokens -= 1;
}

TimeMs RateLimits::take(const std::string& name, double per_second, double burst, TimeMs now) {
  const std::lock_guard lock(mutex_);
  Bucket& bucket = filled(name, per_second, burst, now);
  if (bucket.tokens >= 1) {
    bucket.tokens -= 1;
    return 0;
  }
  return static_cast<TimeMs>(std::ceil((1 - bucket.tokens) / per_second * 1000));
}

}  // namespace parley::server
