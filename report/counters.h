// Counters of intents and their questions, updated while events come in.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "parley/report.h"
#include "report/string_interner.h"

namespace parley::report {

// How an intent ended. kOtherwise: replaced, dropped or unknown.
enum class IntentEnd { kCompleted, kCancelled, kHandedOff, kAbandoned, kOtherwise };
constexpr std::size_t kIntentEnds = 5;

struct IntentCounts {
  std::int64_t begun = 0;
  std::array<std::int64_t, kIntentEnds> ends{};
  std::int64_t digressed_from = 0;
};

// Counts of one question. `answered` is indexed by the number of failed answers before the accepted one; the last entry
// counts three or more.
struct ParamCounts {
  std::int64_t asked = 0;
  std::array<std::int64_t, 4> answered{};
  std::int64_t missed = 0, not_understood = 0, invalid = 0, silent = 0, rejected = 0;
  std::int64_t exhausted = 0, abandoned = 0, corrected = 0, denied = 0;
};

struct Counters {
  StringInterner names;
  std::unordered_map<NameId, IntentCounts> intents;
  // The key has the NameId of the intent in its high 32 bits, and the NameId of the param in its low 32 bits.
  std::unordered_map<std::uint64_t, ParamCounts> params;

  ParamCounts& param(NameId intent, NameId param) { return params[std::uint64_t{intent} << 32 | param]; }
};

// Convert counters to figures. With `from_store`, figures that a store does not record are unset.
std::vector<IntentFigures> intent_figures(const Counters& counters, bool from_store);
std::vector<ParamFigures> param_figures(const Counters& counters, bool from_store);

}  // namespace parley::report
