#include "cli/files.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

namespace parley::cli {
namespace {

namespace fs = std::filesystem;

enum class Readers { kAll, kOwner };

bool write(const std::string& path, std::string_view bytes, Readers readers) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  std::error_code error;
  if (readers == Readers::kOwner) fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write, error);
  if (error) return false;
  file << bytes;
  return file.flush().good();
}

Result<void> put_in_place(const std::string& path, std::string_view bytes, Readers readers) {
  std::error_code error;
  const bool is_other = fs::exists(path, error) && !fs::is_regular_file(path, error);
  if (is_other) {
    if (write(path, bytes, Readers::kAll)) return {};
  } else {
    const fs::path target = fs::weakly_canonical(path, error);  // what a link leads to
    const fs::path part = target.string() + ".part";
    if (write(part.string(), bytes, readers)) {
      fs::rename(part, target, error);
      if (!error) return {};
    }
    fs::remove(part, error);
  }
  return Unexpected(ErrorCode::kFileUnreadable, fmt::format("cannot write '{}'", path));
}

}  // namespace

Result<std::string> read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::error_code error;
  if (file && !fs::is_directory(path, error)) return std::string(std::istreambuf_iterator<char>(file), {});
  return Unexpected(ErrorCode::kFileUnreadable, fmt::format("cannot read '{}'", path));
}

Result<void> write_file(const std::string& path, std::string_view bytes) {
  return put_in_place(path, bytes, Readers::kAll);
}

Result<void> write_private_file(const std::string& path, std::string_view bytes) {
  return put_in_place(path, bytes, Readers::kOwner);
}

}  // namespace parley::cli
