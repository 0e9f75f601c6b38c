// EventBuffer holds the events of several turns in reusable memory blocks. The thread of a turn copies its events in,
// and the thread of the sink reads them. So neither thread frees memory that the other thread allocated, which would
// cost a turn more time than the copy.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace parley::telemetry {

// The events of one turn: JSON lines, each ending with a line break.
struct TurnEvents {
  std::string_view lines;
  std::size_t count = 0;
};

class EventBuffer {
 public:
  std::size_t size() const { return turns_.size(); }  // number of turns
  bool empty() const { return turns_.empty(); }

  TurnEvents operator[](std::size_t turn) const {
    const Place& place = turns_[turn];
    return {std::string_view(pieces_[place.piece]).substr(place.begin, place.size), place.count};
  }

  void add(const TurnEvents& turn);  // throws std::bad_alloc without changing the buffer
  void clear();                      // keeps a limited amount of memory for reuse

 private:
  void begin_piece(std::size_t bytes);

  struct Place {
    std::size_t piece, begin, size, count;
  };
  std::vector<std::string> pieces_;
  std::size_t used_ = 0;  // number of pieces that hold data
  std::vector<Place> turns_;
};

}  // namespace parley::telemetry
