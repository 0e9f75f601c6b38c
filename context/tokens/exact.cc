// Counts tokens exactly, by the encodings that the library includes.
// Tested by tests/context/tokens/exact_test.cc.
#include <memory>
#include <string>
#include <utility>

#include "base/text.h"
#include "context/tokens/merging.h"
#include "context/tokens/pieces.h"
#include "context/tokens/shipped_tables.h"
#include "context/tokens/vocabulary.h"
#include "parley/tokens.h"

namespace parley {
namespace {

constexpr Encoding kEncodings[] = {Encoding::kCl100kBase, Encoding::kO200kBase};

std::int64_t tokens_of(Encoding encoding, const context::Vocabulary& vocabulary, std::string_view text) {
  std::int64_t tokens = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = context::piece_end(encoding, text, at);
    tokens += context::merged_tokens(vocabulary, text.substr(at, end - at));
    at = end;
  }
  return tokens;
}

}  // namespace

const char* to_string(Encoding encoding) { return encoding == Encoding::kCl100kBase ? "cl100k_base" : "o200k_base"; }

std::optional<Encoding> parse_encoding(std::string_view name) {
  for (const Encoding encoding : kEncodings) {
    if (name == to_string(encoding)) return encoding;
  }
  return std::nullopt;
}

Result<TokenCounter> create_token_counter(Encoding encoding) {
  const bool older = encoding == Encoding::kCl100kBase;
  auto unpacked = context::Vocabulary::unpack(older ? context::shipped::cl100k_base() : context::shipped::o200k_base());
  if (!unpacked) return Unexpected(unpacked.error());
  const auto vocabulary = std::make_shared<const context::Vocabulary>(std::move(*unpacked));
  return TokenCounter([encoding, vocabulary](std::string_view text) {
    if (base::find_invalid_utf8(text) == std::string_view::npos) return tokens_of(encoding, *vocabulary, text);
    return tokens_of(encoding, *vocabulary, base::valid_utf8(text));
  });
}

}  // namespace parley
