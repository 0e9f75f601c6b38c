#include "memory/sqlite/stored_cells.h"

#include <algorithm>

#include "memory/sqlite/file_format.h"

namespace parley::memory {
namespace {

constexpr std::size_t kLeafHeader = 8, kInnerHeader = 12, kPageNumber = 4;
constexpr std::size_t kMaxVarint = 9;

// Reads numbers from the front. After an error every number is 0, and failed() is true.
class Varints {
 public:
  explicit Varints(std::string_view bytes, std::size_t at = 0) : bytes_(bytes), at_(at) {}
  std::uint64_t next() {
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < kMaxVarint; ++i) {
      if (at_ >= bytes_.size()) break;
      const auto byte = static_cast<unsigned char>(bytes_[at_++]);
      if (i == kMaxVarint - 1) return number << 8 | byte;
      number = number << 7 | (byte & 0x7f);
      if (byte < 0x80) return number;
    }
    failed_ = true;
    return 0;
  }
  std::size_t at() const { return at_; }
  bool failed() const { return failed_; }

 private:
  std::string_view bytes_;
  std::size_t at_;
  bool failed_ = false;
};

// The size of the part of a record that is on its b-tree page.
std::size_t local_size(std::uint64_t record, std::size_t page, bool is_table) {
  const std::size_t most = is_table ? page - 35 : (page - 12) * 64 / 255 - 23;
  if (record <= most) return static_cast<std::size_t>(record);
  const std::size_t least = (page - 12) * 32 / 255 - 23;
  const auto size = static_cast<std::size_t>(least + (record - least) % (page - kPageNumber));
  return size <= most ? size : least;
}

bool read_column(std::uint64_t serial, StoredColumn& column) {
  constexpr std::size_t kNumberSizes[] = {0, 1, 2, 3, 4, 6, 8};
  constexpr std::uint64_t kReal = 7, kZero = 8, kOne = 9, kFirstLong = 12;
  if (serial == kReal) {
    column.type = StoredType::kReal;
    column.size = 8;
  } else if (serial < kReal) {
    column.type = serial == 0 ? StoredType::kNull : StoredType::kNumber;
    column.size = kNumberSizes[serial];
  } else if (serial == kZero || serial == kOne) {
    column.type = StoredType::kNumber;
    column.number = static_cast<std::int64_t>(serial - kZero);
  } else if (serial >= kFirstLong) {
    column.type = serial % 2 == 0 ? StoredType::kBytes : StoredType::kText;
    column.size = static_cast<std::size_t>((serial - kFirstLong) / 2);
  } else {
    return false;
  }
  return true;
}

// Reads the head of the record, which names its columns. Returns false if it contradicts the size of the record.
bool read_columns(StoredCell& cell) {
  Varints head(cell.local);
  const std::uint64_t size = head.next();
  if (size > cell.local.size()) return false;
  std::uint64_t at = size;
  while (!head.failed() && head.at() < size) {
    StoredColumn column;
    if (!read_column(head.next(), column) || column.size > cell.size - at) return false;
    column.at = static_cast<std::size_t>(at);
    at += column.size;
    cell.columns.push_back(column);
  }
  return !head.failed() && head.at() == size && at == cell.size;
}

std::optional<StoredCell> cell_at(std::string_view page, std::size_t at, unsigned char kind) {
  StoredCell cell;
  cell.has_rowid = kind == kTablePage;
  Varints numbers(page, kind == kInnerIndexPage ? at + kPageNumber : at);
  cell.size = numbers.next();
  if (cell.has_rowid) cell.rowid = static_cast<std::int64_t>(numbers.next());
  const std::size_t local = local_size(cell.size, page.size(), cell.has_rowid);
  const bool overflows = local < cell.size;
  if (numbers.failed() || numbers.at() + local + (overflows ? kPageNumber : 0) > page.size()) return std::nullopt;
  cell.local = page.substr(numbers.at(), local);
  if (overflows) cell.overflow = number_at(page, numbers.at() + local);
  return read_columns(cell) ? std::optional<StoredCell>(std::move(cell)) : std::nullopt;
}

bool is_all_zero(std::string_view page) { return page.find_first_not_of('\0') == std::string_view::npos; }

}  // namespace

std::vector<StoredCell> cells_of(std::string_view page, bool is_first) {
  std::vector<StoredCell> cells;
  const std::size_t start = is_first ? kFileHeader : 0;
  const auto kind = static_cast<unsigned char>(page[start]);
  // An inner page of a table has no row.
  if (kind != kInnerIndexPage && kind != kIndexPage && kind != kTablePage) return cells;
  const std::size_t places = start + (kind == kInnerIndexPage ? kInnerHeader : kLeafHeader);
  const std::size_t count = std::min<std::size_t>(big_endian(page, start + 3, 2), (page.size() - places) / 2);
  for (std::size_t i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(big_endian(page, places + 2 * i, 2));
    if (at < places || at >= page.size()) continue;
    if (auto cell = cell_at(page, at, kind)) cells.push_back(std::move(*cell));
  }
  return cells;
}

bool PageUses::may_use(std::uint32_t page) {
  constexpr unsigned char kMaxUses = 4;
  if (page >= uses_.size()) uses_.resize(std::size_t{page} + 1);
  if (uses_[page] == kMaxUses) return false;
  ++uses_[page];
  return true;
}

std::optional<std::string> record_of(const StoredCell& cell, const PageImage& image, PageUses& uses) {
  if (cell.size / image.page_size() > image.pages()) return std::nullopt;
  std::string record(cell.local);
  for (std::uint32_t next = cell.overflow; record.size() < cell.size;) {
    const auto page = image.read(next);
    if (!page || is_all_zero(*page) || !uses.may_use(next)) return std::nullopt;
    const std::uint64_t left = cell.size - record.size();
    record.append(*page, kPageNumber, static_cast<std::size_t>(std::min<std::uint64_t>(left, page->size())));
    next = number_at(*page, 0);
  }
  return record;
}

std::int64_t number_in(const StoredColumn& column, std::string_view record) {
  if (column.size == 0) return column.number;
  std::uint64_t number = big_endian(record, column.at, column.size);
  const std::size_t unused = 64 - 8 * column.size;
  return static_cast<std::int64_t>(number << unused) >> unused;  // the sign is in the highest byte
}

}  // namespace parley::memory
