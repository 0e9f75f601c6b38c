// Tests any input in any encoding: nothing crashes, and every position is at a code point of the message.
#include <algorithm>

#include <rapidcheck.h>

#include "base/text.h"
#include "intents/entity_spans.h"
#include "tests/intents/recogniser_tables.h"
#include "tests/intents/test_catalogs.h"
#include "tests/torture/test_scale.h"

namespace parley::intents {
namespace {

Bot everything() {
  return bot(
      R"(entities:
  order_id: {patterns: ['\bO-?(?P<value>\d{5})\b', '#\C+'], canonical: 'O-{value}'}
  size: {values: {small: [little, 'klein(er)?'], large: [big, "gro\u00dfe?"]}}
intents:
)" +
      intent("buy",
             R"(match: [{regex: 'buy.*'}, {regex: '\d+ \S+'}, {regex: '.o\C'}], examples: [the usual], params: {)"
             "o: {type: order_id}, s: {type: size}, n: {type: number}, m: {type: money}, d: {type: date}, "
             "t: {type: time}, b: {type: boolean}, e: {type: email}, p: {type: phone}, c: {type: credit_card}, "
             R"(i: {type: iban}, f: {type: free_text, param_mapping: ['is (?P<value>.+)']}})") +
      intent("stop", R"(match: [{regex: 'stop|\bno\b'}])"));
}

const std::vector<std::string>& pieces() {
  static const std::vector<std::string> kPieces = {"buy",
                                                   "the usual",
                                                   "O-12345",
                                                   "#7",
                                                   "small",
                                                   "klein",
                                                   "gro\u00dfe",
                                                   "five",
                                                   "twenty",
                                                   "hundred",
                                                   "and",
                                                   "a",
                                                   "half",
                                                   "dozen",
                                                   "12",
                                                   "1,250",
                                                   ".5",
                                                   "-",
                                                   "$",
                                                   "\u20ac",
                                                   "dollars",
                                                   "cents",
                                                   "5/3/2026",
                                                   "2026-05-03",
                                                   "March",
                                                   "5th",
                                                   "tomorrow",
                                                   "next",
                                                   "friday",
                                                   "in",
                                                   "days",
                                                   "19:30",
                                                   "7",
                                                   "pm",
                                                   "quarter",
                                                   "past",
                                                   "noon",
                                                   "yes",
                                                   "no",
                                                   "thanks",
                                                   "cancel",
                                                   "not",
                                                   "or",
                                                   "no, ",
                                                   "I meant",
                                                   "make it",
                                                   "change the",
                                                   "is wrong",
                                                   "the second one",
                                                   ". Also, stop",
                                                   "jo@example.com",
                                                   "@",
                                                   ".",
                                                   "+44",
                                                   "20 7946",
                                                   "555-1234",
                                                   "4111 1111 1111 1111",
                                                   "DE89 3704 0044 0532 0130 00",
                                                   "is",
                                                   "it",
                                                   "\u2019",
                                                   "\u2013",
                                                   "\u00a0",
                                                   "\u200b",
                                                   "\uff11",
                                                   "\U0001f600",
                                                   "\u65e5",
                                                   "\u0301",
                                                   "\xFF",
                                                   "\xE2\x80",
                                                   "\xC3",
                                                   "\n",
                                                   "\t",
                                                   "",
                                                   std::string(1, '\0'),
                                                   "(",
                                                   ")",
                                                   "minus",
                                                   "million",
                                                   "k"};
  return kPieces;
}

rc::Gen<std::string> messages() {
  const auto joined = [](const std::vector<std::string>& parts) {
    std::string text;
    for (const std::string& part : parts) text += part;
    return text;
  };
  std::vector<std::string> with_spaces = pieces();
  with_spaces.resize(pieces().size() * 2, " ");
  return rc::gen::oneOf(
      rc::gen::map(rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(with_spaces)), joined),
      rc::gen::container<std::string>(rc::gen::arbitrary<char>()));
}

// A malformed byte counts as a code point of its own.
bool is_boundary(const std::string& text, std::size_t place) {
  std::size_t at = 0;
  while (at < place) base::next_code_point(text, at);
  return at == place;
}

void check_span(const std::string& text, const Span& span) {
  RC_ASSERT(span.begin <= span.end);
  RC_ASSERT(span.end <= text.size());
  RC_ASSERT(is_boundary(text, span.begin));
  RC_ASSERT(is_boundary(text, span.end));
}

