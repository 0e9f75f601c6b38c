// Tests the limits on the cost of `parley check`: comparing rules and examples, and training.
#include "base/work_budget.h"
#include "tests/intents/test_catalogs.h"

namespace parley::intents {
namespace {

std::vector<Diagnostic> warnings_with_code(const Bot& bot, const std::string& code) {
  std::vector<Diagnostic> found;
  for (const Diagnostic& warning : bot->warnings()) {
    if (warning.code == code) found.push_back(warning);
  }
  return found;
}

TEST_CASE(
    "check: the comparison of slow rules is limited, and a warning says from which intent on rules are not compared",
    "[long]") {
  std::string yaml = "intents:\n";
  for (int i = 0; i < 300; ++i) {
    yaml += intent("i" + std::to_string(i), "match: [{regex: '[^a]{100}.*'}]");
  }
  const Bot slow = bot(yaml);
  const base::WorkBudget work;
  const auto stopped = warnings_with_code(slow, "W518");
  REQUIRE(stopped.size() == 1);
  CHECK(stopped[0].message.find("later intents were not compared with those of other intents") != std::string::npos);
  CHECK(stopped[0].line > 3);
  CHECK(work.steps() < 200'000'000);
}

TEST_CASE("check: all rules of the shipped bot are compared") {
  const auto shipped = Catalog::load(std::string(PARLEY_SOURCE_DIR) + "/config/intents.yaml");
  REQUIRE(shipped);
  const base::WorkBudget work;
  CHECK(warnings_with_code(*shipped, "W518").empty());
  CHECK(work.steps() < 20'000'000);
}

// Returns words that occur in no other example.
std::string words(std::size_t count, std::size_t& next) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += "w" + std::to_string(next++) + "x ";
  return out;
}

std::string bot_of_examples(std::size_t intents, std::size_t words_each) {
  std::string yaml = "intents:\n";
  std::size_t next = 0;
  for (std::size_t i = 0; i < intents; ++i) {
    yaml += "  - id: i" + std::to_string(i) + "\n    steps: [{say: ok}]\n    examples:\n";
    for (int k = 0; k < 3; ++k) yaml += "      - " + words(words_each, next) + "\n";
  }
  return yaml;
}

TEST_CASE("training: examples whose weights would take too much memory are not used, and W510 reports it") {
  const Bot large = bot(bot_of_examples(1'000, 20));  // 500 KB
  CHECK(large->learned().why_not.find("too many different words for 1000 intents") != std::string::npos);
  CHECK(large->model().empty());
  const auto found = warnings_with_code(large, "W510");
  REQUIRE(found.size() == 1);
  CHECK(found[0].message.find("match only word for word") != std::string::npos);
  CHECK(found[0].line > 0);
}

TEST_CASE("training: examples with too many different words are not used") {
  std::string yaml = "intents:\n";
  std::size_t next = 0;
  for (int i = 0; i < 300; ++i) {
    std::string book;
    while (book.size() < 3'000) book += words(1, next);
    yaml += "  - id: i" + std::to_string(i) + "\n    steps: [{say: ok}]\n    examples: ['" + book + "', b" +
            std::to_string(i) + ", c" + std::to_string(i) + "]\n";
  }
  const Bot large = bot(yaml);
  CHECK(large->learned().why_not.find("too many different words for 300 intents") != std::string::npos);
}

TEST_CASE("training: examples of ordinary length are used") {
  CHECK(bot(bot_of_examples(20, 8))->learned().why_not.empty());
}

}  // namespace
}  // namespace parley::intents
