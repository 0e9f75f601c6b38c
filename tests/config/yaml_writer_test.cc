// Tests that a text of somebody else is read back unchanged wherever it is written.
#include "config/yaml_writer.h"

#include <memory>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "base/text.h"
#include "config/document.h"

namespace parley::config {
namespace {

using Texts = std::vector<std::string>;

// What a text may contain that has a meaning in YAML, ends a line for some readers, or is invisible.
const Texts kOddParts = {"?",
                         "\n",
                         "\r",
                         "\r\n",
                         "\t",
                         "\xC2\x85",
                         "\xE2\x80\xA8",
                         "\xE2\x80\xA9",
                         "\xEF\xBB\xBF",
                         "\x0B",
                         "\x0C",
                         "\x01",
                         "\x1B",
                         "\x7F",
                         "\xC2\x80",
                         "\xE2\x80\xAE",
                         "\xEF\xBF\xBE",
                         "'",
                         "''",
                         "\"",
                         "\\",
                         "\\n",
                         ": ",
                         ":",
                         " #",
                         "#",
                         "---",
                         "...",
                         "- ",
                         "-",
                         "? ",
                         "!",
                         "!!str ",
                         "&a ",
                         "*a",
                         "{",
                         "}",
                         "[",
                         "]",
                         ",",
                         "|",
                         ">",
                         "%",
                         "@",
                         "`",
                         "~",
                         "null",
                         "true",
                         "no",
                         "<<",
                         "=",
                         " ",
                         "  ",
                         "bot: {id: x}",
                         "0x1F",
                         "1.5",
                         "-7",
                         "a",
                         "Z",
                         "_",
                         "\xC3\xBC",
                         "\xE6\xBC\xA2",
                         "\xF0\x9F\x98\x80",
                         "\xF3\xA0\x80\x81",
                         "\xC2\xA0"};

rc::Gen<std::string> odd_text() {
  return rc::gen::map(rc::gen::container<Texts>(rc::gen::elementOf(kOddParts)), [](const Texts& parts) {
    std::string text;
    for (const std::string& part : parts) text += part;
    return text.substr(0, base::valid_utf8(text) == text ? text.size() : 0);
  });
}

// Any code points, without surrogates.
rc::Gen<std::string> any_text() {
  return rc::gen::map(rc::gen::container<std::vector<std::uint32_t>>(rc::gen::inRange<std::uint32_t>(0, 0x110000)),
                      [](const std::vector<std::uint32_t>& points) {
                        std::string text;
                        for (const std::uint32_t c : points) {
                          if (c >= 0xD800 && c <= 0xDFFF) continue;
                          if (c < 0x80) {
                            text += static_cast<char>(c);
                          } else if (c < 0x800) {
                            text += {static_cast<char>(0xC0 | (c >> 6)), static_cast<char>(0x80 | (c & 0x3F))};
                          } else if (c < 0x10000) {
                            text += {static_cast<char>(0xE0 | (c >> 12)), static_cast<char>(0x80 | ((c >> 6) & 0x3F)),
                                     static_cast<char>(0x80 | (c & 0x3F))};
                          } else {
                            text += {static_cast<char>(0xF0 | (c >> 18)), static_cast<char>(0x80 | ((c >> 12) & 0x3F)),
                                     static_cast<char>(0x80 | ((c >> 6) & 0x3F)), static_cast<char>(0x80 | (c & 0x3F))};
                          }
                        }
                        return text;
                      });
}

// Returns the texts of a document that has `text` in each position; empty if the document is not as it was written.
Texts read_back(const std::string& text) {
  const std::string yaml = yaml_text(text);
  YamlWriter out;
  out.line(0, yaml_comment(text));
  out.line(0, "value: " + yaml);
  out.line(0, "items:");
  out.line(1, "- " + yaml);
  out.line(1, "- " + yaml + ": " + yaml);
  out.line(0, "list: " + yaml_list({text, "x", text}));
  out.line(0, "map: " + yaml_value(Value::Object{{text, text}, {text + "x", Value::Array{text, 1, true, Value()}}}));
  out.line(0, yaml_comment(text));
  out.line(0, "keys:");
  out.line(1, yaml + ": " + yaml);
  out.line(0, "end: true");
  Diagnostics findings({{"a.yaml", std::make_shared<const std::string>(out.text())}});
  Node root;
  if (!read_document(0, findings, root) || findings.count() > 0 || root.members.size() != 6) return {out.text()};
  const Node &items = *root.find("items"), &list = *root.find("list"), &map = *root.find("map"),
             &keys = *root.find("keys");
  if (items.items.size() != 2 || items.items[1].members.size() != 1 || list.items.size() != 3 ||
      map.members.size() != 2 || map.members[1].value.items.size() != 4 || keys.members.size() != 1) {
    return {out.text()};
  }
  const auto text_of = [](const Node& node) { return node.kind == Node::Kind::kScalar ? node.text : "not a text"; };
  return {text_of(*root.find("value")),
          text_of(items.items[0]),
          items.items[1].members[0].key.value,
          text_of(items.items[1].members[0].value),
          text_of(list.items[0]),
          text_of(list.items[2]),
          map.members[0].key.value,
          text_of(map.members[0].value),
          text_of(map.members[1].value.items[0]),
          keys.members[0].key.value,
          text_of(keys.members[0].value)};
}

const std::size_t kPositions = 11;

bool is_one_visible_line(const std::string& yaml) {
  for (std::size_t at = 0; at < yaml.size();) {
    const char32_t c = base::next_code_point(yaml, at);
    if (c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x2028 || c == 0x2029 || c == 0xFEFF) return false;
  }
  return true;
}

TEST_CASE("Any text is read back unchanged from any position") {
  for (const auto& gen : {odd_text(), any_text()}) {
    CHECK(rc::check("the text that was written", [&] {
      const std::string text = *gen;
      RC_ASSERT(read_back(text) == Texts(kPositions, text));
      RC_ASSERT(is_one_visible_line(yaml_text(text)));
      RC_ASSERT(is_one_visible_line(yaml_comment(text)));
    }));
  }
  for (const std::string& first : kOddParts) {
    for (const std::string& second : kOddParts) {
      for (const std::string& text : {first + second, "a" + first + second + "a"}) {
        if (read_back(text) != Texts(kPositions, text)) FAIL(text);
      }
    }
  }
  for (char32_t c = 0; c < 0x100; ++c) {
    const std::string one = c < 0x80
                                ? std::string(1, static_cast<char>(c))
                                : std::string{static_cast<char>(0xC0 | (c >> 6)), static_cast<char>(0x80 | (c & 0x3F))};
    INFO(static_cast<unsigned>(c));
    for (const std::string& text : {one, "a" + one, one + "a", "a" + one + "a", "a " + one + " a"}) {
      CHECK(read_back(text) == Texts(kPositions, text));
    }
  }
}

TEST_CASE("A text is quoted only where it must be, and in the quotes that are easier to read") {
  const std::pair<const char*, const char*> table[] = {{"Where is it?", "Where is it?"},
                                                       {"don't", "don't"},
                                                       {"_a1", "_a1"},
                                                       {"", "\"\""},
                                                       {"a: b", "\"a: b\""},
                                                       {"12", "\"12\""},
                                                       {"True", "\"True\""},
                                                       {"NULL", "\"NULL\""},
                                                       {"a\nb", "\"a\\nb\""},
                                                       {"\\d+", "'\\d+'"},
                                                       {"\"it's\"", "'\"it''s\"'"},
                                                       {"\"\n", "\"\\\"\\n\""},
                                                       {"a\xC2\x85", "\"a\\u0085\""},
                                                       {"\xFF", "\"\xEF\xBF\xBD\""}};
  for (const auto& [text, written] : table) CHECK(yaml_text(text) == written);
  CHECK(yaml_comment("a\nb: c\r\xE2\x80\xA8\xFF") == "# a b: c  \xEF\xBF\xBD");
}

}  // namespace
}  // namespace parley::config
