// tokens_bench [FILE]: measures how fast tokens are estimated and counted exactly. FILE has one text per line. Default:
// benchmarks/tokens/held_out.tsv in the working folder. Prints the time to create a counter and its memory. Prints
// counts per second and MB per second, for single lines and for all lines as one text. Then counts runs of one letter,
// whose time per byte must not depend on their length.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include <sys/resource.h>

#include "parley/tokens.h"

namespace {

using namespace parley;
using SteadyClock = std::chrono::steady_clock;

double seconds_since(SteadyClock::time_point start) {
  return std::chrono::duration<double>(SteadyClock::now() - start).count();
}

double peak_mb() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

void measure(const char* what, const TokenCounter& counter, const std::vector<std::string>& texts) {
  constexpr double kSeconds = 1;
  const auto start = SteadyClock::now();
  std::int64_t counts = 0, tokens = 0;
  std::size_t bytes = 0;
  while (seconds_since(start) < kSeconds) {
    for (const std::string& text : texts) {
      tokens += counter(text);
      bytes += text.size();
      ++counts;
    }
  }
  const double took = seconds_since(start);
  std::printf("  %-24s %10.0f counts/s %8.1f MB/s %10.0f tokens/s\n", what, static_cast<double>(counts) / took,
              static_cast<double>(bytes) / took / 1e6, static_cast<double>(tokens) / took);
}

}  // namespace

int main(int argc, char** argv) {
  std::ifstream file(argc > 1 ? argv[1] : "benchmarks/tokens/held_out.tsv");
  std::vector<std::string> lines;
  std::string all;
  for (std::string line; std::getline(file, line);) {
    all += line + "\n";
    lines.push_back(line);
  }
  if (lines.empty()) return std::fprintf(stderr, "no texts to count\n"), 1;

  std::printf("estimate\n");
  measure("by line", estimate_tokens, lines);
  measure("as one text", estimate_tokens, {all});
  for (const Encoding encoding : {Encoding::kCl100kBase, Encoding::kO200kBase}) {
    const double before = peak_mb();
    const auto start = SteadyClock::now();
    const auto counter = create_token_counter(encoding);
    const double took = seconds_since(start);
    if (!counter) return std::fprintf(stderr, "%s\n", counter.error().message.c_str()), 1;
    std::printf("%s: made in %.1f ms, %.1f MB\n", to_string(encoding), took * 1e3, peak_mb() - before);
    measure("by line", *counter, lines);
    measure("as one text", *counter, {all});
    for (const std::size_t length : {1'000, 10'000, 100'000, 1'000'000}) {
      const std::string what = "a run of " + std::to_string(length);
      measure(what.c_str(), *counter, {std::string(length, 'a')});
    }
  }
}
