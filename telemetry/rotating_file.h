// RotatingFile appends whole lines to a file that any number of processes share. It renames the file when it is full.
//
// A writer locks the open file (flock) and then checks that the path still names that file. If another process renamed
// it, the writer opens and locks the new file. Only the process that holds the lock renames the file. A lock belongs to
// an open file, so two objects in one process exclude each other, like two processes.
//
// Invariants, while the lock is held
//   1. The file ends with a line break. A partial event, which only a killed process leaves, is cut off. Any other
//      partial line was written by something else and gets a line break.
//   2. A write that fails leaves the file unchanged.
//
// If the path is not a regular file, the lines are written as they are: no lock, no size limit, no repair.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "parley/result.h"

namespace parley::telemetry {

// Not thread-safe.
class RotatingFile {
 public:
  // Opens the file, or creates it with mode 0600. Fails with kFileUnreadable.
  static Result<RotatingFile> open(const std::string& path);
  ~RotatingFile();
  RotatingFile(RotatingFile&& other) noexcept;
  RotatingFile& operator=(RotatingFile&& other) noexcept;

  bool is_plain() const { return is_plain_; }

  // Locks the file at the path, after reopening it if it was replaced. Fails with kStoreUnavailable.
  Result<void> lock();
  void unlock();

  // The following require the lock.
  std::int64_t size() const { return size_; }
  Result<void> append(std::string_view whole_lines);
  Result<void> move_aside(int keep);  // renames to "<path>.1", shifts the older files, locks the new file

 private:
  RotatingFile(std::string path, int file, bool is_plain);
  Result<void> lock_current();
  Result<bool> is_current() const;  // whether the path still names the open file
  Result<void> read_size();
  Result<void> mend();
  Result<std::string> read_tail() const;
  Result<void> cut_to(std::int64_t size);
  Unexpected failed(const char* what) const;  // appends the text of errno

  std::string path_;
  int file_ = -1;
  bool is_plain_ = false;
  std::int64_t size_ = 0;
  std::int64_t left_at_ = -1;  // size when this object last held the lock
};

}  // namespace parley::telemetry
