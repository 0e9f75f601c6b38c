// Tests the properties of every context on random histories and options. RC_PARAMS=max_success=1000000 tries a million
// histories; the last test checks all properties at once.
#include <algorithm>
#include <map>
#include <set>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "context/window/exchanges.h"
#include "tests/context/window/history_generators.h"

using namespace parley;
using test::Artifacts;

namespace {

struct Case {
  std::vector<Message> history;
  ContextOptions options;
  Artifacts artifacts;
  Context context;
};

void holds_for_every_context(const std::function<void(Case&)>& promise) {
  CHECK(rc::check([&] {
    const auto seed = *rc::gen::arbitrary<std::uint64_t>();
    test::RandomSource random(seed);
    Case made;
    made.history = test::random_history(random);
    made.options = test::random_options(random, made.history);
    if (random.one_in(3)) made.options.sink = &made.artifacts;
    auto context = build_context(made.history, made.options);
    RC_ASSERT(context.has_value());
    made.context = std::move(*context);
    promise(made);
  }));
}

std::vector<context::Exchange> exchanges_of(const std::vector<Message>& history) {
  context::Entries entries;
  for (Message& message : context::repair(history)) entries.push_back({std::move(message), 0});
  return context::split_into_exchanges(std::move(entries));
}

std::multiset<std::int64_t> seqs_of(const Context& context) {
  std::multiset<std::int64_t> seqs;
  for (const Message& message : context.messages) {
    if (message.role != Role::kSummary) seqs.insert(message.seq);
  }
  return seqs;
}

// Whether none, some or all messages of an exchange are in the context.
std::size_t kept_of(const context::Exchange& exchange, const std::multiset<std::int64_t>& seqs) {
  return static_cast<std::size_t>(std::count_if(exchange.entries.begin(), exchange.entries.end(),
                                                [&](const auto& entry) { return seqs.count(entry.message.seq) > 0; }));
}

void is_within_its_budget(Case& made) {
  RC_ASSERT(made.context.system_prompt == made.options.system_prompt);
  Message prompt;
  prompt.text = made.context.system_prompt;
  std::int64_t tokens = prompt.text.empty() ? 0 : count_tokens(prompt);
  for (const Message& message : made.context.messages) tokens += count_tokens(message);
  RC_ASSERT(tokens == made.context.tokens);
  if (made.options.max_tokens > 0) RC_ASSERT(tokens <= made.options.max_tokens);
}

void has_the_newest(Case& made) {
  const auto exchanges = exchanges_of(made.history);
  if (exchanges.empty()) return;
  RC_ASSERT(kept_of(exchanges.back(), seqs_of(made.context)) > 0);
}

void has_the_open_question(Case& made) {
  const auto seqs = seqs_of(made.context);
  for (const auto& exchange : exchanges_of(made.history)) {
    if (exchange.holds(made.options.pending_seq)) RC_ASSERT(seqs.count(made.options.pending_seq) > 0);
  }
}

void has_whole_exchanges(Case& made) {
  const auto seqs = seqs_of(made.context);
  auto exchanges = exchanges_of(made.history);
  if (exchanges.empty()) return;
  exchanges.pop_back();
  std::map<std::pair<std::int64_t, Role>, std::size_t> sizes;
  for (const Message& message : made.context.messages) sizes[{message.seq, message.role}] = message.text.size();
  for (const auto& exchange : exchanges) {
    if (exchange.holds(made.options.pending_seq)) continue;
    const std::size_t kept = kept_of(exchange, seqs);
    RC_ASSERT(kept == 0 || kept == exchange.entries.size());
    const bool is_head = made.options.strategy != ContextStrategy::kWindow && exchange.first_seq() == 1;
    if (kept == 0 || is_head) continue;
    for (const auto& entry : exchange.entries) {
      const Message& message = entry.message;
      if (message.role == Role::kTool) continue;  // results are shortened before the selection
      const std::size_t size = sizes[{message.seq, message.role}];
      RC_ASSERT(size == message.text.size());
    }
  }
}

void is_the_newest_in_a_row(Case& made) {
  if (made.options.strategy != ContextStrategy::kWindow) return;
  const auto seqs = seqs_of(made.context);
  bool ended = false;
  const auto exchanges = exchanges_of(made.history);
  for (auto exchange = exchanges.rbegin(); exchange != exchanges.rend(); ++exchange) {
    const bool kept = kept_of(*exchange, seqs) > 0;
    if (!exchange->holds(made.options.pending_seq)) RC_ASSERT(!(ended && kept));
    ended = ended || !kept;
  }
}

void has_no_orphans(Case& made) {
  const auto& messages = made.context.messages;
  RC_ASSERT(context::repair(messages).size() + (messages.size() - seqs_of(made.context).size()) == messages.size());
}

void is_in_order(Case& made) {
  std::int64_t seq = 0, summaries = 0;
  for (const Message& message : made.context.messages) {
    if (message.role == Role::kSummary) {
      ++summaries;
      continue;
    }
    RC_ASSERT(message.seq >= seq);
    seq = message.seq;
  }
  RC_ASSERT(summaries <= 1);
}

void is_the_same_again(Case& made) {
  const Context again = *build_context(made.context.messages, made.options);
  RC_ASSERT(again.messages == made.context.messages);
  RC_ASSERT(again.left_out.messages == made.context.left_out.messages);
  RC_ASSERT(again.left_out.turns == made.context.left_out.turns);
}

void changes_nothing(Case& made) {
  const std::vector<Message> before = made.history;
  RC_ASSERT(*build_context(made.history, made.options) == made.context);
  RC_ASSERT(made.history == before);
}

void makes_nothing_longer(Case& made) {
  std::map<std::pair<std::int64_t, Role>, std::size_t> sizes;
  for (const Message& message : made.history) sizes[{message.seq, message.role}] = message.text.size();
  for (const Message& message : made.context.messages) {
    const auto size = sizes.find({message.seq, message.role});
    const bool is_made_up = message.role == Role::kSummary || size == sizes.end();
    if (!is_made_up) RC_ASSERT(message.text.size() <= size->second);
  }
  for (const ContextStep& step : made.context.steps) {
    if (step.name != "window" && step.name != "summary" && step.name != "hybrid") {
      RC_ASSERT(step.tokens_after <= step.tokens_before);
    }
  }
}

void counts_what_is_left_out(Case& made) {
  const auto repaired = context::repair(made.history);
  if (repaired.empty()) return;
  const auto seqs = seqs_of(made.context);
  const std::set<std::int64_t> distinct(seqs.begin(), seqs.end());
  RC_ASSERT(made.context.left_out.messages + static_cast<std::int64_t>(distinct.size()) == repaired.back().seq);
}

}  // namespace

