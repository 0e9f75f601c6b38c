// The form of a sealed text: a mark, the id of its key, and the sealed bytes. Reading the form needs no key.
#pragma once

#include <string_view>

#include "parley/result.h"

namespace parley::memory {

inline constexpr std::string_view kSealedMark = "sealed1:";  // then the key's id, a colon, and the bytes in base64

// Views into the text that was parsed.
struct SealedText {
  std::string_view key_id;
  std::string_view bytes;  // in base64
};

// kStoreCorrupt: the text is not sealed.
inline Result<SealedText> parse_sealed_text(std::string_view sealed) {
  const auto colon = sealed.find(':', kSealedMark.size());
  if (!sealed.starts_with(kSealedMark) || colon == std::string_view::npos) {
    return Unexpected(ErrorCode::kStoreCorrupt, "the store contains unencrypted data that must be encrypted");
  }
  return SealedText{sealed.substr(kSealedMark.size(), colon - kSealedMark.size()), sealed.substr(colon + 1)};
}

}  // namespace parley::memory
