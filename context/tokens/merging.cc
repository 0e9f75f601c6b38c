// Tested by tests/context/tokens/exact_test.cc.
#include "context/tokens/merging.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <vector>

namespace parley::context {
namespace {

constexpr std::uint32_t kNoToken = std::numeric_limits<std::uint32_t>::max();

// MergedParts holds the parts of a piece as a linked list, indexed by their first bytes, and a heap of possible merges.
// An outdated heap entry is skipped: its position now has another rank, or no merge at all.
class MergedParts {
 public:
  MergedParts(const Vocabulary& vocabulary, std::string_view piece)
      : vocabulary_(vocabulary), piece_(piece), count_(static_cast<std::uint32_t>(piece.size())), parts_(count_ + 1) {
    for (std::uint32_t at = 0; at <= count_; ++at) parts_[at] = {at == 0 ? 0 : at - 1, at + 1, kNoToken};
    merges_.reserve(count_);
    for (std::uint32_t at = 0; at < count_; ++at) {
      if (rank(at)) merges_.push_back(merge_at(at));
    }
    std::make_heap(merges_.begin(), merges_.end(), std::greater<>());
  }

  std::int64_t merge_all() {
    std::int64_t left = count_;
    while (!merges_.empty()) {
      const std::uint64_t merge = merges_.front();
      std::pop_heap(merges_.begin(), merges_.end(), std::greater<>());
      merges_.pop_back();
      const auto at = static_cast<std::uint32_t>(merge);
      if (parts_[at].merged_rank != static_cast<std::uint32_t>(merge >> 32)) continue;
      join(at);
      --left;
    }
    return left;
  }

 private:
  struct Part {
    std::uint32_t before, after;  // the first bytes of the neighbouring parts
    // The rank of the token that this part and the next form. kNoToken if they form no token, and after this part was
    // merged into the part before it.
    std::uint32_t merged_rank;
  };

  // Orders by rank, then from the left.
  std::uint64_t merge_at(std::uint32_t at) const {
    return static_cast<std::uint64_t>(parts_[at].merged_rank) << 32 | at;
  }

  bool rank(std::uint32_t at) {
    Part& part = parts_[at];
    part.merged_rank = kNoToken;
    if (part.after >= count_) return false;
    const std::uint32_t end = parts_[part.after].after;
    part.merged_rank = vocabulary_.rank_of(piece_.substr(at, end - at)).value_or(kNoToken);
    return part.merged_rank != kNoToken;
  }

  void join(std::uint32_t at) {
    const std::uint32_t gone = parts_[at].after;
    parts_[gone].merged_rank = kNoToken;
    parts_[at].after = parts_[gone].after;
    parts_[parts_[at].after].before = at;
    push(at);
    if (at > 0) push(parts_[at].before);
  }

  void push(std::uint32_t at) {
    if (!rank(at)) return;
    merges_.push_back(merge_at(at));
    std::push_heap(merges_.begin(), merges_.end(), std::greater<>());
  }

  const Vocabulary& vocabulary_;
  std::string_view piece_;
  std::uint32_t count_;
  std::vector<Part> parts_;  // indexed by first byte, plus one past the last
  std::vector<std::uint64_t> merges_;
};

}  // namespace

std::int64_t merged_tokens(const Vocabulary& vocabulary, std::string_view piece) {
  if (piece.empty()) return 0;
  if (piece.size() == 1 || vocabulary.rank_of(piece)) return 1;
  return MergedParts(vocabulary, piece).merge_all();
}

}  // namespace parley::context
