// Tests that Catalog::warm_up() changes no result, also while other threads use the catalog.
#include <thread>

#include <catch2/catch.hpp>

#include "parley/catalog.h"
#include "tests/intents/test_catalogs.h"
#include "tests/memory/temp_folder.h"

namespace parley::intents {
namespace {

std::shared_ptr<const Catalog> shipped(const std::string& cache = {}) {
  CatalogOptions options;
  options.cache = cache;
  const auto catalog = Catalog::load(PARLEY_SOURCE_DIR "/config/intents.yaml", std::move(options));
  REQUIRE(catalog);
  return *catalog;
}

std::vector<std::string> results(const Catalog& catalog) {
  std::vector<std::string> out;
  for (const char* text : {"cancel order 12345", "I paid $20 last friday", "my mail is a@b.com", "no, the other one",
                           "how could I get rid of the thing", "track my parcel and change my address"}) {
    const Explanation explanation = catalog.explain(text);
    const FlatMessage heard = explanation.understanding;
    for (const auto& lines : {ids(heard), brief(heard.params)}) {
      out.insert(out.end(), lines.begin(), lines.end());
    }
    for (const Verdict& verdict : explanation.verdicts) out.push_back(verdict.reason);
  }
  return out;
}

TEST_CASE("a warmed up catalog understands like another one") {
  const test::TempFolder folder;
  const std::vector<std::string> expected = results(*shipped());
  for (int i = 0; i < 2; ++i) {  // the second catalog takes what the first has kept
    const auto warm = shipped(folder.file("bot.cache"));
    warm->warm_up();
    CHECK(results(*warm) == expected);
  }
}

TEST_CASE("a catalog understands while it warms up") {
  const std::vector<std::string> expected = results(*shipped());
  const auto catalog = shipped();
  std::vector<std::vector<std::string>> found(3);
  std::vector<std::thread> threads;
  for (auto& one : found) threads.emplace_back([&] { one = results(*catalog); });
  catalog->warm_up();
  for (std::thread& thread : threads) thread.join();
  for (const auto& one : found) CHECK(one == expected);
}

TEST_CASE("a bot in two languages warms up in both", "[locales]") {
  CatalogOptions options;
  options.translations["de"] =
      "parley: 1\ntranslation: {of: shop, locale: de}\ntexts: [{from: ok, to: gut}]\nintents:\n"
      "  buy: {match: [{regex: kaufen}]}\n";
  const auto catalog = Catalog::parse(
      "parley: 1\nbot: {id: shop, locale: en, languages: [de]}\nintents:\n" + intent("buy", "match: [{regex: buy}]"),
      "shop.yaml", options);
  REQUIRE(catalog);
  (*catalog)->warm_up();
  CHECK(ids((*catalog)->for_locale("de").understand("kaufen")) == std::vector<std::string>{"buy"});
}

}  // namespace
}  // namespace parley::intents
