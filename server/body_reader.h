// BodyReader: reads the body of a request, which has a known length or comes in chunks (RFC 9112, 6 and 7.1).
//
// Every byte counts, whatever it means: data, and the sizes, extensions and trailers of chunks. Extensions and trailers
// are dropped, because a proxy may have checked only the header of the request. A line that another reader could see
// end elsewhere is malformed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace parley::server {

struct RequestLimits {
  std::size_t header_bytes = 8 * 1024;   // of the header. The line of a chunk and all trailers have the same limit
  std::size_t body_bytes = 1024 * 1024;  // of the data. A body in chunks may have `header_bytes` more in all
};

class BodyReader {
 public:
  enum class State { kMore, kDone, kMalformed, kTooLarge };

  // `length`: unset: the body comes in chunks.
  BodyReader(const RequestLimits& limits, std::optional<std::uint64_t> length);

  // Reads bytes of the body, appends their data to `body`, and returns how many it read. The caller adds the unread
  // bytes to those of the next call.
  std::size_t read(std::string_view bytes, std::string& body);
  State state() const { return state_; }

 private:
  enum class Part { kData, kDataEnd, kSize, kTrailer };
  std::size_t read_part(std::string_view bytes, std::string& body);
  std::size_t read_data(std::string_view bytes, std::string& body);
  std::size_t read_data_end(std::string_view bytes);
  std::size_t read_line(std::string_view bytes);
  void take_size(std::string_view line);
  void take_trailer(std::string_view line);

  const RequestLimits limits_;
  const bool is_chunked_;
  State state_ = State::kMore;
  Part part_ = Part::kData;
  std::uint64_t left_ = 0;    // bytes of data until the end of the chunk or the body
  std::uint64_t data_ = 0;    // bytes of data that were announced
  std::size_t read_ = 0;      // bytes in all
  std::size_t trailers_ = 0;  // bytes of trailers
};

}  // namespace parley::server
