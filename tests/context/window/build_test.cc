// Tests the contents of contexts by examples. properties_test.cc checks the properties of all contexts.
#include <catch2/catch.hpp>

#include "parley/context.h"

using namespace parley;

namespace {

struct History {
  std::vector<Message> messages;

  Message& add(std::int64_t turn, Role role, std::string text) {
    Message& message = messages.emplace_back();
    message.seq = static_cast<std::int64_t>(messages.size());
    message.turn = turn;
    message.role = role;
    message.text = std::move(text);
    return message;
  }
  void call(std::int64_t turn, const std::string& id, std::string arguments) {
    named(turn, Role::kCall, id, std::move(arguments));
  }
  void result(std::int64_t turn, const std::string& id, std::string text) {
    named(turn, Role::kTool, id, std::move(text));
  }
  void named(std::int64_t turn, Role role, const std::string& id, std::string text) {
    Message& message = add(turn, role, std::move(text));
    message.details.tool = "find_order";
    message.details.call_id = id;
  }
  // Makes turns of a question and a reply with 20 tokens each.
  static History of_turns(int turns) {
    History dialogue;
    for (int turn = 1; turn <= turns; ++turn) {
      dialogue.add(turn, Role::kUser, "question number " + std::to_string(turn));
      dialogue.add(turn, Role::kAssistant, "answer number " + std::to_string(turn));
    }
    return dialogue;
  }
};

std::vector<std::int64_t> seqs(const Context& context) {
  std::vector<std::int64_t> out;
  for (const Message& message : context.messages) {
    if (message.role != Role::kSummary) out.push_back(message.seq);
  }
  return out;
}

using Seqs = std::vector<std::int64_t>;

ContextOptions room_for(std::int64_t tokens) {
  ContextOptions options;
  options.max_tokens = tokens;
  return options;
}

}  // namespace

TEST_CASE("a history that fits becomes the context unchanged") {
  const History dialogue = History::of_turns(3);
  const Context context = *build_context(dialogue.messages);
  CHECK(context.messages == dialogue.messages);
  CHECK(context.left_out == LeftOut{});
  CHECK(build_context(std::vector<Message>{})->messages.empty());
}

TEST_CASE("a system prompt comes before the messages and counts against the budget") {
  const History dialogue = History::of_turns(40);
  Message prompt;
  prompt.text = "Be brief. Promise nothing.\nNever name a price.";
  ContextOptions options = room_for(400);
  const Context without = *build_context(dialogue.messages, options);
  options.system_prompt = prompt.text;
  const Context with = *build_context(dialogue.messages, options);
  CHECK(with.system_prompt == prompt.text);
  CHECK(with.max_tokens == 400);
  CHECK(with.tokens <= 400);
  std::int64_t tokens = count_tokens(prompt);
  for (const Message& message : with.messages) tokens += count_tokens(message);
  CHECK(with.tokens == tokens);
  CHECK(with.steps.back().tokens_after == tokens);
  CHECK(with.messages.size() < without.messages.size());
  options.max_tokens += count_tokens(prompt);
  CHECK(build_context(dialogue.messages, options)->messages.size() >= without.messages.size());
}

TEST_CASE("a system prompt that leaves no room for messages is an error and is not shortened") {
  ContextOptions options = room_for(300);
  for (int i = 0; i < 60; ++i) options.system_prompt += "Promise nothing. ";
  const auto refused = build_context(History::of_turns(2).messages, options);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::kLimitExceeded);
  CHECK(refused.error().message.find("of the context's 300 tokens") != std::string::npos);
  options.max_tokens = 1'000;
  CHECK(build_context(History::of_turns(2).messages, options)->system_prompt == options.system_prompt);
  options.max_tokens = 0;
  CHECK(build_context(History::of_turns(2).messages, options)->system_prompt == options.system_prompt);
}

