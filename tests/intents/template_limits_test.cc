// Tests nested template rules: a small bot file must not cause a large program, a long wait or a crash.
#include "tests/intents/test_catalogs.h"

namespace parley::intents {
namespace {

// Returns a chain of rules. r0 is `first`; every other rule is `next`, in which "@" stands for the previous rule.
std::string chain(std::size_t length, const std::string& first, const std::string& next) {
  std::string yaml = std::string(kHead) + "rules:\n  r0: '" + first + "'\n";
  for (std::size_t i = 1; i < length; ++i) {
    std::string rule = next;
    for (std::size_t at; (at = rule.find('@')) != std::string::npos;)
      rule.replace(at, 1, "<r" + std::to_string(i - 1) + ">");
    yaml += "  r" + std::to_string(i) + ": '" + rule + "'\n";
  }
  return yaml + "intents:\n" + intent("a", "match: [{template: 'go <r" + std::to_string(length - 1) + ">'}]");
}

std::string only_error(const std::string& yaml) {
  const std::vector<std::string> all = errors(yaml);
  return all.size() == 1 ? all.front() : std::to_string(all.size()) + " errors";
}

TEST_CASE(
    "templates: a chain of rules that doubles its text at each rule is refused at its position, even if all texts are "
    "empty") {
  for (const char* first : {"()", "x", "[x]", "(|)"}) {
    INFO(first);
    const std::string error = only_error(chain(25, first, "@@"));
    CHECK(error.find("E409") != std::string::npos);
    CHECK(error.find("bot.yaml:") == 0);
  }
  CHECK(only_error(chain(25, "x", "[@|@]")).find("expands to too much") != std::string::npos);
  CHECK(only_error(chain(25, "()", "(@;@)")).find("expands to too much") != std::string::npos);
}

TEST_CASE("templates: a chain of rules may be 64 deep, and the error for a longer chain names it") {
  CHECK(ids(bot(chain(64, "away", "@").substr(std::string(kHead).size()))->understand("go away")).size() == 1);
  CHECK(only_error(chain(65, "away", "@")).find("rules are nested more than 64 levels deep") != std::string::npos);
  CHECK(only_error(chain(20'000, "away", "@")).find("rules are nested more than 64 levels deep") != std::string::npos);
}

TEST_CASE(
    "templates: the total expansion of a bot is limited, and the error names the first template beyond the limit") {
  std::string yaml = std::string(kHead) + "rules:\n  big: '";
  for (int i = 0; i < 4'000; ++i) yaml += "[w" + std::to_string(i) + "]";
  yaml += "'\nintents:\n  - id: a\n    steps: [{say: ok}]\n    match:\n";
  const auto with_templates = [&](int count) {
    std::string all = yaml;
    for (int i = 0; i < count; ++i) all += "      - {template: 'go" + std::to_string(i) + " <big>'}\n";
    return errors(all);
  };
  CHECK(with_templates(50).empty());
  const std::vector<std::string> found = with_templates(1'000);
  REQUIRE(found.size() == 1);
  CHECK(found[0].find("E409") != std::string::npos);
  CHECK(found[0].find("the templates of the bot together expand to too much") != std::string::npos);
}

TEST_CASE("templates: a long chain of rules in an entity does not exhaust the stack") {
  std::string yaml = chain(20'000, "{number}", "@");
  yaml.insert(yaml.find("intents:"), "entities:\n  e: {template: '<r19999>'}\n");
  const std::vector<std::string> found = errors(yaml);
  REQUIRE_FALSE(found.empty());
  CHECK(found[0].find("E409") != std::string::npos);
}

}  // namespace
}  // namespace parley::intents
