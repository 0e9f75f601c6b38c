#include <set>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "audit/canary_forms.h"
#include "parley/audit.h"

using namespace parley;

namespace {

std::string sighted(const std::string& value, const std::string& output) {
  Canaries canaries(1);
  REQUIRE(canaries.add("card", value));
  std::string forms;
  for (const auto& sighting : canaries.find(output)) forms += (forms.empty() ? "" : ", ") + sighting.form;
  return forms;
}

}  // namespace

TEST_CASE("a canary has the shape of its example, and all canaries differ") {
  Canaries canaries(3);
  std::set<std::string> values;
  for (int i = 0; i < 1000; ++i) {
    const std::string value = canaries.like("Ab-120 345, \xC3\xA9!");
    REQUIRE(value.size() == 15);
    CHECK((value[0] >= 'A' && value[0] <= 'Z'));
    CHECK((value[1] >= 'a' && value[1] <= 'z'));
    CHECK((value[3] >= '1' && value[3] <= '9'));
    CHECK(value.substr(2, 1) + value.substr(6, 1) + value.substr(10) == "- , \xC3\xA9!");
    values.insert(value);
  }
  CHECK(values.size() > 990);
  CHECK(Canaries(3).like("aaaaaaaa") == Canaries(3).like("aaaaaaaa"));
  CHECK(Canaries(3).like("aaaaaaaa") != Canaries(4).like("aaaaaaaa"));
}

TEST_CASE("a value so short that it may occur by chance is not a canary") {
  struct Row {
    const char* value;
    bool tells;
  };
  for (const Row& row : {Row{"12345678", true}, Row{"1234567", false}, Row{"O-12345", true}, Row{"O-123", false},
                         Row{"SW1A 1AA", true}, Row{"Anna", false}, Row{"Anna Bell", true}, Row{"", false},
                         Row{"\xEF\xBC\x91\xEF\xBC\x92\xEF\xBC\x93\xEF\xBC\x94 5678", true}}) {
    INFO(row.value);
    CHECK(Canaries::tells_enough(row.value) == row.tells);
    Canaries canaries(1);
    CHECK(canaries.add("x", row.value) == row.tells);
    CHECK(canaries.plant("x", row.value).empty() != row.tells);
  }
}

TEST_CASE("a canary is found in every form in which it can be output") {
  struct Row {
    const char* what;
    const char* output;
    const char* forms;
  };
  for (const Row& row : {
           Row{"unchanged", "card: 4111-2222-XY33.", "plain"},
           Row{"without punctuation", "<4111 2222xy33>", "plain"},
           Row{"letter by letter", "4 1 1 1 2 2 2 2 X Y 3 3", "plain"},
           Row{"in full width", "\xEF\xBC\x94\xEF\xBC\x91\xEF\xBC\x91\xEF\xBC\x91 2222 XY33", "plain"},
           Row{"inside a longer number",
               "994111222"
               "2xy3300",
               "plain"},
           Row{"in JSON escapes", R"("\u0034\u0031\u00311\u002d2222-XY\u0033\u0033")", "escaped"},
           Row{"in URL escapes", "?card=%34%31%31%31%2D2222-%58Y33", "escaped"},
           Row{"in HTML escapes", "&#52;&#x31;&#49;1&#45;2222-XY33", "escaped"},
           Row{"in base64", "x=NDExMS0yMjIyLVhZMzM=", "base64"},
           Row{"in base64 after a letter", "YTQxMTEtMjIyMi1YWTMz", "base64"},
           Row{"in base64 after two letters", "YWI0MTExLTIyMjItWFkzMw", "base64"},
           Row{"in hex", "0x343131312d323232322d58593333", "hex"},
           Row{"in upper-case hex", "343131312D323232322D58593333", "hex"},
           Row{"only a part of it", "4111-2222-XY3", ""},
           Row{"another value", "4111-2222-XY34", ""},
           Row{"far apart", "4111,       2222,       XY33", ""},
           Row{"an empty output", "", ""},
       }) {
    INFO(row.what);
    CHECK(sighted("4111-2222-XY33", row.output) == row.forms);
  }
}

TEST_CASE("a short canary is found only as a separate word") {
  CHECK(sighted("O-12345", "order O-12345.") == "plain");
  CHECK(sighted("O-12345", "order o12345") == "plain");
  CHECK(sighted("O-12345", "order o123456").empty());
  CHECK(sighted("O-12345", "ago12345").empty());
}

TEST_CASE("the text around a found canary does not contain the canary, and is one line of whole characters") {
  Canaries canaries(1);
  canaries.add("card", "4111-2222-XY33");
  const auto found = canaries.find(
      "a\nb\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3"
      "\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9 4111 2222 XY33\tend");
  REQUIRE(found.size() == 1);
  CHECK(found[0].canary == 0);
  CHECK(found[0].around ==
        "\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9"
        "\xC3\xA9\xC3\xA9\xC3\xA9 {card} end");
}

TEST_CASE("a canary planted in any form except split is found in a text that repeats it") {
  CHECK(rc::check("planted, found", [] {
    Canaries canaries(*rc::gen::arbitrary<std::uint64_t>());
    const std::string value = canaries.plant(
        "x", *rc::gen::element<std::string>("4111 1111 1111", "jane@example.org", "O-12345", "12 Long Road, Town"));
    const auto form = static_cast<CanaryForm>(*rc::gen::inRange<int>(0, static_cast<int>(kCanaryForms) - 1));
    const std::string planted_values = "I say " + audit::written_as(form, value) + " to you";
    const auto found = canaries.find(planted_values);
    RC_TAG(std::string(to_string(form)));
    RC_ASSERT(found.size() == 1);
    RC_ASSERT(canaries.find(planted_values.substr(0, planted_values.size() / 2)).empty());
  }));
}

TEST_CASE("a value is split where neither half can occur by chance") {
  CHECK(audit::split_position("4111222233334444") == 8);
  CHECK(audit::split_position("O-12345") == 0);
  CHECK(audit::split_position("jane.doe@\xC3\xA9xample.org") > 0);
}

TEST_CASE("a search finds nothing in unrelated text") {
  CHECK(rc::check("no false alarm", [] {
    Canaries canaries(*rc::gen::arbitrary<std::uint64_t>());
    canaries.plant("x", "jane.doe@example.org");
    RC_ASSERT(canaries.find(*rc::gen::arbitrary<std::string>()).empty());
  }));
}
