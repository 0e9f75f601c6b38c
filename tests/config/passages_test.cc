#include "config/passages.h"

#include <catch2/catch.hpp>

#include "base/text.h"

namespace parley::config {
namespace {

std::string words(int count, const std::string& end = ".") {
  std::string text;
  for (int i = 0; i < count; ++i) text += (i == 0 ? "Word" : " word");
  return text + end;
}

TEST_CASE("A passage has one heading, and a source that leads to it") {
  const auto passages = passages_of("# Help\nIntro.\n\n## What's *new*?\nA.\n\nB.\n### More\nC.", "help/a.md");
  REQUIRE(passages.size() == 3);
  CHECK(passages[0].title() == "Help");
  CHECK(passages[0].source == "help/a.md");
  CHECK(passages[1].title() == "Help > What's new?");
  CHECK(passages[1].text == "A.\nB.");
  CHECK(passages[1].source == "help/a.md#whats-new");
  CHECK(passages[2].title() == "Help > What's new? > More");
  CHECK(passages[2].above == "Help > What's new?");
}

TEST_CASE("A page without a heading has the name of its file") {
  const auto passages = passages_of("Some text.", "help/opening-hours.md");
  REQUIRE(passages.size() == 1);
  CHECK(passages[0].title() == "opening hours");
  CHECK(passages[0].source == "help/opening-hours.md");
}

TEST_CASE("A long section is divided between blocks, and a long block between sentences") {
  const auto blocks = passages_of("# A\n" + words(70) + "\n\n" + words(70) + "\n\n" + words(20), "a.md");
  REQUIRE(blocks.size() == 2);
  CHECK(blocks[0].text == words(70));
  CHECK(blocks[1].text == words(70) + "\n" + words(20));
  const auto sentences = passages_of("# A\n" + words(70) + " " + words(60) + " " + words(200), "a.md");
  REQUIRE(sentences.size() == 3);
  CHECK(sentences[0].text == words(70));
  CHECK(sentences[1].text == words(60));
  CHECK(sentences[2].text == words(200));
}

TEST_CASE("A page without text has no passages") {
  CHECK(passages_of("", "a.md").empty());
  CHECK(passages_of("# A\n\n## B\n", "a.md").empty());
}

TEST_CASE("An answer ends with a sentence") {
  struct Case {
    const char* text;
    std::size_t longest;
    const char* cut;
  };
  const Case cases[] = {
      {"One. Two. Three.", 100, "One. Two. Three."},
      {"One. Two. Three.", 10, "One. Two."},
      {"One. Two. Three.", 9, "One. Two."},
      {"It costs 1.50 euros. More.", 22, "It costs 1.50 euros."},
      {"Say \"yes.\" Then go.", 12, "Say \"yes.\""},
      {"- one\n- two\n- three", 12, "- one\n- two"},
      {"A sentence without an end", 14, "A sentence..."},
      {"Unbroken", 3, "Unb..."},
      {"\xC3\xBC\xC3\xBC\xC3\xBC\xC3\xBC", 2, "\xC3\xBC\xC3\xBC..."},
  };
  for (const Case& one : cases) {
    INFO(one.text);
    CHECK(cut_at_sentence(one.text, one.longest) == one.cut);
  }
}

TEST_CASE("Hostile pages are read") {
  std::string deep;
  for (int i = 0; i < 20'000; ++i) deep += std::string(static_cast<std::size_t>(i % 6 + 1), '#') + " x\n- a\n";
  const std::string pages[] = {
      std::string(500'000, '#'),
      std::string(500'000, '\n'),
      std::string(500'000, 'a'),
      "# " + std::string(90'000, '\xC3'),
      std::string(300'000, '|'),
      deep,
      "# \xFF\xFE\n\xC3\x28 text",
      "```",
      "<!--",
      "---\n",
      "===\n",
  };
  for (const std::string& page : pages) {
    for (const KnowledgePassage& passage : passages_of(page, "a.md")) {
      CHECK_FALSE(passage.text.empty());
      CHECK(passage.heading.size() <= 900);
      CHECK(base::find_invalid_utf8(passage.heading) == std::string_view::npos);
    }
  }
}

}  // namespace
}  // namespace parley::config
