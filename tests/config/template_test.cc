#include "config/template.h"

#include <catch2/catch.hpp>

#include "reading.h"

namespace parley::config {
namespace {

struct Wording {
  const char* text;
  const char* pieces;  // literal<placeholder>, one after the other
  std::vector<std::string> findings;
};

TEST_CASE("A wording is cut into literals and placeholders") {
  const Wording table[] = {
      {"", "", {}},
      {"Hello.", "Hello.", {}},
      {"{name}", "<name>", {}},
      {"Refund {order_id} to {card}?", "Refund <order_id> to <card>?", {}},
      {"{a}{b}", "<a><b>", {}},
      {"{refund.items.0.id} {context.tier}", "<refund.items.0.id> <context.tier>", {}},
      {"{_a-b}", "<_a-b>", {}},
      {"{{x}} {{{y}}}", "{x} {<y>}", {}},
      {"}}{{", "}{", {}},
      {"{", "", {"1:1 E305"}},
      {"a }", "a ", {"1:3 E305"}},
      {"a {b", "a ", {"1:3 E305"}},
      {"a {b {c}", "a  <c>", {"1:3 E305"}},
      {"{}", "", {"1:1 E305"}},
      {"{ a }", "", {"1:1 E305"}},
      {"{1a} {a.} {.a} {a..b} {-a}", "    ", {"1:1 E305", "1:6 E305", "1:11 E305", "1:16 E305", "1:23 E305"}},
      {"{\"k\": {\"l\": 1}}", " ", {"1:1 E305", "1:7 E305", "1:15 E305"}},
      {"\xC3\xA9 {b", "\xC3\xA9 ", {"1:3 E305"}},
  };
  for (const auto& [text, pieces, expected] : table) {
    INFO(text);
    Findings findings = findings_for(text);
    const Template wording = parse_template({text, {0, 1, 1, 0}}, findings);
    std::string joined;
    for (const Template::Piece& piece : wording.pieces) {
      joined += piece.literal;
      if (!piece.placeholder.empty()) joined += "<" + piece.placeholder + ">";
    }
    CHECK(joined == pieces);
    CHECK(brief(findings.take()) == expected);
    CHECK(wording.source == text);
  }
}

TEST_CASE("A piece without a placeholder is the last one") {
  Findings findings = findings_for("x");
  const Template wording = parse_template({"{{a}} {b} c {{", {0, 1, 1, 0}}, findings);
  REQUIRE(wording.pieces.size() == 2);
  CHECK(wording.pieces[0].literal == "{a} ");
  CHECK(wording.pieces[0].placeholder == "b");
  CHECK(wording.pieces[1].literal == " c {");
}

TEST_CASE("Placeholders know where they stand in the wording") {
  const std::vector<Placeholder> found = placeholders_of({"{{a}} {a} {b.c}", {}, {}});
  REQUIRE(found.size() == 2);
  CHECK(found[0].name == "a");
  CHECK(found[0].index == 7);
  CHECK(found[1].name == "b.c");
  CHECK(found[1].index == 11);
}

}  // namespace
}  // namespace parley::config
