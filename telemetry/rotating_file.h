// A file of lines that any number of processes append to, as whole lines, and that moves aside when it is full.
//
// The idea: whoever writes holds the file's lock (flock) and then looks whether the name still leads to that file; if
// not, somebody has moved it aside, and the new one is opened and locked in its place. Only who holds the lock moves
// it. A lock is of an open file, so two of these in one process are as far apart as two processes.
//
// Invariants, while the lock is held
//   1. The file ends with a line break. Half a line, which only a process that was killed leaves behind, is cut off;
//   what
//      does not look like an event was somebody else's, and is ended with a line break instead.
//   2. A write that fails leaves the file as it was.
//
// What is no plain file is written to as it is: no lock, no size, nothing to cut off.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "parley/result.h"

namespace parley::telemetry {

// Not thread-safe.
class RotatingFile {
 public:
  // Creates it with mode 0600 if it is not there. kFileUnreadable.
  static Result<RotatingFile> open(const std::string& path);
  ~RotatingFile();
  RotatingFile(RotatingFile&& other) noexcept;
  RotatingFile& operator=(RotatingFile&& other) noexcept;

  bool is_plain() const { return is_plain_; }

  // Locks what the name leads to; opens it first if it is another file than the last time. kStoreUnavailable.
  Result<void> lock();
  void unlock();

  // Under the lock.
  std::int64_t size() const { return size_; }
  Result<void> append(std::string_view whole_lines);
  Result<void> move_aside(int keep);  // to "<path>.1", and the others on; locks the new file

 private:
  RotatingFile(std::string path, int file, bool is_plain);
  Result<void> lock_current();
  Result<bool> is_current() const;  // whether the name leads to it
  Result<void> read_size();
  Result<void> mend();
  Result<std::string> read_tail() const;
  Result<void> cut_to(std::int64_t size);
  Unexpected failed(const char* what) const;  // with what errno says

  std::string path_;
  int file_ = -1;
  bool is_plain_ = false;
  std::int64_t size_ = 0;
  std::int64_t left_at_ = -1;  // the size when we last held the lock
};

}  // namespace parley::telemetry
