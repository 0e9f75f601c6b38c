#include "cli/files.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <utility>

#include <CLI/CLI.hpp>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/errors.h"
#include "parley/files.h"

namespace parley::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kStandardOutput = "/dev/stdout";

Unexpected unreadable(const std::string& message) { return Unexpected(ErrorCode::kFileUnreadable, message); }

// Whether the path is a pipe, a device, or a file that a shell has opened.
bool is_stream(const std::string& path) {
  std::error_code error;
  const bool is_open =
      path.rfind("/dev/fd/", 0) == 0 || path == kStandardOutput || path == "/dev/stderr" || path == "/dev/stdin";
  return is_open || (fs::exists(path, error) && !fs::is_regular_file(path, error));
}

bool is_same_file(const std::string& a, const std::string& b) {
  struct stat one {
  }, other{};
  return ::stat(a.c_str(), &one) == 0 && ::stat(b.c_str(), &other) == 0 && one.st_dev == other.st_dev &&
         one.st_ino == other.st_ino;
}

bool is_there(const std::string& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0;
}

Unexpected exists(const std::string& path) {
  return usage_error(fmt::format("'{}' already exists; --force overwrites it", path));
}

}  // namespace

Result<std::string> read_file(const std::string& path, std::size_t most) {
  return read_input(path, most, Input::kStream);
}

std::vector<std::string> files_of(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    std::error_code error;
    if (!fs::is_directory(path, error)) {
      files.push_back(path);
      continue;
    }
    for (fs::recursive_directory_iterator entry(path, error), end; !error && entry != end; entry.increment(error)) {
      if (entry->path().extension() == ".yaml") files.push_back(entry->path().string());
    }
  }
  return files;
}

void add_force(CLI::App& command, bool& force) {
  command.add_flag("--force", force, "Overwrite an existing output file");
}

Result<void> check_output(const std::string& path, const OutputRules& rules) {
  const bool is_used = std::any_of(rules.in_use.begin(), rules.in_use.end(),
                                   [&](const std::string& used) { return is_same_file(path, used); });
  if (is_used) {
    return usage_error(
        fmt::format("'{}' is an input of this command and cannot be overwritten; name another file", path));
  }
  if (rules.force || is_stream(path) || !is_there(path)) return {};
  return exists(path);
}

Result<void> write_file(const std::string& path, std::string_view bytes, const OutputRules& rules) {
  auto file = OutputFile::create(path, rules);
  if (!file) return Unexpected(file.error());
  file->write(bytes);
  return file->put_in_place();
}

// ---- OutputFile -----------------------------------------------------------------------------------------------

Result<OutputFile> OutputFile::create(const std::string& path, const OutputRules& rules) {
  if (auto checked = check_output(path, rules); !checked) return Unexpected(checked.error());
  std::error_code error;
  const fs::path target = fs::weakly_canonical(path, error);  // with symbolic links resolved
  OutputFile out(path, error ? path : target.string(), rules.force);
  int file = -1;
  if (is_stream(path)) {
    file = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY);
  } else {
    out.part_ = out.target_ + ".XXXXXX";
    file = ::mkostemp(out.part_.data(), O_CLOEXEC);  // mode 0600
    if (file < 0) out.part_.clear();
  }
  if (file >= 0) out.file_ = ::fdopen(file, "w");
  if (out.file_) return out;
  const int error_code = errno;
  if (file >= 0) ::close(file);
  return out.failure(error_code);
}

Result<OutputFile> OutputFile::standard_output(const OutputRules& rules) {
  if (auto checked = check_output(kStandardOutput, rules); !checked) return Unexpected(checked.error());
  OutputFile out("standard output", "", false);
  out.file_ = stdout;
  return out;
}

OutputFile::OutputFile(std::string path, std::string target, bool force)
    : path_(std::move(path)), target_(std::move(target)), force_(force) {}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : path_(std::move(other.path_)),
      target_(std::move(other.target_)),
      part_(std::exchange(other.part_, {})),
      force_(other.force_),
      file_(std::exchange(other.file_, nullptr)),
      error_(other.error_) {}

OutputFile::~OutputFile() {
  close();
  if (!part_.empty()) ::unlink(part_.c_str());
}

bool OutputFile::write(std::string_view bytes) {
  errno = 0;
  if (error_ == 0 && std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) error_ = errno ? errno : EIO;
  return error_ == 0;
}

Result<void> OutputFile::put_in_place() {
  errno = 0;
  if (error_ == 0 && std::fflush(file_) != 0) error_ = errno;
  if (error_ == 0 && !part_.empty() && ::fsync(::fileno(file_)) != 0) error_ = errno;
  close();
  if (error_ != 0) return failure(error_);
  if (part_.empty()) return {};
  // Without --force, the rename must not replace a file that another program created in the meantime. If the file
  // system does not support RENAME_NOREPLACE, only the earlier check protects such a file.
  const unsigned int flags = force_ ? 0 : RENAME_NOREPLACE;
  int moved = ::renameat2(AT_FDCWD, part_.c_str(), AT_FDCWD, target_.c_str(), flags);
  if (moved != 0 && errno == EINVAL) moved = ::rename(part_.c_str(), target_.c_str());
  if (moved != 0) return errno == EEXIST ? exists(path_) : failure(errno);
  part_.clear();
  return {};
}

Unexpected OutputFile::failure(int error) const {
  return unreadable(fmt::format("cannot write '{}': {}", path_, errno_text(error)));
}

void OutputFile::close() {
  std::FILE* file = std::exchange(file_, nullptr);
  if (file && file != stdout && std::fclose(file) != 0 && error_ == 0) error_ = errno;
}

}  // namespace parley::cli
