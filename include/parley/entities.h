// EntityReader: finds values of given types in any text, for example to mask them or to fill a form.
//
//   auto reader = parley::EntityReader::create(bot, {"email", "order_id"});
//   if (!reader) return std::cerr << reader.error().to_string() << '\n', 1;
//   for (const parley::EntityMatch& match : (*reader)->find("O-12345 for ann@example.com")) {
//     std::cout << match.type << ": " << match.value.to_text() << '\n';
//   }
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "parley/catalog.h"
#include "parley/clock.h"
#include "parley/result.h"
#include "parley/understanding.h"
#include "parley/value.h"

namespace parley {

struct EntityMatch {
  std::string type;
  Value value;  // in its canonical form
  Span span;
};

// Immutable and thread-safe. Shares the catalog.
class EntityReader {
 public:
  // `types`: entity types of the bot, and built-in ones. kInvalidRequest names a type that is neither.
  static Result<std::shared_ptr<const EntityReader>> create(std::shared_ptr<const Catalog> catalog,
                                                            const std::vector<std::string>& types);
  ~EntityReader();
  EntityReader(const EntityReader&) = delete;
  EntityReader& operator=(const EntityReader&) = delete;

  // Returns the values from left to right. Of two values that overlap, only the longer one is returned. If they have
  // equal length, the one whose type comes first in `types` is returned. `now` is the current time for values such as
  // "tomorrow", in the time zone of the bot.
  std::vector<EntityMatch> find(std::string_view text, TimeMs now = 0) const;

 private:
  struct Impl;
  explicit EntityReader(std::unique_ptr<const Impl> impl);
  std::unique_ptr<const Impl> impl_;
};

}  // namespace parley