TEST_CASE("F58, X61: the window holds the last three of ten exchanges, not the first") {
  ContextOptions options;
  options.max_turns = 3;
  const Context context = *build_context(History::of_turns(10).messages, options);
  CHECK(seqs(context) == Seqs{15, 16, 17, 18, 19, 20});
  CHECK(context.left_out == LeftOut{7, 14, 0});
  CHECK(context.messages.front().text == "[14 earlier messages of 7 turns left out]");
}

TEST_CASE("F58: the window takes the newest exchanges until the next one would not fit") {
  const History dialogue = History::of_turns(40);
  for (const std::int64_t budget : {200, 350, 600}) {
    INFO(budget);
    ContextOptions options = room_for(budget);
    options.notes = false;
    const Context context = *build_context(dialogue.messages, options);
    const Seqs kept = seqs(context);
    REQUIRE(kept.size() > 4);
    for (std::size_t i = 0; i < kept.size(); ++i) {
      CHECK(kept[i] == static_cast<std::int64_t>(81 - kept.size() + i));
    }
    std::int64_t next = 0;
    for (const std::int64_t seq : {kept.front() - 2, kept.front() - 1}) {
      next += count_tokens(dialogue.messages[static_cast<std::size_t>(seq - 1)]);
    }
    CHECK(context.tokens <= budget);
    CHECK(context.tokens + next > budget);
  }
}

