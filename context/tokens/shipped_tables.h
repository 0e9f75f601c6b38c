// The tables of context/tokens/tables, embedded in the library. embed.cmake generates their definitions.
// Tested by tests/context/tokens/vocabulary_test.cc.
#pragma once

#include <string_view>

namespace parley::context::shipped {

std::string_view cl100k_base();
std::string_view o200k_base();

}  // namespace parley::context::shipped
