// Tests hostile files. The reader refuses each file quickly because of a limit. A missing limit would make the test
// slow.
#include <catch2/catch.hpp>

#include "reader_harness.h"

namespace parley::config {
namespace {

std::string repeat(const std::string& piece, std::size_t times) {
  std::string out;
  out.reserve(piece.size() * times);
  for (std::size_t i = 0; i < times; ++i) out += piece;
  return out;
}

std::string many_keys(std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += "k" + std::to_string(i) + ": 1\n";
  return out;
}

// Returns for example: a: &a [x, x, ...], b: &b [*a, *a, ...], ...
std::string alias_fan_out(int levels, int width) {
  std::string out = "l0: &l0 [" + repeat("x, ", static_cast<std::size_t>(width)) + "]\n";
  for (int i = 1; i < levels; ++i) {
    const std::string level = std::to_string(i);
    out += "l" + level + ": &l" + level + " [" +
           repeat("*l" + std::to_string(i - 1) + ", ", static_cast<std::size_t>(width)) + "]\n";
  }
  return out;
}

std::string deeper_each_line(std::size_t lines) {
  std::string out;
  for (std::size_t i = 0; i < lines; ++i) out += std::string(i, ' ') + "a:\n";
  return out;
}

struct Hostile {
  std::string name;
  std::string text;
  std::string code;
};

TEST_CASE("Hostile files are refused") {
  const Hostile table[] = {
      {"alias fan-out", alias_fan_out(9, 9), "E106"},
      {"an alias of itself", "a: &a [*a]\n", "E106"},
      {"100,000 brackets", repeat("[", 100'000), "E109"},
      {"100,000 brackets, many lines", repeat("[\n", 100'000), "E109"},
      {"100,000 braces, many lines", repeat("{a:\n", 100'000), "E109"},
      {"60,000 brackets on a line", repeat("[", 60'000), "E110"},
      {"60,000 dashes", repeat("- ", 30'000), "E110"},
      {"60,000 question marks", repeat("? ", 30'000), "E110"},
      {"indentation", deeper_each_line(1'500), "E110"},
      {"a text of 10 MB", "a: " + std::string(10'000'000, 'x'), "E109"},
      {"a text of 10 MB, many lines", "a: |\n" + repeat("  " + std::string(998, 'x') + "\n", 10'000), "E109"},
      {"a line of 100 kB", "a: b\nc: " + std::string(100'000, 'x'), "E109"},
      {"a million keys", many_keys(1'000'000), "E109"},
      {"300,000 keys", many_keys(300'000), "E111"},
      {"300,000 values", repeat("- [x, x, x, x, x, x, x, x, x, x]\n", 30'000), "E111"},
      {"a million empty lines", std::string(1'000'000, '\n'), "E109"},
      {"one key, 90,000 times", repeat("k: 1\n", 90'000), "E105"},
      {"NUL", std::string("a: b\0c\n", 7), "E102"},
      {"UTF-16",
       std::string("\xFF\xFE"
                   "a\0:\0",
                   6),
       "E101"},
      {"an indentation that was never begun", "!\n: |\nb\n>\n|\n  !\n>", "E107"},
  };
  for (const auto& [name, text, code] : table) {
    INFO(name);
    const DocumentReading reading = read_text(text);
    REQUIRE(!reading.diagnostics.empty());
    CHECK(reading.diagnostics.front().code == code);
  }
}

TEST_CASE("Limits are exactly as documented") {
  DocumentLimits limits;
  limits.max_bytes = 20;
  CHECK(read_text("a: " + std::string(17, 'x'), limits).has_tree);
  CHECK(!read_text("a: " + std::string(18, 'x'), limits).has_tree);

  limits = {};
  limits.max_ahead = 10'000;  // more than the few kB that the parser always reads ahead
  CHECK(read_text(repeat("- " + std::string(5'000, 'x') + "\n", 10), limits).has_tree);
  CHECK(brief(read_text("- a\n- " + std::string(20'000, 'x'), limits).diagnostics) ==
        std::vector<std::string>{"2:3 E109"});

  limits = {};
  limits.max_depth = 3;
  CHECK(read_text("[[[a]]]", limits).has_tree);
  CHECK(brief(read_text("[[[[a]]]]", limits).diagnostics) == std::vector<std::string>{"1:4 E110"});

  limits = {};
  limits.max_nodes = 4;  // the list and its three items; keys also count as nodes
  CHECK(read_text("[a, b, c]", limits).has_tree);
  CHECK(brief(read_text("[a, b, c, d]", limits).diagnostics) == std::vector<std::string>{"1:11 E111"});
  CHECK(brief(read_text("{a: 1, b: 2}", limits).diagnostics) == std::vector<std::string>{"1:11 E111"});
}

TEST_CASE("A file with very many mistakes is read in bounded time") {
  std::string bot = "parley: 1\nbot: {id: shop}\nintents:\n";
  for (int i = 0; i < 3'000; ++i) bot += "  - {idd: x" + std::to_string(i) + ", steps: [{tool: nowhere}]}\n";
  CHECK(read(bot).diagnostics.size() == 1'000);
}

}  // namespace
}  // namespace parley::config
