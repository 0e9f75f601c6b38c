// Sessions that a call over many of them passes over, so that one session that cannot be read does not stop the call.
#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include "parley/result.h"

namespace parley::memory {

// False: the error is about the store, and the next session would meet it, too.
inline bool is_about_the_session(ErrorCode code) { return code != ErrorCode::kStoreUnavailable; }

// `report` has `refused` and `refusals`, as ExportReport.
template <class Report>
void refuse(Report& report, const std::string& session, std::string why) {
  constexpr std::size_t kMostTold = 1000;
  ++report.refusals;
  if (report.refused.size() < kMostTold) report.refused.push_back({session, std::move(why)});
}

}  // namespace parley::memory
