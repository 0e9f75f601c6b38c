// The promises of parley/replay.h, and what a conversation file may say.
#include "parley/replay.h"

#include <catch2/catch.hpp>

#include "engine/fixture_yaml.h"
#include "engine/shop.h"

using namespace parley;

namespace {

const char* const kSwap = R"(
conversation: A swap
tools: {swaps.make: {result: {number: S1}}}
turns:
  - user: swap o12345
    reply: For which?
    params: {old: O-12345}
  - user: P-54321
    reply: How many?
    params: {old: O-12345, new: P-54321}
  - user: "100"
    reply: [Twenty at most., How many?]
    attempt: 2
  - user: "3"
    reply: 3 of O-12345 for P-54321?
    params: {old: O-12345, new: P-54321, count: 3}
    waiting: confirmation
  - user: "no"
    reply: What then?
    waiting: change
  - understanding: {params: {old: O-11111}}
    reply: 3 of O-11111 for P-54321?
    params: {old: O-11111, new: P-54321, count: 3}
  - user: "yes"
    calls: [{swaps.make: {old: O-11111}}]
    reply: Swap S1 is made.
)";

std::vector<std::string> missing(const ReplayReport& report, const std::string& intent) {
  for (const IntentCoverage& one : report.coverage) {
    if (one.intent == intent) return one.missing;
  }
  return {"no such intent"};
}

}  // namespace

TEST_CASE("what can come of an intent is computed from the bot, what did from the planner's rules") {
  Conversations conversations;
  const ReplayReport report = conversations.play(kSwap);
  CHECK(mismatches(report).empty());
  CHECK(missing(report, "swap") ==
        std::vector<std::string>{"swap.old asked", "swap.old answered", "swap.old not_understood", "swap.old exhausted",
                                 "swap.new not_understood", "swap.new exhausted", "swap.new corrected",
                                 "swap.count not_understood", "swap.count exhausted", "swap.count corrected",
                                 "swap.confirm exhausted", "swap.swaps.make failed"});
  // With nothing to be asked after its one param there is no time to correct it.
  CHECK(missing(report, "wrap") == std::vector<std::string>{"wrap.box asked", "wrap.box answered",
                                                            "wrap.box not_understood", "wrap.box exhausted"});
  const IntentCoverage& swap = report.coverage.front();
  CHECK(swap.reached + static_cast<int>(swap.missing.size()) == swap.of);
  CHECK(report.uncovered == std::vector<std::string>{"wrap", "pay"});
}

TEST_CASE("what a tool refuses, what a step asks and what times out count where the bot has them") {
  const auto bot = shop(R"(
parley: 1
bot: {id: visits}
tools: {rooms.find: {kind: host}, rooms.book: {kind: host}}
intents:
  - id: visit
    match: [{regex: visit}]
    params:
      room:
        type: number
        required: true
        ask: "Which room?"
        validate: [{tool: rooms.find, with: {room: "{room}"}, reject: [{when: {result.found: false}, say: No such room.}]}]
      level: {type: number, required: true, prefill: 1, ask: "Which floor?"}
      hour: {type: number, ask: "When?"}
    steps:
      - if: {room: {gt: 1}}
        then: [{ask: hour}]
      - {tool: rooms.book, with: {room: "{room}"}, on_failure: [{say: Not now.}], on_timeout: [{say: Later.}]}
fallback: {say: Pardon?}
)");
  test::TempFolder folder;
  test::write_bytes(folder.file("t.yaml"), "conversation: x\nturns: [{user: hm, reply: Pardon?}]\n");
  const auto report = replay(bot, {folder.path().string()});
  REQUIRE(report.has_value());
  CHECK(missing(*report, "visit") ==
        std::vector<std::string>{"visit.room asked", "visit.room answered", "visit.room not_understood",
                                 "visit.room exhausted", "visit.room rejected", "visit.room corrected",
                                 "visit.rooms.find ok", "visit.rooms.find failed", "visit.level corrected",
                                 "visit.hour asked", "visit.hour answered", "visit.hour not_understood",
                                 "visit.hour exhausted", "visit.hour corrected", "visit.rooms.book ok",
                                 "visit.rooms.book failed", "visit.rooms.book timeout"});
}

