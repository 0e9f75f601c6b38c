#include "parley/tokens.h"

#include <catch2/catch.hpp>

#include "tests/context/window/history_generators.h"

using namespace parley;
using test::make_message;

TEST_CASE("F53, X13: an estimate is rounded up, and only the empty text has 0 tokens") {
  CHECK(estimate_tokens("") == 0);
  for (const char* text : {"a", " ", "\n", ".", "7", "\xC3\xA9", "\xE4\xB8\xAD", "\xFF"}) {
    INFO(text);
    CHECK(estimate_tokens(text) >= 1);
  }
}

TEST_CASE("X13: an estimate is based on the script, not on bytes") {
  // Eight Han characters in 24 bytes, eight Latin letters in eight.
  CHECK(estimate_tokens(
            "\xE8\xAF\xB7\xE6\x8A\x8A\xE5\x8F\x91\xE7\xA5\xA8\xE5\xAF\x84\xE7\xBB\x99\xE6\x88\x91\xE5\x90\xA7") == 8);
  CHECK(estimate_tokens("invoices") == 3);
}

TEST_CASE("an estimate grows with its text, and a concatenation costs no more than its parts") {
  const std::string text = "Send 2 parcels to Za\xC5\xBC\xC3\xB3\xC5\x82\xC4\x87, reference 9f2c41d07a, today.\n";
  std::int64_t before = 0;
  for (std::size_t length = 0; length <= text.size(); ++length) {
    const std::int64_t tokens = estimate_tokens(text.substr(0, length));
    // A part of a cut character may count more than the whole character.
    if (length == text.size() || (text[length] & 0xC0) != 0x80) {
      CHECK(tokens >= before);
      before = tokens;
    }
    CHECK(estimate_tokens(text) <= tokens + estimate_tokens(text.substr(length)) + 1);  // a split may add one token
  }
}

TEST_CASE("ids and hashes cost more than words of their length") {
  CHECK(estimate_tokens("9f2c41d07ae3b86655c0d1e2") > 2 * estimate_tokens("understandingrefunds"));
}

TEST_CASE("X13: the overhead of each message is counted") {
  CHECK(count_tokens(make_message(Role::kUser, "")) == 5);
  CHECK(count_tokens(make_message(Role::kUser, "invoices")) == 5 + 3);
}

TEST_CASE("F54: the arguments, the tool name and the id of a call are counted") {
  Message call = make_message(Role::kCall, R"({"order_id":"48213"})");
  const std::int64_t bare = count_tokens(call);
  CHECK(bare == 10 + estimate_tokens(call.text));
  call.details.tool = "find_order";
  call.details.call_id = "c-17";
  CHECK(count_tokens(call) == bare + estimate_tokens("find_order") + estimate_tokens("c-17"));
}

TEST_CASE("reasoning is counted while a message has it") {
  Message answer = make_message(Role::kAssistant, "Yes.");
  const std::int64_t bare = count_tokens(answer);
  answer.details.metadata["reasoning"] = "The order is older than a month.";
  CHECK(count_tokens(answer) == bare + estimate_tokens("The order is older than a month."));
}

TEST_CASE("F55: a caller's counter replaces the estimate") {
  const TokenCounter bytes = [](std::string_view text) { return static_cast<std::int64_t>(text.size()); };
  CHECK(count_tokens(make_message(Role::kUser, "invoices"), bytes) == 5 + 8);
  const TokenCounter broken = [](std::string_view) { return std::int64_t{-7}; };
  CHECK(count_tokens(make_message(Role::kUser, "invoices"), broken) == 5);
}

TEST_CASE("F56: a window is divided between response, history and files") {
  SplitOptions options;
  options.margin_percent = 0;
  const TokenBudget small = *split_window(12'000, options);
  CHECK(small.response == 3'000);
  CHECK(small.history == 3'000);
  CHECK(small.files == 6'000);
  CHECK(small.slack == 0);
}

TEST_CASE("F57, X14: the cap on files holds, and unassigned tokens are reported") {
  SplitOptions options;
  options.margin_percent = 0;
  const TokenBudget large = *split_window(1'000'000, options);
  CHECK(large.response == 16'000);
  CHECK(large.history == 50'000);
  CHECK(large.files == 100'000);
  CHECK(large.slack == 834'000);
}

TEST_CASE("F57: the caller sets the caps of history and files") {
  SplitOptions options;
  options.margin_percent = 0;
  options.max_history = 70'000;
  options.max_files = 200;
  const TokenBudget budget = *split_window(1'000'000, options);
  CHECK(budget.history == 70'000);
  CHECK(budget.files == 200);
  CHECK(budget.slack == 1'000'000 - 16'000 - 70'000 - 200);
}

TEST_CASE("F76: the safety margin is subtracted first, and the parts add up") {
  for (const std::int64_t window : {100, 4'096, 131'072, 1'000'000, 2'000'001}) {
    const TokenBudget budget = *split_window(window);
    CHECK(budget.margin == window * 5 / 100);
    CHECK(budget.margin + budget.response + budget.history + budget.files + budget.slack == window);
  }
  CHECK(split_window(INT64_MAX));
}

TEST_CASE("X15: a window of zero or too few tokens is refused") {
  for (const std::int64_t window : {std::int64_t{0}, std::int64_t{-1}, std::int64_t{3}, INT64_MIN}) {
    CHECK(split_window(window).error().code == ErrorCode::kInvalidRequest);
  }
  for (const int margin : {-1, 51}) CHECK_FALSE(split_window(8'000, SplitOptions{margin}));
  for (const std::int64_t cap : {0, -5}) {
    SplitOptions options;
    options.max_history = cap;
    CHECK_FALSE(split_window(8'000, options));
  }
}

TEST_CASE("F60: each consumer has its own budget") {
  CHECK(default_tokens(Consumer::kClassifier) == 1'500);
  CHECK(default_tokens(Consumer::kPlanner) == 4'000);
  CHECK(default_tokens(Consumer::kLlm) == 4'000);
  CHECK(default_tokens(Consumer::kAgent) == 16'000);
  CHECK(to_string(Consumer::kClassifier) == std::string("classifier"));
}

TEST_CASE("F77: a request's excess over the window is computed before it is sent") {
  const TokenBudget budget = *split_window(10'000);  // 9,500 are usable, 2,375 of them for the response
  const Preflight good = check_fit(budget, {2'000, 4'000, 1'125});
  CHECK(good.fits());
  CHECK(good.over() == 0);
  const Preflight bad = check_fit(budget, {2'000, 4'000, 1'200});
  CHECK_FALSE(bad.fits());
  CHECK(bad.over() == 75);
}
