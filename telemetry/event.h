// ReadEvent is an event parsed from its JSON line. Unknown stages and members are valid, because a newer parley may
// write them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parley/clock.h"
#include "parley/result.h"
#include "parley/value.h"
#include "telemetry/event_members.h"

namespace parley::telemetry {

class ReadEvent {
 public:
  // Parses a line. A line that is not a JSON object yields an event without members.
  explicit ReadEvent(std::string_view line);

  // Parses a line strictly. Returns kInvalidRequest if it is not a JSON object, or has no `v`, `stage` or `ts`. The
  // error never quotes the line.
  static Result<ReadEvent> parse(std::string_view line);

  const Value::Object& members() const { return *event_.if_object(); }
  // Each function returns the member if it has the function's type, otherwise an empty result.
  const std::string& text(std::string_view member) const;
  std::optional<std::int64_t> number(std::string_view member) const;
  std::vector<std::string> names(std::string_view member) const;
  EventMembers texts_and_numbers() const;  // and the lists of parley's words; views of this event
  std::optional<TimeMs> at() const;        // time of the event from `ts`; always set after parse()

 private:
  ReadEvent() = default;
  Value event_;
};

}  // namespace parley::telemetry
