#include "parley/result.h"

namespace parley {

const char* to_string(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalidBot: return "invalid_bot";
    case ErrorCode::kInvalidRequest: return "invalid_request";
    case ErrorCode::kMessageTooLong: return "message_too_long";
    case ErrorCode::kInvalidFixture: return "invalid_fixture";
    case ErrorCode::kUnknownTool: return "unknown_tool";
    case ErrorCode::kUnknownCall: return "unknown_call";
    case ErrorCode::kMessageIdReused: return "message_id_reused";
    case ErrorCode::kUnknownSession: return "unknown_session";
    case ErrorCode::kSessionExists: return "session_exists";
    case ErrorCode::kSessionExpired: return "session_expired";
    case ErrorCode::kLateResult: return "late_result";
    case ErrorCode::kStaleVersion: return "stale_version";
    case ErrorCode::kStoreUnavailable: return "store_unavailable";
    case ErrorCode::kStoreTooNew: return "store_too_new";
    case ErrorCode::kStoreCorrupt: return "store_corrupt";
    case ErrorCode::kFileUnreadable: return "file_unreadable";
    case ErrorCode::kLimitExceeded: return "limit_exceeded";
    case ErrorCode::kSessionBusy: return "session_busy";
    case ErrorCode::kInternal: return "internal";
  }
  return "internal";
}

std::string Diagnostic::to_string() const {
  std::string out = file;
  if (line > 0) out.append(":").append(std::to_string(line)).append(":").append(std::to_string(column));
  out += severity == Severity::kError ? ": error[" : ": warning[";
  out.append(code).append("]: ").append(message);
  if (!hint.empty()) out.append("; ").append(hint);
  return out;
}

std::string Error::to_string() const {
  std::string out = message;
  for (const Diagnostic& diagnostic : diagnostics) out.append("\n").append(diagnostic.to_string());
  return out;
}

}  // namespace parley
