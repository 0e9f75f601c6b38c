// Tested by tests/memory/postgres_store_test.cc.
#include "memory/postgres/wire.h"

#include <algorithm>

namespace parley::memory::postgres {
namespace {

// PostgreSQL's type numbers of array elements.
constexpr std::uint32_t kBytesElement = 17;
constexpr std::uint32_t kNumberElement = 20;

void append_32(std::string& out, std::uint32_t number) {
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(number >> shift & 0xFF);
}

void append_64(std::string& out, std::int64_t number) {
  append_32(out, static_cast<std::uint32_t>(static_cast<std::uint64_t>(number) >> 32));
  append_32(out, static_cast<std::uint32_t>(number));
}

std::uint64_t read_bytes(std::string_view bytes) {
  std::uint64_t number = 0;
  for (char byte : bytes) number = number << 8 | static_cast<unsigned char>(byte);
  return number;
}

// Returns the header of an array with one dimension that starts at 1, and no nulls.
std::string array_header(std::size_t count, std::uint32_t element) {
  std::string out;
  append_32(out, count == 0 ? 0 : 1);
  append_32(out, 0);
  append_32(out, element);
  if (count == 0) return out;
  append_32(out, static_cast<std::uint32_t>(count));
  append_32(out, 1);
  return out;
}

std::string number_array(const std::vector<std::int64_t>& numbers) {
  std::string out = array_header(numbers.size(), kNumberElement);
  for (std::int64_t number : numbers) {
    append_32(out, sizeof number);
    append_64(out, number);
  }
  return out;
}

std::string bytes_array(const std::vector<std::string_view>& each) {
  std::string out = array_header(each.size(), kBytesElement);
  for (std::string_view bytes : each) {
    append_32(out, static_cast<std::uint32_t>(bytes.size()));
    out += bytes;
  }
  return out;
}

std::string eight_bytes(std::int64_t number) {
  std::string out;
  append_64(out, number);
  return out;
}

}  // namespace

Bound::Bound(std::int64_t number) : type_(Type::kNumber), held_(eight_bytes(number)) {}

Bound::Bound(const std::optional<std::int64_t>& number) : type_(Type::kNumber) {
  if (number) held_ = eight_bytes(*number);
}

Bound Bound::count(std::size_t count) { return static_cast<std::int64_t>(std::min<std::size_t>(count, INT64_MAX)); }

Bound::Bound(const std::optional<std::string>& bytes) : type_(Type::kBytes) {
  if (bytes) held_ = std::string_view(*bytes);
}

Bound::Bound(const std::vector<std::int64_t>& numbers) : type_(Type::kNumbers), held_(number_array(numbers)) {}

Bound::Bound(const std::vector<std::string_view>& each) : type_(Type::kBytesArray), held_(bytes_array(each)) {}

const char* Bound::data() const {
  if (const auto* owned = std::get_if<std::string>(&held_)) return owned->data();
  // An empty view may have a null address, which would mean SQL NULL.
  if (const auto* borrowed = std::get_if<std::string_view>(&held_)) return borrowed->data() ? borrowed->data() : "";
  return nullptr;
}

int Bound::size() const {
  if (const auto* owned = std::get_if<std::string>(&held_)) return static_cast<int>(owned->size());
  if (const auto* borrowed = std::get_if<std::string_view>(&held_)) return static_cast<int>(borrowed->size());
  return 0;
}

std::int64_t number_from_wire(std::string_view bytes) { return static_cast<std::int64_t>(read_bytes(bytes)); }

std::optional<std::vector<std::string>> array_from_wire(std::string_view bytes) {
  constexpr std::size_t kHeader = 12, kDimension = 8, kLength = 4;
  std::vector<std::string> all;
  if (bytes.size() < kHeader) return std::nullopt;
  const std::uint64_t dimensions = read_bytes(bytes.substr(0, 4));
  if (dimensions == 0) return all;
  if (dimensions != 1 || bytes.size() < kHeader + kDimension) return std::nullopt;
  bytes.remove_prefix(kHeader + kDimension);
  while (bytes.size() >= kLength) {
    const std::uint64_t length = read_bytes(bytes.substr(0, kLength));
    bytes.remove_prefix(kLength);
    if (length > bytes.size()) return std::nullopt;
    all.emplace_back(bytes.substr(0, length));
    bytes.remove_prefix(length);
  }
  return all;
}

}  // namespace parley::memory::postgres
