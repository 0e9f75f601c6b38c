// linear_check OUT [BYTES [EVERY]]: compares the instructions that hostile messages take with those of messages twice
// as long, BYTES (1,024) and twice that. Reads one recipe of EVERY (1). Run by scripts/check_linear under callgrind,
// which writes its counts to OUT.1, OUT.2 and so on. Prints each recipe that grows to more than 2.2 times; the exit
// code is 1 when there is one.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <valgrind/callgrind.h>

#include "config/definition.h"
#include "parley/catalog.h"
#include "privacy/detectors.h"
#include "tests/support/bot_of_every_type.h"
#include "tests/support/hostile_messages.h"

namespace {

constexpr double kMostGrowth = 2.2;
constexpr std::uint64_t kFixed = 200'000;  // instructions that do not depend on the length

std::uint64_t counted(const std::string& file) {
  std::ifstream dump(file);
  std::uint64_t total = 0;
  for (std::string line; std::getline(dump, line);) {
    if (line.rfind("totals: ", 0) == 0) total = std::strtoull(line.c_str() + 8, nullptr, 10);
  }
  std::filesystem::remove(file);
  return total;
}

class Counter {
 public:
  explicit Counter(std::string out) : out_(std::move(out)) {}

  template <class Read>
  std::uint64_t instructions_of(const Read& read) {
    read();  // what is built when first needed
    CALLGRIND_ZERO_STATS;
    CALLGRIND_START_INSTRUMENTATION;
    read();
    CALLGRIND_STOP_INSTRUMENTATION;
    CALLGRIND_DUMP_STATS;
    return counted(out_ + "." + std::to_string(++dumps_));
  }

 private:
  std::string out_;
  int dumps_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const std::size_t bytes = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1024;
  const std::size_t every = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 1;
  const auto bot =
      parley::Catalog::parse(parley::bot_of_every_type(parley::config::built_in_types()), "every-type.yaml");
  if (!bot) return 2;
  const std::vector<std::string> params = (*bot)->params("all");
  Counter counter(argv[1]);
  const std::vector<parley::HostileMessage> all = parley::hostile_messages();
  std::size_t looked_at = 0, found = 0;
  for (std::size_t i = 0; i < all.size(); i += every) {
    parley::NluContext nlu_context;
    if (i % 3 != 0) nlu_context.intent = "all";
    if (i % 3 == 1) nlu_context.waiting_for_param = params[i % params.size()];
    if (i % 3 == 2) nlu_context.filled = params;
    nlu_context.confirming = i % 3 == 2;
    const auto instructions = [&](std::size_t size) {
      const std::string message = message_of(all[i], size);
      return counter.instructions_of([&] {
        (void)(*bot)->understand(message, nlu_context);
        (void)parley::privacy::detect(message, parley::privacy::PrivateTypes::all());
      });
    };
    const std::uint64_t once = instructions(bytes), twice = instructions(2 * bytes);
    ++looked_at;
    if (once == 0) return std::fprintf(stderr, "linear_check: no counts; run it by scripts/check_linear\n"), 2;
    if (static_cast<double>(twice) <= kMostGrowth * static_cast<double>(once) + kFixed) continue;
    ++found;
    std::printf("%.2f times: '%s' behind '%s', state %zu (%llu and %llu)\n",
                static_cast<double>(twice) / static_cast<double>(once), all[i].piece.c_str(), all[i].head.c_str(),
                i % 3, static_cast<unsigned long long>(once), static_cast<unsigned long long>(twice));
    std::fflush(stdout);
  }
  std::printf("%zu recipes, %zu grow to more than %.1f times\n", looked_at, found, kMostGrowth);
  return found == 0 ? 0 : 1;
}
