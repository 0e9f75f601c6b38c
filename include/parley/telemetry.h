// Telemetry: what an operator may know of a turn. Names, counts, durations and hashes; never what a user said,
// never a param's value, never a tool's argument, result or error text. The event schema: docs/telemetry.md.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "parley/result.h"

namespace parley {

// [Threading] called from the thread that handles the turn, after its commit; several at once.
// [Locking]   no lock of parley's is held but the session's own queue.
// [Errors]    must not throw; a sink that cannot write drops the event. It never fails a turn.
class TelemetrySink {
 public:
  virtual ~TelemetrySink() = default;
  // One event as one line of JSON, without the newline.
  virtual void emit(std::string_view line) = 0;
};

// Appends to the file at `path` (mode 0600), one event a line, each written whole.
Result<std::shared_ptr<TelemetrySink>> open_jsonl_sink(const std::string& path);

}  // namespace parley
