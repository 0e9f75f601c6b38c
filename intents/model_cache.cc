#include "intents/model_cache.h"

#include <filesystem>
#include <utility>

#include "base/cache_file.h"
#include "parley/version.h"

namespace parley::intents {
namespace {

constexpr std::string_view kHead = "parley " PARLEY_VERSION "\n";

}  // namespace

ModelCache::ModelCache(const std::string& cache, std::string_view language, std::string bot) : bot_(std::move(bot)) {
  const std::filesystem::path path(cache);
  path_ = (path.parent_path() / path.stem()).string() + "." + std::string(language) + path.extension().string();
}

std::string ModelCache::read() const {
  std::string bytes = base::read_cache(path_);
  return bytes.starts_with(kHead) ? bytes.substr(kHead.size()) : std::string();
}

void ModelCache::write(std::string_view model) const {
  base::write_cache(path_, std::string(kHead).append(model), bot_);
}

}  // namespace parley::intents
