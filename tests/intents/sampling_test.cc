// Tests sampled sentences: they are understood as their own intent, and lint uses them.
#include <rapidcheck/catch.h>

#include "intents/sampling/regex_sample.h"
#include "tests/intents/test_catalogs.h"

namespace parley::intents {
namespace {

using Texts = std::vector<std::string>;

TEST_CASE("samples: a regex matches some of its samples") {
  for (const char* regex :
       {"refund", "(refund|money back)", "cance?l+ (my|the)? order", "\\d{5}", "[A-Z]{2}-?\\d+", "a.b",
        "(?i)x(?:y|z){2,3}", "(?P<value>[^aeiou\\s]+)!", "\\bwhere\\b.{0,30}\\border\\b", "[[:digit:]a-c]", "\\p{L}+",
        "a{2}|b{1,}|c{,2}", "\\$\\d+(\\.\\d\\d)?", "^yes$", "[]x]", "[\\]\\-]"}) {
    INFO(regex);
    const Pattern pattern{std::string_view(regex)};
    REQUIRE(pattern.is_valid());
    int matched = 0;
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
      Dice dice(seed);
      matched += pattern.occurs_in(sample_of_regex(regex, dice));
    }
    // Not all samples match, because sampling ignores boundaries and anchors and approximates [[:digit:]].
    CHECK(matched >= 5);
  }
}

TEST_CASE("samples: sampling terminates for any regex, valid or not") {
  rc::prop("ends", [](const std::string& regex, std::uint64_t seed) {
    Dice dice(seed);
    sample_of_regex(regex, dice);
  });
  rc::prop("ends, of what regexes are made of", [](std::uint64_t seed) {
    const auto pieces = *rc::gen::container<Texts>(rc::gen::element<std::string>(
        "a", "(", ")", "[", "]", "|", "?", "*", "+", "{2,3}", "{", "\\", "\\d", "^", "(?:"));
    std::string regex;
    for (const std::string& piece : pieces) regex += piece;
    Dice dice(seed);
    RC_ASSERT(sample_of_regex(regex, dice).size() < 100'000'000);
  });
}

TEST_CASE("samples: samples of an intent are understood as that intent") {
  const Bot home = bot(R"(
rules: {the: '[the|my]'}
entities:
  lamp: {values: {Desk Lamp: [reading light], Lamp: [torch, 'lights?']}}
  level: {range: {from: 0, to: 100, step: 0.5}}
  code: {patterns: ['[A-Z]{2}\d{3}']}
intents:
  - id: dim
    params: {lamp: {type: lamp}, level: {type: level}, note: {type: free_text}}
    match:
      - template: ['(dim|set) <the> {lamp} (to {level};now)', 'write {note} down[ward[s]]', '{lamp:note} [up|down]']
    steps: [{say: ok}]
  - id: enter
    params: {code: {type: code}}
    match: [{template: 'enter {code}'}, {regex: '\bopen (the )?(door|gate)s?\b'}]
    examples: [Let me in]
    steps: [{say: ok}]
)");
  for (unsigned long long seed = 0; seed < 20; ++seed) {
    for (const char* id : {"dim", "enter"}) {
      const Texts sentences = home->sample(id, 10, seed);
      CHECK(sentences.size() >= 5);
      CHECK(sentences == home->sample(id, 10, seed));
      for (const std::string& sentence : sentences) {
        INFO(sentence);
        CHECK(ids(home->understand(sentence)) == Texts{id});
      }
    }
  }
  CHECK(home->sample("nobody", 10).empty());
  CHECK(home->sample("dim", 2).size() == 2);
}

TEST_CASE("samples: every built-in type has samples that are values of it") {
  for (const std::string& type : config::built_in_types()) {
    const Bot one =
        bot("intents:\n" + intent("it", "params: {x: {type: " + type + "}}, match: [{template: 'it is {x}'}]"));
    for (const std::string& sentence : one->sample("it", 3)) {
      INFO(type << ": " << sentence);
      CHECK(sentence.size() > 6);
      CHECK(flat(one->understand(sentence)).params.size() == 1);
    }
    CHECK_FALSE(one->sample("it", 3).empty());
  }
}

Texts warning_messages(const std::string& yaml) {
  Texts out;
  const Bot made = bot(yaml);
  for (const Diagnostic& warning : made->warnings()) out.push_back(warning.code + " " + warning.message);
  return out;
}

TEST_CASE(
    "overlaps: two rules that match the same message, and a rule that never wins, are reported with an example "
    "message") {
  CHECK(warning_messages("intents:\n" + intent("a", R"(match: [{regex: 'cancel\s+order'}])") +
                         intent("b", R"(match: [{regex: '(cancel|stop) order'}])")) ==
        Texts{"W508 'cancel order' matches this and 'cancel\\s+order' of the intent 'a' equally well; the earlier "
              "one in the file wins"});
  CHECK(warning_messages("intents:\n" + intent("a", R"(match: [{template: 'cancel [my] order'}])") +
                         intent("b", R"(match: [{regex: 'cancel'}])")) == Texts{});
  const Texts hidden = warning_messages("intents:\n" + intent("a", R"(match: [{regex: '.*cancel.*', priority: 1}])") +
                                        intent("b", R"(match: [{template: 'cancel my order'}])"));
  REQUIRE(hidden.size() == 1);
  CHECK(hidden.front() ==
        "W507 this rule or template never seems to win: 'cancel my order' is understood as the intent 'a', by "
        "'.*cancel.*'");
  // If one intent has a `when`, the overlap may be intended, so there is no warning.
  CHECK(warning_messages("intents:\n" + intent("a", R"(match: [{regex: 'cancel order'}], when: {context.vip: true})") +
                         intent("b", R"(match: [{regex: 'cancel order'}])")) == Texts{});
}

TEST_CASE("W509: a param that nothing can fill is reported") {
  const auto of = [](const std::string& param, const std::string& match) {
    return warning_messages("intents:\n" + intent("a", "params: {note: {type: " + param + "}}, match: [" + match + "]"))
        .size();
  };
  CHECK(of("free_text", "{regex: x}") == 1);
  CHECK(of("boolean", "{regex: x}") == 1);
  CHECK(of("number", "{regex: x}") == 0);
  CHECK(of("free_text, required: true, ask: What?", "{regex: x}") == 0);
  CHECK(of("free_text, param_mapping: ['note (?P<value>.+)']", "{regex: x}") == 0);
  CHECK(of("free_text", "{template: 'note {note}'}") == 0);
  CHECK(of("free_text", "{template: 'note', slots: {note: here}}") == 0);
}

TEST_CASE("W509: a param that a call or a start fills is not reported") {
  const std::string a = intent("a", "params: {note: {type: free_text}}, match: [{regex: x}]");
  for (const std::string kind : {"call", "start"}) {
    const auto warnings_with = [&](const std::string& with) {
      return warning_messages("intents:\n" + a + "  - id: b\n    match: [{regex: y}]\n    steps: [{" + kind +
                              ": a, with: {" + with + "}}]\n")
          .size();
    };
    INFO(kind);
    CHECK(warnings_with("") == 1);
    CHECK(warnings_with("note: hello") == 0);
  }
}

}  // namespace
}  // namespace parley::intents
