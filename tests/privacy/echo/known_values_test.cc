// Tests that KnownValues finds a value in each of its forms, and no other text.
#include "privacy/echo/known_values.h"

#include <catch2/catch.hpp>

#include "tests/privacy/marked_text.h"

using namespace parley;
using privacy::Echo;
using privacy::KnownValues;

namespace {

std::string mark_found(const KnownValues& values, std::string_view text) {
  std::vector<Span> places;
  for (const Echo& echo : values.find(text)) places.push_back(echo.span);
  return test::with_marks(text, places);
}

KnownValues known(std::vector<privacy::KnownValue> values) { return KnownValues(std::move(values)); }

void check_forms(const std::string& value, const std::vector<std::string>& rows) {
  const KnownValues values = known({{"it", {value}}});
  for (const std::string& row : rows) {
    INFO(value);
    CHECK(mark_found(values, test::marked_text(row).text) == row);
  }
}

}  // namespace

TEST_CASE("a long value is found anywhere, regardless of case, width and separators") {
  check_forms("4111111111111111",
              {"[[4111 1111 1111 1111]], [[4111-1111-1111-1111]], x[[4111111111111111]]x",
               "[[4111.1111.1111.1111]] [[4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1]]",
               "[[\uff14\uff11\uff11\uff11 1111 1111 1111]]", "[[\u0664\u0661\u0661\u0661111111111111]]",
               "[[4111\n1111\n1111\n1111]]", "4111 and 1111 1111 1111, 411111111111111"});
  check_forms("O-12345",
              {"[[O-12345]], [[o 12345]], [[o12345]]", "order no [[o-12345]]6", "[[O \u2013 12345]], 0-12345"});
  check_forms("J\u00fcrgen M\u00fcller",
              {"Herr [[JURGEN MULLER]]", "[[J\u00fcrgen  M\u00fcller]]s", "[[ju\u0308rgen-mu\u0308ller]]"});
  check_forms("jane.doe@example.com", {"[[Jane.Doe@Example.COM]]", "jane at example"});
  check_forms("(555) 123-4567", {"tel [[(555) 123-4567]]!", "[[555-123-4567]]"});
}

TEST_CASE("escaped values are found") {
  const std::string value = R"(he said "50% & more" \o/)";
  check_forms(value, {
                         R"({"why":"[[he said \"50% & more\" \\o\/]]"})",
                         R"([[\u0068e said \u002250% & more\u0022 \\o/]])",
                         "?q=[[he+said+%2250%25+%26+more%22+%5Co%2F]]&x",
                         "[[he%20said%20%2250%25%20%26%20more%22%20%5co%2f]]",
                         "<b>[[he said &quot;50% &amp; more&quot; \\o/]]</b>",
                         "[[he said &#34;50% &#x26; more&#34; \\o/]]",
                         R"([[he said \\\"50% & more\\\" \\\\o/]])",
                     });
  check_forms("J\u00fcrgen", {R"([[J\u00fcrgen]] [[J\u00FCrgen]])", "[[J%C3%BCrgen]], [[j%c3%bcrgen]]",
                              "[[J&uuml;rgen]], [[J&#252;rgen]]"});
  check_forms("Ann", {R"(\n[[Ann]]\n)", "%20[[Ann]]%0A", R"({\"name\":\"[[Ann]]\"})"});
}

TEST_CASE("values are found in base64 and in hex") {
  check_forms("hunter2!", {"[[aHVudGVyMiE=]]", "xy[[hodW50ZXIyIX]]l6", "e[[Gh1bnRlcjIh]]eQ==", "[[68756e7465723221]]",
                           "[[68 75 6E 74 65 72 32 21]]"});
  check_forms("\xC3\xBB\xC3\xBF\xC3\xBE\xC3\xBF\xC3\xBB",
              {"[[w7vDv8O+w7/Duw==]]", "[[w7vDv8O-w7_Duw]]", "[[w7vD\nv8O+w7/Duw==]]"});
}

TEST_CASE("a short value is found only as a separate word, and with separators only where the value has them") {
  check_forms("Ann", {"[[ann]], [[ANN]]'s, [[\uff21nn]], x-[[Ann]]", "announcement, Joann, a n n, A-nn"});
  check_forms("4711", {"pin[[4711]] is [[4711]]", "[[4,711]]", "47112, 47 11, 47.11"});
  check_forms("AB-12", {"[[ab12]], [[AB 12]], [[ab - 12]]", "a b12, xab-12, ab-123"});
  check_forms("M\u00fcl", {"[[mul]], [[MU\u0308L]]", "mull"});
}

