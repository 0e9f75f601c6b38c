#include "base/errno_text.h"

#include <cctype>
#include <cstring>

namespace parley::base {

std::string errno_text(int error) {
  std::string text = std::strerror(error);
  // "Is a directory", but not "RPC: ..." or "SRM ...".
  const bool is_word = text.size() > 1 && std::islower(static_cast<unsigned char>(text[1])) != 0;
  if (is_word) text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  return text;
}

}  // namespace parley::base
