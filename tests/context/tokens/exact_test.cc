// Compares exact counts with the counts of tiktoken in reference_counts.tsv, which scripts/token_tables writes.
#include <fstream>
#include <string>

#include <catch2/catch.hpp>

#include "parley/context.h"
#include "parley/tokens.h"
#include "parley/value.h"
#include "tests/torture/test_scale.h"

using namespace parley;

namespace {

struct Reference {
  std::int64_t cl100k = 0, o200k = 0;
  std::string text;
};

std::vector<Reference> references() {
  std::ifstream file(PARLEY_SOURCE_DIR "/tests/context/tokens/reference_counts.tsv");
  std::vector<Reference> all;
  for (std::string line; std::getline(file, line);) {
    const std::size_t first = line.find('\t'), second = line.find('\t', first + 1);
    const auto text = Value::parse(line.substr(second + 1));
    REQUIRE(text);
    all.push_back({std::stoll(line), std::stoll(line.substr(first + 1)), *text->if_string()});
  }
  return all;
}

const TokenCounter& counter(Encoding encoding) {
  static const TokenCounter cl100k = *create_token_counter(Encoding::kCl100kBase);
  static const TokenCounter o200k = *create_token_counter(Encoding::kO200kBase);
  return encoding == Encoding::kCl100kBase ? cl100k : o200k;
}

}  // namespace

TEST_CASE("F55: an exact counter gives the counts of the reference implementation") {
  const auto all = references();
  REQUIRE(all.size() > 600);
  std::string wrong;
  for (const Reference& each : all) {
    const std::int64_t cl100k = counter(Encoding::kCl100kBase)(each.text);
    const std::int64_t o200k = counter(Encoding::kO200kBase)(each.text);
    if (cl100k == each.cl100k && o200k == each.o200k) continue;
    wrong += Value(each.text).to_json() + ": " + std::to_string(cl100k) + ", " + std::to_string(o200k) + "\n";
  }
  CHECK(wrong == "");
}

TEST_CASE("F55: a malformed sequence counts as the character that replaces it in JSON") {
  for (const Encoding encoding : {Encoding::kCl100kBase, Encoding::kO200kBase}) {
    const TokenCounter& count = counter(encoding);
    INFO(to_string(encoding));
    CHECK(count("a\xFF z") == count("a\xEF\xBF\xBD z"));
    CHECK(count("a\xED\xA0\x80 z") == count("a\xEF\xBF\xBD z"));  // half of a surrogate pair
    CHECK(count("caf\xC3") == count("caf\xEF\xBF\xBD"));
    CHECK(count(std::string(3, '\0')) > 0);
  }
}

TEST_CASE("F55: the name of a special token counts as ordinary text") {
  for (const Encoding encoding : {Encoding::kCl100kBase, Encoding::kO200kBase}) {
    CHECK(counter(encoding)("<|endoftext|>") > 3);
  }
}

// An algorithm that inspects all pairs again after each merge would take hours.
TEST_CASE("F55: runs of a quarter of a million characters are counted") {
  const int runs = torture::scaled(340, 340);  // fewer under a sanitizer
  for (const std::string part : {"a", "A", " ", "\n", "=", "1", "ab", "\xE4\xB8\x80", "\xCC\x81"}) {
    INFO('"' << part << '"');
    const auto times = [&](int count) {
      std::string run;
      for (int i = 0; i < count; ++i) run += part;
      return run;
    };
    const int size = static_cast<int>(part.size());
    for (const Encoding encoding : {Encoding::kCl100kBase, Encoding::kO200kBase}) {
      // The long run consists of short runs of 768 parts. It has as many tokens as all short runs together, except for
      // a few tokens at the seams.
      const std::int64_t once = counter(encoding)(times(768)), all = counter(encoding)(times(768 * runs / size));
      CHECK(all <= once * runs / size);
      CHECK(all >= (once - 8) * runs / size);
    }
  }
}

TEST_CASE("F55: encodings are found by name") {
  for (const Encoding encoding : {Encoding::kCl100kBase, Encoding::kO200kBase}) {
    CHECK(parse_encoding(to_string(encoding)) == encoding);
  }
  CHECK_FALSE(parse_encoding("gpt-4"));
  CHECK_FALSE(parse_encoding(""));
}

TEST_CASE("F55: a context counted exactly is within its budget") {
  std::vector<Message> history;
  std::string all;
  for (const Reference& each : references()) {
    Message& message = history.emplace_back();
    message.seq = message.turn = static_cast<std::int64_t>(history.size());
    message.role = Role::kUser;
    message.text = each.text;
  }
  for (const Encoding encoding : {Encoding::kCl100kBase, Encoding::kO200kBase}) {
    for (const std::int64_t budget : {200, 1'000, 4'000}) {
      ContextOptions options;
      options.max_tokens = budget;
      options.counter = counter(encoding);
      const auto context = build_context(history, options);
      REQUIRE(context);
      std::int64_t tokens = 0;
      for (const Message& message : context->messages) tokens += count_tokens(message, options.counter);
      CHECK(tokens == context->tokens);
      CHECK(tokens <= budget);
      CHECK(tokens > budget / 2);
    }
  }
}
