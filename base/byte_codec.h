// ByteWriter and ByteReader: the numbers and texts of a compact stored form.
//
// A number takes seven bits a byte, the lowest first; a signed number is folded so that small ones stay short. A text
// is its length and its bytes. A text that the same form already holds is a reference to it: a reply is in its
// message, in the answer and in a step of the answer, and is stored once.
//
// A sealed form begins with a version and a checksum, so that damage is an error and never another content.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace parley::base {

// The texts that a reference can mean, by their places: the first of at least kShortest bytes.
class KnownTexts {
 public:
  struct Place {
    std::size_t at, size;
  };
  static constexpr std::size_t kShortest = 8;
  void add(Place text) {
    if (text.size >= kShortest && count_ < kAtMost) places_[count_++] = text;
  }
  std::size_t count() const { return count_; }
  Place place(std::size_t index) const { return places_[index]; }

 private:
  static constexpr std::size_t kAtMost = 16;
  std::array<Place, kAtMost> places_;  // only the first count_ have values
  std::size_t count_ = 0;
};

// Appends to a string, which it borrows.
class ByteWriter {
 public:
  explicit ByteWriter(std::string& out) : out_(out) {}

  void byte(std::uint8_t value) { out_ += static_cast<char>(value); }
  void number(std::uint64_t value);
  void signed_number(std::int64_t value) {
    number(static_cast<std::uint64_t>(value) << 1 ^ static_cast<std::uint64_t>(value >> 63));
  }
  void text(std::string_view text);

 private:
  std::string& out_;
  KnownTexts known_;
};

// Reads what ByteWriter wrote. After an error every value is 0 or empty, and failed() is true. Views borrow the bytes.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}

  std::uint8_t byte();
  std::uint64_t number();
  std::int64_t signed_number() {
    const std::uint64_t folded = number();
    return static_cast<std::int64_t>(folded >> 1 ^ (0 - (folded & 1)));
  }
  std::string_view text();
  // The number of items that follow. Each takes at least a byte, so a count beyond the bytes that are left is an error.
  std::size_t count();

  std::size_t left() const { return bytes_.size() - at_; }  // bytes
  void fail() { failed_ = true, at_ = bytes_.size(); }
  bool failed() const { return failed_; }
  bool is_at_end() const { return at_ == bytes_.size(); }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
  KnownTexts known_;
  bool failed_ = false;
};

// The head of a sealed form: its version and a checksum of the bytes behind the head.
constexpr std::size_t kSealHead = 5;
// Fills in the head, for which `form` has room at its begin.
void seal_form(std::string& form, std::uint8_t version);
// Returns the bytes behind the head; null data if the version is another one or the bytes have changed.
std::string_view unseal_form(std::string_view form, std::uint8_t version);

}  // namespace parley::base
