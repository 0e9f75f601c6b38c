// Writes YAML. Every text from users and from other files goes through these functions. read_document() reads it back
// unchanged, in any position, and it cannot become a key, a comment or a second line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "parley/value.h"

namespace parley::config {

// Returns a plain text unchanged, and any other one in quotes. The result is one line, without invisible characters.
std::string yaml_text(std::string_view text);
// Returns a value in one line: {name: [a, "b, c"]}.
std::string yaml_value(const Value& value);
// Returns a list in one line: [a, "b, c"].
std::string yaml_list(const std::vector<std::string>& texts);
// Returns a comment in one line: "# text". Line breaks and other invisible characters become spaces.
std::string yaml_comment(std::string_view text);

class YamlWriter {
 public:
  // `text` is YAML; texts of others in it are already written by the functions above.
  void line(int depth, const std::string& text);
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace parley::config
