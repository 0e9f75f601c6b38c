// Tests bots in several files: loading, the fingerprint, the cache, warnings and translations.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <catch2/catch.hpp>

#include "parley/catalog.h"
#include "tests/intents/test_catalogs.h"
#include "tests/memory/temp_folder.h"

namespace parley::intents {
namespace {

namespace fs = std::filesystem;
using Loaded = Result<std::shared_ptr<const Catalog>>;
using Strings = std::vector<std::string>;

const std::string kMain = R"(parley: 1
bot: {id: shop}
include: parts/orders.yaml
intents:
  - {id: hours, match: [{regex: '\bopen\b', priority: 1}], steps: [{say: We open at nine.}]}
)";
const std::string kOrders = R"(parley: 1
entities: {size: {values: {small: [tiny], large: [big]}}}
intents:
  - id: order
    match: [{regex: '\border\b'}]
    params: {size: {type: size, required: true, ask: Which size?}}
    steps: [{say: 'Ordered: {size}.'}]
)";

// A folder with a bot.
class BotFolder {
 public:
  BotFolder() {
    fs::create_directories(folder_.file("parts"));
    write("bot.yaml", kMain);
    write("parts/orders.yaml", kOrders);
  }
  void write(const std::string& name, const std::string& bytes) {
    std::ofstream(folder_.file(name), std::ios::binary | std::ios::trunc) << bytes;
  }
  std::string path(const std::string& name = "bot.yaml") { return folder_.file(name); }
  Loaded load(bool with_cache = false) {
    CatalogOptions options;
    if (with_cache) options.cache = path("bot.yaml.cache");
    return Catalog::load(path(), std::move(options));
  }
  std::string cache() {
    std::ifstream in(path("bot.yaml.cache"), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

 private:
  test::TempFolder folder_;
};

std::string intent_of(const Loaded& bot, const char* text) {
  REQUIRE(bot);
  const FlatMessage heard = (*bot)->understand(text);
  return heard.candidates.empty() ? "" : heard.candidates.front().intent;
}

// Returns the places and codes of findings, with the names of the files only.
Strings places_of(const std::vector<Diagnostic>& diagnostics) {
  Strings lines;
  for (const Diagnostic& one : diagnostics) {
    lines.push_back(fs::path(one.file).filename().string() + ":" + std::to_string(one.line) + " " + one.code);
  }
  return lines;
}

}  // namespace

TEST_CASE("A bot in several files is one bot") {
  BotFolder folder;
  const Loaded bot = folder.load();
  CHECK(intent_of(bot, "when do you open") == "hours");
  CHECK(intent_of(bot, "I order a big one") == "order");
  CHECK((*bot)->intents() == Strings{"hours", "order"});
  CHECK((*bot)->warnings().empty());
  CHECK((*bot)->files() == Strings{folder.path(), folder.path("parts/orders.yaml")});
  CHECK(Catalog::files_of(folder.path()) == (*bot)->files());
}

TEST_CASE("The fingerprint covers included files") {
  BotFolder folder;
  const Loaded before = folder.load();
  folder.write("parts/orders.yaml", kOrders + "# a comment\n");
  const Loaded after = folder.load();
  REQUIRE(before);
  REQUIRE(after);
  CHECK((*before)->fingerprint() != (*after)->fingerprint());
}

TEST_CASE("The cache of a bot does not outlast a change of an included file") {
  BotFolder folder;
  const Loaded first = folder.load(true);
  CHECK(intent_of(first, "I order a big one") == "order");
  const std::string old = folder.cache();
  REQUIRE_FALSE(old.empty());
  CHECK(intent_of(folder.load(true), "I order a big one") == "order");
  CHECK(folder.cache() == old);

  std::string changed = kOrders;
  changed.replace(changed.find(R"(\border\b)"), 9, R"(\bwant\b)");
  folder.write("parts/orders.yaml", changed);
  const Loaded second = folder.load(true);
  CHECK(intent_of(second, "I want a big one") == "order");
  CHECK(intent_of(second, "I order a big one").empty());
  CHECK(folder.cache() != old);

  folder.write("parts/orders.yaml", "parley: 1\nintents: [\n");
  const Loaded broken = folder.load(true);
  REQUIRE_FALSE(broken);
  CHECK(places_of(broken.error().diagnostics) == Strings{"orders.yaml:2 E103"});
  fs::remove(folder.path("parts/orders.yaml"));
  const Loaded missing = folder.load(true);
  REQUIRE_FALSE(missing);
  CHECK(places_of(missing.error().diagnostics) == Strings{"bot.yaml:3 E315"});
}

TEST_CASE("The cache and the fingerprint of a bot cover its files of examples") {
  BotFolder folder;
  folder.write("bot.yaml", kMain + "examples_from: all.csv\n");
  folder.write("all.csv", "text,intent\nsend me something,order\n");
  const Loaded first = folder.load(true);
  CHECK(intent_of(first, "send me something") == "order");
  const std::string old = folder.cache();
  REQUIRE_FALSE(old.empty());
  CHECK(intent_of(folder.load(true), "Send me something!") == "order");
  CHECK(folder.cache() == old);

  folder.write("all.csv", "text,intent\nbring me something,order\n");
  const Loaded second = folder.load(true);
  CHECK(intent_of(second, "bring me something") == "order");
  CHECK(intent_of(second, "send me something").empty());
  CHECK((*second)->fingerprint() != (*first)->fingerprint());
  CHECK(folder.cache() != old);

  folder.write("all.csv", "text,intent\nbring me something,ordre\n");
  const Loaded broken = folder.load(true);
  REQUIRE_FALSE(broken);
  CHECK(places_of(broken.error().diagnostics) == Strings{"all.csv:2 E206"});
}

TEST_CASE("Findings about examples point into their file") {
  BotFolder folder;
  folder.write("bot.yaml", kMain + "examples_from: all.csv\n");
  folder.write("all.csv", "text,intent\nsend me something,order\n\"do you open, early\",order\n");
  const Loaded bot = folder.load();
  REQUIRE(bot);
  CHECK(places_of((*bot)->warnings()) == Strings{"all.csv:3 W502"});
  CHECK((*bot)->warnings().front().column == 2);
  const FlatMessage heard = (*bot)->understand("send me something");
  REQUIRE(heard.candidates.size() == 1);
  CHECK(heard.candidates.front().source == folder.path("all.csv") + ":2:1");
}

TEST_CASE("A symbolic link does not lead out of the bot's folder, under any key that names a file", "[locales]") {
  test::TempFolder others;
  test::write_bytes(others.file("orders.yaml"), kOrders);
  test::write_bytes(others.file("all.csv"), "text,intent\nsend me something,hours\n");
  test::write_bytes(others.file("page.md"), "# Secret\nThe password is tulip.");
  test::write_bytes(others.file("bot.de.yaml"), "parley: 1\ntranslation: {of: shop, locale: de}\n");
  fs::create_directory(others.file("help"));
  test::write_bytes(others.file("help/page.md"), "# Secret\nThe password is tulip.");

  const std::string whole = "parley: 1\nbot: {id: shop}\n";
  const struct {
    const char* link;    // in the folder of the bot
    const char* target;  // in the other folder
    std::string main;
    const char* word;  // that the finding points to
  } table[] = {
      {"part.yaml", "orders.yaml", whole + "include: part.yaml\n", "part.yaml"},
      {"sub", "", whole + "include: sub/orders.yaml\n", "sub/orders.yaml"},
      {"all.csv", "all.csv", whole + "examples_from: all.csv\n", "all.csv"},
      {"page.md", "page.md", whole + "knowledge: {files: [page.md]}\n", "page.md"},
      {"help", "help", whole + "knowledge: {folder: help}\n", "help"},
      {"pages/a.md", "page.md", whole + "knowledge: {folder: pages}\n", "pages"},
      {"bot.de.yaml", "bot.de.yaml", "parley: 1\nbot: {id: shop, languages: [de]}\n", "de"},
  };
  for (const auto& row : table) {
    for (const bool is_absolute : {true, false}) {
      INFO(row.link << (is_absolute ? ", absolute" : ", relative"));
      BotFolder folder;
      const fs::path target = others.file(row.target);
      fs::create_directories(fs::path(folder.path(row.link)).parent_path());
      fs::create_symlink(is_absolute ? target : fs::relative(target, fs::path(folder.path(row.link)).parent_path()),
                         folder.path(row.link));
      const std::string rest = "intents:\n  - {id: hours, match: [{regex: open}], steps: [{say: Yes.}]}\n";
      folder.write("bot.yaml", row.main + rest);
      for (const bool with_cache : {false, true}) {
        const Loaded bot = folder.load(with_cache);
        REQUIRE_FALSE(bot);
        REQUIRE(bot.error().diagnostics.size() == 1);
        const Diagnostic& found = bot.error().diagnostics.front();
        CHECK(found.code == "E315");
        CHECK(found.word == row.word);
        CHECK(found.message.find("out of the bot's folder") != std::string::npos);
        CHECK(bot.error().to_string().find("tulip") == std::string::npos);
        CHECK_FALSE(fs::exists(folder.path("bot.yaml.cache")));
      }
    }
  }
}

TEST_CASE("A symbolic link inside the bot's folder is a file of the bot") {
  BotFolder folder;
  fs::create_directory(folder.path("pages"));
  folder.write("pages/a.md", "# A\none");
  fs::create_symlink("pages", folder.path("help"));
  fs::create_symlink("parts", folder.path("links"));
  fs::create_symlink("../bot.yaml", folder.path("parts/back.yaml"));
  std::string main = kMain;
  main.replace(main.find("parts/orders.yaml"), 17, "links/orders.yaml");
  folder.write("bot.yaml", main + "knowledge: {folder: help}\n");
  CHECK(intent_of(folder.load(), "I order a big one") == "order");
  // The name of the main file may be a link. Its folder is then the folder of the link.
  fs::create_symlink("bot.yaml", folder.path("main.yaml"));
  CHECK(intent_of(Catalog::load(folder.path("main.yaml")), "I order a big one") == "order");
  // A folder may have a link in its own name.
  test::TempFolder above;
  fs::create_symlink(fs::path(folder.path()).parent_path(), above.file("link"));
  CHECK(intent_of(Catalog::load(above.file("link/bot.yaml")), "I order a big one") == "order");
}

TEST_CASE("The folder of the main file is read, also if it is the current folder") {
  BotFolder folder;
  folder.write("page.md", "# Parking\nThe car park is behind the shop.");
  folder.write("bot.yaml",
               "parley: 1\nbot: {id: shop}\nknowledge: {folder: .}\n"
               "intents:\n  - {id: hours, match: [{regex: open}], steps: [{say: Yes.}]}\n");
  CHECK(folder.load());
  const fs::path before = fs::current_path();
  fs::current_path(fs::path(folder.path("bot.yaml")).parent_path());
  const Loaded bot = Catalog::load("bot.yaml");
  fs::current_path(before);
  REQUIRE(bot);
  CHECK((*bot)->files() == std::vector<std::string>{"bot.yaml", "page.md"});
}

TEST_CASE("parse() takes included files from its options") {
  CatalogOptions options;
  options.files["parts/orders.yaml"] = kOrders;
  CHECK(intent_of(Catalog::parse(kMain, "shop.yaml", options), "I order a big one") == "order");
  const Loaded without = Catalog::parse(kMain, "shop.yaml");
  REQUIRE_FALSE(without);
  REQUIRE(without.error().diagnostics.size() == 1);
  CHECK(
      without.error().diagnostics.front().to_string() ==
      "shop.yaml:3:10: error[E315]: the content of 'parts/orders.yaml' is missing in CatalogOptions::files; a path is "
      "relative to the file that contains it");
}

TEST_CASE("Warnings name the included file, and the line of the other file") {
  BotFolder folder;
  folder.write("parts/orders.yaml", kOrders + R"(  - {id: late, match: [{regex: '\bopen late\b'}], steps: [{say: No.}]}
  - {id: early, examples: [do you open early], steps: [{say: No.}]}
tools: {unused: {kind: host}}
)");
  const Loaded bot = folder.load();
  REQUIRE(bot);
  CHECK(places_of((*bot)->warnings()) == Strings{"orders.yaml:8 W507", "orders.yaml:9 W502", "orders.yaml:10 W504"});
  CHECK((*bot)->warnings().front().hint == "the winner is on line 5 of " + folder.path());
  CHECK((*bot)->warnings()[1].hint == "the rule on line 5 of " + folder.path() + " matches it");
}

TEST_CASE("A translation translates the texts of all files", "[locales]") {
  BotFolder folder;
  std::string main = kMain;
  main.replace(main.find("{id: shop}"), 10, "{id: shop, languages: [de]}");
  folder.write("bot.yaml", main);
  folder.write("bot.de.yaml", R"(parley: 1
translation: {of: shop, locale: de}
texts: [{from: We open at nine., to: Ab neun.}]
intents:
  hours: {match: [{regex: '\boffen\b'}]}
  order: {match: [{regex: '\bbestelle\b'}]}
)");
  const Loaded bot = folder.load();
  REQUIRE(bot);
  const FlatMessage heard = (*bot)->for_locale("de").understand("ich bestelle");
  REQUIRE(heard.candidates.size() == 1);
  CHECK(heard.candidates.front().intent == "order");
  CHECK(Catalog::files_of(folder.path()) == (*bot)->files());
  CHECK((*bot)->files() == Strings{folder.path(), folder.path("parts/orders.yaml"), folder.path("bot.de.yaml")});
  Strings of_part;
  for (const Diagnostic& one : (*bot)->warnings()) {
    if (one.code != "W514") continue;
    CHECK(one.file == folder.path("bot.de.yaml"));
    const std::size_t part = one.hint.find(" of " + folder.path("parts/orders.yaml"));
    if (part != std::string::npos) of_part.push_back(one.hint.substr(0, part));
  }
  std::sort(of_part.begin(), of_part.end());
  CHECK(of_part ==
        Strings{"the text is on line 2", "the text is on line 2", "the text is on line 6", "the text is on line 7"});
}

}  // namespace parley::intents
