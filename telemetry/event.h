// An event, read back from its line. Unknown stages and members are no mistake: they are a newer parley's.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parley/clock.h"
#include "parley/result.h"
#include "parley/value.h"

namespace parley::telemetry {

class ReadEvent {
 public:
  // A line that is no JSON object has no members.
  explicit ReadEvent(std::string_view line);

  // kInvalidRequest: no JSON object, or one without `v`, `stage` or `ts`. Says nothing of what stands in it.
  static Result<ReadEvent> parse(std::string_view line);

  const Value::Object& members() const { return *event_.if_object(); }
  // The member when it is of that kind; empty or none otherwise.
  const std::string& text(std::string_view member) const;
  std::optional<std::int64_t> number(std::string_view member) const;
  std::vector<std::string> names(std::string_view member) const;
  std::optional<TimeMs> at() const;  // its `ts`; there is one after parse()

 private:
  ReadEvent() = default;
  Value event_;
};

}  // namespace parley::telemetry
