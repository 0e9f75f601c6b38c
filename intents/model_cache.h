// ModelCache keeps the examples that a process has trained in a file (base/cache_file.h), so that the next process need
// not train them. There is one for each language of a bot, next to the cache of the bot's files.
//
// The file belongs to one version of parley, because another version may train differently. The model in it belongs to
// the examples, as every model does.
#pragma once

#include <string>
#include <string_view>

namespace parley::intents {

class ModelCache {
 public:
  // `cache` is CatalogOptions::cache, and `bot` the path of the bot file. For the language "de" of intents.yaml.cache,
  // the file is intents.yaml.de.cache.
  ModelCache(const std::string& cache, std::string_view language, std::string bot);

  // Returns the model; empty if the cache has no model. Training checks it as it checks any model.
  std::string read() const;
  void write(std::string_view model) const;

 private:
  std::string path_;
  std::string bot_;
};

}  // namespace parley::intents
