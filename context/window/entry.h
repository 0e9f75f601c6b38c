// Entry is a copy of a message, with its token count. The steps of a context change the copy.
// Tested by tests/context/window/build_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "parley/message.h"
#include "parley/tokens.h"

namespace parley::context {

struct Entry {
  Message message;
  std::int64_t tokens = 0;
};
using Entries = std::vector<Entry>;

inline std::int64_t tokens_of(const Entries& entries) {
  std::int64_t sum = 0;
  for (const Entry& entry : entries) sum += entry.tokens;
  return sum;
}

inline void recount(Entry& entry, const TokenCounter& counter) { entry.tokens = count_tokens(entry.message, counter); }

// Uses the shorter text only when it makes the message smaller in tokens (X33): a mark can cost more than the text it
// replaces.
inline bool replace_text(Entry& entry, std::string text, const TokenCounter& counter) {
  if (text.size() >= entry.message.text.size()) return false;
  std::swap(entry.message.text, text);
  const std::int64_t tokens = count_tokens(entry.message, counter);
  const bool smaller = tokens < entry.tokens;
  if (smaller) {
    entry.tokens = tokens;
  } else {
    std::swap(entry.message.text, text);
  }
  return smaller;
}

}  // namespace parley::context