TEST_CASE("X10: an exchange larger than the budget is shortened to its beginning, its end and a marker") {
  History dialogue = History::of_turns(2);
  dialogue.add(3, Role::kUser, "It begins here. " + std::string(9'000, 'x') + " It ends here.");
  const Context context = *build_context(dialogue.messages, room_for(300));
  CHECK(seqs(context) == Seqs{5});
  const std::string& text = context.messages.back().text;
  CHECK(text.find("It begins here.") == 0);
  CHECK(text.find(" characters left out ...]") != std::string::npos);
  CHECK(text.rfind("It ends here.") == text.size() - 13);
  CHECK(context.tokens <= 300);
  CHECK(context.tokens > 250);
}

TEST_CASE("X11: the window ends at the first exchange that does not fit, even if an older one would fit") {
  History dialogue = History::of_turns(1);
  dialogue.add(2, Role::kUser, std::string(3'000, 'x'));
  dialogue.add(3, Role::kUser, "and now?");
  CHECK(seqs(*build_context(dialogue.messages, room_for(300))) == Seqs{4});
}

TEST_CASE("X55: the open question stays, however many messages follow it") {
  ContextOptions options = room_for(200);
  options.pending_seq = 4;
  const Context context = *build_context(History::of_turns(200).messages, options);
  CHECK(seqs(context).front() == 3);
  CHECK(seqs(context)[1] == 4);
  CHECK(seqs(context).back() == 400);
}

TEST_CASE("X29: a result without its call is dropped, and a call without its result gets a placeholder") {
  History dialogue;
  dialogue.result(1, "c1", "{}");
  dialogue.add(1, Role::kAssistant, "Done.");
  dialogue.call(2, "c2", R"({"order_id":"7"})");
  dialogue.add(2, Role::kAssistant, "One moment.");
  const Context context = *build_context(dialogue.messages);
  CHECK(seqs(context) == Seqs{2, 3, 3, 4});
  CHECK(context.messages[3].role == Role::kTool);
  CHECK(context.messages[3].details.call_id == "c2");
  CHECK(context.messages[3].text.find("no result is recorded") != std::string::npos);
}

TEST_CASE("X18: if a call and its result are in different turns, these turns are kept together") {
  History dialogue = History::of_turns(3);
  dialogue.call(4, "c1", "{}");
  dialogue.add(5, Role::kUser, "still there?");
  dialogue.result(6, "c1", "{}");
  ContextOptions options;
  options.max_turns = 1;
  CHECK(seqs(*build_context(dialogue.messages, options)) == Seqs{7, 8, 9});
}

TEST_CASE("F67, F85: a summary is between the first exchange and the newest ones") {
  ContextOptions options = room_for(200);
  options.strategy = ContextStrategy::kSummary;
  options.summary = GivenSummary{"The lamp is to be returned.", 60};
  const Context context = *build_context(History::of_turns(40).messages, options);
  CHECK(context.messages[0].seq == 1);
  CHECK(context.messages[1].seq == 2);
  CHECK(context.messages[2].role == Role::kSummary);
  CHECK(context.messages[2].text.find("~~~\nThe lamp is to be returned.\n~~~") != std::string::npos);
  CHECK(context.messages.back().seq == 80);
  CHECK(context.tokens <= 200);
}

TEST_CASE("F67: a first exchange that is too large is shortened, because no summary covers it") {
  History dialogue;
  dialogue.add(1, Role::kUser, "My lamp came broken. " + std::string(9'000, 'x') + " I want my money back.");
  dialogue.call(1, "c1", "{}");
  dialogue.result(1, "c1", R"({"order_id":"7"})");
  dialogue.add(1, Role::kAssistant, "Which lamp is it?");
  for (int turn = 2; turn <= 40; ++turn) {
    dialogue.add(turn, Role::kUser, "question number " + std::to_string(turn));
    dialogue.add(turn, Role::kAssistant, "answer number " + std::to_string(turn));
  }
  for (const ContextStrategy strategy : {ContextStrategy::kSummary, ContextStrategy::kHybrid}) {
    INFO(to_string(strategy));
    ContextOptions options = room_for(600);
    options.strategy = strategy;
    options.summary = GivenSummary{"They spoke of numbers.", 60};
    const Context context = *build_context(dialogue.messages, options);
    REQUIRE(context.messages.size() > 5);
    const std::string& opening = context.messages[0].text;
    CHECK(opening.find("My lamp came broken.") == 0);
    CHECK(opening.find(" characters left out ...]") != std::string::npos);
    CHECK(opening.rfind("I want my money back.") == opening.size() - 21);
    CHECK(context.messages[1].details.call_id == "c1");
    CHECK(context.messages[2].details.call_id == "c1");
    CHECK(context.messages[3].text == "Which lamp is it?");
    CHECK(context.messages[4].role == Role::kSummary);
    CHECK(context.messages.back().seq == 82);
    CHECK(context.tokens <= 600);
  }
}

TEST_CASE("F69: without a summary the marker says how much is missing") {
  ContextOptions options = room_for(200);
  options.strategy = ContextStrategy::kSummary;
  options.notes = false;
  const Context context = *build_context(History::of_turns(40).messages, options);
  CHECK(context.messages[2].text.find("earlier messages of") != std::string::npos);
}

TEST_CASE("X30: if the first exchange and the newest ones are adjacent, there is nothing to summarise") {
  ContextOptions options;
  options.strategy = ContextStrategy::kSummary;
  options.summary = GivenSummary{"All of it.", 4};
  const History dialogue = History::of_turns(3);
  CHECK(build_context(dialogue.messages, options)->messages == dialogue.messages);
}

TEST_CASE("F86, F87: important messages stay verbatim among summarised ones") {
  History dialogue = History::of_turns(100);
  dialogue.messages[60].details.metadata["important"] = true;  // a message of turn 31
  dialogue.messages[80].details.metadata["confirmed"] = true;  // a message of turn 41
  dialogue.messages[90].details.metadata["important"] = false;
  ContextOptions options = room_for(250);
  options.strategy = ContextStrategy::kHybrid;
  options.summary = GivenSummary{"A long talk.", 180};
  const Seqs kept = seqs(*build_context(dialogue.messages, options));
  for (const std::int64_t seq : {1, 2, 61, 62, 81, 82, 199, 200}) CHECK(std::count(kept.begin(), kept.end(), seq) == 1);
  CHECK(std::count(kept.begin(), kept.end(), 91) == 0);
}

TEST_CASE("X70: a summary larger than the budget is cut") {
  ContextOptions options = room_for(300);
  options.strategy = ContextStrategy::kSummary;
  options.summary = GivenSummary{std::string(20'000, 's'), 60};
  const Context context = *build_context(History::of_turns(40).messages, options);
  CHECK(context.tokens <= 300);
  CHECK(context.messages.back().seq == 80);
}

TEST_CASE("F64: every step reports what it did") {
  History dialogue = History::of_turns(2);
  dialogue.messages[1].details.metadata["reasoning"] = "They ask for a number.";
  const Context context = *build_context(dialogue.messages);
  std::vector<std::string> names;
  for (const ContextStep& step : context.steps) names.push_back(step.name);
  CHECK(names == std::vector<std::string>{"repair", "strip_reasoning", "trim_results", "window"});
  CHECK(context.steps[1].tokens_after < context.steps[1].tokens_before);
  CHECK(context.steps[3].tokens_after == context.tokens);
}

TEST_CASE("F74: 0 disables a step") {
  ContextOptions options;
  options.strip_reasoning = false;
  options.trim_results = 0;
  options.max_tokens = 0;
  History dialogue = History::of_turns(500);
  dialogue.result(500, "c", "");
  const Context context = *build_context(dialogue.messages, options);
  CHECK(context.steps.size() == 2);
  CHECK(context.messages.size() == 1'000);
}

TEST_CASE("options out of range are refused") {
  const auto refused = [](const ContextOptions& options) {
    const auto context = build_context(std::vector<Message>{}, options);
    return !context && context.error().code == ErrorCode::kInvalidRequest;
  };
  CHECK(refused(room_for(-1)));
  CHECK(refused(room_for(kMinContextTokens - 1)));
  ContextOptions options;
  options.trim_results = 99;
  CHECK(refused(options));
  options = {};
  options.max_turns = -1;
  CHECK(refused(options));
}

TEST_CASE("messages out of order are refused, and an error of the reader is returned") {
  History dialogue = History::of_turns(2);
  std::swap(dialogue.messages[0], dialogue.messages[3]);
  CHECK(
      build_context([&](std::int64_t, int) { return Result<std::vector<Message>>(dialogue.messages); }).error().code ==
      ErrorCode::kInvalidRequest);
  const HistoryReader broken = [](std::int64_t, int) -> Result<std::vector<Message>> {
    return Unexpected(ErrorCode::kStoreUnavailable, "gone");
  };
  CHECK(build_context(broken).error().code == ErrorCode::kStoreUnavailable);
}

TEST_CASE("X62: only the part of a long history that the window can hold is read") {
  const History dialogue = History::of_turns(10'000);
  std::int64_t read = 0;
  const HistoryReader reader = [&](std::int64_t before, int limit) -> Result<std::vector<Message>> {
    const auto end = std::min<std::int64_t>(before - 1, static_cast<std::int64_t>(dialogue.messages.size()));
    const auto begin = std::max<std::int64_t>(end - limit, 0);
    read += end - begin;
    return std::vector<Message>(dialogue.messages.begin() + begin, dialogue.messages.begin() + end);
  };
  for (const auto strategy : {ContextStrategy::kWindow, ContextStrategy::kSummary}) {
    read = 0;
    ContextOptions options = room_for(1'500);
    options.strategy = strategy;
    const Context context = *build_context(reader, options);
    CHECK(read < 600);
    CHECK(context == *build_context(dialogue.messages, options));
  }
}

TEST_CASE("X13: a caller's counter enforces the budget") {
  ContextOptions options = room_for(200);
  options.counter = [](std::string_view text) { return static_cast<std::int64_t>(text.size()); };
  const Context context = *build_context(History::of_turns(50).messages, options);
  std::int64_t tokens = 0;
  for (const Message& message : context.messages) tokens += count_tokens(message, options.counter);
  CHECK(tokens == context.tokens);
  CHECK(tokens <= 200);
  CHECK(seqs(context).back() == 100);
}
