#include "config/diagnostics.h"

#include <catch2/catch.hpp>

#include "config/document.h"
#include "reader_harness.h"

namespace parley::config {
namespace {

TEST_CASE("did_you_mean finds the nearest name") {
  const std::vector<std::string> known{"order_id", "id", "amount", "handoff", "reason"};
  const std::pair<const char*, const char*> table[] = {
      {"oder_id", "did you mean 'order_id'?"},
      {"order_ids", "did you mean 'order_id'?"},
      {"ORDER_ID", "did you mean 'order_id'?"},
      {"order-id", "did you mean 'order_id'?"},
      {"amuont", "did you mean 'amount'?"},
      {"hand_off", "did you mean 'handoff'?"},
      {"ids", "did you mean 'id'?"},
      {"in", "did you mean 'id'?"},
      {"xyz", ""},
      {"payment", ""},
      {"order_id_of_the_customer", ""},
      {"", ""},
  };
  for (const auto& [word, hint] : table) {
    INFO(word);
    CHECK(did_you_mean(word, known) == hint);
  }
  CHECK(did_you_mean("xyz", {}).empty());
  CHECK(did_you_mean_or_list("hots", {"host", "mock"}) == "did you mean 'host'?");
  CHECK(did_you_mean_or_list("http", {"host", "mock"}) == "one of: host, mock");
}

TEST_CASE("Of two equally near names, did_you_mean takes the first") {
  CHECK(did_you_mean("ab", {"ac", "ad"}) == "did you mean 'ac'?");
}

TEST_CASE("Diagnostics are in file order, and each appears once") {
  Diagnostics findings = diagnostics_for("abc\ndef\n");
  findings.warning("W504", {0, 2, 1, 4}, "def", "second");
  findings.error("E201", {0, 1, 2, 1}, "bc", "first");
  findings.error("E201", {0, 1, 2, 1}, "bc", "first");
  CHECK(findings.has_errors());
  const std::vector<Diagnostic> list = findings.take();
  CHECK(brief(list) == std::vector<std::string>{"1:2 E201", "2:1 W504"});
  CHECK(list[0].file == "bot.yaml");
  CHECK(list[0].severity == Severity::kError);
  CHECK(list[1].severity == Severity::kWarning);
}

TEST_CASE("A warning is not an error") {
  Diagnostics findings = diagnostics_for("abc");
  findings.warning("W504", {0, 1, 1, 0}, "abc", "unused");
  CHECK(!findings.has_errors());
}

TEST_CASE("A thousand warnings do not hide an error") {
  Diagnostics findings = diagnostics_for("abc");
  for (int i = 0; i < 1500; ++i) findings.warning("W504", {0, i + 1, 1, 0}, "abc", "unused");
  CHECK(findings.full(Severity::kWarning));
  CHECK(!findings.full());
  findings.error("E201", {0, 2000, 1, 0}, "abc", "unknown");
  CHECK(findings.has_errors());
  CHECK(findings.take().size() == 1001);
}

TEST_CASE("A quote from a file stays on one line") {
  Diagnostics findings = diagnostics_for("x");
  findings.error("E201", {0, 1, 1, 0}, "a\nb\x1B[31m\xC2\x9B", "unknown " + quoted("c\r\nd"),
                 quoted(std::string(500, 'x')));
  const Diagnostic d = findings.take().front();
  CHECK(d.word == "a?b?[31m?");
  CHECK(d.message == "unknown 'c??d'");
  CHECK(d.hint == "'" + std::string(60, 'x') + "...'");
}

struct ScalarPosition {
  const char* text;   // one scalar
  std::size_t index;  // index into the scalar's value
  const char* place;
};

TEST_CASE("A byte of a value has a position in the file") {
  const ScalarPosition table[] = {
      {"abc def", 4, "1:5"},
      {"'abc def'", 4, "1:6"},
      {"'it''s x'", 4, "1:7"},                 // it's x
      {"\"a\\n\\tb\"", 3, "1:7"},              // a NL TAB b
      {"\"\\u20AC\\x41 b\"", 5, "1:13"},       // EUR (3 bytes) A space b
      {"\"\\U0001F600b\"", 4, "1:12"},         // 4 bytes
      {"\"\\N\\_\\L\\Pb\"", 10, "1:10"},       // 2 + 2 + 3 + 3 bytes
      {"\xC3\xA4 b", 3, "1:3"},                // a umlaut, in code points
      {"a b\n  c d", 4, "2:3"},                // folded: a b c d
      {"'a\n\n  b'", 2, "3:3"},                // a NL b
      {"\"a \\\n   b\"", 2, "2:4"},            // a b, through an escaped line end
      {"|\n  ab\n  cd\n", 4, "3:4"},           // ab NL cd
      {"|\n  a\n    b\n", 4, "3:5"},           // deeper lines keep their indentation
      {">-\n  ab\n  cd\n\n  ef\n", 6, "5:3"},  // ab cd NL ef
      {"|-\r\n  ab\r\n  cd\r\n", 3, "3:3"},
      {"abc", 3, "1:4"},  // after the value
      {"abc", 9, "1:4"},  // far after the value
  };
  for (const auto& [text, index, place] : table) {
    INFO(text);
    const DocumentReading reading = read_text(text);
    REQUIRE(reading.root.kind == Node::Kind::kScalar);
    const Mark mark = diagnostics_for(text).inside(Text{reading.root.text, reading.root.mark}, index);
    CHECK(std::to_string(mark.line) + ":" + std::to_string(mark.column) == place);
  }
}

TEST_CASE("The position of a word is searched only inside its scalar") {
  const std::string text = "a: 'x \xC3\xA9 foo'\nb: foo bar\n";
  const Diagnostics findings = diagnostics_for(text);
  const Mark quoted{0, 1, 4, 3}, plain{0, 2, 4, 17};
  CHECK(findings.inside(quoted, "foo").column == 9);
  CHECK(findings.inside(quoted, "bar").column == quoted.column);
  CHECK(findings.inside(plain, "bar").column == 8);
  CHECK(findings.inside(plain, "").offset == plain.offset);
}

}  // namespace
}  // namespace parley::config
