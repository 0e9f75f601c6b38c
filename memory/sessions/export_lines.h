// Converts a session to lines of an export, and back. docs/store.md describes the format.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "parley/result.h"
#include "parley/store.h"
#include "parley/value.h"

namespace parley::memory {

// The first and the last line of an export.
std::string header_line();
bool is_header(const Value& line);
std::string footer_line(std::int64_t sessions);
std::optional<std::int64_t> sessions_of_footer(const Value& line);

// Calls write(line) for each line until it returns false. Returns the last result.
bool write_record(const SessionRecord& record, const std::function<bool(std::string_view line)>& write);

enum class LineKind { kSession, kMessage, kTurn, kCall, kItem, kEnded, kEnd };
std::optional<LineKind> kind_of(const Value& line);

// Adds the content of a line to the record. The session's line comes first. The end line adds nothing, and its counts
// must match the record. An error describes the problem and quotes no value.
Result<void> read_line(LineKind kind, const Value& line, SessionRecord& record);

}  // namespace parley::memory