TEST_CASE("a context is within its budget by its own count of tokens") {
  holds_for_every_context(is_within_its_budget);
}

TEST_CASE("X10: every context has the newest exchange, whatever its size") { holds_for_every_context(has_the_newest); }

TEST_CASE("X55: every context has the exchange of the open question") {
  holds_for_every_context(has_the_open_question);
}

TEST_CASE("X18: exchanges are whole or absent; only the newest, pinned and first kept ones may be shortened") {
  holds_for_every_context(has_whole_exchanges);
}

TEST_CASE("X61: the window holds the newest consecutive messages and the pinned ones") {
  holds_for_every_context(is_the_newest_in_a_row);
}

TEST_CASE("X29: there is no call without its result and no result without its call") {
  holds_for_every_context(has_no_orphans);
}

TEST_CASE("messages are in order, and at most one is a summary") { holds_for_every_context(is_in_order); }

TEST_CASE("building a context from a context's messages gives those messages again") {
  holds_for_every_context(is_the_same_again);
}

TEST_CASE("X12: the same history gives the same context, and is not changed") {
  holds_for_every_context(changes_nothing);
}

TEST_CASE("X33: no step makes a message longer") { holds_for_every_context(makes_nothing_longer); }

TEST_CASE("omitted and kept messages together are all messages") { holds_for_every_context(counts_what_is_left_out); }

// For long runs. One test checks all properties, because generating a history takes longer than checking it.
TEST_CASE("all properties hold together for the same contexts") {
  holds_for_every_context([](Case& made) {
    for (const auto promise : {is_within_its_budget, has_the_newest, has_the_open_question, has_whole_exchanges,
                               is_the_newest_in_a_row, has_no_orphans, is_in_order, is_the_same_again, changes_nothing,
                               makes_nothing_longer, counts_what_is_left_out}) {
      promise(made);
    }
  });
}
