// Tests that reading time is linear in the length of any message (include/parley/catalog.h). Compares the steps
// (base/work_budget.h) for a message with the steps for a message twice as long. scripts/check_linear compares
// instructions.
#include <utility>

#include "base/work_budget.h"
#include "config/definition.h"
#include "support/bot_of_every_type.h"
#include "support/hostile_messages.h"
#include "tests/intents/test_catalogs.h"
#include "tests/torture/test_scale.h"

namespace parley::intents {
namespace {

std::uint64_t steps_of(const Catalog& bot, const std::string& message, const NluContext& nlu_context) {
  const base::WorkBudget work;
  (void)bot.understand(message, nlu_context);
  return work.steps();
}

// Returns three contexts: no open question, an open question for one of the params, and an open confirmation.
std::vector<NluContext> situations(const std::vector<std::string>& params, std::size_t turn) {
  NluContext idle, asked, confirming;
  asked.intent = confirming.intent = "all";
  asked.waiting_for_param = params[turn % params.size()];
  confirming.confirming = true;
  confirming.filled = params;
  confirming.filled_last = params[(turn + 1) % params.size()];
  return {idle, asked, confirming};
}

Bot of_every_type() {
  auto parsed = Catalog::parse(bot_of_every_type(config::built_in_types()), "every-type.yaml");
  INFO((parsed ? std::string() : parsed.error().to_string()));
  REQUIRE(parsed);
  return *parsed;
}

TEST_CASE("a message twice as long takes at most 2.2 times the steps, whatever its content", "[long]") {
  constexpr std::size_t kBytes = 1024;
  const Bot bot = of_every_type();
  const std::vector<std::string> params = bot->params("all");
  const std::vector<HostileMessage> all = hostile_messages();
  const auto count = static_cast<int>(all.size());
  // With a stride of 1, all messages are tested. Under a sanitizer (PARLEY_TORTURE=0.1) the stride is about 10.
  const auto stride = static_cast<std::size_t>(count / torture::scaled(count, count));
  for (std::size_t i = 0; i < all.size(); i += stride) {
    const std::string once = message_of(all[i], kBytes), twice = message_of(all[i], 2 * kBytes);
    for (const NluContext& nlu_context : situations(params, i)) {
      const auto few = steps_of(*bot, once, nlu_context), many = steps_of(*bot, twice, nlu_context);
      INFO("'" << all[i].piece << "' behind '" << all[i].head << "', asked for " << nlu_context.waiting_for_param
               << (nlu_context.confirming ? ", confirming" : "") << ": " << few << " and " << many << " steps");
      CHECK(many <= few * 22 / 10 + 10'000);
    }
  }
}

TEST_CASE("in a long run of the same characters or words, parley does not read the run again at each character") {
  const Bot bot = of_every_type();
  for (const char* piece : {"\u00b2", "\u00b7", "\u00e9", "a", "one ", "111 ", "1,11", "4 thousand ", "one point "}) {
    INFO(piece);
    const HostileMessage hostile{piece, "my order is ", " and not 5"};
    const auto few = steps_of(*bot, message_of(hostile, 4'000), {}),
               many = steps_of(*bot, message_of(hostile, 16'000), {});
    CHECK(many <= 5 * few);
    CHECK(many < 30'000'000);
  }
}

TEST_CASE("a message that repeats '4 thousand' many times is read without deep recursion") {
  const Bot bot = of_every_type();
  std::string message;
  const auto length = static_cast<std::size_t>(torture::scaled(1'000'000, 1'000'000));  // shorter under a sanitizer
  while (message.size() < length) message += "4 thousand ";
  NluContext unlimited;
  unlimited.max_bytes = message.size();
  CHECK_FALSE(flat(bot->understand(message, unlimited)).candidates.empty());
}

TEST_CASE("a message that takes too many steps is not understood, and explain reports it") {
  std::string yaml = "intents:\n  - id: a\n    steps: [{say: ok}]\n    match:\n";
  for (int i = 0; i < 9'000; ++i) yaml += "      - {regex: 'x.{0,3}a" + std::to_string(i) + "'}\n";
  const Bot rules = bot(yaml + "      - {regex: hello}\n");
  // The message contains the literals of all rules, but among them only the rule `hello` matches.
  std::string message = "hello x     ";
  for (int i = 0; i < 9'000; ++i) message += "a" + std::to_string(i) + " ";
  CHECK(flat(rules->understand("hello")).candidates.size() == 1);
  CHECK(message.size() > 50'000);
  NluContext unlimited;
  unlimited.max_bytes = message.size();
  CHECK(flat(rules->understand(message, unlimited)).candidates.empty());
  const Explanation explanation = rules->explain(message, unlimited);
  CHECK(explanation.understanding.acts.empty());
  REQUIRE(explanation.notes.size() == 1);
  CHECK(explanation.notes[0].find("the message is not understood: it takes more than") == 0);
}

TEST_CASE("a message that is longer than the limit is not read, and explain says so") {
  const Bot rules = bot("intents:\n" + intent("a", "match: [{regex: hello}]"));
  const std::string message = "hello " + std::string(kMaxMessageBytes - 6, 'x');
  CHECK(flat(rules->understand(message)).candidates.size() == 1);
  CHECK(flat(rules->understand(message + "x")).candidates.empty());
  const base::WorkBudget work;
  const Explanation explanation = rules->explain(message + "x");
  CHECK(explanation.understanding.acts.empty());
  CHECK(explanation.why == std::vector<std::string>{"The message is not understood: it is longer than 16384 bytes "
                                                    "(NluContext::max_bytes)."});
  CHECK(work.steps() == 0);
  NluContext longer;
  longer.max_bytes = message.size() + 1;
  CHECK(flat(rules->understand(message + "x", longer)).candidates.size() == 1);
}

TEST_CASE("an explanation takes at most a few times the steps of its message") {
  std::string yaml = "intents:\n";
  for (int i = 0; i < 300; ++i) {
    const std::string id = "i" + std::to_string(i);
    yaml += intent(id, "match: [{regex: '\\bparcel (from|to) " + id + "\\b'}], examples: [my parcel " + id +
                           " is late, the invoice of " + id + ", send " + id + " again]");
  }
  const Bot many = bot(yaml);
  const auto steps_of_explain = [&](const std::string& message) {
    const base::WorkBudget work;
    (void)many->explain(message);
    return work.steps();
  };
  for (const char* piece : {"x ", "parcel ", "my parcel is late ", "invoice 17 ", "qwertz "}) {
    INFO(piece);
    const std::string message = message_of({piece, "", ""}, kMaxMessageBytes);
    CHECK(steps_of_explain(message) <= 4 * steps_of(*many, message, {}) + 10'000);
  }
}

TEST_CASE("explain reads a message once for any number of intents") {
  const auto with_intents = [](int count) {
    std::string yaml = "intents:\n";
    for (int i = 0; i < count; ++i) {
      const std::string id = "i" + std::to_string(i);
      yaml += intent(id, "match: [{template: 'order " + id + " {n}'}], params: {n: {type: number}}");
    }
    return bot(yaml);
  };
  const std::string message = "order one 5 and what not";
  const auto steps = [&message](const Bot& bot) {
    const base::WorkBudget work;
    (void)bot->explain(message);
    return work.steps();
  };
  // Trying a template costs fewer steps than reading the message.
  CHECK(steps(with_intents(200)) <= steps(with_intents(100)) + 100 * message.size() / 2);
}

}  // namespace
}  // namespace parley::intents
