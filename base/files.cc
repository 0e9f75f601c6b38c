// Tested by tests/base/files_test.cc and tests/cli/files_test.
#include "parley/files.h"

#include <array>
#include <cerrno>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "base/errno_text.h"

namespace parley {
namespace {

constexpr int kWaitForWriterMs = 1000;

Unexpected unreadable(const std::string& path, const std::string& why) {
  return Unexpected(ErrorCode::kFileUnreadable, "cannot read '" + path + "'" + why);
}

Unexpected not_opened(const std::string& path, int error) { return unreadable(path, ": " + base::errno_text(error)); }

Unexpected wrong_kind(const std::string& path, const std::string& what) {
  return unreadable(path, ": not a regular file but " + what);
}

std::string kind_of(mode_t mode) {
  if (S_ISDIR(mode)) return "a folder";
  if (S_ISFIFO(mode)) return "a pipe";
  if (S_ISSOCK(mode)) return "a socket";
  return "a device";
}

class OpenFile {
 public:
  std::string begin;  // bytes already read by has_writer()
  explicit OpenFile(int number) : number_(number) {}
  ~OpenFile() {
    if (number_ >= 0) ::close(number_);
  }
  OpenFile(OpenFile&& other) noexcept : begin(std::move(other.begin)), number_(std::exchange(other.number_, -1)) {}
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  OpenFile& operator=(OpenFile&&) = delete;
  int number() const { return number_; }

 private:
  int number_;
};

// Whether the path names a file descriptor of this process, such as a shell's `<(...)` or standard input.
bool is_open_already(std::string_view path) {
  return path == "/dev/stdin" || path.substr(0, 8) == "/dev/fd/" || path.substr(0, 14) == "/proc/self/fd/";
}

bool accepts(const struct stat& status, const std::string& path, Input input) {
  if (S_ISREG(status.st_mode)) return true;
  if (input == Input::kFile) return false;
  if (S_ISFIFO(status.st_mode)) return true;
  const bool is_null = S_ISCHR(status.st_mode) && status.st_rdev == makedev(1, 3);
  return is_null || (S_ISCHR(status.st_mode) && is_open_already(path));
}

// Whether a pipe has a writer; a named pipe without one would look like an empty file. poll() waits for bytes and
// returns at once when the writer of an unnamed pipe has closed it. The read then distinguishes an idle writer (EAGAIN)
// from no writer (0).
bool has_writer(OpenFile& file) {
  struct pollfd wait {
    file.number(), POLLIN, 0
  };
  if (::poll(&wait, 1, kWaitForWriterMs) != 0) return true;
  char byte = 0;
  const ssize_t count = ::read(file.number(), &byte, 1);
  if (count > 0) file.begin.push_back(byte);
  return count != 0;
}

Result<OpenFile> open_file(const std::string& path, Input input) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return not_opened(path, errno);
  // Check before open(): opening a device can have side effects.
  if (!accepts(status, path, input)) return wrong_kind(path, kind_of(status.st_mode));
  OpenFile file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
  if (file.number() < 0 || ::fstat(file.number(), &status) != 0) return not_opened(path, errno);
  if (!accepts(status, path, input)) return wrong_kind(path, kind_of(status.st_mode));
  if (S_ISFIFO(status.st_mode) && !has_writer(file)) {
    return wrong_kind(path, "a pipe that no program writes to");
  }
  const int flags = ::fcntl(file.number(), F_GETFL);
  if (flags < 0 || ::fcntl(file.number(), F_SETFL, flags & ~O_NONBLOCK) < 0) return not_opened(path, errno);
  return file;
}

class FileBuffer : public std::streambuf {
 public:
  explicit FileBuffer(OpenFile file) : file_(std::move(file)) {}

 protected:
  int_type underflow() override {
    if (!file_.begin.empty()) {
      bytes_[0] = file_.begin.front();
      file_.begin.clear();
      setg(bytes_.data(), bytes_.data(), bytes_.data() + 1);
      return traits_type::to_int_type(bytes_[0]);
    }
    ssize_t count = 0;
    do {
      count = ::read(file_.number(), bytes_.data(), bytes_.size());
    } while (count < 0 && errno == EINTR);
    if (count < 0) throw std::ios_base::failure("read");  // sets the stream's badbit
    setg(bytes_.data(), bytes_.data(), bytes_.data() + count);
    return count == 0 ? traits_type::eof() : traits_type::to_int_type(bytes_[0]);
  }

 private:
  OpenFile file_;
  std::array<char, std::size_t{64} * 1024> bytes_{};
};

class FileStream : private FileBuffer, public std::istream {
 public:
  explicit FileStream(OpenFile file) : FileBuffer(std::move(file)), std::istream(static_cast<FileBuffer*>(this)) {}
};

}  // namespace

Result<std::unique_ptr<std::istream>> open_input(const std::string& path, Input input) {
  auto file = open_file(path, input);
  if (!file) return Unexpected(file.error());
  return std::unique_ptr<std::istream>(std::make_unique<FileStream>(std::move(*file)));
}

Result<std::string> read_input(const std::string& path, std::size_t most, Input input) {
  const auto file = open_file(path, input);
  if (!file) return Unexpected(file.error());
  std::string bytes = file->begin;
  std::array<char, std::size_t{64} * 1024> block{};
  for (;;) {
    const ssize_t count = ::read(file->number(), block.data(), block.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return not_opened(path, errno);
    if (count == 0) return bytes;
    bytes.append(block.data(), static_cast<std::size_t>(count));
    if (bytes.size() > most) {
      const std::string size = most < (1 << 20) ? std::to_string(most) + " bytes" : std::to_string(most >> 20) + " MB";
      return unreadable(path, ": larger than " + size);
    }
  }
}

}  // namespace parley
