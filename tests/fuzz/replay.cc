// fuzz_replay TARGET RUNS [FILE...]: runs the seeds of a target, or the FILEs, and RUNS mutations of them.
// fuzz_replay TARGET --write-seeds FOLDER: writes the seeds as files, for libFuzzer.
//
// Equal arguments always run equal inputs. When a signal kills the process, the input is left in fuzz-TARGET.input in
// the current folder. `fuzz_replay TARGET 0 fuzz-TARGET.input` runs it again.
#include <algorithm>
#include <array>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include <fcntl.h>
#include <unistd.h>

#include "tests/fuzz/target.h"

namespace {

using parley::fuzz::Target;

constexpr std::size_t kLongest = 64 * 1024;  // the maximum size of a mutation, unless its seed is longer

const std::array<const Target*, 13> kTargets = {
    &parley::fuzz::kBot,       &parley::fuzz::kLines,  &parley::fuzz::kMessages,      &parley::fuzz::kTemplates,
    &parley::fuzz::kImports,   &parley::fuzz::kKeys,   &parley::fuzz::kConversations, &parley::fuzz::kModels,
    &parley::fuzz::kDatabases, &parley::fuzz::kSealed, &parley::fuzz::kCache,         &parley::fuzz::kMcp,
    &parley::fuzz::kRequests};

class Dice {
 public:
  std::size_t below(std::size_t sides) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::size_t>(state_ >> 33) % std::max<std::size_t>(sides, 1);
  }

 private:
  std::uint64_t state_ = 1;
};

std::string mutated(const std::vector<std::string>& seeds, Dice& dice) {
  static constexpr const char* kPieces[] = {
      "{",   "}",  "[",   "]",    ": ",     "\n",       "\"",   "'",    "\\",
      "-1",  "0",  "1e9", "\x00", "\xFF",   "\xC2\xB2", "~",    "&a",   "*a",
      "<r>", "|",  ";",   "\t",   "null",   "true",     "[[[[", "{{{{", "9999999999999999999",
      "!!",  "- ", "#",   "\r\n", "\u202e", "?"};
  std::string input = seeds[dice.below(seeds.size())];
  const std::size_t most = std::max(input.size(), kLongest);
  for (std::size_t change = 0, changes = 1 + dice.below(4); change < changes; ++change) {
    const std::size_t at = dice.below(input.size() + 1);
    const std::size_t length = std::min(1 + dice.below(1U << dice.below(8)), input.size() - at);
    switch (dice.below(7)) {
      case 0:
        if (at < input.size()) input[at] = static_cast<char>(input[at] ^ (1 << dice.below(8)));
        break;
      case 1: input.erase(at, length); break;
      case 2: input.insert(at, kPieces[dice.below(std::size(kPieces))]); break;
      case 3: input.insert(at, input.substr(dice.below(input.size() + 1), length)); break;
      case 4: {
        const std::string piece = input.substr(at, length);
        for (std::size_t i = dice.below(64); i > 0 && input.size() < most; --i) input.insert(at, piece);
        break;
      }
      case 5: {
        const std::string& other = seeds[dice.below(seeds.size())];
        input.insert(at, other.substr(dice.below(other.size() + 1), 1 + dice.below(200)));
        break;
      }
      case 6:
        if (at < input.size()) input[at] = static_cast<char>(dice.below(256));
        break;
    }
  }
  input.resize(std::min(input.size(), most));
  return input;
}

// The input that runs now, for the signal handler. A signal handler may not access a std::string.
const char* running = nullptr;
std::size_t running_size = 0;
std::array<char, 64> left_at{};

extern "C" void leave_input(int signal) {
  const int file = open(left_at.data(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (file >= 0 && write(file, running, running_size) >= 0) close(file);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void run(const Target& target, const std::string& input) {
  running = input.data();
  running_size = input.size();
  target.run(input);
}

int write_seeds(const Target& target, const std::string& folder) {
  int number = 0;
  for (const std::string& seed : target.seeds()) {
    parley::fuzz::write_file(folder + "/seed-" + std::to_string(number++), seed);
  }
  std::printf("%s: %d seeds\n", target.name, number);
  return number > 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string name = argc > 1 ? argv[1] : "", runs = argc > 2 ? argv[2] : "";
  const auto target = std::find_if(kTargets.begin(), kTargets.end(), [&](const Target* t) { return t->name == name; });
  if (target == kTargets.end() || runs.empty()) {
    std::fprintf(stderr, "usage: fuzz_replay TARGET RUNS [FILE...] | TARGET --write-seeds FOLDER\n");
    return 2;
  }
  if (runs == "--write-seeds") return argc > 3 ? write_seeds(**target, argv[3]) : 2;
  std::snprintf(left_at.data(), left_at.size(), "fuzz-%s.input", (*target)->name);
  for (const int signal : {SIGSEGV, SIGABRT, SIGILL, SIGFPE, SIGBUS, SIGTRAP, SIGTERM})
    std::signal(signal, leave_input);

  std::vector<std::string> inputs;
  for (int i = 3; i < argc; ++i) {
    std::ifstream file(argv[i], std::ios::binary);
    inputs.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  if (inputs.empty()) inputs = (*target)->seeds();
  if (inputs.empty()) {
    std::fprintf(stderr, "%s: no seeds\n", (*target)->name);
    return 1;
  }
  for (const std::string& input : inputs) run(**target, input);
  Dice dice;
  const unsigned long count = std::strtoul(runs.c_str(), nullptr, 10);
  for (unsigned long i = 0; i < count; ++i) run(**target, mutated(inputs, dice));
  std::printf("%s: %zu seeds and %lu mutations\n", (*target)->name, inputs.size(), count);
}
