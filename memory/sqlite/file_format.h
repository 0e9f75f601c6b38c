// The parts of SQLite's file format that parley reads itself: https://sqlite.org/fileformat2.html.
// Tested by tests/memory/page_image_test.cc.
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

namespace parley::memory {

inline constexpr std::string_view kFileMagic("SQLite format 3\0", 16);
inline constexpr std::size_t kFileHeader = 100;  // bytes before the first page of rows
inline constexpr std::size_t kPageSizeAt = 16, kReservedAt = 20, kChangesAt = 24, kPagesAt = 28, kUserVersionAt = 60;

// The first byte of a page of rows or of index entries.
inline constexpr unsigned char kInnerIndexPage = 2, kInnerTablePage = 5, kIndexPage = 10, kTablePage = 13;

// The write-ahead log: a header, then frames. A frame has a header and a page. It counts if it repeats the log's salt.
inline constexpr std::size_t kLogHeader = 32, kLogPageSizeAt = 8, kLogSaltAt = 16, kLogSalt = 8;
inline constexpr std::size_t kFrameHeader = 24, kFrameSaltAt = 8;
inline constexpr std::uint32_t kLogMagic = 0x377f0682;  // plus 1 if the checksums read big-endian words

// A page that continues a long row begins with the number of the next page. In a file this large, that number could
// look like a page of rows.
inline constexpr std::int64_t kTooManyPages = 0x02000000;

// Every number has its highest byte first.
inline std::uint64_t big_endian(std::string_view bytes, std::size_t at, std::size_t size) {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < size; ++i) number = number << 8 | static_cast<unsigned char>(bytes[at + i]);
  return number;
}

inline std::uint32_t number_at(std::string_view bytes, std::size_t at) {
  return static_cast<std::uint32_t>(big_endian(bytes, at, 4));
}

inline bool is_page_size(std::size_t size) { return std::has_single_bit(size) && size >= 512 && size <= 65536; }

// The header has two bytes for the size; 1 means 65536.
inline std::size_t page_size_at(std::string_view header) {
  const auto stored = static_cast<std::size_t>(big_endian(header, kPageSizeAt, 2));
  return stored == 1 ? 65536 : stored;
}

}  // namespace parley::memory
