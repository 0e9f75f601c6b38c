// Tested by tests/memory/sqlite_moved_files_test.cc.
#include "memory/sqlite/log_headers.h"

#include <string_view>

#include <fcntl.h>
#include <unistd.h>

#include "memory/sqlite/file_format.h"

namespace parley::memory {
namespace {

// SQLite has no locks on the log, so closing this handle drops none.
class LogFile {
 public:
  explicit LogFile(const char* path) : file_(::open(path, O_RDONLY | O_CLOEXEC)) {}
  ~LogFile() {
    if (file_ >= 0) ::close(file_);
  }
  LogFile(const LogFile&) = delete;
  LogFile& operator=(const LogFile&) = delete;

  // Empty: the log ends before.
  std::string read(std::size_t at, std::size_t size) const {
    std::string bytes(size, '\0');
    const bool is_read =
        file_ >= 0 && ::pread(file_, bytes.data(), size, static_cast<off_t>(at)) == static_cast<ssize_t>(size);
    return is_read ? bytes : std::string();
  }

 private:
  int file_;
};

}  // namespace

std::vector<std::string> logged_headers(const char* path) {
  std::vector<std::string> headers;
  const LogFile log(path);
  const std::string head = log.read(0, kLogHeader);
  if (head.empty() || (number_at(head, 0) & ~1u) != kLogMagic) return headers;
  const std::size_t page_size = number_at(head, kLogPageSizeAt);
  if (!is_page_size(page_size)) return headers;
  for (std::size_t at = kLogHeader;; at += kFrameHeader + page_size) {
    const std::string frame = log.read(at, kFrameHeader + kFileHeader);
    if (frame.empty() || frame.compare(kFrameSaltAt, kLogSalt, head, kLogSaltAt, kLogSalt) != 0) return headers;
    const std::string_view page = std::string_view(frame).substr(kFrameHeader);
    if (number_at(frame, 0) != 1 || !page.starts_with(kFileMagic)) continue;
    headers.emplace_back(page);
    if (number_at(page, kUserVersionAt) != 0) return headers;
  }
}

}  // namespace parley::memory
