// Tests the pages of `knowledge` as files of a bot: in a folder, in memory, and with a cache.
#include <filesystem>
#include <fstream>

#include <catch2/catch.hpp>

#include "config/definition.h"
#include "intents/catalog_access.h"
#include "parley/catalog.h"
#include "tests/memory/temp_folder.h"

namespace parley {
namespace {

namespace fs = std::filesystem;

const char* const kShopWithPages = R"(
parley: 1
bot: {id: shop, languages: [de]}
knowledge: {folder: help, languages: {de: {folder: help/de}}}
intents: [{id: a, match: [{regex: order}], steps: [{say: Yes.}]}]
)";
const char* const kGermanShop = "parley: 1\ntranslation: {of: shop, locale: de}\n";

void write_file(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

std::string passages_in(const Catalog& catalog) {
  std::string texts;
  for (const auto& passage : intents::definition_of(catalog).knowledge->passages) {
    texts += passage.source + ": " + passage.text + "\n";
  }
  return texts;
}

TEST_CASE("Pages in memory take the place of files, for each language", "[locales]") {
  CatalogOptions options;
  options.translations["de"] = kGermanShop;
  options.files = {{"help/a.md", "# A\none"}, {"help/sub/b.md", "# B\ntwo"}, {"help/de/a.md", "# A\neins"}};
  const auto catalog = Catalog::parse(kShopWithPages, "shop.yaml", options);
  REQUIRE(catalog);
  CHECK(passages_in(**catalog) == "help/a.md: one\nhelp/sub/b.md: two\n");
  CHECK(passages_in((*catalog)->for_locale("de")) == "help/de/a.md: eins\n");
  CHECK_FALSE(Catalog::parse(kShopWithPages, "shop.yaml"));
}

TEST_CASE("A bot with a cache notices a changed, a new and a removed page", "[locales]") {
  const test::TempFolder folder;
  const fs::path path = folder.path() / "shop.yaml";
  write_file(path, kShopWithPages);
  write_file(path.parent_path() / "shop.de.yaml", kGermanShop);
  write_file(path.parent_path() / "help/a.md", "# A\none");
  write_file(path.parent_path() / "help/.hidden.md", "# no");
  write_file(path.parent_path() / "help/de/a.md", "# A\neins");
  CatalogOptions options;
  options.cache = path.string() + ".cache";
  const auto texts = [&] {
    const auto catalog = Catalog::load(path.string(), options);
    REQUIRE(catalog);
    return passages_in(**catalog);
  };
  CHECK(texts() == "help/a.md: one\n");
  CHECK(texts() == "help/a.md: one\n");
  write_file(path.parent_path() / "help/a.md", "# A\nchanged");
  CHECK(texts() == "help/a.md: changed\n");
  write_file(path.parent_path() / "help/z.md", "# Z\nnew");
  CHECK(texts() == "help/a.md: changed\nhelp/z.md: new\n");
  fs::remove(path.parent_path() / "help/a.md");
  CHECK(texts() == "help/z.md: new\n");
  CHECK(Catalog::files_of(path.string()).size() == 4);
}

}  // namespace
}  // namespace parley
