// Tests that trained examples are kept for the next catalog of the same examples, and that no file changes the result.
#include "intents/model_cache.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include <catch2/catch.hpp>
#include <sys/stat.h>

#include "parley/catalog.h"
#include "tests/memory/temp_folder.h"

namespace parley::intents {
namespace {

namespace fs = std::filesystem;
using test::TempFolder;

std::string bot_with_examples(const std::string& object) {
  std::string yaml = "parley: 1\nbot: {id: m}\nintents:\n";
  for (const std::string verb : {"track", "cancel", "return", "repair", "insure"}) {
    std::string entry =
        "  - {id: V, steps: [{say: ok}], examples: [V my OBJECT, please V it, I would like to V an order]}\n";
    for (const auto& [name, text] : {std::pair{std::string("OBJECT"), object}, {std::string("V"), verb}}) {
      for (std::size_t at = entry.find(name); at != std::string::npos; at = entry.find(name, at + text.size())) {
        entry.replace(at, name.size(), text);
      }
    }
    yaml += entry;
  }
  return yaml;
}

std::shared_ptr<const Catalog> load(const std::string& yaml, const std::string& cache, const std::string& model = {}) {
  CatalogOptions options;
  options.cache = cache;
  options.model = model;
  const auto catalog = Catalog::parse(yaml, "m.yaml", std::move(options));
  REQUIRE(catalog);
  return *catalog;
}

std::string bytes_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// The number changes when a file is replaced.
ino_t number_of(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 ? status.st_ino : 0;
}

TEST_CASE("model cache: the path names the language") {
  const TempFolder folder;
  ModelCache(folder.file("bot.yaml.cache"), "de", "").write("model");
  CHECK(fs::exists(folder.file("bot.yaml.de.cache")));
  CHECK(ModelCache(folder.file("bot.yaml.cache"), "de", "").read() == "model");
  CHECK(ModelCache(folder.file("bot.yaml.cache"), "en", "").read().empty());
  ModelCache(folder.file("plain"), "de", "").write("model");
  CHECK(fs::exists(folder.file("plain.de")));
}

TEST_CASE("model cache: training is kept when a message first needs it") {
  const TempFolder folder;
  const std::string yaml = bot_with_examples("parcel"), cache = folder.file("m.cache"),
                    kept = folder.file("m.en.cache");
  const std::string model = load(yaml, "")->model();
  const auto first = load(yaml, cache);
  CHECK_FALSE(fs::exists(kept));
  CHECK(first->learned().intents == 5);
  const ino_t number = number_of(kept);
  REQUIRE(number != 0);
  for (int i = 0; i < 2; ++i) {
    const auto next = load(yaml, cache);
    CHECK(next->model() == model);
    CHECK(next->learned().act == first->learned().act);
    CHECK(next->warnings().empty());
    CHECK(number_of(kept) == number);
  }
}

TEST_CASE("model cache: other examples, a damaged model and another version are trained anew, without a warning") {
  const TempFolder folder;
  const std::string yaml = bot_with_examples("parcel"), cache = folder.file("m.cache"),
                    kept = folder.file("m.en.cache");
  const std::string model = load(yaml, cache)->model(), good = bytes_of(kept);
  REQUIRE_FALSE(good.empty());
  CHECK(load(bot_with_examples("letter"), cache)->model() != model);
  for (const std::size_t at : {std::size_t{0}, std::size_t{8}, good.size() / 2, good.size() - 1}) {
    std::string damaged = good;
    damaged[at] = static_cast<char>(damaged[at] ^ 1);
    for (const std::string& bytes : {damaged, good.substr(0, at)}) {
      std::ofstream(kept, std::ios::binary | std::ios::trunc) << bytes;
      const auto catalog = load(yaml, cache);
      CHECK(catalog->model() == model);
      CHECK(catalog->warnings().empty());
      CHECK(bytes_of(kept) == good);
    }
  }
}

TEST_CASE("model cache: a model of the caller is used instead, and is not kept") {
  const TempFolder folder;
  const std::string yaml = bot_with_examples("parcel"), model = load(yaml, "")->model();
  CHECK(load(yaml, folder.file("m.cache"), model)->model() == model);
  CHECK_FALSE(fs::exists(folder.file("m.en.cache")));
  const auto warned = load(yaml, folder.file("m.cache"), model + "x");
  CHECK(warned->model() == model);
  CHECK(warned->warnings().size() == 1);  // W511
  CHECK_FALSE(fs::exists(folder.file("m.en.cache")));
}

}  // namespace
}  // namespace parley::intents
