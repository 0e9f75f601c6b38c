// The baselines of the stores: programs without a dialog engine that write the same rows with the same schema, settings
// and transactions. The difference between parley and a baseline is the cost of parley itself.
//
// A place is an SQLite file or a postgresql:// URI. In PostgreSQL, parley's rows are in the schema `parley` and the
// baseline's in `bare`, which is recreated. The baselines share the stores' migrations, but no code.
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
  std::string words;  // the hashes as an array of PostgreSQL, "{1,2}"; empty for SQLite
};

struct Turn {
  std::string session;
  std::int64_t number = 1;  // within its session, from 1
  std::string message_id;
  std::string state;
  std::string answer;
  std::vector<Message> messages;
};

class Store {
 public:
  virtual ~Store() = default;
  // Writes the turns in one transaction. Each belongs to a different session.
  virtual void write(const Turn* turns, std::size_t count) = 0;
};

// Opens an empty place. `full`: SQLite syncs each transaction.
std::unique_ptr<Store> open(const std::string& place, bool full);

// Reads the turns that parley stored in a place, by session. A database has only the last state of a session, so each
// turn has that state.
std::vector<Turn> turns_in(const std::string& place);

// ---- helpers of the implementations

inline constexpr std::int64_t kStart = 1767225600000;  // the time of all turns
inline constexpr char kBot[] = "acme-support";

std::unique_ptr<Store> open_sqlite(const std::string& path, bool full);
std::unique_ptr<Store> open_postgres(const std::string& uri);
std::vector<Turn> turns_in_sqlite(const std::string& path);
std::vector<Turn> turns_in_postgres(const std::string& uri);

std::string migrations_of(const std::filesystem::path& folder);  // concatenated in order
[[noreturn]] void fail(const std::string& why);

}  // namespace bare
