// Tests warnings about examples that do not tell two intents apart.
#include "tests/intents/test_catalogs.h"

namespace parley::intents {
namespace {

// Returns the findings as "LINE WORD INTENTS".
std::vector<std::string> shared_words(const std::string& yaml) {
  std::vector<std::string> out;
  const Bot linted = bot(yaml);
  for (const Diagnostic& warning : linted->warnings()) {
    if (warning.code == "W520")
      out.push_back(std::to_string(warning.line) + " " + warning.word + ": " + warning.message);
  }
  return out;
}

std::string with_examples(const std::string& id, const std::string& examples) {
  return intent(id, "examples: [" + examples + "]");
}

TEST_CASE("W520: a word that all examples of two intents share is reported with both intents") {
  CHECK(shared_words("intents:\n" + with_examples("order", "I want a pizza, order a pizza, pizza please") +
                     with_examples("cancel", "cancel my pizza, drop the pizzas, stop pizza")) ==
        std::vector<std::string>{"5 pizza: every example of the intent 'cancel' contains 'pizza', and so does every "
                                 "example of 'order', so the word does not tell them apart"});
}

TEST_CASE("W520: words that tell intents apart are not reported") {
  struct Row {
    const char* first;
    const char* second;
    const char* other = "";
  };
  const Row rows[] = {
      {"order a pizza, I want a pizza, get me food", "cancel my pizza, drop the pizza, stop the pizza"},
      {"I want to pay, I want to order, I want a bill", "I want to leave, I want out, I want my coat"},  // no meaning
      {"order pizza, buy pizza", "cancel pizza, drop pizza, stop pizza"},                                // not trained
      {"order 12, buy 12, get 12", "cancel 12, drop 12, stop 12"},                                       // a code
      {"order pizza, buy pizza, fetch pizza", "cancel pizza, drop pizza, stop pizza", "likeness: {act: 1, ask: 1}\n"},
  };
  for (const Row& row : rows) {
    INFO(row.first);
    CHECK(shared_words(row.other + ("intents:\n" + with_examples("a", row.first) + with_examples("b", row.second)))
              .empty());
  }
}

TEST_CASE("W520: a third intent with the word is reported too, once") {
  const auto all = shared_words("intents:\n" + with_examples("a", "order pizza, buy pizza, fetch pizza") +
                                with_examples("b", "cancel pizza, drop pizza, stop pizza") +
                                with_examples("c", "rate pizza, praise pizza, review pizza"));
  CHECK(all.size() == 2);
}

TEST_CASE("W521: an example of `none` that an intent matches is reported") {
  struct Row {
    std::string none;
    std::string hint;  // empty: no warning
  };
  const Row rows[] = {
      {"tell me a joke", ""},
      {"is that a refund", "the rule or template on line 5 matches it"},
      {"dim the lamp", "the rule or template on line 6 matches it"},
      {"When do you open?", "that intent has the same example on line 7"},
      {"a guarded word", ""},
  };
  for (const Row& row : rows) {
    INFO(row.none);
    const Bot linted =
        bot("none: ['" + row.none + "']\nintents:\n" + intent("a", "match: [{regex: refund}]") +
            intent("b", "match: [{template: dim the lamp}]") + intent("c", "examples: [when do you open]") +
            intent("d", "match: [{regex: guarded}], when: {context.vip: true}"));
    std::vector<std::string> hints;
    for (const Diagnostic& one : linted->warnings()) {
      if (one.code == "W521") hints.push_back(one.hint);
    }
    CHECK(hints == (row.hint.empty() ? std::vector<std::string>{} : std::vector<std::string>{row.hint}));
  }
}

}  // namespace
}  // namespace parley::intents
