// Changes valid bots at random. Tests that reading a changed bot gives a complete bot, or an error with a position in
// the file.
#include <algorithm>
#include <fstream>
#include <sstream>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "config/visitors.h"
#include "reader_harness.h"
#include "tests/support/even_range.h"

namespace parley::config {
namespace {

std::string shipped_bot() {
  std::ifstream in(std::string(PARLEY_SOURCE_DIR) + "/config/intents.yaml", std::ios::binary);
  std::ostringstream bytes;
  bytes << in.rdbuf();
  REQUIRE_FALSE(bytes.str().empty());
  return bytes.str();
}

// A small bot that uses every kind of key. Mutations of a small bot reach more code of the reader than mutations of a
// large bot.
const char* const kSmallBot = R"(parley: 1
bot: {id: shop}
entities:
  order: {patterns: ['O-(?P<value>\d+)'], canonical: "O-{value}", examples: [O-1]}
  size: {values: {small: [tiny], large: ['big']}}
intents:
  - id: buy
    match: [{regex: 'buy', priority: 2}]
    when: {context.vip: true, any: [{session.n: {gt: 2}}, {not: {context.b: x}}]}
    params:
      order: {type: order, required: true, ask: [Which, "The {size} one"], on_exhausted: skip}
      size:
        type: size
        name: how big
        formerly: [width]
        list: true
        when: {order: {exists: true}, session.n: 1}
        ask: How big?
        reprompts: {invalid: [No., 'Not {order}.'], silent: Hello?}
        why: Why {order}.
        help: Ask.
        max_attempts: {in_all: 4, rejected: 2}
        prefill: '{last.size}'
        default: small
        validate:
          - {ne: huge, else: 'No.'}
          - {tool: orders.buy, with: {size: '{size}'}, reject: [{when: {result.id: 2}, say: Taken.}]}
    confirm:
      ask: >-
        Buy {order}
        in {size}?
      on_deny: cancel
    steps:
      - tool: orders.buy
        with: {order: '{order}', n: 3}
        save: {id: result.id}
        timeout: 5s
        retry: {attempts: 2, backoff: 1s}
        progress: One moment.
        reject: [{when: {any: [{result.id: 0}, {not: {result: 1}}]}, param: order, say: 'No {order}.'}]
        on_failure: [{say: "Sorry."}, handoff]
        on_timeout: [{start: other, with: {n: 1}}]
      - if: {id: {gt: 3}, all: [{size: small}]}
        then: [{ask: size}, {call: other, with: {n: '{id}'}, save: {k: result.n}}]
        else: [handoff]
      - say: |
          Done: {id} {k}
  - {id: other, formerly: old, interrupts: false, params: {n: {type: number}}, steps: [{say: Hi}]}
tools:
  orders.buy: {kind: mock, cases: [{when: {order: O-1}, error: no}], result: {id: 1}}
redaction: {params: [size], detect: [email]}
session: {ttl: 1h, max_turns: 3}
fallback: {say: What, after: 2, then: handoff}
replies: {goodbye: Bye., choose: '{choices}?'}
commands: {cancel: ['stop']}
)";

const char* const kPieces[] = {"'",      "\"",
                               "[",      "]",
                               "{",      "}",
                               ",",      ":",
                               ": ",     "- ",
                               "? ",     "#",
                               " #",     "|",
                               ">",      "&a ",
                               "*a",     "!t ",
                               "%",      "@",
                               "`",      "~",
                               "null",   "\\",
                               "\t",     "\n",
                               "\r",     "  ",
                               "---",    "...",
                               "<<: ",   "\xC3\xA9",
                               "\xC3",   "\xF0\x9F\x98\x80",
                               "{{",     "}}",
                               "0",      "-1",
                               "true",   "e",
                               "\x01",   "\n\n",
                               "\n  - ", "handoff"};

std::string mutated(std::string text) {
  const int changes = test::evenly(1, 6);
  for (int i = 0; i < changes && !text.empty(); ++i) {
    const auto at = test::evenly<std::size_t>(0, text.size());
    const auto length = std::min(test::evenly<std::size_t>(0, 24), text.size() - at);
    switch (test::evenly(0, 4)) {
      case 0:
        text.insert(at, *rc::gen::elementOf(std::vector<std::string>(std::begin(kPieces), std::end(kPieces))));
        break;
      case 1: text.erase(at, length); break;
      case 2: text.insert(test::evenly<std::size_t>(0, text.size()), text.substr(at, length)); break;
      default: text[at] = *rc::gen::arbitrary<char>();
    }
  }
  return text;
}

void must_be_whole_or_refused(const std::string& text) {
  const BotReading reading = read(text);
  std::vector<std::size_t> columns{0};  // the number of code points in each line
  for (const char c : text) {
    if (c == '\n') {
      columns.push_back(0);
    } else {
      columns.back() += (static_cast<unsigned char>(c) & 0xC0) != 0x80 ? 1 : 0;
    }
  }
  bool refused = false;
  for (const Diagnostic& d : reading.diagnostics) {
    refused = refused || d.severity == Severity::kError;
    if (d.line < 1) RC_FAIL(d.code + " has no position: " + d.message);
    RC_ASSERT(static_cast<std::size_t>(d.line) <= columns.size());
    RC_ASSERT(d.column >= 1);
    const bool is_text = d.code != "E101";  // E101: the file is not UTF-8, so columns cannot be checked
    RC_ASSERT(!is_text || static_cast<std::size_t>(d.column) <= columns[static_cast<std::size_t>(d.line) - 1] + 1);
    RC_ASSERT(d.message.find('\n') == std::string::npos);
  }
  if (refused) return;
  RC_ASSERT(!reading.bot.id.empty());
  RC_ASSERT(!reading.bot.intents.empty());
  for (const Intent& intent : reading.bot.intents) {
    RC_ASSERT(reading.bot.find_intent(intent.id.value) == &intent);
    RC_ASSERT(!intent.steps.empty());
    for_each_step(intent.steps, [&](const StepDefinition& step) {
      const auto* tool = step.as<ToolStep>();
      const auto* ask = step.as<AskStep>();
      const Text* next = intent_in(step);
      if (tool) RC_ASSERT(reading.bot.find_tool(tool->tool.value));
      if (next) RC_ASSERT(reading.bot.find_intent(next->value));
      if (ask) RC_ASSERT(intent.find_param(ask->param.value));
    });
  }
}

TEST_CASE("Reading a mutated bot gives a complete bot or an error") {
  CHECK(rc::check("small", [] { must_be_whole_or_refused(mutated(kSmallBot)); }));
  const std::string shipped = shipped_bot();
  CHECK(rc::check("shipped", [&] { must_be_whole_or_refused(mutated(shipped)); }));
}

TEST_CASE("Reading a bot that is cut off at any byte gives a complete bot or an error") {
  const std::string text = kSmallBot;
  for (std::size_t length = 0; length <= text.size(); ++length) {
    const BotReading reading = read(text.substr(0, length));
    INFO(length);
    // The cut text can be a valid bot only if the cut is after the beginning of `tools:`, the first optional section.
    const bool whole = length >= text.find("tools:") && brief(reading.diagnostics).empty();
    CHECK((whole || !reading.diagnostics.empty()));
  }
  CHECK(brief(read(text).diagnostics).empty());
}

TEST_CASE("Reading random pieces of YAML gives a complete bot or an error") {
  CHECK(rc::check([] {
    const auto pieces = *rc::gen::container<std::vector<std::string>>(
        rc::gen::elementOf(std::vector<std::string>(std::begin(kPieces), std::end(kPieces))));
    std::string text;
    for (const std::string& piece : pieces) text += piece;
    must_be_whole_or_refused(text);
  }));
}

TEST_CASE("The shipped bot is valid") { CHECK(brief(read(shipped_bot()).diagnostics).empty()); }

}  // namespace
}  // namespace parley::config
