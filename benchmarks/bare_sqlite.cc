// bare_sqlite LIKE.db NEW.db [full|normal [GROUP]]: writes the turns that LIKE.db holds into NEW.db and prints the bare
// rate as one JSON line. Session by session as `parley bench` does; or, with GROUP, so many turns in one transaction,
// each of another session.
//
// A database keeps a session's last state only: each turn of it is written with that one.
#include "benchmarks/bare_sqlite.h"

#include <algorithm>
#include <map>

#include "benchmarks/store_load.h"

namespace {

std::string text_of(sqlite3_stmt* row, int column) {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(row, column));
  return text ? text : "";
}

template <class Take>
void each_row(sqlite3* database, const char* sql, Take take) {
  sqlite3_stmt* rows = nullptr;
  int status = sqlite3_prepare_v2(database, sql, -1, &rows, nullptr);
  while (status == SQLITE_OK && sqlite3_step(rows) == SQLITE_ROW) take(rows);
  sqlite3_finalize(rows);
  if (status == SQLITE_OK) return;
  std::fprintf(stderr, "bare_sqlite: %s\n", sqlite3_errmsg(database));
  std::exit(1);
}

std::vector<bare::Turn> turns_in(const char* path) {
  sqlite3* database = nullptr;
  if (sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY, nullptr) != SQLITE_OK) {
    std::fprintf(stderr, "bare_sqlite: %s: cannot be opened\n", path);
    std::exit(1);
  }
  std::map<std::pair<std::int64_t, std::int64_t>, bare::Turn> turns;  // by session and number
  each_row(database, "SELECT session, turn.seq, name, message_id, state, answer FROM turn JOIN session ON session = id",
           [&](sqlite3_stmt* row) {
             bare::Turn turn{
                 text_of(row, 2), sqlite3_column_int64(row, 1), text_of(row, 3), text_of(row, 4), text_of(row, 5), {}};
             turns[{sqlite3_column_int64(row, 0), turn.number}] = std::move(turn);
           });
  each_row(database, "SELECT session, turn, role, text FROM message ORDER BY session, seq", [&](sqlite3_stmt* row) {
    turns[{sqlite3_column_int64(row, 0), sqlite3_column_int64(row, 1)}].messages.push_back(
        {text_of(row, 2), text_of(row, 3)});
  });
  sqlite3_close(database);
  std::vector<bare::Turn> in_order;
  for (auto& [place, turn] : turns) in_order.push_back(std::move(turn));
  return in_order;
}

// The first turn of each session, then the second of each, ...
std::vector<bare::Turn> by_number(std::vector<bare::Turn> turns) {
  std::stable_sort(turns.begin(), turns.end(),
                   [](const bare::Turn& a, const bare::Turn& b) { return a.number < b.number; });
  return turns;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: bare_sqlite LIKE.db NEW.db [full|normal [GROUP]]\n");
    return 2;
  }
  const bool full = argc <= 3 || std::string(argv[3]) != "normal";
  const std::vector<bare::Turn> turns = turns_in(argv[1]);
  const std::size_t group = argc > 4 ? std::max(1ull, std::strtoull(argv[4], nullptr, 10)) : 1;
  bare::Store store(argv[2], PARLEY_SCHEMA, full);
  load::Timings timings;
  const std::vector<bare::Turn> in_order = group == 1 ? turns : by_number(turns);
  for (std::size_t at = 0; at < in_order.size(); at += group) {
    const std::size_t count = std::min(group, in_order.size() - at);
    timings.time([&] { store.write(&in_order[at], count); }, count);
  }
  std::printf("%s\n", timings.json().c_str());
}
