// Outbox: the bytes that a connection has to write. Any thread adds bytes. The I/O thread of the connection takes them,
// writes them, and calls written(). Only one batch at a time is written.
//
// Tested by tests/server/outbox_test.cc.
#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace parley::server {

class Outbox {
 public:
  enum class End { kNextRequest, kClose };  // of an answer: whether the connection takes another request

  // The job of a caller that has added bytes.
  enum class Added {
    kNothing,   // the I/O thread writes already, and takes these bytes next
    kWrite,     // let the I/O thread write
    kOverflow,  // close the connection: its client reads too slowly
    kDropped,   // nothing: the connection is closed, or closes soon
  };

  // The next job of the I/O thread when the bytes that it took are written.
  enum class Next { kWrite, kWait, kNextRequest, kClose };

  // `most_bytes`: of an answer whose end is not yet added.
  explicit Outbox(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  // ---- called by any thread

  Added add(std::string bytes);                // more bytes of the answer follow
  Added add_last(std::string bytes, End end);  // the answer is complete
  void begin_stream();                         // the answer is a stream
  // Ends the connection after the bytes so far. Adds kOverloaded, but not to a stream. Needs no memory.
  Added give_up();
  // Calls `gone` once when the outbox closes. At once if it is closed already.
  void on_close(std::function<void()> gone);

  // ---- called by the I/O thread

  // Returns the bytes to write now, in two parts. They stay until written() or the next call. Unset: it is closed.
  std::optional<std::array<std::string_view, 2>> take();
  Next written();
  void close();  // drops all bytes that are not yet taken

 private:
  Added put(std::string bytes, std::optional<End> end);

  const std::size_t most_bytes_;
  std::string taken_;  // used only by the I/O thread

  std::mutex mutex_;  // guards the following
  std::deque<std::string> queue_;
  std::size_t size_ = 0;     // bytes in queue_ and taken_
  std::optional<End> end_;   // set: the answer is complete
  bool is_writing_ = false;  // the I/O thread writes, or was told to
  bool is_stream_ = false;
  bool has_overflowed_ = false;
  bool has_given_up_ = false;
  bool must_write_overloaded_ = false;
  bool is_closed_ = false;
  std::function<void()> gone_;
};

}  // namespace parley::server
