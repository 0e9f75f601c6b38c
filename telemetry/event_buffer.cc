// Tested by tests/telemetry/queue_test.cc.
#include "telemetry/event_buffer.h"

#include <algorithm>

namespace parley::telemetry {
namespace {

constexpr std::size_t kPieceBytes = 64 * 1024;  // minimum size of a piece; a larger turn gets a larger piece
constexpr std::size_t kKeptPieces = 16;

}  // namespace

void EventBuffer::add(const TurnEvents& turn) {
  const std::size_t bytes = turn.lines.size();
  if (used_ == 0 || pieces_[used_ - 1].capacity() - pieces_[used_ - 1].size() < bytes) begin_piece(bytes);
  std::string& piece = pieces_[used_ - 1];
  turns_.push_back({used_ - 1, piece.size(), bytes, turn.count});
  piece.append(turn.lines);  // does not allocate, because begin_piece() has reserved the space
}

void EventBuffer::begin_piece(std::size_t bytes) {
  if (used_ == pieces_.size()) pieces_.emplace_back();
  pieces_[used_].reserve(std::max(kPieceBytes, bytes));
  ++used_;
}

void EventBuffer::clear() {
  turns_.clear();
  used_ = 0;
  const auto is_long = [](const std::string& piece) { return piece.capacity() > 2 * kPieceBytes; };
  pieces_.erase(std::remove_if(pieces_.begin(), pieces_.end(), is_long), pieces_.end());
  pieces_.resize(std::min(pieces_.size(), kKeptPieces));
  for (std::string& piece : pieces_) piece.clear();
}

}  // namespace parley::telemetry