TEST_CASE("a value that could be any word is found only verbatim") {
  check_forms("no", {"[[no]], [[no]]!", "No, nothing, not"});
  check_forms("1", {"it is [[1]]", "12, 21, 1st"});
  check_forms("yes", {"[[yes]]", "Yes, yesterday"});
  check_forms("\u674e\u660e", {"\u6211\u662f[[\u674e\u660e]]\u3002"});
  check_forms(":-)", {"so [[:-)]]", "(:-))"});
  check_forms("\U0001f600", {"[[\U0001f600]] ha"});
  check_forms("", {"", "text"});
  check_forms("  ", {"a  b"});
}

TEST_CASE("numbers are found as people and programs write them") {
  check_forms("1234.5", {"[[1234.5]], [[1,234.50]], [[1.234,50]], EUR[[1 234,50]]",
                         "[[\uff11\uff12\uff13\uff14.\uff15]]", "12345, 1234.51, 11234.5, 1.234"});
  check_forms("1234", {"[[1,234]] or [[1.234]] or [[1234.00]]", "12345, 12.34"});
  check_forms("250000", {"[[250,000]], [[250.000,00]], [[250 000]]"});
  check_forms("123456.78", {"[[123456.78]], [[123,456.78]]", "12345678"});
  check_forms("0.07", {"[[0.07]], 0.075, 10.07, 007"});
  check_forms("5.5", {"[[5.5]]", "15.5, 5.55, 5,5"});
}

TEST_CASE("several values are distinguished, and each has its canonical text") {
  const KnownValues values =
      known({{"order", {"O-12345", "o one two"}}, {"card", {"4111111111111111"}}, {"empty", {}}});
  const std::vector<Echo> echoes = values.find("4111 1111 1111 1111 for o12345, o one two");
  REQUIRE(echoes.size() == 3);
  CHECK(echoes[0].label == "card");
  CHECK(echoes[0].value == "4111111111111111");
  CHECK(echoes[1].label == "order");
  CHECK(echoes[1].span == Span{24, 30});
  CHECK(echoes[2].value == "O-12345");
  CHECK(known({}).find("anything").empty());
  CHECK(known({}).is_empty());
}

TEST_CASE("a value inside another value is also found, and overlapping echoes of one value are one match") {
  const KnownValues values = known({{"a", {"12345678"}}, {"b", {"345678"}}});
  CHECK(values.find("12345678").size() == 2);
  CHECK(mark_found(known({{"a", {"aaaaaa"}}}), "aaaaaaaaa") == "[[aaaaaaaaa]]");
}

TEST_CASE("masks of the known labels are skipped") {
  const KnownValues values = known({{"card", {"card"}}, {"token", {"0123456789ab"}}});
  CHECK(mark_found(values, "{card} {token#0123456789ab} {card:...card}") ==
        "{card} {token#0123456789ab} {card:...card}");
  CHECK(mark_found(values, "{card } and 0123456789ab") == "{[[card]] } and [[0123456789ab]]");
  CHECK(mark_found(known({{"a", {"123456"}}}), "123{a}456") == "123{a}456");
}

TEST_CASE("known values stay valid after a move") {
  KnownValues values = known({{"a", {"\"Jo\" Doe."}}});
  const KnownValues moved = std::move(values);
  CHECK(mark_found(moved, "so \"Jo\" Doe.") == "so [[\"Jo\" Doe.]]");
}

// Each text would take minutes if it were read again from every position.
TEST_CASE("a long value is compared at every position of a text of one letter") {
  const KnownValues values = known({{"a", {std::string(20'000, 'a')}}, {"n", {"111"}}});
  const std::string same(100'000, 'a');
  REQUIRE(values.find(same).size() == 1);
  CHECK(values.find(same)[0].span == Span{0, same.size()});
  std::string apart, groups;
  while (apart.size() < 100'000) apart += std::string(15'000, 'a') + "    ";
  CHECK(values.find(apart).empty());
  while (groups.size() < 100'000) groups += "111 ";
  CHECK(values.find(groups).size() == groups.size() / 4);
}

TEST_CASE("a hundred thousand repetitions are read once for each of many values") {
  std::vector<privacy::KnownValue> known;
  for (int i = 0; i < 40; ++i) known.push_back({"v" + std::to_string(i), {std::string(200, 'a') + std::to_string(i)}});
  known.push_back({"short", {"a"}});
  const KnownValues values(std::move(known));
  for (const std::string_view piece : {"a", "a ", "%61", "\\u0061", "&#97;", "\\", "%", "{v1", "{v1}", "{v1} a ",
                                       "\xCC\x81", "a\xCC\x81", "YWFh", "61", "1,", "\uff41"}) {
    std::string text;
    while (text.size() < 100'000) text += piece;
    for (const Echo& echo : values.find(text)) CHECK(echo.span.end <= text.size());
  }
}
