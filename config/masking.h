// Masking states how much of a private value remains (docs/privacy.md).
// Tested by tests/privacy/mask_test.cc.
#pragma once

#include <cstdint>

namespace parley::config {

enum class Masking : std::uint8_t {
  kKeep,
  kMask,     // only the type's or param's name: {card}
  kPartial,  // the name and the last four characters
  kHash,     // the name and a keyed hash, for counting equal values
  kDrop,     // the value is removed
};

}  // namespace parley::config
