#include "config/reader_knowledge.h"

#include <map>

#include "reader_harness.h"

namespace parley::config {
namespace {

using Files = std::map<std::string, std::string>;

// Reads a bot with this `knowledge` in the folder "bots".
BotReading read_knowledge_bot(const std::string& knowledge, const Files& files, const std::string& languages = "") {
  const std::string main = "parley: 1\nbot: {id: shop" + languages +
                           "}\nintents: [{id: a, match: [{regex: a}], steps: [{say: Yes.}]}]\n" +
                           "knowledge: " + knowledge + "\n";
  Diagnostics findings({{"bots/bot.yaml", std::make_shared<const std::string>(main)}});
  DocumentSource documents;
  const FileReader reader = [&](const std::string& path) -> Result<std::string> {
    const auto found = files.find(path);
    if (found != files.end()) return found->second;
    return Unexpected(ErrorCode::kFileUnreadable, "no file '" + path + "'");
  };
  const FolderReader folder_reader = [&](const std::string& folder) -> Result<std::vector<std::string>> {
    std::vector<std::string> paths;
    for (const auto& [path, content] : files) {
      if (folder.empty() || path.starts_with(folder + "/")) paths.insert(paths.begin(), path);
    }
    if (paths.empty()) return Unexpected(ErrorCode::kFileUnreadable, "no folder '" + folder + "'");
    return paths;
  };
  BotReading reading;
  reading.bot = read_bot(findings, documents, reader, folder_reader);
  reading.diagnostics = findings.take();
  return reading;
}

Strings sources_of(const std::vector<KnowledgePassage>& passages) {
  Strings sources;
  for (const KnowledgePassage& passage : passages) sources.push_back(passage.source);
  return sources;
}

Strings codes_of(const std::vector<Diagnostic>& diagnostics) {
  Strings codes;
  for (const Diagnostic& one : diagnostics) codes.push_back(one.code + " " + one.file + ":" + std::to_string(one.line));
  return codes;
}

TEST_CASE("Pages come from folders, in the order of their paths, and from single files") {
  const auto read =
      read_knowledge_bot("{folder: help, files: [more/z.md]}", {{"help/b.md", "# B\nb"},
                                                                {"help/sub/a.md", "# A\na"},
                                                                {"help/a.md", "# Top\n## One\nx\n## Two\ny"},
                                                                {"help/picture.png", "#"},
                                                                {"more/z.md", "# Z\nz"}});
  CHECK(read.diagnostics.empty());
  REQUIRE(read.bot.knowledge);
  CHECK(sources_of(read.bot.knowledge->passages) ==
        Strings{"more/z.md", "help/a.md#one", "help/a.md#two", "help/b.md", "help/sub/a.md"});
  CHECK(read.bot.files.size() == 5);  // they belong to the bot, and change its fingerprint
  CHECK(read.bot.knowledge->passages[2].mark.line == 4);
}

TEST_CASE("Pairs are passages with questions") {
  const auto read = read_knowledge_bot(
      "{answers: [{question: How?, answer: So.}, {question: [Why?, What for?], answer: Because.}],"
      " score: 0.7, longest: 50, say: '{answer} ({source})'}",
      {});
  CHECK(read.diagnostics.empty());
  REQUIRE(read.bot.knowledge);
  const Knowledge& knowledge = *read.bot.knowledge;
  REQUIRE(knowledge.passages.size() == 2);
  CHECK(knowledge.passages[1].title() == "Why?");
  CHECK(knowledge.passages[1].text == "Because.");
  CHECK(knowledge.passages[1].questions == Strings{"Why?", "What for?"});
  CHECK(knowledge.passages[1].source == "bot.yaml#4");
  CHECK(knowledge.score == 0.7);
  CHECK(knowledge.longest == 50);
}

TEST_CASE("Pages of another language do not belong to the bot's own", "[locales]") {
  const auto read = read_knowledge_bot("{folder: help, languages: {de: {folder: help/de}}}",
                                       {{"help/a.md", "# A\na"}, {"help/de/a.md", "# A\nde"}}, ", languages: [de]");
  CHECK(read.diagnostics.empty());
  REQUIRE(read.bot.knowledge);
  CHECK(sources_of(read.bot.knowledge->passages) == Strings{"help/a.md"});
  CHECK(sources_of(read.bot.knowledge->translations.at("de")) == Strings{"help/de/a.md"});
}

TEST_CASE("`answer` says who writes the answers") {
  struct Case {
    const char* keys;
    Answering answering;
  };
  const Case cases[] = {
      {"", Answering::kQuote},
      {", answer: quote", Answering::kQuote},
      {", answer: model}\nllm: {model: small", Answering::kModel},
  };
  for (const Case& one : cases) {
    INFO(one.keys);
    const auto read = read_knowledge_bot(std::string("{answers: [{question: How?, answer: So.}]") + one.keys + "}", {});
    CHECK(read.diagnostics.empty());
    REQUIRE(read.bot.knowledge);
    CHECK(read.bot.knowledge->answering == one.answering);
  }
}

TEST_CASE("Mistakes in `knowledge` and in pages are reported") {
  struct Case {
    const char* knowledge;
    Files files;
    Strings codes;
  };
  const std::string text = "The same text.";
  const Case cases[] = {
      {"{}", {}, {"E306 bots/bot.yaml:4"}},
      {"{folder: ../secret}", {}, {"E315 bots/bot.yaml:4"}},
      {"{folder: /etc}", {}, {"E315 bots/bot.yaml:4"}},
      {"{folder: help}", {}, {"E315 bots/bot.yaml:4"}},
      {"{folder: help}", {{"help/a.txt", "x"}}, {"E315 bots/bot.yaml:4"}},
      {"{files: help/a.md}", {}, {"E315 bots/bot.yaml:4"}},
      {"{files: [a.md, a.md]}", {{"a.md", "# A\na"}}, {"E315 bots/bot.yaml:4"}},
      {"{answers: [{question: a}]}", {}, {"E306 bots/bot.yaml:4"}},
      {"{answers: [{question: a, answer: b}], score: 2}", {}, {"E308 bots/bot.yaml:4"}},
      {"{answers: [{question: a, answer: b}], longest: 3}", {}, {"E308 bots/bot.yaml:4"}},
      {"{answers: [{question: a, answer: b}], answer: model}", {}, {"E313 bots/bot.yaml:4"}},
      {"{answers: [{question: a, answer: b}], answer: mine}", {}, {"E307 bots/bot.yaml:4"}},
      {"{answers: [{question: a, answer: b}], say: '{text}'}", {}, {"E203 bots/bot.yaml:4"}},
      {"{files: a.md, languages: {fr: {files: b.md}}}",
       {{"a.md", "# A\na"}, {"b.md", "# B\nb"}},
       {"E214 bots/bot.yaml:4"}},
      {"{files: a.md}", {{"a.md", "# A\n\xFF"}}, {"E101 bots/a.md:2"}},
      {"{files: a.md}", {{"a.md", "# A\n\x01"}}, {"E102 bots/a.md:2"}},
      {"{files: a.md}", {{"a.md", std::string((1U << 20) + 1, 'a')}}, {"E109 bots/a.md:1"}},
      {"{files: a.md}", {{"a.md", "# A\n"}}, {"W525 bots/a.md:1"}},
      {"{files: a.md}", {{"a.md", "Text."}}, {"W526 bots/a.md:1"}},
      {"{files: a.md}", {{"a.md", "# A\n" + text + "\n## B\n" + text}}, {"W527 bots/a.md:3"}},
  };
  for (const Case& one : cases) {
    INFO(one.knowledge);
    CHECK(codes_of(read_knowledge_bot(one.knowledge, one.files).diagnostics) == one.codes);
  }
}

TEST_CASE("Only the main file may have `knowledge`") {
  const auto read = read_knowledge_bot("{files: a.md}\ninclude: part.yaml",
                                       {{"a.md", "# A\na"}, {"part.yaml", "parley: 1\nknowledge: {files: b.md}\n"}});
  CHECK(codes_of(read.diagnostics) == Strings{"E201 bots/part.yaml:2"});
}

}  // namespace
}  // namespace parley::config
