// Tests that the composed context is within its budget, for every strategy and for few and many messages.
#include <catch2/catch.hpp>

#include "parley/context.h"
#include "parley/value.h"
#include "tests/context/window/history_generators.h"
#include "tests/torture/test_scale.h"

using namespace parley;

namespace {

// Makes messages of about `words` words each; one in six is important.
std::vector<Message> worded_messages(int count, int words) {
  std::string text;
  for (int word = 0; word < words; ++word) text += "word" + std::to_string(word % 10) + " ";
  std::vector<Message> messages = test::make_messages(count, [&](std::int64_t) { return text; });
  for (Message& message : messages) {
    if (message.seq % 6 == 1) message.details.metadata["important"] = true;
  }
  return messages;
}

std::int64_t tokens_of(const Context& context, const TokenCounter& counter) {
  std::int64_t tokens = 0;
  for (const Message& message : context.messages) tokens += count_tokens(message, counter);
  return tokens;
}

}  // namespace

TEST_CASE("X70: every composed context is within the budget and has no message of the role system", "[tokens]") {
  const TokenCounter exact = *create_token_counter(Encoding::kO200kBase);
  // With a sanitizer, tests every seventh combination. Each value of each option is still tested, because 7 divides no
  // number of values except that of the messages.
  const int every = torture::scaled(10, 10) < 10 ? 7 : 1;
  int asked = 0, made = 0, summaries = 0;
  for (const auto strategy : {ContextStrategy::kWindow, ContextStrategy::kSummary, ContextStrategy::kHybrid}) {
    for (const int messages : {1, 2, 7, 19, 20, 21, 60}) {
      for (const int words : {3, 60, 1'200}) {
        const std::vector<Message> dialogue = worded_messages(messages, words);
        for (const int summary_words : {0, 20, 4'000}) {
          for (const bool notes : {true, false}) {
            for (const std::int64_t budget : {200, 1'000, 4'000}) {
              for (const TokenCounter& counter : {TokenCounter(), exact}) {
                if (asked++ % every != 0) continue;
                INFO(to_string(strategy) << ", " << messages << " messages of " << words << " words, a summary of "
                                         << summary_words << ", notes " << notes << ", within " << budget);
                ContextOptions options;
                options.strategy = strategy;
                options.max_tokens = budget;
                options.notes = notes;
                options.counter = counter;
                if (summary_words > 0) {
                  std::string summary;
                  for (int i = 0; i < summary_words; ++i) summary += "told ";
                  options.summary = GivenSummary{summary, std::max(messages - 4, 0)};
                }
                const auto context = build_context(dialogue, options);
                REQUIRE(context);
                const std::int64_t tokens = tokens_of(*context, counter);
                if (tokens > budget) CHECK(tokens <= budget);
                if (tokens != context->tokens) CHECK(tokens == context->tokens);
                // The context has the newest message.
                if (context->messages.back().seq != messages) CHECK(context->messages.back().seq == messages);
                const std::string shown = render_json(*context).to_json();
                if (shown.find("\"system\"") != std::string::npos) CHECK(shown == "without a system role");
                ++made;
                if (context->messages.size() > 2 && context->messages[2].role == Role::kSummary) ++summaries;
              }
            }
          }
        }
      }
    }
  }
  CHECK(made == 3 * 7 * 3 * 3 * 2 * 3 * 2 / every);
  CHECK(summaries > 100 / every);
}

TEST_CASE("X70: if messages are too large, even fewer than twenty of them are omitted and summarised") {
  for (const auto strategy : {ContextStrategy::kSummary, ContextStrategy::kHybrid}) {
    INFO(to_string(strategy));
    std::vector<Message> dialogue = worded_messages(12, 60);
    dialogue[0].text = "Hello.";
    dialogue[1].text = "Hello, what can I do for you?";
    ContextOptions options;
    options.strategy = strategy;
    options.max_tokens = 700;
    options.summary = GivenSummary{"They spoke of words.", 8};
    const Context context = *build_context(dialogue, options);
    CHECK(context.messages.front().seq == 1);
    CHECK(context.messages.back().seq == 12);
    CHECK(context.left_out.messages > 0);
    int summaries = 0;
    for (const Message& message : context.messages) {
      if (message.role != Role::kSummary) continue;
      ++summaries;
      CHECK(message.text.find("They spoke of words.") != std::string::npos);
    }
    CHECK(summaries == 1);
    CHECK(context.tokens <= 700);
  }
}

TEST_CASE("X70: a summary takes a third of the budget at most") {
  for (const std::int64_t budget : {300, 1'000, 3'000}) {
    ContextOptions options;
    options.strategy = ContextStrategy::kSummary;
    options.max_tokens = budget;
    options.summary = GivenSummary{std::string(200'000, 's'), 60};
    const Context context = *build_context(worded_messages(80, 10), options);
    for (const Message& message : context.messages) {
      if (message.role == Role::kSummary)
        CHECK(count_tokens(message) <= budget / 3 + 60);  // 60 for the summary's fence
    }
    CHECK(context.messages.back().seq == 80);
  }
}
