// Stubs of exact token counts for a build without PARLEY_TOKENS. Estimates still work, because they need no table.
//
// Tested by tests/absent/absent_test.cc.
#include "parley/tokens.h"

#include "base/absent.h"

namespace parley {

const char* to_string(Encoding encoding) { return encoding == Encoding::kCl100kBase ? "cl100k_base" : "o200k_base"; }

std::optional<Encoding> parse_encoding(std::string_view name) {
  for (const Encoding encoding : {Encoding::kCl100kBase, Encoding::kO200kBase}) {
    if (name == to_string(encoding)) return encoding;
  }
  return std::nullopt;
}

Result<TokenCounter> create_token_counter(Encoding) { return base::absent("token tables", "PARLEY_TOKENS"); }

}  // namespace parley
