// YamlWriter writes a bot file line by line. Every text is written so that YAML reads it back unchanged.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "parley/value.h"

namespace parley::importers {

// Returns a plain word unchanged, and any other text in quotes: 'like this'.
std::string yaml_text(std::string_view text);
std::string yaml_scalar(const Value& value);
// Returns a list as YAML: [a, 'b c'].
std::string yaml_list(const std::vector<std::string>& texts);

class YamlWriter {
 public:
  void line(int depth, const std::string& text);
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace parley::importers
