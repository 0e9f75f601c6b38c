// Tested by tests/config/diagnostics_test.cc.
#include "config/unknown_name.h"

#include <algorithm>

namespace parley::config {

bool contains(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string hint_for(std::string_view name, const Names& known, const char* section) {
  constexpr std::size_t kFew = 12;
  const std::string hint = known.size() <= kFew ? did_you_mean_or_list(name, known) : did_you_mean(name, known);
  return hint.empty() ? std::string("declare it under '") + section + "'" : hint;
}

void report_unknown(const char* code, const char* what, const Text& name, const Names& known, const char* section,
                    Diagnostics& findings) {
  findings.error(code, name.mark, name.value, std::string("unknown ") + what + " " + quoted(name.value),
                 hint_for(name.value, known, section));
}

}  // namespace parley::config