TEST_CASE("a restart after every turn changes nothing") {
  Conversations conversations;
  ReplayOptions options;
  options.restart_every_turn = true;
  const ReplayReport once = conversations.play(kSwap);
  const ReplayReport often = conversations.play(kSwap, options);
  CHECK(mismatches(often).empty());
  CHECK(often.conversations.front().rules == once.conversations.front().rules);
}

TEST_CASE("choices are waited for and offered; a tool may reject an argument") {
  Conversations conversations;
  const ReplayReport report = conversations.play(R"(
conversation: Choices
tools: {swaps.make: [{rejected: {old: Not that one.}}, {result: {number: S2}}]}
turns:
  - understanding:
      intent: swap
      params: {count: 1}
      ambiguous: [[{param: old, value: O-12345}, {param: old, value: O-54321}]]
    reply: "Which do you mean: O-12345 or O-54321?"
    waiting: choice
    options: [O-12345, O-54321]
    params: {count: 1}
  - understanding: {choose: O-54321}
    reply: For which?
    waiting: new
    options: []
    params: {count: 1, old: O-54321}
  - user: P-54321
    reply: ~for P-54321?
    params: {count: 1, new: P-54321, old: O-54321}
  - user: "yes"
    calls: [{swaps.make: {old: O-54321}}]
    reply: [Not that one., "Which order? For example: O-12345 or O-54321."]
    waiting: old
)");
  CHECK(mismatches(report) == "");
}

TEST_CASE("expectations that are not met are mismatches") {
  struct Case {
    const char* expectation;
    const char* field;
  };
  const Case cases[] = {{"options: [x]", "options"}, {"waiting: choice", "waiting"}, {"attempt: 3", "attempt"}};
  for (const Case& one : cases) {
    Conversations conversations;
    const ReplayReport report = conversations.play(
        std::string("conversation: x\nturns:\n  - user: wrap\n    reply: Which box?\n    ") + one.expectation + "\n");
    REQUIRE(report.failed == 1);
    CHECK(report.conversations[0].mismatches[0].field == one.field);
  }
}

TEST_CASE("what is wrong with a conversation file is named with its place") {
  struct Case {
    const char* turn;
    const char* named;
  };
  const Case cases[] = {
      {"{understanding: {intnt: x}, reply: x}", "unknown field in 'understanding'"},
      {"{tool_result: {result: 1, rejected: {a: b}}, reply: x}", "rejected"},
      {"{user: a, bot: b.yaml, reply: x}", "a turn is one thing that happens"},
      {"{user: a, options: x, reply: x}", "expected a list"},
      {"{reply: x}", "user, understanding, event, tool_result, restart, wait, again, bot"},
  };
  for (const Case& one : cases) {
    INFO(one.turn);
    Conversations conversations;
    test::write_bytes(conversations.folder.file("t.yaml"),
                      std::string("conversation: x\nturns:\n  - ") + one.turn + "\n");
    const auto report = replay(conversations.bot, {conversations.folder.file("t.yaml")});
    REQUIRE_FALSE(report.has_value());
    INFO(report.error().to_string());
    CHECK(report.error().code == ErrorCode::kInvalidFixture);
    CHECK(report.error().to_string().find(one.named) != std::string::npos);
  }
}

TEST_CASE("a conversation has a bot of its own, and another may take its place in the middle") {
  Conversations conversations;
  test::write_bytes(conversations.folder.file("small.yaml"), replaced(kShopBot, "How many?", "How few?"));
  test::write_bytes(conversations.folder.file("other.yaml"), replaced(kShopBot, "How many?", "How much?"));
  const std::string talk = R"(
bot: small.yaml
conversations:
  - conversation: Two bots
    turns:
      - {user: swap O-12345, reply: For which?, params: {old: O-12345}}
      - {user: P-54321, reply: How few?, params: {old: O-12345, new: P-54321}}
      - {bot: other.yaml}
      - {user: hm, reply: ["What?", How much?]}
  - {conversation: Another, bot: other.yaml, turns: [{user: wrap, reply: Which box?}]}
)";
  const ReplayReport report = conversations.play(talk);
  CHECK(mismatches(report) == "");
  CHECK(report.uncovered.size() == 3);  // of the command's own bot nothing was shown
  CHECK(report.coverage.front().reached == 0);

  test::write_bytes(conversations.folder.file("talk.yaml"), replaced(talk, "{bot: other.yaml}", "{bot: lost.yaml}"));
  const auto lost = replay(conversations.bot, {conversations.folder.file("talk.yaml")});
  REQUIRE_FALSE(lost.has_value());
  CHECK(lost.error().message.find("lost.yaml") != std::string::npos);
}

