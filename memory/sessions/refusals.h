// Collects the sessions that an operation on many sessions skips, so that one unreadable session does not stop the
// operation. Tested by tests/memory/export_test.cc.
#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include "parley/result.h"

namespace parley::memory {

// Returns false for an error of the store itself, which would also occur for the next session.
inline bool is_about_the_session(ErrorCode code) { return code != ErrorCode::kStoreUnavailable; }

// `report` has `refused` and `refusals`, as ExportReport does.
template <class Report>
void refuse(Report& report, const std::string& session, std::string why) {
  constexpr std::size_t kMaxReported = 1000;
  ++report.refusals;
  if (report.refused.size() < kMaxReported) report.refused.push_back({session, std::move(why)});
}

}  // namespace parley::memory
