// The error of a component that CMake left out of this build. Each top-level folder keeps its stubs in a subfolder
// `absent`.
//
// Tested by tests/absent/absent_test.cc.
#pragma once

#include <string>
#include <string_view>

#include "parley/result.h"

namespace parley::base {

// `component` is its name in a sentence ("PostgreSQL"), `option` the CMake option that adds it ("PARLEY_POSTGRES").
inline Unexpected absent(std::string_view component, std::string_view option) {
  return Unexpected(ErrorCode::kInvalidRequest, "this build of parley has no " + std::string(component) +
                                                    "; configure it with -D" + std::string(option) + "=ON");
}

}  // namespace parley::base
