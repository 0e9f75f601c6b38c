#include "memory/sqlite/loose_rows.h"

#include <algorithm>
#include <utility>

#include "memory/shipped_migrations.h"
#include "memory/sqlite/migrations.h"
#include "memory/sqlite/statements.h"

namespace parley::memory {
namespace {

constexpr const char* kSalvagedTables[] = {"session", "turn", "message", "call", "item", "expired"};

// Schema versions whose rows differ. The shapes of a version also fit the rows of the versions since the one before it.
constexpr int kFirstShapes = 1, kShapesBeforeTurns = 5;

StoredType type_of(std::string_view name) {
  if (name == "INTEGER") return StoredType::kNumber;
  return name == "TEXT" ? StoredType::kText : StoredType::kBytes;
}

Result<TableShape> shape_of(const Database& schema, const char* table) {
  TableShape shape{table, false, {}};
  auto columns = schema.prepare(sql::kShapeOfTable);
  if (!columns) return Unexpected(columns.error());
  const auto read = columns->query({table}).each([&](const Rows& row) {
    TableShape::Column column{std::string(row.text(0)), type_of(row.text(1))};
    column.is_rowid = row.number(2) != 0;
    column.may_be_null = row.number(3) == 0;
    column.may_be_absent = column.may_be_null || row.number(4) != 0;
    shape.has_rowid |= column.is_rowid;
    shape.columns.push_back(std::move(column));
  });
  return read ? Result<TableShape>(std::move(shape)) : Unexpected(read.error());
}

Result<std::vector<TableShape>> shapes_of(int version) {
  auto schema = Database::open_in_memory();
  if (!schema) return Unexpected(schema.error());
  if (auto created = create_schema(*schema, version); !created) return Unexpected(created.error());
  std::vector<TableShape> shapes;
  for (const char* table : kSalvagedTables) {
    auto shape = shape_of(*schema, table);
    if (!shape) return Unexpected(shape.error());
    if (!shape->columns.empty()) shapes.push_back(std::move(*shape));
  }
  return shapes;
}

const TableShape* shape_for(const std::vector<TableShape>& shapes, const StoredCell& cell) {
  const auto found = std::find_if(shapes.begin(), shapes.end(), [&](const auto& shape) { return shape.fits(cell); });
  return found == shapes.end() ? nullptr : &*found;
}

// Calls take(cell) until it returns false.
template <class Take>
void each_cell(const PageImage& image, Take take) {
  for (std::uint32_t page = 1; page <= image.pages(); ++page) {
    const auto bytes = image.read(page);
    if (!bytes) return;
    for (const StoredCell& cell : cells_of(*bytes, page == 1)) {
      if (!take(cell)) return;
    }
  }
}

bool holds_rows_of(const char* table, const PageImage& image, const std::vector<TableShape>& shapes) {
  bool holds = false;
  each_cell(image, [&](const StoredCell& cell) {
    const TableShape* shape = shape_for(shapes, cell);
    holds |= shape && shape->table == table;
    return !holds;
  });
  return holds;
}

Bound bound_to(const StoredColumn& column, std::string_view record) {
  const std::string_view bytes = record.substr(column.at, column.size);
  switch (column.type) {
    case StoredType::kNumber: return number_in(column, record);
    case StoredType::kText: return bytes;
    case StoredType::kBytes: return Bound::bytes(bytes);
    default: return std::optional<std::string>();
  }
}

}  // namespace

bool TableShape::fits(const StoredCell& cell) const {
  if (cell.has_rowid != has_rowid || cell.columns.size() > columns.size()) return false;
  for (std::size_t i = 0; i < cell.columns.size(); ++i) {
    const StoredType type = cell.columns[i].type;
    if (columns[i].is_rowid ? type != StoredType::kNull
                            : type != columns[i].type && !(type == StoredType::kNull && columns[i].may_be_null)) {
      return false;
    }
  }
  return std::all_of(columns.begin() + static_cast<std::ptrdiff_t>(cell.columns.size()), columns.end(),
                     [](const Column& column) { return column.may_be_absent; });
}

Result<void> LooseRows::collect(const PageImage& image) {
  if (auto chosen = choose_version(image); !chosen) return chosen;
  if (auto created = create_schema(scratch_, version_); !created) return created;
  if (auto created = scratch_.execute(sql::kCreateKnown); !created) return created;
  Result<void> done;
  each_cell(image, [&](const StoredCell& cell) {
    const TableShape* shape = shape_for(shapes_, cell);
    if (shape) done = insert(*shape, cell, image);
    return done.has_value();
  });
  return done;
}

// The rows themselves tell their version, because the record of migrations and the schema may be lost.
Result<void> LooseRows::choose_version(const PageImage& image) {
  const int latest = static_cast<int>(shipped::sqlite_migrations().size());
  // Turns of different versions may look alike, so they decide only if no row of a session is left.
  for (const char* table : {"session", "turn"}) {
    for (const int version : {latest, kShapesBeforeTurns, kFirstShapes}) {
      auto shapes = shapes_of(version);
      if (!shapes) return Unexpected(shapes.error());
      version_ = version;
      shapes_ = std::move(*shapes);
      if (holds_rows_of(table, image, shapes_)) return {};
    }
  }
  return {};
}

Result<void> LooseRows::insert(const TableShape& shape, const StoredCell& cell, const PageImage& image) {
  const auto record = record_of(cell, image, uses_);
  if (!record) return {};
  std::vector<Bound> values;
  for (std::size_t i = 0; i < cell.columns.size(); ++i) {
    values.push_back(shape.columns[i].is_rowid ? Bound(cell.rowid) : bound_to(cell.columns[i], *record));
  }
  auto statement = insert_into(shape, values.size());
  if (!statement) return Unexpected(statement.error());
  return (*statement)->query(values).each([](Rows&) {});
}

// A row that is there already stays: damage may repeat rows.
Result<Statement*> LooseRows::insert_into(const TableShape& shape, std::size_t columns) {
  auto& statement = inserts_[{shape.table, columns}];
  if (!statement) {
    std::string names, values;
    for (std::size_t i = 0; i < columns; ++i) {
      names += (i == 0 ? "" : ", ") + shape.columns[i].name;
      values += i == 0 ? "?" : ", ?";
    }
    auto prepared =
        scratch_.prepare("INSERT OR IGNORE INTO " + shape.table + " (" + names + ") VALUES (" + values + ")");
    if (!prepared) return Unexpected(prepared.error());
    statement = std::make_unique<Statement>(std::move(*prepared));
  }
  return statement.get();
}

Result<void> LooseRows::add_known(const Database& damaged) {
  (void)damaged.execute("PRAGMA writable_schema = 1");  // reads a file that is shorter than its header says
  struct Known {
    const char* read;
    const char* add;
  };
  for (const Known& known :
       {Known{sql::kKnownItems, sql::kAddKnownItem}, Known{sql::kKnownSessions, sql::kAddKnownSession}}) {
    auto read = damaged.prepare(known.read);
    if (!read) continue;  // the schema is damaged, or has no items
    auto add = scratch_.prepare(known.add);
    if (!add) return Unexpected(add.error());
    Rows rows = read->query();
    for (auto row = rows.next(); row && *row; row = rows.next()) {
      if (auto added = add->run({rows.number(0), rows.text(1)}); !added) return added;
    }
  }
  return {};
}

}  // namespace parley::memory
