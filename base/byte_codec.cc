#include "base/byte_codec.h"

namespace parley::base {
namespace {

constexpr std::size_t kWord = 8;

// Little-endian on every machine, because a database moves between machines. Compilers make one load of it.
std::uint64_t word_at(const char* bytes) {
  const auto byte = [&](int i) { return std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i); };
  return byte(0) | byte(1) | byte(2) | byte(3) | byte(4) | byte(5) | byte(6) | byte(7);
}

// The last bytes of a text, fewer than a word.
std::uint64_t rest_at(const char* bytes, std::size_t size) {
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < size; ++i) word |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
  return word;
}

std::uint32_t checksum_of(std::string_view bytes) {
  constexpr std::uint64_t kFactor = 0x9E3779B97F4A7C15;  // odd, with well mixed bits
  std::uint64_t sum = bytes.size() + 1;
  const auto add = [&](std::uint64_t word) {
    sum = (sum ^ word) * kFactor;
    sum ^= sum >> 32;
  };
  std::size_t at = 0;
  for (; at + kWord <= bytes.size(); at += kWord) add(word_at(bytes.data() + at));
  add(rest_at(bytes.data() + at, bytes.size() - at));
  return static_cast<std::uint32_t>(sum);
}

}  // namespace

void ByteWriter::number(std::uint64_t value) {
  if (value < 0x80) return byte(static_cast<std::uint8_t>(value));
  std::array<char, 10> bytes;
  std::size_t size = 0;
  for (; value >= 0x80; value >>= 7) bytes[size++] = static_cast<char>(value | 0x80);
  bytes[size++] = static_cast<char>(value);
  out_.append(bytes.data(), size);
}

// The lowest bit tells a reference from a length.
void ByteWriter::text(std::string_view text) {
  if (text.size() >= KnownTexts::kShortest) {
    for (std::size_t i = 0; i < known_.count(); ++i) {
      const auto [at, size] = known_.place(i);
      if (size == text.size() && out_.compare(at, size, text) == 0) return number(i << 1 | 1);
    }
  }
  number(text.size() << 1);
  known_.add({out_.size(), text.size()});
  out_ += text;
}

std::uint8_t ByteReader::byte() {
  if (left() == 0) {
    fail();
    return 0;
  }
  return static_cast<std::uint8_t>(bytes_[at_++]);
}

std::uint64_t ByteReader::number() {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    const std::uint8_t next = byte();
    value |= std::uint64_t{next & 0x7Fu} << shift;
    if (next < 0x80) return value;
  }
  fail();
  return 0;
}

std::string_view ByteReader::text() {
  const std::uint64_t head = number(), size = head >> 1;
  if ((head & 1) != 0) {
    if (size < known_.count()) return bytes_.substr(known_.place(size).at, known_.place(size).size);
    fail();
    return {};
  }
  if (size > left()) {
    fail();
    return {};
  }
  known_.add({at_, size});
  const std::string_view text = bytes_.substr(at_, size);
  at_ += size;
  return text;
}

std::size_t ByteReader::count() {
  const std::uint64_t count = number();
  if (count <= left()) return count;
  fail();
  return 0;
}

void seal_form(std::string& form, std::uint8_t version) {
  const std::uint32_t sum = checksum_of(std::string_view(form).substr(kSealHead));
  form[0] = static_cast<char>(version);
  for (std::size_t i = 0; i < 4; ++i) form[1 + i] = static_cast<char>(sum >> (8 * i));
}

std::string_view unseal_form(std::string_view form, std::uint8_t version) {
  if (form.size() < kSealHead || static_cast<std::uint8_t>(form[0]) != version) return {};
  const std::string_view rest = form.substr(kSealHead);
  return rest_at(form.data() + 1, 4) == checksum_of(rest) ? rest : std::string_view();
}

}  // namespace parley::base
