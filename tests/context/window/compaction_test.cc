#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "parley/context.h"
#include "tests/context/window/history_generators.h"

using namespace parley;

namespace {

std::vector<Message> turns_of_size(int turns, std::size_t characters = 300) {
  return test::make_messages(2 * turns, [&](std::int64_t) { return std::string(characters, 'x'); });
}

HistoryReader reader_of(const std::vector<Message>& messages) {
  return [&messages](std::int64_t before, int limit) -> Result<std::vector<Message>> {
    const auto end = std::partition_point(messages.begin(), messages.end(),
                                          [&](const Message& message) { return message.seq < before; });
    return std::vector<Message>(end - std::min<std::ptrdiff_t>(limit, end - messages.begin()), end);
  };
}

std::optional<Compaction> plan_for(const std::vector<Message>& messages, const CompactionOptions& options,
                                   const std::optional<LastSummary>& last = {}, const TokenCounter& counter = {}) {
  return plan_compaction(*history_facts(reader_of(messages), options, last, counter), options, last);
}

}  // namespace

TEST_CASE(
    "F65, F66, X36: the number of tokens triggers a summary; the number of messages does so only if the bot configures "
    "it") {
  CHECK_FALSE(plan_for(turns_of_size(20), {}));
  CHECK(plan_for(turns_of_size(40), {}));
  CompactionOptions by_count;
  by_count.trigger_tokens = 0;
  CHECK_FALSE(plan_for(turns_of_size(400), by_count));
  by_count.trigger_messages = 40;
  CHECK_FALSE(plan_for(turns_of_size(20), by_count));
  CHECK(plan_for(turns_of_size(21), by_count) == Compaction{3, 22});
}

TEST_CASE("F66: more than 6,000 unsummarised tokens trigger a summary, unless the bot sets another number") {
  const TokenCounter by_length = [](std::string_view text) { return static_cast<std::int64_t>(text.size()); };
  // 30 turns of 2 messages with 95 characters and 5 tokens of overhead each: 6,000 tokens.
  std::vector<Message> messages = turns_of_size(30, 95);
  CHECK_FALSE(plan_for(messages, {}, {}, by_length));
  messages.back().text += "x";
  CHECK(plan_for(messages, {}, {}, by_length));
  CompactionOptions options;
  options.trigger_tokens = 6'001;
  CHECK_FALSE(plan_for(messages, options, {}, by_length));
}

TEST_CASE("F67: the summarised part is between the first exchange and the newest ones") {
  CHECK(plan_for(turns_of_size(40), {}) == Compaction{3, 62});  // each message has 104 tokens, and 2,000 stay
}

TEST_CASE("F67: the first exchange is kept up to its last reply, including its tool calls") {
  const auto head_of = [](int host_turns) {
    std::vector<Message> messages = turns_of_size(60);
    // Turn 1 calls a tool; its result comes in that turn, or `host_turns` later.
    for (const Role role : {Role::kCall, Role::kTool}) {
      Message made;
      made.role = role;
      made.turn = role == Role::kCall ? 1 : 1 + host_turns;
      made.text = "{}";
      made.details.tool = "find_order";
      made.details.call_id = "c1";
      messages.insert(messages.begin() + (role == Role::kCall ? 1 : 2 + 2 * host_turns), made);
    }
    for (std::size_t i = 0; i < messages.size(); ++i) messages[i].seq = static_cast<std::int64_t>(i + 1);
    return plan_for(messages, {})->from - 1;
  };
  CHECK(head_of(0) == 4);
  CHECK(head_of(1) == 6);
}

TEST_CASE("F67: when N messages trigger a summary, max(4, N / 2) messages stay") {
  for (const auto& [trigger, stays] : {std::pair(8, 4), std::pair(40, 20), std::pair(100, 50)}) {
    CompactionOptions options;
    options.trigger_tokens = 0;
    options.trigger_messages = trigger;
    const int turns = trigger / 2 + 1;
    CHECK(plan_for(turns_of_size(turns), options) == Compaction{3, 2 * turns - stays});
  }
}

TEST_CASE("X30: a single exchange is never summarised, however large") {
  CHECK_FALSE(plan_for(turns_of_size(1, 100'000), {}));
  CHECK_FALSE(plan_for(turns_of_size(2, 100'000), {}));
}

TEST_CASE("X30: a trigger of fewer than eight messages, or one that would fire again at once, is refused") {
  CompactionOptions options;
  for (const std::int64_t refused : {-1, 1, 4, 7}) {
    options.trigger_messages = refused;
    const auto facts = history_facts(reader_of(turns_of_size(3)), options);
    REQUIRE_FALSE(facts);
    CHECK(facts.error().code == ErrorCode::kInvalidRequest);
  }
  for (const std::int64_t good : {0, 8}) {
    options.trigger_messages = good;
    CHECK(history_facts(reader_of(turns_of_size(3)), options));
  }
  options = {};
  options.keep_tokens = options.trigger_tokens;
  CHECK_FALSE(history_facts(reader_of(turns_of_size(3)), options));
}

TEST_CASE("X77: the next summary starts where the last one ended") {
  const LastSummary last{62, 40, 80};
  CHECK_FALSE(plan_for(turns_of_size(59), {}, last));
  const auto next = plan_for(turns_of_size(70), {}, last);
  REQUIRE(next);
  CHECK(next->from == 63);
  CHECK(next->upto < 140);
}

TEST_CASE(
    "X77: at most one summary per 20 turns and five per 100 messages for any sizes, and no message is summarised "
    "twice") {
  const TokenCounter by_length = [](std::string_view text) { return static_cast<std::int64_t>(text.size() / 4); };
  CHECK(rc::check([&] {
    test::RandomSource random(*rc::gen::arbitrary<std::uint64_t>());
    CompactionOptions options;
    options.trigger_tokens = 200 + static_cast<std::int64_t>(random.below(2'000));
    options.keep_tokens = static_cast<std::int64_t>(random.below(200));
    if (random.one_in(3)) options.trigger_messages = 8 + static_cast<std::int64_t>(random.below(40));
    std::vector<Message> messages;
    std::vector<LastSummary> made;
    for (std::int64_t turn = 1, turns = 1 + static_cast<std::int64_t>(random.below(90)); turn <= turns; ++turn) {
      for (std::uint64_t i = 0, count = 1 + random.below(5); i < count; ++i) {
        Message& message = messages.emplace_back();
        message.seq = static_cast<std::int64_t>(messages.size());
        message.turn = turn;
        message.text = std::string(random.one_in(9) ? 4'000 : random.below(200), 'x');
      }
      const auto last = made.empty() ? std::nullopt : std::optional<LastSummary>(made.back());
      const auto plan = plan_for(messages, options, last, by_length);
      if (!plan) continue;
      RC_ASSERT(plan->from > (last ? last->upto : 0));
      RC_ASSERT(plan->upto >= plan->from);
      RC_ASSERT(plan->upto < messages.back().seq);
      made.push_back({plan->upto, turn, messages.back().seq});
      RC_ASSERT_FALSE(plan_for(messages, options, made.back(), by_length));
    }
    for (std::size_t i = 1; i < made.size(); ++i) RC_ASSERT(made[i].turns - made[i - 1].turns >= 20);
    for (std::size_t i = 5; i < made.size(); ++i) RC_ASSERT(made[i].messages - made[i - 5].messages >= 100);
    RC_CLASSIFY(made.size() > 2);
  }));
}
