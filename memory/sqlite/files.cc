// Tested by tests/memory/sqlite_store_test.cc.
#include "memory/sqlite/files.h"

#include <cerrno>
#include <filesystem>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/errno_text.h"

namespace parley::memory {
namespace {

Result<void> sync_one(const std::string& path, int flags) {
  const int file = ::open(path.c_str(), flags | O_CLOEXEC);
  if (file < 0) return file_failure(path, "cannot open");
  const bool synced = ::fsync(file) == 0;
  const int error = errno;
  ::close(file);
  errno = error;
  return synced ? Result<void>() : file_failure(path, "cannot sync");
}

}  // namespace

Unexpected file_failure(const std::string& path, const std::string& what) {
  return Unexpected(ErrorCode::kStoreUnavailable, what + " '" + path + "': " + base::errno_text(errno));
}

Result<std::string> create_file(const std::string& path) {
  for (int number = 1;; ++number) {
    const std::string name = number == 1 ? path : path + "-" + std::to_string(number);
    const int file = ::open(name.c_str(), O_WRONLY | O_CLOEXEC | O_CREAT | O_EXCL, 0600);
    if (file < 0 && errno == EEXIST) continue;
    if (file < 0) return file_failure(name, "cannot create");
    const bool mode_set = ::fchmod(file, 0600) == 0;
    const int error = errno;
    ::close(file);
    errno = error;
    return mode_set ? Result<std::string>(name) : file_failure(name, "cannot set the mode of");
  }
}

bool file_exists(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0;
}

void remove_database(const std::string& path) {
  for (const char* suffix : {"", "-journal", "-wal", "-shm"}) ::unlink((path + suffix).c_str());
}

Result<void> sync_file(const std::string& path) {
  if (auto synced = sync_one(path, O_RDONLY); !synced) return synced;
  return sync_name(path);
}

Result<void> sync_name(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  return sync_one(folder.empty() ? "." : folder, O_RDONLY | O_DIRECTORY);
}

}  // namespace parley::memory
