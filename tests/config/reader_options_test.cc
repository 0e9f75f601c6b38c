// Tests the readers of `options` and `if_unknown`.
#include <catch2/catch.hpp>

#include "config/reader.h"

using namespace parley;
using namespace parley::config;

namespace {

std::vector<std::string> codes_of_param(const std::string& keys, BotDefinition* out = nullptr) {
  const std::string yaml =
      "parley: 1\nbot: {id: x}\nintents:\n  - id: pay\n    match: [{regex: x}]\n"
      "    params: {bill: {type: number, required: true, ask: Which?, " +
      keys +
      "}, name: {type: last_name, ask: Who?}}\n    steps: [{say: Ok.}]\n"
      "  - {id: find, params: {name: {type: last_name}, bill: {type: number}}, steps: [{say: Ok.}]}\n"
      "tools: {t: {}}\n";
  Diagnostics findings({{"bot.yaml", std::make_shared<const std::string>(yaml)}});
  BotDefinition bot = read_bot(findings);
  std::vector<std::string> codes;
  for (const Diagnostic& one : findings.take()) {
    if (one.severity == Severity::kError) codes.push_back(one.code);
  }
  if (out) *out = std::move(bot);
  return codes;
}

}  // namespace

TEST_CASE("2.7 options name a list, and how an item is shown") {
  BotDefinition bot;
  REQUIRE(codes_of_param("options: {from: context.bills, value: id, label: '{item.month}', only: true}", &bot).empty());
  const Options& options = *bot.intents.at(0).params.at(0).options;
  CHECK(options.from.value == "context.bills");
  CHECK(options.value.value == "id");
  CHECK(options.label->any.size() == 1);
  CHECK(options.only);
}

TEST_CASE("2.8 if_unknown has one step, and words of its own") {
  BotDefinition bot;
  REQUIRE(
      codes_of_param("if_unknown: {examples: [ask my wife], match: [{regex: wife}], tool: t, with: {who: '{name}'}, "
                     "save: {bills: result.bills}}, options: {from: bills}",
                     &bot)
          .empty());
  const IfUnknown& unknown = *bot.intents.at(0).params.at(0).if_unknown;
  CHECK(unknown.examples.at(0).value == "ask my wife");
  CHECK(unknown.regexes.at(0).value == "wife");
  CHECK(unknown.step.is<ToolStep>());
}

TEST_CASE("Mistakes in options and if_unknown are refused") {
  const std::vector<std::pair<std::string, std::vector<std::string>>> rows = {
      {"options: {value: id}", {"E306"}},
      {"options: {from: bills}", {"E203"}},
      {"options: {from: context.bills, label: '{itme.month}'}", {"E203"}},
      {"options: {from: context.bills}, sensitive: true", {"E310"}},
      {"options: {from: context.bills, shown: id}", {"E201"}},
      {"if_unknown: {}", {"E306"}},
      {"if_unknown: {examples: [x]}", {"E306"}},
      {"if_unknown: {say: x, tool: t}", {"E310"}},
      {"if_unknown: {tool: u}", {"E205"}},
      {"if_unknown: {call: fnid}", {"E206"}},
      {"if_unknown: {call: pay}", {"E212"}},
      {"if_unknown: {call: find, with: {nmae: '{name}'}}", {"E203"}},
      {"if_unknown: {call: find, with: {name: '{name}'}, save: {bill: result.bill}}", {}},
      {"if_unknown: {start: find}", {}},
      {"if_unknown: {say: 'It is on the bill, {name}.'}", {}},
      {"if_unknown: {say: '{nmae}'}", {"E203"}},
  };
  for (const auto& [keys, expected] : rows) {
    INFO(keys);
    CHECK(codes_of_param(keys) == expected);
  }
}

TEST_CASE("A text of a later param may name what the check of an earlier param saves") {
  const std::string check = "validate: [{tool: t, with: {a: '{bill}'}, save: {price: result}}]";
  const std::string later = "}, more: {type: number, ask: 'It costs {price}. More?'";
  CHECK(codes_of_param(check + later).empty());
  const std::string waits = "validate: [{tool: t, with: {a: '{more}'}, save: {price: result}}]";
  CHECK(codes_of_param(waits + later) == std::vector<std::string>{"E203"});
  CHECK(codes_of_param("scope: session, why: 'It was {session.bill}.'").empty());
}
