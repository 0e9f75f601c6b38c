// What is counted of intents and of what they ask, while lines come in.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "parley/report.h"
#include "report/string_interner.h"

namespace parley::report {

enum class IntentEnd { kCompleted, kCancelled, kHandedOff, kAbandoned, kOtherwise };
constexpr std::size_t kIntentEnds = 5;

struct IntentTally {
  std::int64_t begun = 0;
  std::array<std::int64_t, kIntentEnds> ends{};
  std::int64_t digressed_from = 0;
};

struct ParamTally {
  std::int64_t asked = 0;
  std::array<std::int64_t, 4> answered{};
  std::int64_t missed = 0, not_understood = 0, invalid = 0, silent = 0, rejected = 0;
  std::int64_t exhausted = 0, abandoned = 0, corrected = 0, denied = 0;
};

struct Counters {
  StringInterner names;
  std::unordered_map<NameId, IntentTally> intents;
  std::unordered_map<std::uint64_t, ParamTally> params;  // by both numbers: the intent's above the param's

  ParamTally& param(NameId intent, NameId param) { return params[std::uint64_t{intent} << 32 | param]; }
};

// As figures. With `from_store` what rows do not tell is none.
std::vector<IntentFigures> intent_figures(const Counters& tallies, bool from_store);
std::vector<ParamFigures> param_figures(const Counters& tallies, bool from_store);

}  // namespace parley::report
