#include <catch2/catch.hpp>

#include "parley/context.h"

using namespace parley;

namespace {

FileRef file(std::string path) { return {FileRef::Kind::kFile, std::move(path), ""}; }

Message naming(std::vector<std::string> paths) {
  Message message;
  for (std::string& path : paths) message.details.files.push_back(file(std::move(path)));
  return message;
}

std::vector<std::string> paths(const std::vector<FileRef>& files) {
  std::vector<std::string> out;
  for (const FileRef& file : files) out.push_back(file.path);
  return out;
}

using Paths = std::vector<std::string>;
using Disk = std::map<std::string, std::string>;

FileContents on(const Disk& disk) {
  return [&disk](const FileRef& file) -> std::optional<std::string> {
    const auto found = disk.find(file.path);
    return found == disk.end() ? std::nullopt : std::optional<std::string>(found->second);
  };
}

// Shows files one after the other, and returns the outcome of each.
struct Shown {
  ShownFiles files;
  FileOutcome show(const std::string& path, const std::string& contents) {
    const Disk disk = {{path, contents}};
    FileContext context = show_files({file(path)}, on(disk), 10'000, std::move(files));
    files = std::move(context.shown);
    return context.parts[0].outcome;
  }
};

}  // namespace

TEST_CASE("F62: files are listed newest first, each path once") {
  CHECK(paths(files_of({naming({"a", "b"}), naming({}), naming({"c", "a"})})) == Paths{"c", "a", "b"});
}

TEST_CASE("X9: a limit of N files selects exactly the N newest files") {
  const std::vector<Message> messages = {naming({"a"}), naming({"b", "c", "d"})};
  CHECK(paths(files_of(messages, 2)) == Paths{"b", "c"});
  CHECK(files_of(messages, 4).size() == 4);
  CHECK(files_of(messages, 9).size() == 4);
}

TEST_CASE("F63, X7: contents that were already shown are not shown again") {
  Shown shown;
  CHECK(shown.show("a", "X") == FileOutcome::kInclude);
  CHECK(shown.show("a", "X") == FileOutcome::kKnown);
  CHECK(shown.show("b", "X") == FileOutcome::kRefer);
  CHECK(shown.show("b", "X") == FileOutcome::kKnown);
  CHECK(shown.show("c", "X") == FileOutcome::kRefer);
}

TEST_CASE("F63: contents are compared by their SHA-256") {
  Shown shown;
  shown.show("a", "X");
  const std::string sha256 = "4b68ab3847feda7d6c62c1fbcbeebfa35eab7351ed5e78f4ddadea5df64b8015";
  CHECK(shown.files.hash_of["a"] == sha256);
  CHECK(shown.files.path_of[sha256] == "a");
}

TEST_CASE("X7: a file that changes and changes back is shown each time") {
  Shown shown;
  CHECK(shown.show("a", "X") == FileOutcome::kInclude);
  CHECK(shown.show("a", "Y") == FileOutcome::kSupersede);
  CHECK(shown.show("a", "X") == FileOutcome::kSupersede);
}

TEST_CASE("X7: a reference never names a path whose contents have changed") {
  Shown shown;
  CHECK(shown.show("a", "X") == FileOutcome::kInclude);
  CHECK(shown.show("a", "Y") == FileOutcome::kSupersede);
  CHECK(shown.show("b", "X") == FileOutcome::kInclude);
  CHECK(shown.show("c", "X") == FileOutcome::kRefer);
}

TEST_CASE("X8: the same contents are shown once within one request") {
  const Disk disk = {{"new", "X"}, {"old", "X"}};
  const FileContext context = show_files({file("new"), file("old")}, on(disk), 1'000);
  CHECK(context.parts[0].text == "new:\n~~~\nX\n~~~\n");
  CHECK(context.parts[1].text == "old: the same as new\n");
}

TEST_CASE("X11: a file that does not fit is skipped and counted, and a smaller one after it is shown") {
  const Disk disk = {{"large", std::string(10'000, 'x')}, {"small", "x"}};
  const FileContext context = show_files({file("large"), file("small")}, on(disk), 100);
  CHECK(context.parts[0].outcome == FileOutcome::kOmitted);
  CHECK(context.parts[1].outcome == FileOutcome::kInclude);
  CHECK(context.omitted == 1);
  CHECK(context.tokens <= 100);
  CHECK(context.shown.hash_of.count("large") == 0);
}

TEST_CASE("a missing file is reported") {
  const FileContext context = show_files({file("gone")}, on({}), 100);
  CHECK(context.parts[0].text == "gone: not found\n");
  CHECK(context.missing == 1);
  CHECK(show_files({file("gone")}, nullptr, 100).missing == 1);
}

TEST_CASE("F38: an image is shown by name, and its contents are not requested") {
  const FileRef image{FileRef::Kind::kImage, "lamp.png", "ab12"};
  const FileContext context = show_files({image}, nullptr, 100);
  CHECK(context.parts[0].text == "lamp.png: an image\n");
  CHECK(show_files({image}, nullptr, 100, context.shown).parts[0].outcome == FileOutcome::kKnown);
}

TEST_CASE("neither a name nor contents can be mistaken for another file") {
  const Disk disk = {{"a\nb:", "~~~\nc:\n~~~"}};
  CHECK(show_files({file("a\nb:")}, on(disk), 100).parts[0].text == "a b::\n~~~~\n~~~\nc:\n~~~\n~~~~\n");
}

TEST_CASE("F61, X1: the facts about a conversation give the number of turns in digits") {
  for (const std::int64_t turns : {0, 7, 50, 1'114'112}) {
    ConversationFacts facts;
    facts.turns = turns;
    CHECK(render_facts(facts) == "turns: " + std::to_string(turns) + "\n");
  }
}

TEST_CASE("F61, X23: tools and models are listed in the order of their first use") {
  std::vector<Message> messages(4);
  const char* const tools[] = {"review", "chat", "", "review"};
  for (std::size_t i = 0; i < messages.size(); ++i) messages[i].details.tool = tools[i];
  messages[1].details.model = "m-2";
  messages[0].at = 1'772'442'000'000;
  messages[3].turn = 9;
  ConversationFacts facts = facts_of(messages);
  facts.id = "s\n1";
  facts.tool = "chat";
  CHECK(render_facts(facts) ==
        "conversation: s 1\nstarted: 2026-03-02T09:00:00.000Z\ntool: chat\nturns: 9\ntools used: review, chat\nmodels: "
        "m-2\n");
}
