#include "engine/bot_shelf.h"

#include <filesystem>

namespace parley::engine {

Result<std::shared_ptr<const Catalog>> BotShelf::find(const std::string& path, const std::string& beside) {
  const std::filesystem::path folder = std::filesystem::path(beside).parent_path();
  const std::string place = (folder / path).lexically_normal().string();
  std::shared_ptr<const Catalog>& kept = loaded_[place];
  if (kept) return kept;
  auto loaded = Catalog::load(place);
  if (loaded) kept = *loaded;
  return loaded;
}

}  // namespace parley::engine
