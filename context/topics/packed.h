// Packs messages into a blob: their JSON, compressed by zstd, behind a header that declares the unpacked content.
//
//   4 bytes   "PMB1"
//   1 byte    'z': compressed; 'r': raw, for JSON that would shrink more than kMaxCompressionRatio-fold
//   4 bytes   the number of messages      little-endian
//   4 bytes   the length of the JSON      little-endian, 16 MiB at most
//   16 bytes  the first 64 bits of base::fingerprint() of everything else in the blob, in hex
//   ...       the JSON or its zstd frame
//
// Invariants
//   1. The result of pack() has been read back and compared with the input, so that a blob can replace the messages.
//   2. unpack() needs no more memory than the header may declare. A declared length is rejected before anything is
//      decompressed if it is over the limit, or over kMaxCompressionRatio times the compressed bytes (X80).
//   3. A blob that cannot be read is the error kStoreCorrupt, not an empty list (X79).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "parley/message.h"
#include "parley/result.h"

namespace parley::context {

constexpr std::size_t kMaxPackedLength = 16 * 1024 * 1024;
constexpr std::size_t kMaxCompressionRatio = 1000;

// kLimitExceeded: the messages do not fit into one blob. kInvalidRequest: a message would change when it is packed and
// unpacked, because its text is invalid UTF-8, its metadata is nested too deeply, or it is a summary.
Result<std::string> pack(const std::vector<Message>& messages);

struct PackedPart {
  std::size_t messages = 0;
  std::string bytes;
};
// Packs the messages into as many blobs as needed. Each blob holds consecutive messages.
Result<std::vector<PackedPart>> pack_in_parts(const std::vector<Message>& messages);

Result<std::vector<Message>> unpack(std::string_view blob);

}  // namespace parley::context
