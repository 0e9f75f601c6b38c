// Reading lines: bounded, and as JSON Lines.
#pragma once

#include <cstddef>
#include <functional>
#include <istream>
#include <string>
#include <string_view>

#include "parley/result.h"
#include "parley/value.h"

namespace parley::cli {

// Reads lines of at most `limit` bytes; a longer one is read to its end and not kept. The last line may lack its
// newline.
class LineReader {
 public:
  enum class Read { kLine, kTooLong, kEnd };

  LineReader(std::istream& in, std::size_t limit);
  Read next(std::string_view& line);  // valid until the next call

 private:
  std::istream& in_;
  std::string buffer_;
};

// Calls `take` with each line of the file at `path` that is not blank. Stops at the first that is no JSON object or
// that `take` refuses, with its file and line before what is wrong: "data.jsonl:7: there is no 'text'".
Result<void> read_json_lines(const std::string& path, const std::function<Result<void>(const Value& line)>& take);

}  // namespace parley::cli
