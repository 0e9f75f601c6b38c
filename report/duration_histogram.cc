#include "report/duration_histogram.h"

#include <algorithm>
#include <bit>

namespace parley::report {
namespace {

constexpr std::int64_t kParts = 256;
constexpr std::int64_t kMaxDuration = std::int64_t{1} << 40;

// From 512 on, the nine leading bits of a duration determine the bucket.
int shift_of(std::int64_t duration) {
  return std::max(9, static_cast<int>(std::bit_width(static_cast<std::uint64_t>(duration)))) - 9;
}

std::size_t bucket_of(std::int64_t duration) {
  const int shift = shift_of(duration);
  return static_cast<std::size_t>(shift * kParts + (duration >> shift));
}

std::int64_t largest_in(std::size_t bucket) {
  const auto place = static_cast<std::int64_t>(bucket);
  if (place < 2 * kParts) return place;
  const std::int64_t shift = place / kParts - 1;
  return ((place - shift * kParts + 1) << shift) - 1;
}

}  // namespace

void DurationHistogram::add(std::int64_t microseconds) {
  const std::int64_t duration = std::clamp(microseconds, std::int64_t{0}, kMaxDuration);
  const std::size_t bucket = bucket_of(duration);
  if (bucket >= counts_.size()) counts_.resize(bucket + 1);
  ++counts_[bucket];
  ++count_;
  max_ = std::max(max_, duration);
}

std::int64_t DurationHistogram::percentile(std::int64_t per_cent) const {
  const std::int64_t rank = std::max<std::int64_t>(1, (count_ * per_cent + 99) / 100);
  std::int64_t seen = 0;
  for (std::size_t bucket = 0; bucket < counts_.size(); ++bucket) {
    seen += counts_[bucket];
    if (seen >= rank) return std::min(largest_in(bucket), max_);
  }
  return max_;
}

DurationFigures DurationHistogram::figures() const {
  if (count_ == 0) return {};
  return {count_, percentile(50), percentile(95), percentile(99), max_};
}

}  // namespace parley::report
