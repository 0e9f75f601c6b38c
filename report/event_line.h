// A line of telemetry, as far as a report reads it. Unknown stages and members are no mistake: they are a newer
// parley's.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parley/clock.h"
#include "parley/result.h"
#include "parley/value.h"

namespace parley::report {

class EventLine {
 public:
  // kInvalidRequest: no JSON object, or one without `v`, `stage` or `ts`. Says nothing of what stands in it.
  static Result<EventLine> parse(std::string_view line);

  TimeMs at() const { return at_; }
  // Empty, or none, where there is no such member or it is of another type.
  std::string_view text(std::string_view key) const;
  std::optional<std::int64_t> number(std::string_view key) const;
  std::vector<std::string> names(std::string_view key) const;

 private:
  Value whole_;
  TimeMs at_ = 0;
};

}  // namespace parley::report
