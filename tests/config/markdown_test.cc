#include "config/markdown.h"

#include <catch2/catch.hpp>

namespace parley::config {
namespace {

// Shows sections as "A > B: block | block", one per line.
std::string shown(const std::string& page) {
  std::string out;
  for (const MarkdownSection& section : read_markdown(page)) {
    for (std::size_t i = 0; i < section.headings.size(); ++i) out += (i == 0 ? "" : " > ") + section.headings[i];
    out += ":";
    for (std::size_t i = 0; i < section.blocks.size(); ++i) out += (i == 0 ? " " : " | ") + section.blocks[i];
    out += "\n";
  }
  return out;
}

TEST_CASE("A page becomes its sections") {
  struct Case {
    const char* page;
    const char* sections;
  };
  const Case cases[] = {
      {"", ""},
      {"text\nof two lines\n\nmore", ": text of two lines | more\n"},
      {"# A\ntext\n## B\nmore\n# C\n", "A: text\nA > B: more\nC:\n"},
      {"# A\n### B\nb\n## C\nc", "A:\nA > B: b\nA > C: c\n"},
      {"# A #\n## B ##\n####### no heading\n#tag", "A:\nA > B: ####### no heading #tag\n"},
      {"Title\n=====\ntext\n\nPart\n---\nmore", "Title: text\nTitle > Part: more\n"},
      {"a\n\n---\n\nb\n\n* * *\nc", ": a | b | c\n"},
      {"intro:\n\n- one\n- two\n  goes on\n3. three\n", ": intro: | - one | - two goes on | - three\n"},
      {"- a\n---\nb", ": - a | b\n"},
      {"> quoted\n> > twice", ": quoted twice\n"},
      {"| a | b |\n|---|:-:|\n| **1** | 2 |\n", ": a, b | 1, 2\n"},
      {"```sh\n# no heading\nls *\n```\nafter", ": # no heading | ls * | after\n"},
      {"~~~\nopen until the end", ": open until the end\n"},
      {"<!-- not\nshown -->\nshown", ": shown\n"},
      {"---\ntitle: x\n---\n# A\nb", "A: b\n"},
      {"---\nno front matter", ": no front matter\n"},
      {"[name]: https://x.example\ntext", ": text\n"},
      {"\xEF\xBB\xBF# A\r\ntext\r\n", "A: text\n"},
      {"# [A *b*](x)\n1. x\n-", "A b: - x -\n"},
  };
  for (const Case& one : cases) {
    INFO(one.page);
    CHECK(shown(one.page) == one.sections);
  }
}

TEST_CASE("A section knows where its heading is") {
  const auto sections = read_markdown("# A\ntext\n\n## B\nmore");
  REQUIRE(sections.size() == 2);
  CHECK(sections[0].offset == 0);
  CHECK(sections[1].offset == 10);
}

}  // namespace
}  // namespace parley::config
