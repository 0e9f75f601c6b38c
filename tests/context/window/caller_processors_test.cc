// Tests processors of a context that the caller supplies (F64).
#include <future>
#include <stdexcept>

#include <catch2/catch.hpp>

#include "parley/context.h"
#include "tests/context/window/history_generators.h"

using namespace parley;

namespace {

std::vector<Message> numbered_turns(int turns) {
  return test::make_messages(2 * turns, [](std::int64_t seq) { return "text " + std::to_string(seq); });
}

using Messages = std::vector<Message>;
using Answer = Result<std::vector<Message>>;

Context with(std::function<Answer(Messages, const ContextRun&)> process, TimeMs timeout = 0) {
  ContextOptions options;
  options.processors = {{"host", std::move(process), std::chrono::milliseconds(timeout)}};
  options.run.session = "s1";
  const auto context = build_context(numbered_turns(5), options);
  REQUIRE(context);
  return *context;
}

const ContextStep& host_step(const Context& context) {
  for (const ContextStep& step : context.steps) {
    if (step.name == "host") return step;
  }
  FAIL("step not found");
  return context.steps.front();
}

}  // namespace

TEST_CASE("F64: the caller's processors run in their order, after the built-in steps and before the selection") {
  ContextOptions options;
  std::string order;
  options.run = {"s1", Consumer::kAgent, 0, 77};
  options.processors = {{"shout",
                         [&](Messages messages, const ContextRun& run) -> Answer {
                           order += "1";
                           CHECK(run.session == "s1");
                           CHECK(run.consumer == Consumer::kAgent);
                           CHECK(run.max_tokens == 4'000);
                           CHECK(run.now == 77);
                           for (Message& message : messages) message.text += "!";
                           return messages;
                         }},
                        {"forget", [&](Messages messages, const ContextRun&) -> Answer {
                           order += "2";
                           CHECK(messages.front().text == "text 1!");
                           messages.erase(messages.begin(), messages.begin() + 4);
                           return messages;
                         }}};
  const auto context = build_context(numbered_turns(5), options);
  REQUIRE(context);
  CHECK(order == "12");
  CHECK(context->messages.back().text == "text 10!");
  CHECK(context->left_out.messages == 4);
  REQUIRE(context->steps.size() >= 3);
  CHECK(context->steps[context->steps.size() - 3].name == "shout");
  CHECK(context->steps[context->steps.size() - 2].name == "forget");
  CHECK(context->steps[context->steps.size() - 2].messages_after == 6);
  CHECK(context->steps.back().name == "window");
}

TEST_CASE("F64: a processor that fails, throws or returns other messages does not change the context") {
  const Context plain = with([](Messages messages, const ContextRun&) -> Answer { return messages; });
  CHECK(host_step(plain).problem.empty());
  for (const TimeMs timeout : {0, 60'000}) {
    CAPTURE(timeout);
    const Context failed =
        with([](Messages, const ContextRun&) -> Answer { return Unexpected(ErrorCode::kInternal, "no"); }, timeout);
    CHECK(host_step(failed).problem == "failed");
    CHECK(failed.messages == plain.messages);
    const Context threw = with([](Messages, const ContextRun&) -> Answer { throw std::runtime_error("no"); }, timeout);
    CHECK(host_step(threw).problem == "threw");
    CHECK(threw.messages == plain.messages);
  }
  const std::function<void(Messages&)> wrong[] = {[](Messages& messages) { std::swap(messages[0], messages[1]); },
                                                  [](Messages& messages) { messages.push_back(messages.back()); },
                                                  [](Messages& messages) { messages[3].seq = 99; },
                                                  [](Messages& messages) { messages[3].role = Role::kTool; }};
  for (const auto& spoil : wrong) {
    const Context context = with([&](Messages messages, const ContextRun&) -> Answer {
      spoil(messages);
      return messages;
    });
    CHECK(host_step(context).problem == "invalid");
    CHECK(context.messages == plain.messages);
  }
}

TEST_CASE("F64: a context waits for a slow processor until the timeout of the processor, and not longer") {
  std::promise<void> done;
  std::shared_future<void> released = done.get_future().share();
  const Context context = with(
      [released](Messages messages, const ContextRun&) -> Answer {
        released.wait();
        return messages;
      },
      1);
  CHECK(host_step(context).problem == "timed_out");
  CHECK(context.messages.size() == 10);
  done.set_value();
  const Context waited = with(
      [](Messages messages, const ContextRun&) -> Answer {
        messages.erase(messages.begin(), messages.begin() + 2);
        return messages;
      },
      600'000);
  CHECK(host_step(waited).problem.empty());
  CHECK(waited.left_out.messages == 2);
}

TEST_CASE("F64: a processor without a name, without a function or with a negative timeout is refused") {
  const auto same = [](Messages messages, const ContextRun&) -> Answer { return messages; };
  for (const ContextProcessor& wrong : {ContextProcessor{"", same}, ContextProcessor{"host", nullptr},
                                        ContextProcessor{"host", same, std::chrono::milliseconds(-1)}}) {
    ContextOptions options;
    options.processors = {wrong};
    const auto context = build_context(numbered_turns(1), options);
    REQUIRE_FALSE(context);
    CHECK(context.error().code == ErrorCode::kInvalidRequest);
  }
}
