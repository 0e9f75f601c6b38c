// Tested by tests/context/tokens/vocabulary_test.cc.
#include "context/tokens/vocabulary.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <utility>

#include <zstd.h>

namespace parley::context {
namespace {

constexpr unsigned long long kMaxBytes = 64 * 1024 * 1024;

std::uint64_t hash_of(std::string_view bytes) {
  constexpr std::uint64_t kFactor = 0x9E3779B97F4A7C15;
  std::uint64_t hash = bytes.size() * kFactor;
  const auto mix = [&hash](std::uint64_t word) {
    hash = (hash ^ word) * kFactor;
    hash ^= hash >> 32;
  };
  std::size_t at = 0;
  for (; at + 8 <= bytes.size(); at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, 8);
    mix(word);
  }
  if (at < bytes.size()) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, bytes.size() - at);
    mix(word);
  }
  return hash;
}

Unexpected damaged() { return Unexpected(ErrorCode::kInternal, "the table of a token encoding is damaged"); }

}  // namespace

Result<Vocabulary> Vocabulary::unpack(std::string_view table) {
  const unsigned long long size = ZSTD_getFrameContentSize(table.data(), table.size());
  if (size == ZSTD_CONTENTSIZE_UNKNOWN || size == ZSTD_CONTENTSIZE_ERROR || size > kMaxBytes) return damaged();
  std::string bytes(size, '\0');
  const std::size_t unpacked = ZSTD_decompress(bytes.data(), bytes.size(), table.data(), table.size());
  if (ZSTD_isError(unpacked) != 0 || unpacked != size) return damaged();
  Vocabulary vocabulary(std::move(bytes));
  if (!vocabulary.add_all()) return damaged();
  return vocabulary;
}

bool Vocabulary::add_all() {
  for (std::size_t at = 0; at < bytes_.size();) {
    const std::size_t length = static_cast<unsigned char>(bytes_[at]);
    if (length == 0 || length >= bytes_.size() - at) return false;
    starts_.push_back(static_cast<std::uint32_t>(at + 1));
    longest_ = std::max(longest_, length);
    at += 1 + length;
  }
  starts_.push_back(static_cast<std::uint32_t>(bytes_.size() + 1));
  slots_.resize(std::bit_ceil(2 * starts_.size()));
  for (std::uint32_t rank = 0; rank < size(); ++rank) {
    std::uint32_t& slot = slots_[slot_of(token(rank))];
    if (slot != 0) return false;  // a duplicate token
    slot = rank + 1;
  }
  for (int byte = 0; byte < 256; ++byte) {
    if (!rank_of(std::string(1, static_cast<char>(byte)))) return false;
  }
  return true;
}

// Returns the slot that holds the token. If there is none, returns the empty slot for it.
std::size_t Vocabulary::slot_of(std::string_view wanted) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash_of(wanted) & mask;
  while (slots_[slot] != 0 && token(slots_[slot] - 1) != wanted) slot = (slot + 1) & mask;
  return slot;
}

std::optional<std::uint32_t> Vocabulary::rank_of(std::string_view wanted) const {
  if (wanted.size() > longest_) return std::nullopt;
  const std::uint32_t found = slots_[slot_of(wanted)];
  return found != 0 ? std::optional(found - 1) : std::nullopt;
}

}  // namespace parley::context
