// PageImage reads the pages of a database as SQLite would: a committed page of the write-ahead log replaces the page of
// the file.
//
// It reads the two files itself, so no page needs to be intact. It changes nothing, and needs no lock: the caller makes
// sure that no process writes.
//
// Tested by tests/memory/page_image_test.cc.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

#include "parley/result.h"

namespace parley::memory {

class PageImage {
 public:
  static Result<PageImage> open(const std::string& path);

  std::size_t page_size() const { return page_size_; }
  std::uint32_t pages() const { return pages_; }
  // Pages are numbered from 1. Returns an empty optional behind the end. Zeros replace what is cut off the last page.
  std::optional<std::string> read(std::uint32_t page) const;

 private:
  class File;
  PageImage(std::shared_ptr<File> file, std::shared_ptr<File> log);
  void read_log();

  std::shared_ptr<File> file_, log_;
  std::size_t page_size_ = 0;
  std::uint32_t pages_ = 0;
  std::unordered_map<std::uint32_t, std::int64_t> in_log_;  // page -> its place in the log
};

}  // namespace parley::memory
