// The load of the store benchmarks: turns in random sessions, each timed separately.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace load {

inline std::string session_name(std::size_t number) {
  // Names look like hashes, so they do not sort in order of creation.
  std::uint64_t hash = (number + 1) * 0x9E3779B97F4A7C15u;
  hash ^= hash >> 31;
  hash *= 0xD6E8FEB86659FD93u;
  char name[40];
  std::snprintf(name, sizeof name, "%016llx-%016llx", static_cast<unsigned long long>(hash),
                static_cast<unsigned long long>(hash * 0x2545F4914F6CDD1Du));
  return name;
}

inline std::string message_id(std::size_t turn) {
  const std::string name = session_name(turn + 0x5DEECE66D);
  return name.substr(0, 16) + name.substr(17);
}

// Order selects the session of each turn. Every run has the same order.
class Order {
 public:
  explicit Order(std::size_t sessions) : sessions_(sessions) {}
  std::size_t next() {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::size_t>(state_ >> 33) % sessions_;
  }

 private:
  std::size_t sessions_;
  std::uint64_t state_ = 42;
};

class Timings {
 public:
  // Measures work that consists of a number of turns.
  template <class WorkBudget>
  void time(WorkBudget work, std::size_t turns = 1) {
    const auto start = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - start;
    us_.push_back(took.count() / static_cast<double>(turns));
    total_us_ += took.count();
    turns_ += turns;
  }

  double total_us() const { return total_us_; }
  double per_second() const { return total_us_ == 0 ? 0 : 1e6 * static_cast<double>(turns_) / total_us_; }

  // Returns a quantile of the time per turn, in microseconds.
  double at(double share) const {
    std::vector<double> sorted = us_;
    std::sort(sorted.begin(), sorted.end());
    return sorted.empty() ? 0 : sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
  }

  std::string json() const {
    char text[200];
    std::snprintf(text, sizeof text,
                  "{\"turns\":%zu,\"turns_per_s\":%.0f,\"us\":{\"p50\":%.1f,\"p99\":%.1f,\"max\":%.0f}}", turns_,
                  per_second(), at(0.5), at(0.99), at(1));
    return text;
  }

 private:
  std::vector<double> us_;
  double total_us_ = 0;
  std::size_t turns_ = 0;
};

}  // namespace load
