// Values of given types in any text, whatever it is about: to mask them, to measure them, to fill a form.
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
  Value value;  // canonical
  Span span;
};

// Immutable; safe to share between threads.
class EntityReader {
 public:
  // `types` are the catalog's own and built-in ones; kInvalidRequest names one that is neither.
  static Result<std::shared_ptr<const EntityReader>> create(std::shared_ptr<const Catalog> catalog,
                                                            const std::vector<std::string>& types);
  ~EntityReader();
  EntityReader(const EntityReader&) = delete;
  EntityReader& operator=(const EntityReader&) = delete;

  // What is found, from left to right. Of two that overlap the longer one stays, at equal length the one whose type
  // was named first. `now` is the instant that "tomorrow" is relative to, in the time zone of the catalog's bot.
  std::vector<EntityMatch> find(std::string_view text, TimeMs now = 0) const;

 private:
  struct Impl;
  explicit EntityReader(std::unique_ptr<const Impl> impl);
  std::unique_ptr<const Impl> impl_;
};

}  // namespace parley
