// The size of the torture tests, which is small by default. PARLEY_TORTURE=N in the environment multiplies each size by
// N, but a size never exceeds its size for a release. 100 reaches the release size of every test; 0.1 runs a tenth of
// the default.
//
// A terminal shows the progress. The result is one line per test.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include <unistd.h>

namespace parley::torture {

inline int scaled(int usual, int at_release) {
  const char* asked = std::getenv("PARLEY_TORTURE");
  const double factor = std::clamp(asked ? std::atof(asked) : 1.0, 0.01, 1e6);
  return static_cast<int>(std::clamp<double>(usual * factor, 1, at_release));
}

class Progress {
 public:
  Progress(std::string what, std::int64_t total) : what_(std::move(what)), total_(total) {}
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void at(std::int64_t done) {
    if (!shown_ || seconds() < next_) return;
    next_ = seconds() + 0.2;
    std::fprintf(stderr, "\r%s: %lld of %lld, %.0f s ", what_.c_str(), static_cast<long long>(done),
                 static_cast<long long>(total_), seconds());
  }

  void figures(const std::string& text) {
    clear();
    std::printf("%s: %s, %.1f s\n", what_.c_str(), text.c_str(), seconds());
    std::fflush(stdout);
  }

  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count(); }

 private:
  void clear() const {
    if (shown_ && next_ > 0) std::fprintf(stderr, "\r\033[K");
  }

  std::string what_;
  std::int64_t total_;
  bool shown_ = ::isatty(STDERR_FILENO) == 1;
  double next_ = 0;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

inline std::string count_of(std::int64_t count, const std::string& what) { return std::to_string(count) + " " + what; }

}  // namespace parley::torture
