// A session as lines of an export, and back. The form is told in docs/store.md.
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

// Calls write(line) for each line until it answers false; answers with the last of these.
bool write_record(const SessionRecord& record, const std::function<bool(std::string_view line)>& write);

enum class LineKind { kSession, kMessage, kTurn, kCall, kItem, kEnded, kEnd };
std::optional<LineKind> kind_of(const Value& line);

// Adds what the line says to the record; a session's line comes first. The end's line adds nothing and must count what
// is there. An error says what is wrong and quotes no value.
Result<void> read_line(LineKind kind, const Value& line, SessionRecord& record);

}  // namespace parley::memory
