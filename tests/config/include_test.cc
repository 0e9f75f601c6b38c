// Tests bots in several files: what an included file may contain, and which names of files are allowed.
#include <map>

#include "reader_harness.h"

namespace parley::config {
namespace {

using Folder = std::map<std::string, std::string>;

// Reads the bot `main` in the folder "bots", in which `folder` has the other files.
BotReading read_in(const std::string& main, const Folder& folder) {
  Diagnostics findings({{"bots/bot.yaml", std::make_shared<const std::string>(main)}});
  DocumentSource documents;
  BotReading reading;
  reading.bot = read_bot(findings, documents, [&](const std::string& path) -> Result<std::string> {
    const auto found = folder.find(path);
    if (found != folder.end()) return found->second;
    return Unexpected(ErrorCode::kFileUnreadable, "no file '" + path + "'");
  });
  reading.diagnostics = findings.take();
  return reading;
}

Strings lines_of(const std::vector<Diagnostic>& diagnostics) {
  Strings lines;
  for (const Diagnostic& d : diagnostics) lines.push_back(d.to_string());
  return lines;
}

// Returns a part with the intents of these ids.
std::string part(const Strings& ids, const std::string& rest = "") {
  std::string text = "parley: 1\n" + rest;
  if (!ids.empty()) text += "intents:\n";
  for (const std::string& id : ids) {
    text.append("  - {id: ").append(id).append(", match: [{regex: ").append(id).append("}], steps: [{say: Yes.}]}\n");
  }
  return text;
}

std::string main_with(const std::string& include, const Strings& ids = {"a"}) {
  return part(ids, "bot: {id: shop}\ninclude: " + include + "\n");
}

TEST_CASE("Intents keep the order of the files: a file, then what it includes") {
  const auto read =
      read_in(main_with("[one.yaml, sub/two.yaml]"), {{"one.yaml", part({"b"}, "include: sub/more.yaml\n")},
                                                      {"sub/more.yaml", part({"c"})},
                                                      {"sub/two.yaml", part({"d"}, "include: three.yaml\n")},
                                                      {"sub/three.yaml", part({"e"})}});
  CHECK(read.diagnostics.empty());
  Strings ids, files;
  for (const Intent& intent : read.bot.intents) {
    ids.push_back(intent.id.value);
    CHECK(intent.id.mark.file == static_cast<int>(ids.size()) - 1);
  }
  for (const auto& file : read.bot.files) files.push_back(file.name);
  CHECK(ids == Strings{"a", "b", "c", "d", "e"});
  CHECK(files ==
        Strings{"bots/bot.yaml", "bots/one.yaml", "bots/sub/more.yaml", "bots/sub/two.yaml", "bots/sub/three.yaml"});
}

TEST_CASE("An included file adds to each list of the bot") {
  const auto read = read_in(main_with("[part.yaml, words.yaml]", {}),
                            {{"part.yaml", part({"a"}, R"(entities: {size: {values: {small: []}}}
rules: {please: '[please|kindly]'}
tools: {t: {kind: host}}
none: [good weather]
)")},
                             {"words.yaml", part({}, R"(skip_words: [um]
none: [nice tie]
replies: {welcome: My pleasure.}
commands: {cancel: [forget it]}
)")}});
  Strings errors;
  for (const Diagnostic& d : read.diagnostics) {
    if (d.severity == Severity::kError) errors.push_back(d.to_string());
  }
  CHECK(errors.empty());
  const BotDefinition& bot = read.bot;
  CHECK(bot.find_entity("size"));
  CHECK(bot.find_tool("t"));
  CHECK(bot.find_intent("a"));
  CHECK(bot.rules.size() == 1);
  CHECK(bot.skip_words.size() == 1);
  CHECK(bot.none.size() == 2);
  CHECK(source_of(bot.replies.welcome) == "My pleasure.");
  CHECK(source_of(bot.replies.goodbye) == "Goodbye.");
  CHECK(bot.commands.cancel.size() == 1);
}

TEST_CASE("Errors of an included file name that file") {
  struct Row {
    std::string main;
    Folder folder;
    Strings findings;
  };
  const std::string shop = "parley: 1\nbot: {id: shop}\n";
  const std::string outside =
      " is outside of the bot's folder; move the file into the folder of the main file, and write its path relative to "
      "this file";
  const Row table[] = {
      // Settings of the whole bot, and other kinds of files.
      {main_with("p.yaml"),
       {{"p.yaml", part({"b"}, "bot: {id: x}\nsession: {ttl: 1h}\n")}},
       {"bots/p.yaml:2:1: error[E201]: unknown key 'bot' in an included file; it applies to the whole bot; write it in "
        "bots/bot.yaml",
        "bots/p.yaml:3:1: error[E201]: unknown key 'session' in an included file; it applies to the whole bot; write "
        "it "
        "in bots/bot.yaml"}},
      {main_with("p.yaml"),
       {{"p.yaml", "intents: []\n"}},
       {"bots/p.yaml:1:1: error[E306]: missing key 'parley' in an included file; add 'parley: ...'",
        "bots/p.yaml:1:10: error[E309]: empty list; add a value, or remove it"}},
      {main_with("p.yaml"),
       {{"p.yaml", "parley: [\n"}},
       {"bots/p.yaml:1:9: error[E103]: '[' is not closed; put a text that starts with '[' or '{' in quotes"}},
      {"parley: 1\nintents: []\n",
       {},
       {"bots/bot.yaml:1:1: error[E306]: missing key 'bot' in a bot file; add 'bot: ...'; if this file is part of a "
        "bot, check the file that includes it",
        "bots/bot.yaml:2:10: error[E309]: empty list; add a value, or remove it"}},
      {main_with("p.yaml", {}),
       {{"p.yaml", "parley: 1\n"}},
       {"bots/bot.yaml:1:1: error[E306]: missing key 'intents' in a bot file; add 'intents: ...' here or in an "
        "included "
        "file"}},
      // Duplicates.
      {main_with("p.yaml"),
       {{"p.yaml", part({"b", "a"})}},
       {"bots/p.yaml:4:10: error[E202]: duplicate intent 'a'; the first is on line 5 of bots/bot.yaml"}},
      {main_with("[p.yaml, q.yaml]"),
       {{"p.yaml", "parley: 1\ntools: {t: {kind: host}}\nreplies: {done: Ok.}\n"},
        {"q.yaml", "parley: 1\ntools: {t: {kind: host}}\nreplies: {done: Fine.}\n"}},
       {"bots/q.yaml:2:9: error[E202]: duplicate tool 't'; the first is on line 2 of bots/p.yaml",
        "bots/q.yaml:3:11: error[E202]: duplicate reply 'done'; the first is on line 3 of bots/p.yaml"}},
      // Names of files.
      {main_with("[/etc/passwd, ../x.yaml, a/../../x.yaml, '.', 'sub/']"),
       {},
       {"bots/bot.yaml:3:11: error[E315]: the file '/etc/passwd'" + outside,
        "bots/bot.yaml:3:24: error[E315]: the file '../x.yaml'" + outside,
        "bots/bot.yaml:3:35: error[E315]: the file 'a/../../x.yaml'" + outside,
        "bots/bot.yaml:3:51: error[E315]: '.' is not the name of a file; for example orders.yaml",
        "bots/bot.yaml:3:56: error[E315]: 'sub/' is not the name of a file; for example orders.yaml"}},
      {main_with("p.yaml"),
       {},
       {"bots/bot.yaml:3:10: error[E315]: no file 'p.yaml'; a path is relative to the file that contains it"}},
      {main_with("[p.yaml, ./p.yaml]"),
       {{"p.yaml", part({"b"})}},
       {"bots/bot.yaml:3:19: error[E315]: the file './p.yaml' is named twice; the first is on line 3; remove one of "
        "them"}},
      {main_with("bot.yaml"),
       {},
       {"bots/bot.yaml:3:10: error[E315]: the file 'bot.yaml' includes itself; remove one of the two, so that files do "
        "not include each other in a cycle"}},
      {main_with("sub/p.yaml"),
       {{"sub/p.yaml", part({"b"}, "include: ../q.yaml\n")}, {"q.yaml", part({"c"}, "include: sub/p.yaml\n")}},
       {"bots/q.yaml:2:10: error[E315]: the file 'sub/p.yaml' includes this file; remove one of the two, so that files "
        "do not include each other in a cycle"}},
      // References to a file that cannot be read are not reported again.
      {shop + "include: p.yaml\nintents: [{id: a, match: [{regex: a}], steps: [{tool: t}, {call: b}]}]\n",
       {},
       {"bots/bot.yaml:3:10: error[E315]: no file 'p.yaml'; a path is relative to the file that contains it"}},
  };
  for (const Row& row : table) {
    INFO(row.main);
    CHECK(lines_of(read_in(row.main, row.folder).diagnostics) == row.findings);
  }
}

TEST_CASE("The depth and the number of included files are bounded") {
  Folder chain, many;
  std::string names;
  for (int i = 0; i < 20; ++i) {
    chain["f" + std::to_string(i) + ".yaml"] = "parley: 1\ninclude: f" + std::to_string(i + 1) + ".yaml\n";
  }
  for (int i = 0; i < 250; ++i) {
    names += (i > 0 ? ", f" : "f") + std::to_string(i) + ".yaml";
    many["f" + std::to_string(i) + ".yaml"] = "parley: 1\n";
  }
  CHECK(lines_of(read_in(main_with("f0.yaml"), chain).diagnostics) ==
        Strings{"bots/f7.yaml:2:10: error[E315]: files include each other more than 8 levels deep; combine some of the "
                "files"});
  const auto read = read_in(main_with("[" + names + "]"), many);
  CHECK(read.bot.files.size() == 200);
  REQUIRE(read.diagnostics.size() == 51);
  CHECK(read.diagnostics.front().message == "the bot has more than 200 files");
}

TEST_CASE("A bot without a folder cannot include files") {
  const auto read = config::read(main_with("p.yaml"));
  CHECK(lines_of(read.diagnostics) == Strings{"bot.yaml:3:10: error[E315]: the content of 'p.yaml' is missing; a path "
                                              "is relative to the file that contains it"});
}

}  // namespace
}  // namespace parley::config
