// Makes file checks that SQLite does not make: whether the file name leads to the open file, and whether the file's
// bytes still belong to this database.
// Tested by tests/memory/sqlite_moved_files_test.cc.
#include <algorithm>
#include <array>
#include <string>
#include <tuple>
#include <vector>

#include <sqlite3.h>
#include <sys/stat.h>

#include "memory/sqlite/database.h"
#include "memory/sqlite/file_format.h"
#include "memory/sqlite/log_headers.h"

namespace parley::memory {
namespace {

constexpr char kMoved[] =
    " was moved, replaced or removed while it was open: further writes would be lost. Move it back, or stop "
    "every program that has it open, which completes the moved file, and then open that file";

constexpr char kOverwritten[] =
    " was overwritten while it was open with another database or an older copy: further writes would be lost. "
    "Stop every program that has it open, remove the -wal and -shm files next to it, put the right file in place, "
    "and restart";

constexpr char kForeignLog[] =
    " does not belong to its log, the -wal file next to it: the log holds turns of another database or of a newer "
    "copy. "
    "Put that database back next to its log; or stop every program that has it open, move the -wal and -shm files "
    "away, "
    "and open this file without those turns";

// Returns the connection's own handle. Opening the file again would drop its locks when that second handle is closed.
sqlite3_file* handle_of(sqlite3* connection, int which) {
  sqlite3_file* file = nullptr;
  sqlite3_file_control(connection, "main", which, static_cast<void*>(&file));
  return file && file->pMethods ? file : nullptr;
}

std::int64_t size_of(sqlite3_file* file) {
  sqlite3_int64 size = 0;
  if (!file || file->pMethods->xFileSize(file, &size) != SQLITE_OK) return 0;
  return size;
}

template <class Access>
Result<void> access_file(sqlite3* connection, Access access) {
  sqlite3_file* file = handle_of(connection, SQLITE_FCNTL_FILE_POINTER);
  const int status = file ? access(file) : SQLITE_CANTOPEN;
  if (status == SQLITE_OK) return {};
  const char* path = sqlite3_db_filename(connection, "main");
  return Unexpected(code_of(status), std::string(path ? path : "") + ": " + sqlite3_errstr(status));
}

}  // namespace

// ---- the file under its name ----------------------------------------------------------------------------

std::optional<Database::Identity> Database::identity_of(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return Identity{status.st_dev, status.st_ino};
}

// This check also runs after a commit, where it must not fail if the data is intact. It therefore allocates memory only
// if it finds a fault. SQLite itself only detects that the file has moved, and does not check the log. SQLite keeps the
// log and its index as long as one connection is open, so these files do not change after the first transaction.
Result<void> Database::check_in_place() {
  const auto log_now = identity_of(log_name_), index_now = identity_of(index_name_);
  if (!log_) log_ = log_now;
  if (!index_) index_ = index_now;
  if (identity_of(name_) != file_) return Unexpected(ErrorCode::kStoreUnavailable, name_ + kMoved);
  if (log_now != log_) return Unexpected(ErrorCode::kStoreUnavailable, log_name_ + kMoved);
  if (index_now != index_) return Unexpected(ErrorCode::kStoreUnavailable, index_name_ + kMoved);
  return {};
}

bool Database::Header::may_follow(const Header& earlier) const {
  const bool is_same = id == earlier.id || earlier.id == 0;
  return is_same && std::tie(changes, pages) >= std::tie(earlier.changes, earlier.pages);
}

// Returns an empty optional if the file does not begin as a database does, or cannot be read.
std::optional<Database::Header> Database::header() const {
  std::array<char, kFileHeader> bytes{};
  sqlite3_file* file = handle_of(connection_.get(), SQLITE_FCNTL_FILE_POINTER);
  if (!file || file->pMethods->xRead(file, bytes.data(), kFileHeader, 0) != SQLITE_OK) return std::nullopt;
  const std::string_view header(bytes.data(), bytes.size());
  if (header.substr(0, kFileMagic.size()) != kFileMagic) return std::nullopt;
  return header_in(header);
}

Database::Header Database::header_in(std::string_view bytes) {
  return {number_at(bytes, kUserVersionAt), number_at(bytes, kChangesAt), number_at(bytes, kPagesAt)};
}

// Other processes may copy the log into the file at any time, even while the header is read. A header that seems wrong
// is therefore read a second time. A file without a header has not been written yet.
Result<void> Database::check_not_overwritten() {
  for (int tries = 0; tries < 2; ++tries) {
    const auto now = header();
    if (!header_ || (now && now->may_follow(*header_))) {
      header_ = now;
      return {};
    }
  }
  if (const auto read = read_file(0, kFileHeader); !read && file_size() >= static_cast<std::int64_t>(kFileHeader)) {
    return Unexpected(read.error());
  }
  // Otherwise SQLite would write the log's pages into the other database.
  keep_log_when_closed(true);
  return Unexpected(ErrorCode::kStoreUnavailable, name_ + kOverwritten);
}

// ---- the log ---------------------------------------------------------------------------------------------

// SQLite copies the pages of the log into the file without asking whether both belong together. Their first pages tell
// it. The log of a right file begins where the file ends, so at its first page the file has grown once more at most. A
// new database gets its id in its log. SQLite has read nothing yet, so a refusal leaves both files as they are.
Result<void> Database::check_log_belongs() const {
  const std::vector<std::string> logged = logged_headers(sqlite3_filename_wal(path()));
  const auto file = logged.empty() ? std::nullopt : header();
  if (!file) return {};
  const bool is_newer = header_in(logged.front()).changes > file->changes + 1;
  const bool is_other = std::any_of(logged.begin(), logged.end(), [&](const std::string& bytes) {
    const std::uint32_t id = header_in(bytes).id;
    return id != 0 && file->id != 0 && id != file->id;
  });
  if (!is_newer && !is_other) return {};
  return Unexpected(ErrorCode::kStoreUnavailable, name_ + kForeignLog);
}

// ---- the file below SQLite's pages ------------------------------------------------------------------------

std::int64_t Database::file_size() const { return size_of(handle_of(connection_.get(), SQLITE_FCNTL_FILE_POINTER)); }
std::int64_t Database::log_size() const { return size_of(handle_of(connection_.get(), SQLITE_FCNTL_JOURNAL_POINTER)); }

void* Database::log_index(int size) const {
  sqlite3_file* file = handle_of(connection_.get(), SQLITE_FCNTL_FILE_POINTER);
  if (!file || file->pMethods->iVersion < 2 || !file->pMethods->xShmMap) return nullptr;
  void volatile* index = nullptr;
  if (file->pMethods->xShmMap(file, 0, size, 0, &index) != SQLITE_OK) return nullptr;
  return const_cast<void*>(index);
}

Result<std::string> Database::read_file(std::int64_t offset, std::size_t size) const {
  std::string bytes(size, '\0');
  auto read = access_file(connection_.get(), [&](sqlite3_file* file) {
    return file->pMethods->xRead(file, bytes.data(), static_cast<int>(size), offset);
  });
  if (!read) return Unexpected(read.error());
  return bytes;
}

Result<void> Database::write_file(std::int64_t offset, std::string_view bytes) const {
  return access_file(connection_.get(), [&](sqlite3_file* file) {
    return file->pMethods->xWrite(file, bytes.data(), static_cast<int>(bytes.size()), offset);
  });
}

Result<void> Database::sync_file() const {
  return access_file(connection_.get(),
                     [](sqlite3_file* file) { return file->pMethods->xSync(file, SQLITE_SYNC_NORMAL); });
}

void Database::forget_pages() const { sqlite3_db_release_memory(connection_.get()); }

void Database::keep_log_when_closed(bool keep) const {
  sqlite3_db_config(connection_.get(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keep ? 1 : 0, nullptr);
}

}  // namespace parley::memory
