// Vocabulary holds the tokens of a byte-pair encoding with their ranks. The lower the rank, the earlier two parts merge
// into the token.
//
// Invariant: each single byte is a token, so that every text can be encoded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parley/result.h"

namespace parley::context {

class Vocabulary {
 public:
  // Unpacks a table of context/tokens/tables: data compressed by zstd. For each token, in the order of ranks, the data
  // holds one byte with the length of the token, and then the token. kInternal: the bytes are not such a table.
  static Result<Vocabulary> unpack(std::string_view table);

  std::size_t size() const { return starts_.size() - 1; }
  std::size_t longest() const { return longest_; }  // in bytes
  std::optional<std::uint32_t> rank_of(std::string_view token) const;

 private:
  explicit Vocabulary(std::string bytes) : bytes_(std::move(bytes)) {}
  bool add_all();
  std::size_t slot_of(std::string_view token) const;
  std::string_view token(std::uint32_t rank) const {
    return std::string_view(bytes_).substr(starts_[rank], starts_[rank + 1] - starts_[rank] - 1);
  }

  std::string bytes_;                  // the table, unpacked
  std::vector<std::uint32_t> starts_;  // the offset of each token in bytes_, by rank; the last offset is the end
  std::vector<std::uint32_t> slots_;   // a hash table with linear probing: rank + 1; 0 is empty
  std::size_t longest_ = 0;
};

}  // namespace parley::context
