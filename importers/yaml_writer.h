// YamlWriter: a bot file, line by line. Every text is written so that it is read back as the same text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "parley/value.h"

namespace parley::importers {

// 'like this'; a plain word stays plain.
std::string yaml_text(std::string_view text);
std::string yaml_scalar(const Value& value);
// [a, 'b c']
std::string yaml_list(const std::vector<std::string>& texts);

class YamlWriter {
 public:
  void line(int depth, const std::string& text);
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace parley::importers
