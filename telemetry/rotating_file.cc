// Tested by tests/telemetry/jsonl_sink_test.cc and jsonl_processes_test.cc.
#include "telemetry/rotating_file.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/errno_text.h"

namespace parley::telemetry {
namespace {

constexpr std::string_view kBegin = "{\"v\":";      // start of every event
constexpr int kMaxRenames = 1000;                   // maximum number of renames by other processes during one lock()
constexpr std::size_t kMaxLineBytes = 1024 * 1024;  // maximum number of bytes read of an unfinished line

// Opens a file for appending. The descriptor is never 0, 1 or 2. Otherwise, if a standard stream is closed, the output
// of the embedding program would go into the file. A pipe without a reader fails with ENXIO, because opening it would
// block forever.
int open_to_append(const std::string& path) {
  constexpr int kFlags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY;
  const int file = ::open(path.c_str(), kFlags | O_NONBLOCK, S_IRUSR | S_IWUSR);
  if (file >= 0) ::fcntl(file, F_SETFL, O_APPEND);  // writes block from now on
  if (file < 0 || file > STDERR_FILENO) return file;
  const int higher = ::fcntl(file, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  ::close(file);
  return higher;
}

// Returns the canonical path of a regular file. It stays valid when the process changes its working directory. If the
// path is a symbolic link, the target is renamed, not the link.
std::string real_path(const std::string& path) {
  std::error_code error;
  const auto real = std::filesystem::canonical(path, error);
  return error ? path : real.string();
}

struct OpenFile {
  explicit OpenFile(int opened) : number(opened) {}
  ~OpenFile() {
    if (number >= 0) ::close(number);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  const int number;
};

bool is_begin_of_event(std::string_view text) {
  const std::size_t length = std::min(text.size(), kBegin.size());
  return text.substr(0, length) == kBegin.substr(0, length);
}

std::string older(const std::string& path, int which) { return path + "." + std::to_string(which); }

}  // namespace

Result<RotatingFile> RotatingFile::open(const std::string& path) {
  const int file = open_to_append(path);
  if (file < 0) {
    const std::string why = errno == ENXIO ? "not a regular file, and no program reads from it; start the reader "
                                             "first"
                                           : base::errno_text(errno);
    return Unexpected(ErrorCode::kFileUnreadable, "cannot append to '" + path + "': " + why);
  }
  struct stat status {};
  const bool is_plain = ::fstat(file, &status) == 0 && S_ISREG(status.st_mode);
  return RotatingFile(is_plain ? real_path(path) : path, file, is_plain);
}

RotatingFile::RotatingFile(std::string path, int file, bool is_plain)
    : path_(std::move(path)), file_(file), is_plain_(is_plain) {}

RotatingFile::~RotatingFile() {
  if (file_ >= 0) ::close(file_);
}

RotatingFile::RotatingFile(RotatingFile&& other) noexcept
    : path_(std::move(other.path_)),
      file_(std::exchange(other.file_, -1)),
      is_plain_(other.is_plain_),
      size_(other.size_),
      left_at_(other.left_at_) {}

RotatingFile& RotatingFile::operator=(RotatingFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(file_, other.file_);
  std::swap(is_plain_, other.is_plain_);
  std::swap(size_, other.size_);
  std::swap(left_at_, other.left_at_);
  return *this;
}

Unexpected RotatingFile::failed(const char* what) const {
  return Unexpected(ErrorCode::kStoreUnavailable, "the file '" + path_ + "': " + what + ": " + base::errno_text(errno));
}

// ---- the lock -------------------------------------------------------------------------------------------

Result<void> RotatingFile::lock() {
  if (!is_plain_) return {};
  auto locked = lock_current();
  if (!locked) ::flock(file_, LOCK_UN);
  return locked;
}

Result<void> RotatingFile::lock_current() {
  for (int moves = 0; moves < kMaxRenames; ++moves) {
    while (::flock(file_, LOCK_EX) != 0) {
      if (errno == EINTR) continue;
      // Without file system locks only one process can write safely.
      if (errno == ENOLCK || errno == EOPNOTSUPP) break;
      return failed("cannot lock");
    }
    const auto current = is_current();
    if (!current) return Unexpected(current.error());
    if (*current) return mend();
    const int file = open_to_append(path_);
    if (file < 0) return failed("cannot open");
    ::close(file_);
    file_ = file;
    left_at_ = -1;
  }
  return Unexpected(ErrorCode::kStoreUnavailable, "the file '" + path_ + "': the file was moved too many times");
}

Result<bool> RotatingFile::is_current() const {
  struct stat ours {};
  struct stat named {};
  if (::fstat(file_, &ours) != 0) return failed("cannot inspect");
  if (::stat(path_.c_str(), &named) == 0) return ours.st_ino == named.st_ino && ours.st_dev == named.st_dev;
  if (errno == ENOENT) return false;
  return failed("cannot inspect");
}

void RotatingFile::unlock() {
  if (!is_plain_) return;
  left_at_ = size_;
  ::flock(file_, LOCK_UN);
}

// ---- what is in it --------------------------------------------------------------------------------------

Result<void> RotatingFile::read_size() {
  struct stat status {};
  if (::fstat(file_, &status) != 0) return failed("cannot inspect");
  size_ = status.st_size;
  return {};
}

Result<void> RotatingFile::mend() {
  if (auto read = read_size(); !read) return read;
  if (size_ == left_at_ || size_ == 0) return {};
  const auto tail = read_tail();
  if (!tail) return Unexpected(tail.error());
  if (tail->empty()) return {};
  const std::int64_t begin = size_ - static_cast<std::int64_t>(tail->size());
  return tail->size() < kMaxLineBytes && is_begin_of_event(*tail) ? cut_to(begin) : append("\n");
}

// Returns the text after the last line break, at most kMaxLineBytes bytes.
Result<std::string> RotatingFile::read_tail() const {
  const OpenFile reader(::open(path_.c_str(), O_RDONLY | O_CLOEXEC));
  if (reader.number < 0) return errno == EACCES ? Result<std::string>("") : failed("cannot read");
  std::string tail;
  char piece[4096];
  for (std::int64_t begin = size_; begin > 0 && tail.size() < kMaxLineBytes;) {
    const auto length = static_cast<std::size_t>(std::min<std::int64_t>(begin, sizeof piece));
    begin -= static_cast<std::int64_t>(length);
    if (::pread(reader.number, piece, length, begin) != static_cast<ssize_t>(length)) return failed("cannot read");
    const std::size_t line_break = std::string_view(piece, length).rfind('\n');
    const std::size_t first = line_break == std::string::npos ? 0 : line_break + 1;
    tail.insert(0, piece + first, length - first);
    if (first > 0) break;
  }
  return tail;
}

Result<void> RotatingFile::cut_to(std::int64_t size) {
  if (::ftruncate(file_, size) != 0) return failed("cannot cut off an incomplete last line");
  size_ = size;
  return {};
}

Result<void> RotatingFile::append(std::string_view whole_lines) {
  std::string_view rest = whole_lines;
  while (!rest.empty()) {
    const ssize_t count = ::write(file_, rest.data(), rest.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      Unexpected failure = failed("cannot write");
      if (!is_plain_ || rest.size() == whole_lines.size()) return failure;
      if (auto cut = cut_to(size_); !cut) return cut;
      return failure;
    }
    rest.remove_prefix(static_cast<std::size_t>(count));
  }
  size_ += static_cast<std::int64_t>(whole_lines.size());
  return {};
}

Result<void> RotatingFile::move_aside(int keep) {
  if (keep == 0) return cut_to(0);
  for (int which = keep - 1; which >= 0; --which) {
    const std::string from = which == 0 ? path_ : older(path_, which);
    if (::rename(from.c_str(), older(path_, which + 1).c_str()) == 0) continue;
    if (which == 0 || errno != ENOENT) return failed("cannot rename");
  }
  return lock();
}

}  // namespace parley::telemetry
