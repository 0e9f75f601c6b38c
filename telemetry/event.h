// An event as a sink reads it back from its line.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "parley/clock.h"
#include "parley/value.h"

namespace parley::telemetry {

class ReadEvent {
 public:
  // A line that is no JSON object has no members.
  explicit ReadEvent(std::string_view line);

  const Value::Object& members() const { return *event_.if_object(); }
  // The member when it is of that kind; empty or none otherwise.
  const std::string& text(std::string_view member) const;
  std::optional<std::int64_t> number(std::string_view member) const;
  std::optional<TimeMs> at() const;  // its `ts`

 private:
  Value event_;
};

}  // namespace parley::telemetry
