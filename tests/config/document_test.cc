#include <catch2/catch.hpp>

#include "reader_harness.h"

namespace parley::config {
namespace {

struct Accepted {
  const char* text;
  const char* tree;
};

TEST_CASE("A YAML document becomes a tree of texts") {
  const Accepted table[] = {
      {"a: 1\nb: x y\n", "{a: 1, b: x y}"},
      {"- a\n- [b, c]\n- {d: e}\n", "[a, [b, c], {d: e}]"},
      {"a:\n- b\n- c: d\n  e: f\n", "{a: [b, {c: d, e: f}]}"},
      {"a: 'it''s'\nb: \"q\\\"\\u00e9\"\n", "{a: 'it's', b: 'q\"\xC3\xA9'}"},
      {"a: no\nb: 010\nc: 1e5\nd: yes\n", "{a: no, b: 010, c: 1e5, d: yes}"},
      {"a: |\n  x\n   y\nb: >-\n  p\n  q\nc: d\n", "{a: 'x\n y\n', b: 'p q', c: d}"},
      {"a: x\n  y\nb: \"p\n  q\"\n", "{a: x y, b: 'p q'}"},
      {"no: 1\nnull: 3\n~: 4\n", "{no: 1, null: 3, ~: 4}"},
      {"a:\nb: ~\nc: null\nd: 'null'\n", "{a: ~, b: ~~, c: ~null, d: 'null'}"},
      {"a:\nnull: 1\n", "{a: ~, null: 1}"},
      {"a:\n~b: 1\nc: ~d\nnulls: 2\n", "{a: ~, ~b: 1, c: ~d, nulls: 2}"},
      {"- \n- a\n-\n", "[~, a, ~]"},
      {"{a, b: c}\n", "{a: ~, b: c}"},
      {"[a: 1, b]\n", "[{a: 1}, b]"},
      {"# c\n--- # c\na: 1 # c\n...\n# c\n", "{a: 1}"},
      {"? a\n: b\n", "{a: b}"},
      {"a: [x,\n  y,\n]\n", "{a: [x, y]}"},
      {"a: don't [stop] {me} & * ! | > % @\n", "{a: don't [stop] {me} & * ! | > % @}"},
      {"a: |\n  \ttab\n", "{a: '\ttab\n'}"},
      {"a:\t1\n", "{a: 1}"},
      {"a: [why?, who is?x, {b?: c?}]\n", "{a: [why?, who is?x, {b?: c?}]}"},
  };
  for (const auto& [text, tree] : table) {
    INFO(text);
    const DocumentReading reading = read_text(text);
    CHECK(brief(reading.diagnostics).empty());
    CHECK(reading.has_tree);
    CHECK(outline(reading.root) == tree);
  }
}

TEST_CASE("A byte order mark and CRLF are skipped") {
  const std::string bom = "\xEF\xBB\xBF";
  for (const std::string& text : {bom + "a: 1\r\nb: |\r\n  x\r\n  y\r\n", std::string("a: 1\r\nb: |\r\n  x\r\n  y")}) {
    const DocumentReading reading = read_text(text);
    CHECK(brief(reading.diagnostics).empty());
    REQUIRE(reading.root.members.size() == 2);
    CHECK(reading.root.members[0].value.text == "1");
    CHECK(reading.root.members[1].value.text.substr(0, 3) == "x\ny");
    CHECK(reading.root.members[0].key.mark.column == 1);
    CHECK(reading.root.members[1].value.mark.line == 2);
    CHECK(reading.root.members[1].value.mark.column == 4);
  }
}

TEST_CASE("Every node has its position, in code points") {
  const DocumentReading reading = read_text("\xC3\xBC: {k: '\xE2\x82\xAC', l: [1, \xF0\x9F\x98\x80, z]}\nm:\n  n:\n");
  const Node& map = reading.root.members[0].value;
  CHECK(map.mark.line == 1);
  CHECK(map.mark.column == 4);
  CHECK(map.members[0].value.mark.column == 8);
  const Node& list = map.members[1].value;
  CHECK(list.mark.column == 16);
  CHECK(list.items[1].mark.column == 20);
  CHECK(list.items[2].mark.column == 23);
  CHECK(list.items[2].mark.offset == 28);
  const Node& nothing = reading.root.members[1].value.members[0].value;
  CHECK(nothing.kind == Node::Kind::kNull);
  CHECK(nothing.mark.line == 3);  // the position of its key, because it has no value
  CHECK(nothing.mark.column == 3);
}

TEST_CASE("Only an unquoted scalar can be anything but a text") {
  const DocumentReading reading = read_text("[a, 'b', \"c\", |\n  d\n]");
  CHECK(!reading.has_tree);  // YAML allows no block scalar inside brackets
  const DocumentReading list = read_text("- a\n- 'b'\n- \"c\"\n- |\n  d\n- >\n  e\n");
  std::vector<bool> quoted;
  for (const Node& item : list.root.items) quoted.push_back(item.quoted);
  CHECK(quoted == std::vector<bool>{false, true, true, true, true});
}

TEST_CASE("A control character that a wrong conversion leaves behind is read, with a warning") {
  const DocumentReading reading = read_text("a: don\xC2\x92t\n");
  CHECK(reading.has_tree);
  CHECK(brief(reading.diagnostics) == std::vector<std::string>{"1:7 W101"});
  CHECK(reading.root.members[0].value.text == "don\xC2\x92t");
  CHECK(brief(read_text("# \xC2\x92\xC2\x92\na: \x01\n").diagnostics) ==
        std::vector<std::string>{"1:3 W101", "2:4 E102"});
}

struct Refused {
  const char* text;
  std::vector<std::string> findings;
};

TEST_CASE("Unsupported YAML is refused with its position") {
  const Refused table[] = {
      {"", {"1:1 E113"}},
      {"# nothing\n\n", {"1:1 E113"}},
      {"---\n", {"1:1 E113"}},
      {"a: \xFFx\n", {"1:4 E101"}},
      {"a: \xC0\xAF\n", {"1:4 E101"}},
      {"a: \xED\xA0\x80\n", {"1:4 E101"}},
      {"a: x\ny: \x01\x7F\n", {"2:4 E102", "2:5 E102"}},
      {"a: x\rb: y\n", {"1:5 E102"}},
      {"a:\n\tb: 1\n  \tc: 1\n\t\n", {"2:1 E104", "3:3 E104", "4:1 E104"}},
      {"a: 1\nb: 2\na: 3\n'a': 4\n", {"3:1 E105", "4:1 E105"}},
      {"null: 1\n'null': 2\n", {"2:1 E105"}},
      {"- {x: 1, y: {z: 1, z: 2}, x: 3}\n", {"1:20 E105", "1:27 E105"}},
      {"a: &x 1\nb: *x\n", {"1:4 E106", "2:4 E106"}},
      {"a: *x\n", {"1:4 E106"}},
      {"&x a: 1\n", {"1:1 E106"}},
      {"a: &x [&y {b: &z c}]\n", {"1:4 E106", "1:8 E106", "1:15 E106"}},
      {"a: !!str 1\n", {"1:4 E107"}},
      {"a: !x {b: 1}\nc: ! d\n!y e: f\n", {"1:4 E107", "2:4 E107", "3:1 E107"}},
      {"!2\n", {"1:1 E107"}},
      {"a: !<tag:x y\n", {"1:4 E107"}},
      {"a: 1\n---\nb: 2\n", {"2:1 E108"}},
      {"a: 1\n...\n---\nb: 2\n", {"3:1 E108"}},
      {"<<: {a: 1}\nb: 2\n", {"1:1 E112"}},
      {"'<<': 1\n", {}},
      // Syntax errors. Each is reported at the wrong word.
      {"{:", {"1:2 E103"}},
      {"[:", {"1:2 E103"}},
      {"[:]", {"1:2 E103"}},
      {"{:]", {"1:3 E103"}},
      {",", {"1:1 E103"}},
      {"a: [1, 2\nb: 3\n", {"2:2 E103"}},
      {"a: [1, 2\n", {"1:4 E103"}},
      {"a: {b: [1, 2}\n", {"1:13 E103"}},
      {"a: 'b\n", {"1:4 E103"}},
      {"a: \"b\nc: d\n", {"1:4 E103"}},
      {"a: \"b\nc: \"d\"\n", {"2:5 E103"}},
      {"a: 'it's'\n", {"1:8 E103"}},
      {"a: b: c\n", {"1:5 E103"}},
      {"a: @b\n", {"1:4 E103"}},
      {"a: `b`\n", {"1:4 E103"}},
      {"a: \"\\d\"\n", {"1:5 E103"}},
      {"a: \"\\ud800\"\n", {"1:5 E103"}},
      {"a:\n  b: 1\n c: 2\n", {"3:2 E103"}},
      {"a: 1\n- b\n", {"2:1 E103"}},
      {"a: |x\n  y\n", {"1:5 E103"}},
      {"a: ]\n", {"1:4 E103"}},
      {"a: 1\n]\n", {"2:1 E103"}},
      {": 1\n", {"1:1 E103"}},
      {"? \n: 1\n", {"2:1 E103", "2:1 E103"}},
      {"[a]: 1\n", {"1:1 E103"}},
      {"{a: 1}: 1\n", {"1:1 E103"}},
      {"a: {{b}}\n", {"1:5 E103"}},
      {"[a, , b]\n", {"1:5 E103"}},
      {"{, a: 1}\n", {"1:2 E103"}},
      {"\"a\" b\n", {"1:5 E103"}},
      {"%YAML 1.2\n---\na: 1\n", {"1:1 E103"}},
      // Mistakes that the YAML parser ignores silently, but the reader reports.
      {"a: 1\nb\n", {"2:1 E103"}},
      {"a: 1\nnull\n", {"2:1 E103"}},
      {"a: 1\n...\n%b\n", {"3:1 E103"}},
      {"%b\na: 1\n", {"1:1 E103"}},
  };
  for (const auto& [text, findings] : table) {
    INFO(text);
    CHECK(brief(read_text(text).diagnostics) == findings);
  }
}

TEST_CASE("A refused node does not hide the rest of the tree") {
  const DocumentReading reading = read_text("a: &x 1\nb: *x\n<<: *x\nc: [!t d, *x]\na: 2\ne: f\n");
  CHECK(reading.has_tree);
  CHECK(outline(reading.root) == "{a: 1, b: !, c: [d, !], e: f}");
  CHECK(reading.diagnostics.size() == 7);
}

TEST_CASE("An escaped control character is not read as a question mark") {
  const DocumentReading reading = read_text("a: \"what?\\x01?\\u0001\"\nb: [who?, \"\\x01\"]\n");
  REQUIRE(reading.diagnostics.empty());
  CHECK(reading.root.members[0].value.text == "what?\x01?\x01");
  CHECK(reading.root.members[1].value.items[0].text == "who?");
  CHECK(reading.root.members[1].value.items[1].text == "\x01");
}

TEST_CASE("Diagnostics are readable sentences") {
  const std::pair<const char*, const char*> table[] = {
      {"a: 'it's'\n", "unexpected 's''; write '' for a quote inside single quotes, and \\\" inside double quotes"},
      {"a: \"b\nc: \"d\"\n", "unexpected 'd\"'; the quote that opens on line 1 is not closed until line 2"},
      {"a: [1, 2\nb: 3\n",
       "unexpected ':'; expected ',' or ']' for the '[' on line 1; put a text that starts with '[' or '{' in quotes"},
      {"a: [why ? x]\n", "unexpected '?'; put a text that contains '?' in quotes"},
      {"a: \"\\d+\"\n",
       "unknown escape in double quotes; '\\' starts an escape in double quotes; put a regex in single quotes"},
      {"a: 1\nb: 1\na: 2\n", "duplicate key 'a'; the first is on line 1"},
      {"a: 1\nb\n", "a ':' is missing after 'b'"},
  };
  for (const auto& [text, message] : table) {
    const DocumentReading reading = read_text(text);
    REQUIRE(reading.diagnostics.size() == 1);
    const Diagnostic& d = reading.diagnostics.front();
    CHECK(d.message + (d.hint.empty() ? "" : "; " + d.hint) == message);
  }
}

}  // namespace
}  // namespace parley::config
