// BotShelf: the bots that conversations are played against, each loaded once.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "parley/catalog.h"
#include "parley/result.h"

namespace parley::engine {

class BotShelf {
 public:
  explicit BotShelf(std::shared_ptr<const Catalog> own) : own_(std::move(own)) {}

  // The one of conversations that name none.
  const std::shared_ptr<const Catalog>& own() const { return own_; }

  // The bot at `path`, which begins at the folder of the file `beside`.
  Result<std::shared_ptr<const Catalog>> find(const std::string& path, const std::string& beside);

 private:
  const std::shared_ptr<const Catalog> own_;
  std::map<std::string, std::shared_ptr<const Catalog>> loaded_;  // by path
};

}  // namespace parley::engine
