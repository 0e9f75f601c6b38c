// Tests that a bot with a cache (CatalogOptions::cache) is the same bot as without one, whatever is in the cache.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "parley/catalog.h"
#include "tests/intents/test_catalogs.h"
#include "tests/memory/temp_folder.h"

namespace parley::intents {
namespace {

namespace fs = std::filesystem;
using test::TempFolder;
using Loaded = Result<std::shared_ptr<const Catalog>>;

std::string bytes_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write_bytes(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

std::vector<std::string> lines_of(const std::vector<Diagnostic>& diagnostics) {
  std::vector<std::string> out;
  for (const Diagnostic& diagnostic : diagnostics) out.push_back(diagnostic.to_string());
  return out;
}

std::vector<std::string> described(const Explanation& explanation) {
  const FlatMessage& understood = explanation.understanding;
  std::vector<std::string> out = {to_string(understood.act)};
  for (const Candidate& candidate : understood.candidates) {
    out.push_back(candidate.intent + " " + candidate.rule + " " + candidate.source + " " +
                  std::to_string(candidate.span.begin) + ".." + std::to_string(candidate.span.end));
  }
  for (const auto& values : {brief(understood.params), brief(understood.answers)}) {
    out.insert(out.end(), values.begin(), values.end());
  }
  for (const Verdict& verdict : explanation.verdicts) out.push_back(verdict.intent + ": " + verdict.reason);
  out.insert(out.end(), explanation.notes.begin(), explanation.notes.end());
  return out;
}

// The messages reach every intent, and every type that a question asks for.
std::vector<std::string> behaviour(const Catalog& bot) {
  std::vector<std::string> messages = {"yes",   "no, cancel that", "tomorrow at 5",
                                       "12345", "hm\u2026",        "the second one"};
  for (const std::string& id : bot.intents()) {
    for (std::string& message : bot.sample(id, 3)) messages.push_back(std::move(message));
  }
  std::vector<std::string> out;
  const auto add = [&](const std::vector<std::string>& lines) { out.insert(out.end(), lines.begin(), lines.end()); };
  for (const std::string& message : messages) add(described(bot.explain(message)));
  for (const std::string& id : bot.intents()) {
    for (const std::string& param : bot.params(id)) {
      NluContext nlu_context;
      nlu_context.intent = id;
      nlu_context.waiting_for_param = param;
      for (std::size_t i = 0; i < 6; ++i) add(described(bot.explain(messages[i], nlu_context)));
    }
  }
  return out;
}

void require_same(const Loaded& loaded, const Loaded& plain) {
  REQUIRE(loaded.has_value() == plain.has_value());
  if (!plain) {
    CHECK(loaded.error().message == plain.error().message);
    CHECK(lines_of(loaded.error().diagnostics) == lines_of(plain.error().diagnostics));
    return;
  }
  CHECK((*loaded)->fingerprint() == (*plain)->fingerprint());
  CHECK((*loaded)->languages() == (*plain)->languages());
  CHECK((*loaded)->model() == (*plain)->model());
  CHECK(lines_of((*loaded)->warnings()) == lines_of((*plain)->warnings()));
  for (const std::string& tag : (*plain)->languages()) {
    CHECK(behaviour((*loaded)->for_locale(tag)) == behaviour((*plain)->for_locale(tag)));
  }
}

CatalogOptions with_cache(const std::string& cache) {
  CatalogOptions options;
  options.cache = cache;
  return options;
}

TEST_CASE("catalog cache: every bot is the same without a cache, with a new one and with a known one") {
  const TempFolder folder;
  for (const char* file : {"config/intents.yaml", "examples/embed/bot.yaml", "tests/cli/bots/desk.yaml",
                           "tests/cli/bots/parcels.yaml", "tests/cli/bots/warned/shadowed.yaml"}) {
    INFO(file);
    const std::string path = std::string(PARLEY_SOURCE_DIR "/") + file, cache = folder.file("bot.cache");
    const Loaded plain = Catalog::load(path);
    REQUIRE(plain);
    require_same(Catalog::load(path, with_cache(cache)), plain);
    const std::string written = bytes_of(cache);
    REQUIRE_FALSE(written.empty());
    require_same(Catalog::load(path, with_cache(cache)), plain);
    CHECK(bytes_of(cache) == written);
    fs::remove(cache);
  }
}

TEST_CASE("catalog cache: a bot with errors reports all of them, and gets no cache") {
  const TempFolder folder;
  std::size_t bots = 0;
  for (const auto& entry : fs::directory_iterator(PARLEY_SOURCE_DIR "/tests/bad_bots")) {
    if (entry.path().extension() != ".yaml") continue;
    const std::string path = entry.path().string(), cache = folder.file("bot.cache");
    INFO(path);
    const Loaded plain = Catalog::load(path);
    if (plain) continue;
    ++bots;
    const Loaded loaded = Catalog::load(path, with_cache(cache));
    REQUIRE_FALSE(loaded);
    CHECK(lines_of(loaded.error().diagnostics) == lines_of(plain.error().diagnostics));
    CHECK_FALSE(fs::exists(cache));
  }
  CHECK(bots > 100);
}

std::string small_bot(const std::string& regex) {
  return std::string(kHead) + "entities:\n  size: {values: {small: [tiny], large: ['big|huge']}, examples: [huge]}\n" +
         "  code: {patterns: ['C(?P<value>\\d{3})'], canonical: 'C-{value}', examples: [C123]}\n" + "intents:\n" +
         intent("a", "match: [{regex: '" + regex + "'}], params: {size: {type: size, required: true, ask: Which?}, " +
                         "code: {type: code, required: true, ask: Code?}}") +
         intent("b", "examples: [good day, fine day]") + "commands: {affirm: ['sure( thing)?']}\n";
}

TEST_CASE("catalog cache: a changed bot replaces the cache of the old one") {
  const TempFolder folder;
  const std::string cache = folder.file("bot.cache");
  require_same(Catalog::parse(small_bot("old"), "x", with_cache(cache)), Catalog::parse(small_bot("old"), "x"));
  const std::string old = bytes_of(cache);
  require_same(Catalog::parse(small_bot("new"), "x", with_cache(cache)), Catalog::parse(small_bot("new"), "x"));
  CHECK(bytes_of(cache) != old);
  const Loaded broken = Catalog::parse(small_bot("(new"), "x", with_cache(cache));
  require_same(broken, Catalog::parse(small_bot("(new"), "x"));
  REQUIRE_FALSE(broken);
  require_same(Catalog::parse(small_bot("new"), "x", with_cache(cache)), Catalog::parse(small_bot("new"), "x"));
}

TEST_CASE("catalog cache: a damaged cache is ignored, and written anew") {
  const TempFolder folder;
  const std::string cache = folder.file("bot.cache"), yaml = small_bot(R"(\bnew\w* .*thing)");
  const Loaded plain = Catalog::parse(yaml, "x");
  require_same(Catalog::parse(yaml, "x", with_cache(cache)), plain);
  const std::string bytes = bytes_of(cache);
  const std::vector<std::string> expected = behaviour(**plain);
  CHECK(rc::check("any damage", [&] {
    std::string damaged = bytes;
    const auto at = *rc::gen::inRange<std::size_t>(0, bytes.size());
    if (*rc::gen::arbitrary<bool>()) {
      damaged[at] = static_cast<char>(damaged[at] ^ (1 << *rc::gen::inRange(0, 8)));
    } else {
      damaged.resize(at);
    }
    write_bytes(cache, damaged);
    const Loaded loaded = Catalog::parse(yaml, "x", with_cache(cache));
    RC_ASSERT(loaded.has_value());
    RC_ASSERT(behaviour(**loaded) == expected);
    RC_ASSERT(bytes_of(cache) == bytes);
  }));
}

TEST_CASE("catalog cache: a place that cannot be written is no error") {
  const TempFolder folder;
  const Loaded plain = Catalog::parse(small_bot("x"), "x");
  for (const std::string& cache : {folder.file("missing/bot.cache"), folder.path().string()}) {
    require_same(Catalog::parse(small_bot("x"), "x", with_cache(cache)), plain);
  }
}

TEST_CASE("catalog cache: a bot in two languages is the same, and a change of either file is noticed", "[locales]") {
  const TempFolder folder;
  const std::string cache = folder.file("bot.cache");
  const std::string yaml = "parley: 1\nbot: {id: shop, locale: en, languages: [de, fr]}\nintents:\n" +
                           intent("buy", "match: [{regex: buy}]");
  const auto translation = [](const std::string& locale, const std::string& word) {
    return "parley: 1\ntranslation: {of: shop, locale: " + locale + "}\ntexts: [{from: ok, to: " + word +
           "}]\nintents:\n  buy: {match: [{regex: '" + word + "'}]}\n";
  };
  const auto load = [&](const std::string& german, const std::string& french, const std::string& place) {
    CatalogOptions options = with_cache(place);
    options.translations = {{"de", translation("de", german)}, {"fr", translation("fr", french)}};
    return Catalog::parse(yaml, "shop.yaml", options);
  };
  for (const auto& [german, french] :
       {std::pair{"kaufen", "acheter"}, {"kaufen", "acheter"}, {"nehmen", "acheter"}, {"nehmen", "prendre"}}) {
    require_same(load(german, french, cache), load(german, french, ""));
  }
  REQUIRE_FALSE(load("(kaufen", "acheter", cache));
  CHECK(load("nehmen", "prendre", cache).has_value());
}

}  // namespace
}  // namespace parley::intents
