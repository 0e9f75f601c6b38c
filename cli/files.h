// Whole files, in and out.
//
// What a command writes may hold private text, and may be all that is left of something. So a file that is written
//   1. has mode 0600;
//   2. is put in its place when all of it is written: after an error the old file is there;
//   3. takes the place of another file only with --force;
//   4. never takes the place of a file that the command reads or has open, under whatever name.
// What is no file (/dev/stdout, a pipe) is written to as it is.
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

// A file of at most `most` bytes.
Result<std::string> read_file(const std::string& path, std::size_t most = std::size_t{64} << 20);

// The *.yaml files below each path that is a folder, and the other paths as they are.
std::vector<std::string> files_of(const std::vector<std::string>& paths);

struct OutputRules {
  bool force = false;               // an existing file may be replaced
  std::vector<std::string> in_use;  // files that the command reads or has open
};

// --force
void add_force(CLI::App& command, bool& force);

// Whether a file may be written here, for commands that work long before they write.
Result<void> check_output(const std::string& path, const OutputRules& rules);

// Is gone, and leaves nothing behind, unless it was put in its place.
class OutputFile {
 public:
  static Result<OutputFile> create(const std::string& path, const OutputRules& rules);
  static Result<OutputFile> standard_output(const OutputRules& rules);
  ~OutputFile();
  OutputFile(OutputFile&& other) noexcept;
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  OutputFile& operator=(OutputFile&&) = delete;

  bool write(std::string_view bytes);  // false: it cannot be written, as put_in_place() will say
  Result<void> put_in_place();

 private:
  OutputFile(std::string path, std::string target, bool force);
  Unexpected failure(int error) const;
  void close();

  std::string path_;    // as named, for errors
  std::string target_;  // where a link leads
  std::string part_;    // the file until then; empty: it is no file, and written to as it is
  bool force_ = false;
  std::FILE* file_ = nullptr;
  int error_ = 0;  // of the first write that failed
};

Result<void> write_file(const std::string& path, std::string_view bytes, const OutputRules& rules);

}  // namespace parley::cli
