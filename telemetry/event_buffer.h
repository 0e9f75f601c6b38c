// EventBuffer: the events of turns, in pieces of memory that are used again. A turn's thread copies into them and the
// sink's reads, so that neither frees what the other has allocated: that costs a turn more than to copy.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace parley::telemetry {

// The events of one turn: lines, each with its line break.
struct TurnEvents {
  std::string_view lines;
  std::size_t count = 0;
};

class EventBuffer {
 public:
  std::size_t size() const { return turns_.size(); }  // turns
  bool empty() const { return turns_.empty(); }

  TurnEvents operator[](std::size_t turn) const {
    const Place& place = turns_[turn];
    return {std::string_view(pieces_[place.piece]).substr(place.begin, place.size), place.count};
  }

  void add(const TurnEvents& turn);  // throws std::bad_alloc, and is then as before
  void clear();                      // keeps the memory for what comes next, if it is not too much

 private:
  void begin_piece(std::size_t bytes);

  struct Place {
    std::size_t piece, begin, size, count;
  };
  std::vector<std::string> pieces_;
  std::size_t used_ = 0;  // of the pieces: those with something in them
  std::vector<Place> turns_;
};

}  // namespace parley::telemetry
