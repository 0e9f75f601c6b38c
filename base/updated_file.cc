// Changes a file that several processes change: locks it, writes a new file next to it, and gives that file its name.
//
// The lock is flock() on the file itself. A process that waits for it finds afterwards that the file has no name any
// more, and locks the file that has taken its place. The new file is locked before it gets its name, so the next
// process waits until this one has read it back.
//
// Tested by tests/base/updated_file_test.cc.
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/descriptor.h"
#include "base/errno_text.h"
#include "parley/files.h"

namespace parley {
namespace {

constexpr int kMostReplacements = 1000;  // by other processes, while this one waits

Unexpected not_changed(const std::string& path, const std::string& why) {
  return Unexpected(ErrorCode::kFileUnreadable, "cannot change '" + path + "': " + why);
}
Unexpected not_changed(const std::string& path, int error) { return not_changed(path, base::errno_text(error)); }
Unexpected too_busy(const std::string& path) {
  return not_changed(path, "other programs change it all the time; try again later");
}

bool lock_file(int file) {
  while (::flock(file, LOCK_EX) != 0) {
    if (errno != EINTR) return false;
  }
  return true;
}

// The file that has the name now, locked.
struct StandingFile {
  base::Descriptor file;  // closed: no file has the name
  uid_t owner = 0;
  bool exists() const { return file.is_open(); }
};

// Returns the file that has the name. Nullopt: it has lost the name while this process waited for the lock.
Result<std::optional<StandingFile>> lock_named(const std::string& path) {
  struct stat named {
  }, opened{};
  if (::lstat(path.c_str(), &named) != 0) {
    if (errno != ENOENT) return not_changed(path, errno);
    return std::optional<StandingFile>(StandingFile());
  }
  if (S_ISLNK(named.st_mode)) return not_changed(path, "it is a symbolic link; name the file that it leads to");
  if (!S_ISREG(named.st_mode)) return not_changed(path, "it is not a regular file");
  base::Descriptor file(::open(path.c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
  if (!file.is_open() && errno == ENOENT) return std::optional<StandingFile>();
  if (!file.is_open() || !lock_file(file.number()) || ::fstat(file.number(), &opened) != 0) {
    return not_changed(path, errno);
  }
  const bool is_named = ::lstat(path.c_str(), &named) == 0 && named.st_dev == opened.st_dev &&
                        named.st_ino == opened.st_ino && S_ISREG(opened.st_mode);
  if (!is_named) return std::optional<StandingFile>();
  return std::optional<StandingFile>(StandingFile{std::move(file), opened.st_uid});
}

// A new file with a random name next to `path`, mode 0600. The destructor removes that name.
class PartFile {
 public:
  explicit PartFile(const std::string& path)
      : path_(path), part_(path + ".XXXXXX"), file_(::mkostemp(part_.data(), O_CLOEXEC)) {}
  ~PartFile() {
    if (file_.is_open() && !is_placed_) ::unlink(part_.c_str());
  }
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  // Returns false on failure, with errno.
  bool write(const std::string& bytes, const StandingFile& standing) {
    const bool keeps_owner = !standing.exists() || standing.owner == ::geteuid() ||
                             (file_.is_open() && ::fchown(file_.number(), standing.owner, static_cast<gid_t>(-1)) == 0);
    return file_.is_open() && keeps_owner && base::write_all(file_.number(), bytes) && ::fsync(file_.number()) == 0 &&
           lock_file(file_.number());
  }

  // Returns false on failure, with errno. EEXIST: a file has got the name although none had it before.
  bool put_in_place(const StandingFile& standing) {
    const unsigned flags = standing.exists() ? 0 : RENAME_NOREPLACE;
    is_placed_ = ::renameat2(AT_FDCWD, part_.c_str(), AT_FDCWD, path_.c_str(), flags) == 0;
    if (is_placed_ || errno != EINVAL || standing.exists()) return is_placed_;
    return ::link(part_.c_str(), path_.c_str()) == 0;  // some network file systems know no RENAME_NOREPLACE
  }

 private:
  const std::string path_;
  std::string part_;
  const base::Descriptor file_;
  bool is_placed_ = false;
};

// Makes the new name last through a power failure, as far as the file system can.
void sync_folder_of(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  const base::Descriptor file(::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (file.is_open()) ::fsync(file.number());
}

// Returns false if another process has created the file in the meantime.
Result<bool> change_standing(const std::string& path, std::size_t most, const FileChange& change,
                             const StandingFile& standing) {
  std::string before;
  if (standing.exists()) {
    auto read = read_input(path, most, Input::kFile);
    if (!read) return Unexpected(read.error());
    before = std::move(*read);
  }
  const auto bytes = change(standing.exists() ? &before : nullptr);
  if (!bytes) return Unexpected(bytes.error());
  if (bytes->size() > most) {
    return not_changed(path, "it would be larger than " + std::to_string(most) + " bytes");
  }
  PartFile part(path);
  if (!part.write(*bytes, standing)) return not_changed(path, errno);
  if (!part.put_in_place(standing)) {
    if (errno == EEXIST && !standing.exists()) return false;
    return not_changed(path, errno);
  }
  sync_folder_of(path);
  const auto after = read_input(path, most, Input::kFile);
  if (after && *after == *bytes) return true;
  return not_changed(path, "another program has replaced it at the same time; try again");
}

}  // namespace

Result<void> update_file(const std::string& path, std::size_t most, const FileChange& change) {
  for (int i = 0; i < kMostReplacements; ++i) {
    const auto standing = lock_named(path);
    if (!standing) return Unexpected(standing.error());
    if (!*standing) continue;
    const auto changed = change_standing(path, most, change, **standing);
    if (!changed) return Unexpected(changed.error());
    if (*changed) return {};
  }
  return too_busy(path);
}

}  // namespace parley
