#include "memory/sqlite/page_image.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "memory/sqlite/file_format.h"
#include "memory/sqlite/files.h"

namespace parley::memory {
namespace {

constexpr std::size_t kUsualPageSize = 4096;  // of every file that parley creates

// The checksum of the log, which continues from frame to frame.
class LogSum {
 public:
  explicit LogSum(bool is_big_endian) : is_big_endian_(is_big_endian) {}
  void add(std::string_view bytes) {
    for (std::size_t at = 0; at + 8 <= bytes.size(); at += 8) {
      first_ += word(bytes, at) + second_;
      second_ += word(bytes, at + 4) + first_;
    }
  }
  bool is_at(std::string_view bytes, std::size_t at) const {
    return first_ == number_at(bytes, at) && second_ == number_at(bytes, at + 4);
  }

 private:
  std::uint32_t word(std::string_view bytes, std::size_t at) const {
    const std::uint32_t number = number_at(bytes, at);
    return is_big_endian_ ? number : __builtin_bswap32(number);
  }
  bool is_big_endian_;
  std::uint32_t first_ = 0, second_ = 0;
};

}  // namespace

// A file that is read at any place.
class PageImage::File {
 public:
  explicit File(const std::string& path) : file_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~File() {
    if (file_ >= 0) ::close(file_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  bool is_open() const { return file_ >= 0; }
  std::int64_t size() const {
    struct stat status {};
    return is_open() && ::fstat(file_, &status) == 0 ? status.st_size : 0;
  }
  // Shorter at the end of the file, and where the disk cannot be read.
  std::string read(std::int64_t at, std::size_t size) const {
    std::string bytes(size, '\0');
    std::size_t done = 0;
    while (is_open() && done < size) {
      const ssize_t more = ::pread(file_, &bytes[done], size - done, at + static_cast<std::int64_t>(done));
      if (more <= 0) break;
      done += static_cast<std::size_t>(more);
    }
    bytes.resize(done);
    return bytes;
  }

 private:
  int file_;
};

namespace {

// The header of a damaged file may name a wrong size. A size is right if the header's count of pages fits it.
std::size_t page_size_in(const std::string& header, std::int64_t file_size) {
  if (header.size() < kFileHeader || header.substr(0, kFileMagic.size()) != kFileMagic) return kUsualPageSize;
  const std::size_t size = page_size_at(header);
  const std::int64_t pages = number_at(header, kPagesAt);
  const bool is_usual = pages * static_cast<std::int64_t>(kUsualPageSize) == file_size;
  return is_page_size(size) && !is_usual ? size : kUsualPageSize;
}

}  // namespace

PageImage::PageImage(std::shared_ptr<File> file, std::shared_ptr<File> log)
    : file_(std::move(file)), log_(std::move(log)) {}

Result<PageImage> PageImage::open(const std::string& path) {
  PageImage image(std::make_shared<File>(path), std::make_shared<File>(path + "-wal"));
  if (!image.file_->is_open()) return file_failure(path, "cannot open");
  const std::int64_t size = image.file_->size();
  image.page_size_ = page_size_in(image.file_->read(0, kFileHeader), size);
  const auto page_size = static_cast<std::int64_t>(image.page_size_);
  image.pages_ = static_cast<std::uint32_t>(std::min<std::int64_t>((size + page_size - 1) / page_size, UINT32_MAX - 1));
  image.read_log();
  return image;
}

// Takes the pages of the committed transactions: the frames up to the last one that ends a transaction. Frames of an
// earlier use of the log follow, and do not continue its checksum.
void PageImage::read_log() {
  const std::string header = log_->read(0, kLogHeader);
  if (header.size() < kLogHeader || (number_at(header, 0) & ~1u) != kLogMagic) return;
  LogSum sum((number_at(header, 0) & 1) != 0);
  sum.add(std::string_view(header).substr(0, 24));
  const std::size_t size = number_at(header, kLogPageSizeAt);
  if (!sum.is_at(header, 24) || !is_page_size(size)) return;
  std::vector<std::pair<std::uint32_t, std::int64_t>> open;  // of the transaction that has not ended yet
  for (auto at = static_cast<std::int64_t>(kLogHeader);; at += static_cast<std::int64_t>(kFrameHeader + size)) {
    const std::string frame = log_->read(at, kFrameHeader + size);
    if (frame.size() < kFrameHeader + size || frame.compare(kFrameSaltAt, kLogSalt, header, kLogSaltAt, kLogSalt) != 0)
      return;
    sum.add(std::string_view(frame).substr(0, 8));
    sum.add(std::string_view(frame).substr(kFrameHeader));
    if (!sum.is_at(frame, 16)) return;
    open.emplace_back(number_at(frame, 0), at + static_cast<std::int64_t>(kFrameHeader));
    const std::uint32_t pages = number_at(frame, 4);  // after the transaction; 0: it goes on
    if (pages == 0) continue;
    page_size_ = size;
    pages_ = pages;
    for (const auto& [page, place] : std::exchange(open, {})) in_log_[page] = place;
  }
}

std::optional<std::string> PageImage::read(std::uint32_t page) const {
  if (page == 0 || page > pages_) return std::nullopt;
  const auto logged = in_log_.find(page);
  std::string bytes =
      logged != in_log_.end()
          ? log_->read(logged->second, page_size_)
          : file_->read(static_cast<std::int64_t>(page - 1) * static_cast<std::int64_t>(page_size_), page_size_);
  bytes.resize(page_size_, '\0');
  return bytes;
}

}  // namespace parley::memory
