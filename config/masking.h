// How much of a private value is left (docs/privacy.md).
#pragma once

#include <cstdint>

namespace parley::config {

enum class Masking : std::uint8_t {
  kKeep,
  kMask,     // its name: {card}
  kPartial,  // and its last four characters
  kHash,     // and a keyed hash, by which equal values can be counted
  kDrop,     // nothing
};

}  // namespace parley::config