void check_values(const std::string& text, const std::vector<ParamValue>& values) {
  for (const ParamValue& value : values) {
    check_span(text, value.span);
    RC_ASSERT(value.raw == text.substr(value.span.begin, value.span.end - value.span.begin));
    for (const ParamValue& other : values) {
      const bool overlap = &other != &value && other.span.begin < value.span.end && value.span.begin < other.span.end;
      RC_ASSERT(!overlap || value.whole_message || other.whole_message);
    }
  }
}

TEST_CASE(
    "any bytes: nothing crashes, and every span lies in the message, begins and ends at a code point, and holds the "
    "raw text") {
  const Bot bot = everything();
  const std::vector<std::string> params = {"", "o", "s", "n", "m", "d", "t", "b", "e", "p", "c", "i", "f"};
  CHECK(rc::check("understand", [&] {
    const std::string text = *messages();
    NluContext nlu_context;
    nlu_context.intent = *rc::gen::elementOf(std::vector<std::string>{"", "buy"});
    nlu_context.waiting_for_param = *rc::gen::elementOf(params);
    nlu_context.confirming = *rc::gen::arbitrary<bool>();
    nlu_context.now = *rc::gen::inRange(-100'000'000'000'000LL, 100'000'000'000'000LL);
    nlu_context.changing = *rc::gen::arbitrary<bool>();
    nlu_context.filled = *rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(params));
    if (!nlu_context.filled.empty()) nlu_context.filled_last = nlu_context.filled.front();
    nlu_context.choices = *rc::gen::container<std::vector<std::string>>(messages());
    nlu_context.interrupted = {{"buy", "n"}, {"sell", "x"}};
    const FlatMessage understanding = bot->understand(text, nlu_context);
    const auto check_ambiguous = [&](const Ambiguous& ambiguous) {
      for (const auto& readings : ambiguous) {
        RC_ASSERT(readings.size() > 1U);
        for (const ParamValue& reading : readings) check_values(text, {reading});
      }
    };
    check_ambiguous(understanding.ambiguous);
    check_ambiguous(understanding.ambiguous_answers);
    for (const std::string& named : understanding.named) {
      RC_ASSERT(std::count(nlu_context.filled.begin(), nlu_context.filled.end(), named) > 0);
    }
    if (understanding.choice) RC_ASSERT(static_cast<std::size_t>(*understanding.choice) < nlu_context.choices.size());
    for (const FurtherIntent& further_intent : understanding.further) {
      check_span(text, further_intent.candidate.span);
      check_values(text, further_intent.params);
      check_ambiguous(further_intent.ambiguous);
    }
    check_values(text, understanding.elsewhere);
    for (const Candidate& candidate : understanding.candidates) check_span(text, candidate.span);
    check_values(text, understanding.params);
    check_values(text, understanding.answers);
  }));
}

TEST_CASE("any bytes: explain, validation and entity spans do not crash") {
  const Bot bot = everything();
  CHECK(rc::check("explain", [&] {
    const std::string text = *messages();
    RC_ASSERT(bot->explain(text).verdicts.size() == 2U);
    for (const char* param : {"o", "s", "n", "m", "d", "t", "b", "e", "p", "c", "i", "f"}) {
      bot->validate("buy", param, Value(text));
    }
    for (const char* type : {"order_id", "size", "number", "money", "date", "time", "email", "phone", "iban"}) {
      for (const Span& span : find_entity_spans(*bot, type, text)) check_span(text, span);
    }
  }));
}

TEST_CASE("a canonical value validates to itself") {
  const Bot bot = everything();
  CHECK(rc::check("validate is idempotent", [&] {
    const std::string text = *messages();
    NluContext nlu_context;
    nlu_context.now = kMonday;
    for (const ParamValue& value : flat(bot->understand("buy " + text, nlu_context)).params) {
      const ParamValue again = bot->validate("buy", value.param, value.value, nlu_context);
      RC_ASSERT(again.valid);
      RC_ASSERT(again.value == value.value);
    }
  }));
}

TEST_CASE("the time for a long message is proportional to its length", "[long]") {
  const Bot bot = everything();
  const auto length = static_cast<std::size_t>(torture::scaled(20'000, 20'000));  // less under a sanitizer
  for (const std::string& piece : pieces()) {
    std::string text = "buy ";
    while (text.size() < length) text += piece.empty() ? " " : piece + " ";
    NluContext fresh;
    fresh.max_bytes = text.size();
    CHECK_FALSE(flat(bot->understand(text, fresh)).candidates.empty());
    NluContext open = fresh;
    open.intent = "buy";
    open.waiting_for_param = "n";
    open.filled = {"o", "s", "d", "t"};
    open.filled_last = "t";
    CHECK_FALSE(flat(bot->understand(text, open)).candidates.empty());
  }
}

}  // namespace
}  // namespace parley::intents
