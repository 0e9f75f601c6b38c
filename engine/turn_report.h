// TurnReport: the recorded events of a turn or of another operation, and what their lines need. The thread of a sink
// makes the lines, so no turn waits for JSON, hashes or the search for private values.
//
// A line contains only numbers, words of parley, names of the bot (TelemetryNames) and messages that the Redactor
// masked. docs/telemetry.md describes the lines.
//
// Tested by tests/engine/turn_events_test.cc.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "engine/redactor.h"
#include "engine/telemetry_names.h"
#include "telemetry/turn_events.h"

namespace parley::engine {

// What the lines of all turns of a bot need.
struct ReportContext {
  std::string telemetry_key;  // of telemetry_hash()
  TelemetryNames names;
  std::shared_ptr<const Redactor> redactor;
};

class TurnReport : public telemetry::TurnEvents {
 public:
  // `record` holds the name of the session (empty: the events belong to none), then `count` events (event_record.h).
  TurnReport(std::shared_ptr<const ReportContext> context, std::string_view record, std::size_t count,
             std::vector<Redactor::KnownValue> values);

  const std::vector<std::string>& lines() const override;
  void for_each_event(const TakeMembers& take) const override;  // makes no lines

 private:
  const std::shared_ptr<const ReportContext> context_;
  const std::string record_;
  const std::vector<Redactor::KnownValue> values_;
  mutable std::once_flag is_made_;
  mutable std::vector<std::string> lines_;
};

}  // namespace parley::engine
