// Reads and writes whole files.
//
// Output may hold private text, or be the only copy of something. So an output file
//   1. has mode 0600;
//   2. is renamed to its final name only when complete, so that an error keeps the old file;
//   3. replaces another file only with --force;
//   4. never replaces a file that the command reads or has open, under any name.
//
// Output that is not a regular file (/dev/stdout, a pipe) is written directly.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "parley/result.h"

namespace CLI {
class App;
}

namespace parley::cli {

// Reads a file of at most `most` bytes.
Result<std::string> read_file(const std::string& path, std::size_t most = std::size_t{64} << 20);

// Returns the *.yaml files below each path that is a folder, and the other paths unchanged.
std::vector<std::string> files_of(const std::vector<std::string>& paths);

// Limits on where output may be written.
struct OutputRules {
  bool force = false;               // an existing file may be replaced
  std::vector<std::string> in_use;  // files that the command reads or has open
};

// Adds --force.
void add_force(CLI::App& command, bool& force);

// Checks that a file may be written here. For commands that work for a long time before they write.
Result<void> check_output(const std::string& path, const OutputRules& rules);

// An output file in progress. The destructor deletes it unless put_in_place() succeeded.
class OutputFile {
 public:
  static Result<OutputFile> create(const std::string& path, const OutputRules& rules);
  static Result<OutputFile> standard_output(const OutputRules& rules);
  ~OutputFile();
  OutputFile(OutputFile&& other) noexcept;
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  OutputFile& operator=(OutputFile&&) = delete;

  bool write(std::string_view bytes);  // returns false on failure; put_in_place() then reports the error
  Result<void> put_in_place();

 private:
  OutputFile(std::string path, std::string target, bool force);
  Unexpected failure(int error) const;
  void close();

  std::string path_;    // as given, for error messages
  std::string target_;  // path with symbolic links resolved
  std::string part_;    // temporary file; empty: not a regular file, written directly
  bool force_ = false;
  std::FILE* file_ = nullptr;
  int error_ = 0;  // errno of the first failed write
};

Result<void> write_file(const std::string& path, std::string_view bytes, const OutputRules& rules);

}  // namespace parley::cli
