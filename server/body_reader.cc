// Tested by tests/server/request_parser_test.cc.
#include "server/body_reader.h"

#include <algorithm>
#include <charconv>

#include "server/ascii.h"

namespace parley::server {
namespace {

constexpr std::string_view kLineEnd = "\r\n";
constexpr std::size_t kMostDigits = 16;

bool has_control(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](unsigned char c) { return (c < ' ' && c != '\t') || c == 127; });
}

bool is_token(std::string_view text) {
  const auto is_allowed = [](char c) {
    return (c >= '0' && c <= '9') || (to_lower(c) >= 'a' && to_lower(c) <= 'z') ||
           std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
  };
  return !text.empty() && std::all_of(text.begin(), text.end(), is_allowed);
}

}  // namespace

BodyReader::BodyReader(const RequestLimits& limits, std::optional<std::uint64_t> length)
    : limits_(limits), is_chunked_(!length), part_(length ? Part::kData : Part::kSize), left_(length.value_or(0)) {}

std::size_t BodyReader::read(std::string_view bytes, std::string& body) {
  std::size_t count = 0;
  while (state_ == State::kMore) {
    const std::size_t used = read_part(bytes.substr(count), body);
    if (used == 0) break;
    count += used;
  }
  read_ += count;
  const std::size_t unread = state_ == State::kMore ? bytes.size() - count : 0;
  const bool is_known = state_ == State::kMore || state_ == State::kDone;
  const bool is_large = read_ + unread > limits_.body_bytes + limits_.header_bytes || unread > limits_.header_bytes;
  if (is_known && is_large) state_ = State::kTooLarge;
  return count;
}

// Returns 0 if it needs more bytes, or if the body has failed.
std::size_t BodyReader::read_part(std::string_view bytes, std::string& body) {
  switch (part_) {
    case Part::kData: return read_data(bytes, body);
    case Part::kDataEnd: return read_data_end(bytes);
    default: return read_line(bytes);
  }
}

std::size_t BodyReader::read_data(std::string_view bytes, std::string& body) {
  const std::size_t count = static_cast<std::size_t>(std::min<std::uint64_t>(left_, bytes.size()));
  body.append(bytes.substr(0, count));
  left_ -= count;
  if (left_ > 0) return count;
  part_ = Part::kDataEnd;
  if (!is_chunked_) state_ = State::kDone;
  return count;
}

std::size_t BodyReader::read_data_end(std::string_view bytes) {
  if (bytes.size() < kLineEnd.size()) return 0;
  if (bytes.substr(0, kLineEnd.size()) != kLineEnd) {
    state_ = State::kMalformed;
    return 0;
  }
  part_ = Part::kSize;
  return kLineEnd.size();
}

std::size_t BodyReader::read_line(std::string_view bytes) {
  const std::size_t end = bytes.find('\n');
  if (end == std::string_view::npos) return 0;
  const std::string_view line = bytes.substr(0, end > 0 ? end - 1 : 0);
  if (end == 0 || bytes[end - 1] != '\r' || has_control(line)) {
    state_ = State::kMalformed;
  } else if (end + 1 > limits_.header_bytes) {
    state_ = State::kTooLarge;
  } else if (part_ == Part::kSize) {
    take_size(line);
  } else {
    take_trailer(line);
  }
  return state_ == State::kMore || state_ == State::kDone ? end + 1 : 0;
}

// Reads "1a", or "1a;extension".
void BodyReader::take_size(std::string_view line) {
  std::uint64_t size = 0;
  const auto [end, failed] = std::from_chars(line.data(), line.data() + line.size(), size, 16);
  const std::size_t digits = static_cast<std::size_t>(end - line.data());
  const std::string_view rest = trimmed(line.substr(digits));
  const bool is_size = failed == std::errc() && digits <= kMostDigits;
  if (!is_size || (rest.empty() ? digits != line.size() : rest.front() != ';')) {
    state_ = State::kMalformed;
  } else if (size > limits_.body_bytes - data_) {
    state_ = State::kTooLarge;
  } else {
    data_ += size;
    left_ = size;
    part_ = size > 0 ? Part::kData : Part::kTrailer;
  }
}

void BodyReader::take_trailer(std::string_view line) {
  trailers_ += line.size() + kLineEnd.size();
  if (line.empty()) {
    state_ = State::kDone;
  } else if (trailers_ > limits_.header_bytes) {
    state_ = State::kTooLarge;
  } else if (const std::size_t colon = line.find(':'); !is_token(line.substr(0, colon)) || colon == line.npos) {
    state_ = State::kMalformed;
  }
}

}  // namespace parley::server
