// Tested by tests/report/number_format_test.cc.
#include "report/string_interner.h"

namespace parley::report {

StringInterner::StringInterner() { names_.emplace_back("(others)"); }

NameId StringInterner::id_of(std::string_view name) {
  name = cut_bytes(name, kLongestName);
  const auto known = ids_.find(name);
  if (known != ids_.end()) return known->second;
  if (names_.size() >= kMaxNames) return kOtherNames;
  const auto id = static_cast<NameId>(names_.size());
  names_.emplace_back(name);
  ids_.emplace(names_.back(), id);
  return id;
}

std::string_view cut_bytes(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0) == 0x80) --most;
  return text.substr(0, most);
}

}  // namespace parley::report
