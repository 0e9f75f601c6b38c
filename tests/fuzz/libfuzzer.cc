// The entry point of a libFuzzer program. PARLEY_FUZZ_TARGET names its target.
#include <cstddef>
#include <cstdint>

#include "tests/fuzz/target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  parley::fuzz::PARLEY_FUZZ_TARGET.run({reinterpret_cast<const char*>(data), size});
  return 0;
}
