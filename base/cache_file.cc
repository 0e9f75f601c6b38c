#include "base/cache_file.h"

#include <cerrno>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/descriptor.h"

namespace parley::base {
namespace {

constexpr std::size_t kLargest = std::size_t{1} << 28;

// Whether a cache may take this place: nothing but a regular file gives way to it, and never the source itself.
bool is_replaceable(const std::string& path, const struct stat* source) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) return errno == ENOENT;
  const bool is_source = source && status.st_dev == source->st_dev && status.st_ino == source->st_ino;
  return S_ISREG(status.st_mode) && !is_source;
}

// The rights of readers of `source`; only the owner may write.
mode_t mode_for(const struct stat* source) {
  return source && S_ISREG(source->st_mode) ? (source->st_mode & 0444U) | 0600U : 0600U;
}

}  // namespace

std::string read_cache(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY));
  struct stat status {};
  if (!file.is_open() || ::fstat(file.number(), &status) != 0) return {};
  const auto size = static_cast<std::size_t>(status.st_size);
  const bool is_ours =
      (status.st_uid == ::geteuid() || status.st_uid == 0) && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
  if (!S_ISREG(status.st_mode) || !is_ours || size > kLargest) return {};
  std::string bytes(size, '\0');
  for (std::size_t at = 0; at < bytes.size();) {
    const ssize_t count = ::read(file.number(), bytes.data() + at, bytes.size() - at);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return {};
    at += static_cast<std::size_t>(count);
  }
  return bytes;
}

void write_cache(const std::string& path, std::string_view bytes, const std::string& source) {
  struct stat status {};
  const struct stat* of_source = ::stat(source.c_str(), &status) == 0 ? &status : nullptr;
  if (!is_replaceable(path, of_source)) return;
  std::string part = path + ".XXXXXX";
  const Descriptor file(::mkostemp(part.data(), O_CLOEXEC));
  if (!file.is_open()) return;
  const bool is_written = write_all(file.number(), bytes) && ::fchmod(file.number(), mode_for(of_source)) == 0;
  if (!is_written || ::rename(part.c_str(), path.c_str()) != 0) ::unlink(part.c_str());
}

}  // namespace parley::base
