// Tested by tests/cli/run_test.
#include "cli/lines.h"

#include <limits>

#include <fmt/format.h>

#include "cli/errors.h"
#include "parley/files.h"

namespace parley::cli {
namespace {

constexpr std::size_t kMaxDataLine = 4 * 1024 * 1024;

Result<void> parse_line(std::string_view text, const std::function<Result<void>(const Value&)>& take) {
  const Result<Value> value = Value::parse(text);
  if (!value) return Unexpected(value.error());
  if (value->if_object() == nullptr) return usage_error("expected a JSON object");
  return take(*value);
}

}  // namespace

LineReader::LineReader(std::istream& in, std::size_t limit) : in_(in), buffer_(limit + 2, '\0') {}

LineReader::Read LineReader::next(std::string_view& line) {
  in_.getline(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
  const auto taken = static_cast<std::size_t>(in_.gcount());  // includes the newline, if present
  if (in_.eof()) {
    if (taken == 0) return Read::kEnd;
    line = std::string_view(buffer_.data(), taken);
    return Read::kLine;
  }
  if (in_.bad() || (in_.fail() && taken == 0)) return Read::kEnd;
  if (in_.fail()) {
    in_.clear();
    in_.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
    return Read::kTooLong;
  }
  line = std::string_view(buffer_.data(), taken - 1);
  return Read::kLine;
}

Result<void> read_json_lines(const std::string& path, const std::function<Result<void>(const Value&)>& take) {
  const auto file = open_input(path, Input::kStream);
  if (!file) return Unexpected(file.error());
  LineReader lines(**file, kMaxDataLine);
  std::string_view text;
  for (int number = 1;; ++number) {
    const LineReader::Read read = lines.next(text);
    if (read == LineReader::Read::kEnd) return {};
    Result<void> taken;
    if (read == LineReader::Read::kTooLong) {
      taken = usage_error(fmt::format("the line is longer than {} bytes", kMaxDataLine));
    } else if (text.find_first_not_of(" \t\r") != std::string_view::npos) {
      taken = parse_line(text, take);
    }
    if (!taken) {
      Error error = taken.error();
      error.message = fmt::format("{}:{}: {}", path, number, error.message);
      return Unexpected(error);
    }
  }
}

}  // namespace parley::cli
