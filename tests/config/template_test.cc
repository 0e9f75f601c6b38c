#include "config/template.h"

#include <catch2/catch.hpp>

#include "reader_harness.h"

namespace parley::config {
namespace {

struct Case {
  const char* text;
  const char* pieces;  // literal<placeholder> for each piece, one after the other
  std::vector<std::string> findings;
};

TEST_CASE("A template text is split into literals and placeholders") {
  const Case table[] = {
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
    Diagnostics findings = diagnostics_for(text);
    const Template wording = parse_template({text, {0, 1, 1, 0}}, Formats::kNone, findings);
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

TEST_CASE("A text without a placeholder consists of one literal") {
  Diagnostics findings = diagnostics_for("x");
  const Template wording = parse_template({"{{a}} {b} c {{", {0, 1, 1, 0}}, Formats::kNone, findings);
  REQUIRE(wording.pieces.size() == 2);
  CHECK(wording.pieces[0].literal == "{a} ");
  CHECK(wording.pieces[0].placeholder == "b");
  CHECK(wording.pieces[1].literal == " c {");
}

TEST_CASE("Placeholders have their position in the text") {
  Diagnostics findings = diagnostics_for("x");
  const Template text =
      parse_template({"{{a}} {a} {b.c, plural, other {# of {d}}}", {0, 1, 1, 0}}, Formats::kAllowed, findings);
  std::vector<std::pair<std::string, std::size_t>> found;
  for_each_placeholder(text.pieces,
                       [&](const Template::Piece& piece) { found.emplace_back(piece.placeholder, piece.index); });
  const std::vector<std::pair<std::string, std::size_t>> expected = {{"a", 7}, {"b.c", 11}, {"b.c", 31}, {"d", 37}};
  CHECK(found == expected);
  CHECK(findings.take().empty());
}

// Returns each piece as literal<placeholder|format|style|key(...)>.
std::string shown(const std::vector<Template::Piece>& pieces) {
  std::string out;
  for (const Template::Piece& piece : pieces) {
    out += piece.literal;
    if (piece.placeholder.empty()) continue;
    out += "<" + piece.placeholder;
    if (!piece.format.empty()) out += "|" + piece.format;
    if (!piece.style.empty()) out += "|" + piece.style;
    for (const Template::Branch& branch : piece.branches) out += "|" + branch.key + "(" + shown(branch.pieces) + ")";
    out += ">";
  }
  return out;
}

TEST_CASE("A placeholder in a bot text may have a format") {
  const Case table[] = {
      {"On {day, date}.", "On <day|date>.", {}},
      {"{day,date,full}", "<day|date|full>", {}},
      {"{ day , date , ::MMMEd }", "<day|date|::MMMEd>", {}},
      {"{a.b, plain}", "<a.b|plain>", {}},
      {"{n, plural, =0 {none} one {# thing} other {# things}}",
       "<n|plural|=0(none)|one(<n|#> thing)|other(<n|#> things)>",
       {}},
      {"{n,plural,other{{m} of #}}!", "<n|plural|other(<m> of <n|#>)>!", {}},
      {"{n, selectordinal, one {#st} other {#th}}", "<n|selectordinal|one(<n|#>st)|other(<n|#>th)>", {}},
      {"{plan, select, Home 50 {a}  Home 50 Plus\n{b} other {c}}",
       "<plan|select|Home 50(a)|Home 50 Plus(b)|other(c)>",
       {}},
      {"{tier, select, gold {dear # {name}} other {hello}}", "<tier|select|gold(dear # <name>)|other(hello)>", {}},
      {"{n, plural, other {{m, plural, one {a} other {#}}}}", "<n|plural|other(<m|plural|one(a)|other(<m|#>)>)>", {}},
      {"{note, if, { for {note}}}", "<note|if|( for <note>)>", {}},
      {"{note,if,{a} else {b}}!", "<note|if|(a)|else(b)>!", {}},
      {"{n, plural, other {{note, if, {# {note}}}}}", "<n|plural|other(<note|if|(<n|#> <note>)>)>", {}},
      {"{list, each, {{item.name}}}", "<list|each|(<item.name>)>", {}},
      {"{list, each, {#) {item}} separator {; } at_most 5 more {# more} else {none}}",
       "<list|each|(<#|#>) <item>)|separator(; )|more(<#|#> more)|else(none)>",
       {}},
      {"{list, each, {{item.n, plural, other {#}}}}", "<list|each|(<item.n|plural|other(<item.n|#>)>)>", {}},
      {"{note, if}", "", {"1:8 E305"}},
      {"{note, if, a}", "", {"1:12 E314"}},
      {"{note, if, else {b}}", "", {"1:8 E314"}},
      {"{note, if, {a} other {b}}", "", {"1:16 E314"}},
      {"{list, each, {a} {b}}", "", {"1:18 E305"}},
      {"{list, each, {a} at_most 0}", "", {"1:26 E308"}},
      {"{list, each, {a} at_most many}", "", {"1:26 E308"}},
      {"It is #1", "It is #1", {}},
      {"{day, dates}", "", {"1:7 E314"}},
      {"{day, date, huge}", "", {"1:13 E314"}},
      {"{n, plural, one {x}}", "", {"1:5 E314"}},
      {"{n, plural}", "", {"1:5 E305"}},
      {"{n, plural, some {x} other {y}}", "", {"1:13 E314"}},
      {"{n, plural, other x}", "", {"1:13 E305"}},
      {"{n, plural, one {a} one {b} other {c}}", "", {"1:21 E314"}},
      {"{n, plural one {a} other {b}}", "", {"1:5 E314"}},
      {"{n, plural, other {x}", "", {"1:1 E305"}},
      {"{n, plural, other {x", "", {"1:13 E305"}},
      {"{day, date", "", {"1:1 E305"}},
      {"{1a, date}", "", {"1:1 E305"}},
  };
  for (const auto& [text, pieces, expected] : table) {
    INFO(text);
    Diagnostics findings = diagnostics_for(text);
    CHECK(shown(parse_template({text, {0, 1, 1, 0}}, Formats::kAllowed, findings).pieces) == pieces);
    CHECK(brief(findings.take()) == expected);
  }
}

TEST_CASE("The item of an each is no name of the intent, and only in its main text") {
  Diagnostics findings = diagnostics_for("x");
  const Template text = parse_template(
      {"{item} {list, each, {{item.a} {b} {item.c, each, {#{item}}}} more {#{item.d}} else {{item}}}", {0, 1, 1, 0}},
      Formats::kAllowed, findings);
  std::vector<std::string> found;
  for_each_placeholder(text.pieces, [&](const Template::Piece& piece) { found.push_back(piece.placeholder); });
  CHECK(found == std::vector<std::string>{"item", "list", "b", "item.d", "item"});
  CHECK(findings.take().empty());
}

TEST_CASE("Nested branches have a maximum depth") {
  std::string deep;
  for (int i = 0; i < 2000; ++i) deep += "{n, plural, other {";
  Diagnostics findings = diagnostics_for(deep);
  parse_template({deep, {0, 1, 1, 0}}, Formats::kAllowed, findings);
  CHECK(brief(findings.take()) == std::vector<std::string>{"1:81 E314"});
}

TEST_CASE("A format must fit the type of the param") {
  const std::string head =
      "parley: 1\nbot: {id: b}\nentities: {kind: {values: {a: []}}}\nintents:\n  - id: i\n    match: [{regex: x}]\n"
      "    params: {day: {type: date}, at: {type: datetime}, price: {type: money}, n: {type: number}, kind: {type: "
      "kind},\n"
      "             days: {type: date, list: true}, note: {type: free_text}}\n    steps: [{say: '";
  for (const char* fine :
       {"{day, date}", "{at, date} {at, time}", "{price, money, name}", "{n, percent}", "{n, ordinal}",
        "{n, plural, other {#}}", "{days, plural, other {#}}", "{kind, select, a {x} other {y}}", "{day, plain}",
        "{kind, date}", "{day, select, other {x}}"}) {
    INFO(fine);
    CHECK(brief(read(head + fine + "'}]\n").diagnostics).empty());
  }
  for (const char* wrong :
       {"{price, date}", "{day, time}", "{day, plural, other {#}}", "{note, number}", "{n, money}"}) {
    INFO(wrong);
    CHECK(brief(read(head + wrong + "'}]\n").diagnostics) == std::vector<std::string>{"9:21 E314"});
  }
}

}  // namespace
}  // namespace parley::config