TEST_CASE("a failing conversation is shortened to what makes it fail") {
  test::TempFolder folder;
  test::write_bytes(folder.file("talk.yaml"), replaced(kSwap, "reply: Swap S1 is made.", "reply: Done."));
  test::write_bytes(folder.file("fine.yaml"), kSwap);
  std::size_t attempts = 0;
  MinimiseOptions options;
  options.on_attempt = [&](std::size_t done, std::size_t) { attempts = done; };
  const auto shortest = minimise(shop(), {folder.path().string()}, options);
  REQUIRE(shortest.has_value());
  CHECK(shortest->conversations == 1);
  CHECK(shortest->turns_before == 7);
  CHECK(shortest->turns_after == 4);  // neither the number that will not do nor the no and the change
  CHECK(attempts > 5);
  CHECK(shortest->yaml.find("Done.") != std::string::npos);

  test::write_bytes(folder.file("short.yaml"), shortest->yaml);
  const auto again = replay(shop(), {folder.file("short.yaml")});
  REQUIRE(again.has_value());
  CHECK(mismatches(*again).rfind("4 reply: Done. <> Swap S1 is made.\n", 0) == 0);

  const auto none = minimise(shop(), {folder.file("fine.yaml")}, options);
  REQUIRE(none.has_value());
  CHECK(none->conversations == 0);
  CHECK(none->yaml.empty());
}

TEST_CASE("fixtures that are written are read back as they were") {
  const std::string talk = R"(
bot: "a b.yaml"
conversations:
  - conversation: 'All: of "it" # 1'
    clock: 2026-03-02T09:00:00Z
    context: {vip: true, n: 3, deep: {list: [1, 2.5, null, "1", "true"]}}
    tools: {a.b: [{timeout: true}, {error: no}, {rejected: {x: "y: z"}}, {result: [1, {a: b}]}], c: {host: true}}
    secrets: ["12", x y]
    turns:
      - {user: "- dash\n\ttab \\ \"q\" \u00e9", reply: [~part, "~", "no", "null"], intent: none, waiting: x, attempt: 2}
      - understanding: {intent: a, act: deny, params: {p: [1]}, second: {intent: b, params: {q: r}}, change: [c], choose: 1, ambiguous: [[{param: a, value: 1}, {param: b, value: 1}]]}
        context: {}
        reply: []
        options: [a, "1"]
        params: {}
        status: handoff
        handoff: because
        reason: expired
      - {understanding: {intent: a, further: [{intent: b}, {intent: c, params: {q: 1}, ambiguous: [[{param: r, value: 1}, {param: r, value: 2}]]}]}, reply: x}
      - {understanding: {choose: "the first"}, reply: x, calls: [{a.b: {c: 1}}, {c: {}}]}
      - {event: end, reply: Bye.}
      - {tool_result: {error: x}, reply: x}
      - {restart: true}
      - {wait: 90m}
      - {again: true}
      - {bot: c.yaml}
  - {conversation: Two, turns: [{user: x, reply: y}]}
)";
  const auto read = [](const std::string& yaml) {
    config::Findings findings({{"talk.yaml", std::make_shared<const std::string>(yaml)}});
    auto fixtures = engine::read_fixtures(0, findings);
    for (const Diagnostic& diagnostic : findings.take()) FAIL(diagnostic.to_string() + "\n" + yaml);
    return fixtures;
  };
  const std::string written = engine::to_yaml(read(talk));
  INFO(written);
  CHECK(engine::to_yaml(read(written)) == written);
  for (const char* kept : {"choose: 1", "second: {intent: b", "further: [{intent: b, params: {}}, {ambiguous: [[",
                           "\"true\"", "{rejected: {x: \"y: z\"}}", "c: {host: true}", "wait: 5400000ms",
                           "bot: a b.yaml", "reply: []", "options: [a, \"1\"]"}) {
    CHECK(written.find(kept) != std::string::npos);
  }
}
