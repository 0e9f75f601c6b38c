// The placeholders of a wording, with their places in it.
#pragma once

#include <string>
#include <vector>

#include "config/definition.h"

namespace parley::config {

struct Placeholder {
  std::string name;   // "refund.id"
  std::size_t index;  // of the name in Template::source
};

std::vector<Placeholder> placeholders_of(const Template& wording);

}  // namespace parley::config
