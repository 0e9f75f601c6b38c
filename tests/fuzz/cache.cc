// Fuzz target: loads a bot with any file as its cache. The bytes are first taken as they are, which the checksum mostly
// refuses, and then as the content of a sealed cache, which reaches the reader of trees. Whatever the bytes are, the
// bot stays the same.
#include "config/document_cache.h"
#include "config/reader.h"
#include "parley/parley.h"
#include "tests/fuzz/target.h"

namespace parley::fuzz {
namespace {

std::string cached_bot() { return repository_file("examples/embed/bot.yaml"); }
std::string cache_path() { return scratch() + "/bot.cache"; }

void load_with_cache(std::string_view cache) {
  write_file(cache_path(), cache);
  CatalogOptions options;
  options.cache = cache_path();
  const auto bot = Catalog::parse(cached_bot(), "bot.yaml", std::move(options));
  if (!bot || (*bot)->fingerprint() != embed_bot()->fingerprint()) __builtin_trap();
  const Understanding heard = (*bot)->understand("where is my order");
  const acts::Request* request = find_request(heard.acts);
  if (!request || !request->weaker.empty()) __builtin_trap();
}

void read_sealed(std::string_view content) {
  std::string sealed(base::kSealHead, '\0');
  sealed += content;
  base::seal_form(sealed, config::kCacheForm);
  config::Diagnostics findings({{"bot.yaml", std::make_shared<const std::string>(cached_bot())}});
  config::KnownDocuments known(sealed);
  (void)config::read_bot(findings, known);
}

void fuzz_cache(std::string_view input) {
  load_with_cache(input);
  read_sealed(input);
  read_sealed(input.substr(std::min(input.size(), base::kSealHead)));
}

std::vector<std::string> cache_seeds() {
  load_with_cache({});  // writes the cache
  return {repository_file(cache_path())};
}

}  // namespace

const Target kCache{"cache", fuzz_cache, cache_seeds};

}  // namespace parley::fuzz
