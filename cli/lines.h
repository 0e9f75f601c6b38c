// Reads lines of limited length, and JSON Lines.
#pragma once

#include <cstddef>
#include <functional>
#include <istream>
#include <string>
#include <string_view>

#include "parley/result.h"
#include "parley/value.h"

namespace parley::cli {

// LineReader reads lines of at most `limit` bytes. It skips the rest of a longer line. The last line may lack a
// newline.
class LineReader {
 public:
  enum class Read { kLine, kTooLong, kEnd };

  LineReader(std::istream& in, std::size_t limit);
  Read next(std::string_view& line);  // the view is valid until the next call

 private:
  std::istream& in_;
  std::string buffer_;
};

// Calls `take` with each non-blank line of the file at `path`. Stops at the first line that is not a JSON object or
// that `take` rejects. The error begins with the file and line: "data.jsonl:7: 'text' must be a string".
Result<void> read_json_lines(const std::string& path, const std::function<Result<void>(const Value& line)>& take);

}  // namespace parley::cli
