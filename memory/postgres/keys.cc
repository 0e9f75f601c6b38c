// Tested by tests/memory/sealed_store_test.cc.
#include "memory/postgres/keys.h"

#include <utility>

#include "memory/postgres/pool.h"

namespace parley::memory::postgres {
namespace {

// The number of the lock is ours alone, as far as that can be: two processes may begin at once.
constexpr char kCreate[] =
    "BEGIN; SELECT pg_advisory_xact_lock(123563833845114); CREATE SCHEMA IF NOT EXISTS parley_keys;"
    "CREATE TABLE IF NOT EXISTS parley_keys.session_key"
    " (id bytea PRIMARY KEY, master bytea NOT NULL, key bytea NOT NULL); COMMIT";
constexpr Statement kLook = {"", "SELECT (to_regclass('parley_keys.session_key') IS NOT NULL)::int::bigint"};
constexpr Statement kFind = {"find_key", "SELECT master, key FROM parley_keys.session_key WHERE id = $1"};
constexpr Statement kAdd = {"add_key",
                            "INSERT INTO parley_keys.session_key (id, master, key) VALUES ($1, $2, $3)"
                            " ON CONFLICT (id) DO NOTHING"};
constexpr Statement kReplace = {"replace_key",
                                "UPDATE parley_keys.session_key SET master = $2, key = $3 WHERE id = $1"};
constexpr Statement kDestroy = {"destroy_keys", "DELETE FROM parley_keys.session_key WHERE id = ANY ($1)"};
constexpr Statement kNotWrappedBy = {"",
                                     "SELECT id, master, key FROM parley_keys.session_key WHERE master <> $1 LIMIT $2"};

// Each statement leaves the same when it is done twice.
class PostgresKeys final : public KeyTable {
 public:
  PostgresKeys(const std::string& uri, const PostgresOptions& options, Connection first)
      : pool_(uri, options, std::move(first)) {}

  Result<std::optional<WrappedKey>> find(std::string_view id) override {
    const auto rows = pool_.query(kFind, {id});
    if (!rows) return Unexpected(rows.error());
    if (rows->count() == 0) return std::optional<WrappedKey>();
    return std::optional<WrappedKey>({std::string(id), std::string(rows->text(0, 0)), std::string(rows->text(0, 1))});
  }

  Result<void> add(const WrappedKey& key) override { return run(kAdd, {key.id, key.master, key.key}); }
  Result<void> replace(const WrappedKey& key) override { return run(kReplace, {key.id, key.master, key.key}); }

  Result<void> destroy(const std::vector<std::string>& ids) override {
    return run(kDestroy, {std::vector<std::string_view>(ids.begin(), ids.end())});
  }

  Result<std::vector<WrappedKey>> not_wrapped_by(std::string_view master, std::size_t limit) override {
    const auto rows = pool_.query(kNotWrappedBy, {master, Bound::count(limit)});
    if (!rows) return Unexpected(rows.error());
    std::vector<WrappedKey> keys;
    for (int row = 0; row < rows->count(); ++row) {
      keys.push_back(
          {std::string(rows->text(row, 0)), std::string(rows->text(row, 1)), std::string(rows->text(row, 2))});
    }
    return keys;
  }

 private:
  Result<void> run(const Statement& statement, std::vector<Bound> values) {
    const auto done = pool_.query(statement, std::move(values));
    return done ? Result<void>() : Unexpected(done.error());
  }

  Pool pool_;
};

}  // namespace

Result<bool> has_keys(Connection& connection) {
  const Call call = {&kLook, {}};
  const auto rows = connection.run({&call});
  if (!rows) return Unexpected(rows.error());
  return rows->front().number(0, 0) != 0;
}

Result<std::unique_ptr<KeyTable>> open_keys(const std::string& uri, const PostgresOptions& options) {
  auto connection = Connection::open(uri, options.timeout_ms);
  if (!connection) return Unexpected(connection.error());
  const auto there = has_keys(*connection);
  if (!there) return Unexpected(there.error());
  if (!*there) {
    if (auto created = connection->run_script(kCreate); !created) return Unexpected(created.error());
  }
  return std::unique_ptr<KeyTable>(std::make_unique<PostgresKeys>(uri, options, std::move(*connection)));
}

}  // namespace parley::memory::postgres
