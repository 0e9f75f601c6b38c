// Reads the cells of a b-tree page without SQLite, and without the pages above it. A cell holds a row of a table, or an
// entry of an index. A table WITHOUT ROWID is stored as an index.
//
// The bytes may be damaged: a cell that contradicts itself is left out. What a cell says need not be true.
//
// Tested by tests/memory/page_image_test.cc and sqlite_recovery_test.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "memory/sqlite/page_image.h"

namespace parley::memory {

enum class StoredType { kNull, kNumber, kReal, kText, kBytes };

// One column of a cell.
struct StoredColumn {
  StoredType type = StoredType::kNull;
  std::size_t at = 0, size = 0;  // of its bytes in the record
  std::int64_t number = 0;       // of a column without bytes
};

struct StoredCell {
  bool has_rowid = false;  // true: a row of a table with rowids
  std::int64_t rowid = 0;
  std::vector<StoredColumn> columns;
  std::string_view local;      // the part of the record on the page, borrowed from it
  std::uint64_t size = 0;      // of the whole record
  std::uint32_t overflow = 0;  // the page with the next part; 0: the record is on the page
};

// The cells of a page. `is_first`: the page begins with the header of the file.
std::vector<StoredCell> cells_of(std::string_view page, bool is_first);

// Counts how often each page continued a record. It does so once in an intact file, and rarely more often in a damaged
// one. The limit bounds the work on pages whose chains lead back to themselves, or that many records name.
class PageUses {
 public:
  bool may_use(std::uint32_t page);

 private:
  std::vector<unsigned char> uses_;  // by page
};

// Returns the whole record, or an empty optional if a page of it is missing, empty or used too often.
std::optional<std::string> record_of(const StoredCell& cell, const PageImage& image, PageUses& uses);

// The number of a column of the type kNumber.
std::int64_t number_in(const StoredColumn& column, std::string_view record);

}  // namespace parley::memory
