// Compares the matches of random templates with all of their expansions, which independent code in this file computes.
#include <set>
#include <string>
#include <vector>

#include <rapidcheck.h>

#include "tests/intents/test_catalogs.h"

namespace parley::intents {
namespace {

using Sentences = std::set<std::string>;

struct Expression {
  std::string source;
  Sentences sentences;
};

std::string join_with_space(const std::string& a, const std::string& b) {
  return a.empty() || b.empty() ? a + b : a + ' ' + b;
}

Expression word() {
  const std::string text =
      *rc::gen::elementOf(std::vector<std::string>{"turn", "dim", "on", "off", "the", "lamp", "hall"});
  return {text, {text}};
}

Expression sequence(const Expression& a, const Expression& b) {
  Expression both{a.source + ' ' + b.source, {}};
  for (const std::string& first : a.sentences) {
    for (const std::string& second : b.sentences) both.sentences.insert(join_with_space(first, second));
  }
  return both;
}

Expression either(const Expression& a, const Expression& b) {
  Expression one{'(' + a.source + '|' + b.source + ')', a.sentences};
  one.sentences.insert(b.sentences.begin(), b.sentences.end());
  return one;
}

Expression maybe(const Expression& a) {
  Expression one{'[' + a.source + ']', a.sentences};
  one.sentences.insert("");
  return one;
}

Expression any_order(const Expression& a, const Expression& b) {
  Expression both{'(' + a.source + ';' + b.source + ')', sequence(a, b).sentences};
  both.sentences.merge(sequence(b, a).sentences);
  return both;
}

Expression expression(int depth) {
  switch (depth == 0 ? 0 : *rc::gen::inRange(0, 6)) {
    case 1:
    case 2: return sequence(expression(depth - 1), expression(depth - 1));
    case 3: return either(expression(depth - 1), expression(depth - 1));
    case 4: return maybe(expression(depth - 1));
    case 5: return any_order(expression(depth - 1), expression(depth - 1));
    default: return word();
  }
}

TEST_CASE("a template matches exactly its expansions, even if the bot has other templates", "[long]") {
  CHECK(rc::check("written out and compiled agree", [] {
    std::vector<Expression> all;
    std::string intents = "intents:\n";
    std::vector<std::string> messages;
    for (const char* id : {"a", "b", "c"}) {
      all.push_back(sequence(expression(3), word()));
      intents += intent(id, "match: [{template: '" + all.back().source + "'}]");
      messages.insert(messages.end(), all.back().sentences.begin(), all.back().sentences.end());
    }
    const Bot templates = bot(intents);
    for (int i = 0; i < 20; ++i) {
      std::string message = *rc::gen::elementOf(messages);
      if (*rc::gen::inRange(0, 3) == 0) message = join_with_space(message, word().source);
      if (*rc::gen::inRange(0, 3) == 0) message.erase(0, message.find(' ') + 1);
      Sentences expected;
      for (std::size_t k = 0; k < all.size(); ++k) {
        if (all[k].sentences.count(message) != 0) expected.insert(std::string(1, static_cast<char>('a' + k)));
      }
      const std::vector<std::string> found = ids(templates->understand(message));
      RC_ASSERT(Sentences(found.begin(), found.end()) == expected);
    }
  }));
}

}  // namespace
}  // namespace parley::intents
