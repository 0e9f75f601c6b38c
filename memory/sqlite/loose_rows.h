// LooseRows collects the rows of a damaged database into a scratch database that SQLite can read.
//
// It looks at each page alone. A row is recognised by the number and the types of its columns, so the schema and the
// pages above a row are not needed. Indexes and bookkeeping are not collected, because the new database has its
// own. Erased rows do not come back: SQLite overwrites them (PRAGMA secure_delete).
//
// Tested by tests/memory/sqlite_recovery_test.cc.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "memory/sqlite/database.h"
#include "memory/sqlite/page_image.h"
#include "memory/sqlite/stored_cells.h"

namespace parley::memory {

// The columns by which the rows of a table are recognised.
struct TableShape {
  struct Column {
    std::string name;
    StoredType type = StoredType::kNull;
    bool is_rowid = false;
    bool may_be_null = false;
    bool may_be_absent = false;  // a migration added it at the end
  };
  std::string table;
  bool has_rowid = false;
  std::vector<Column> columns;

  bool fits(const StoredCell& cell) const;
};

class LooseRows {
 public:
  // `scratch` is an empty database, which must outlive this object.
  explicit LooseRows(Database& scratch) : scratch_(scratch) {}

  // Collects all rows of the image. The scratch database then has the tables of the newest schema version that
  // rows of sessions fit.
  Result<void> collect(const PageImage& image);
  int version() const { return version_; }

  // Adds what the indexes of the damaged database know: names of items, and ids of sessions. `damaged` need not be
  // readable.
  Result<void> add_known(const Database& damaged);

 private:
  Result<void> choose_version(const PageImage& image);
  Result<void> insert(const TableShape& shape, const StoredCell& cell, const PageImage& image);
  Result<Statement*> insert_into(const TableShape& shape, std::size_t columns);

  Database& scratch_;
  int version_ = 0;
  std::vector<TableShape> shapes_;
  PageUses uses_;
  std::map<std::pair<std::string, std::size_t>, std::unique_ptr<Statement>> inserts_;  // by table and number of columns
};

}  // namespace parley::memory
