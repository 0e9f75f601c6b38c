// The yardsticks of the stores: the same rows, written with the same schema, settings and transactions by programs that
// have no dialog engine in them. What parley takes longer than this is parley's own doing.
//
// A place is a SQLite file, or a postgresql:// URI: there parley's rows are in the schema `parley` and the bare ones in
// `bare`, which is made anew. They share with the stores their migrations, and no code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace bare {

struct Message {
  std::string role;
  std::string text;
  std::string words;  // hashes as PostgreSQL writes an array, "{1,2}"; SQLite has none
};

struct Turn {
  std::string session;
  std::int64_t number = 1;  // in its session, from 1
  std::string message_id;
  std::string state;
  std::string answer;
  std::vector<Message> messages;
};

class Store {
 public:
  virtual ~Store() = default;
  // So many turns in one transaction, each of another session.
  virtual void write(const Turn* turns, std::size_t count) = 0;
};

// A place that holds nothing. `full`: of SQLite, whether each transaction is synced.
std::unique_ptr<Store> open(const std::string& place, bool full);

// The turns that parley has stored in a place, session by session. A database keeps a session's last state only: each
// of its turns comes with that one.
std::vector<Turn> turns_in(const std::string& place);

// ---- for the two that do it

inline constexpr std::int64_t kStart = 1767225600000;  // when all of it happens
inline constexpr char kBot[] = "acme-support";

std::unique_ptr<Store> open_sqlite(const std::string& path, bool full);
std::unique_ptr<Store> open_postgres(const std::string& uri);
std::vector<Turn> turns_in_sqlite(const std::string& path);
std::vector<Turn> turns_in_postgres(const std::string& uri);

std::string migrations_of(const std::filesystem::path& folder);  // one after the other
[[noreturn]] void fail(const std::string& why);

}  // namespace bare
