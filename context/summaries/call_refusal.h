// Converts the failure of a bounded call to the reason of a summary.
// Tested by tests/context/summaries/resilient_summarizer_test.cc.
#pragma once

#include "models/bounded_executor.h"
#include "parley/summaries.h"

namespace parley::context {

inline SummaryRefusal refusal_of(models::CallFailure failure) {
  switch (failure) {
    case models::CallFailure::kNone: return SummaryRefusal::kNone;
    case models::CallFailure::kFailed: return SummaryRefusal::kFailed;
    case models::CallFailure::kThrew: return SummaryRefusal::kThrew;
    case models::CallFailure::kTimedOut: return SummaryRefusal::kTimedOut;
    case models::CallFailure::kBusy: return SummaryRefusal::kBusy;
  }
  return SummaryRefusal::kFailed;
}

}  // namespace parley::context
