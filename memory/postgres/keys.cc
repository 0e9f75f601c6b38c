// Tested by tests/memory/sealed_store_test.cc.
#include "memory/postgres/keys.h"

#include <utility>

#include "memory/postgres/pool.h"

namespace parley::memory::postgres {
namespace {

// Creates the tables, under a lock because two processes may start at the same time. Other programs are unlikely to use
// the number of the lock.
constexpr char kCreate[] =
    "BEGIN; SELECT pg_advisory_xact_lock(123563833845114); CREATE SCHEMA IF NOT EXISTS parley_keys;"
    "CREATE TABLE IF NOT EXISTS parley_keys.session_key"
    " (id bytea PRIMARY KEY, master bytea NOT NULL, key bytea NOT NULL);"
    "CREATE TABLE IF NOT EXISTS parley.encrypted (since timestamptz NOT NULL);"
    "INSERT INTO parley.encrypted (since) SELECT now() WHERE NOT EXISTS (SELECT 1 FROM parley.encrypted); COMMIT";
constexpr Statement kSelectKey = {"",
                                  "SELECT (to_regclass('parley_keys.session_key') IS NOT NULL)::int::bigint,"
                                  " (to_regclass('parley.encrypted') IS NOT NULL)::int::bigint,"
                                  " (to_regclass('parley.session') IS NOT NULL)::int::bigint"};
constexpr Statement kOldest = {"", "SELECT state FROM parley.session ORDER BY id LIMIT $1"};
constexpr Statement kNewest = {"", "SELECT state FROM parley.session ORDER BY id DESC LIMIT $1"};
constexpr Statement kAny = {"", "SELECT EXISTS (SELECT 1 FROM parley_keys.session_key)::int::bigint"};
constexpr Statement kFind = {"find_key", "SELECT master, key FROM parley_keys.session_key WHERE id = $1"};
constexpr Statement kAdd = {"add_key",
                            "INSERT INTO parley_keys.session_key (id, master, key) VALUES ($1, $2, $3)"
                            " ON CONFLICT (id) DO NOTHING"};
constexpr Statement kReplace = {
    "replace_key", "UPDATE parley_keys.session_key SET master = $2, key = $3 WHERE id = $1 AND master <> ''"};
// Parameters: $1 ids, $2 checksums that replace the keys.
constexpr Statement kDestroy = {
    "destroy_keys",
    "INSERT INTO parley_keys.session_key (id, master, key)"
    " SELECT DISTINCT id, ''::bytea, key FROM unnest($1::bytea[], $2::bytea[]) AS tombstone (id, key)"
    " ON CONFLICT (id) DO UPDATE SET master = excluded.master, key = excluded.key"};
constexpr Statement kDiscard = {"discard_key", "DELETE FROM parley_keys.session_key WHERE id = $1 AND master <> ''"};
constexpr Statement kWrappedBy = {"", "SELECT id, master, key FROM parley_keys.session_key WHERE master = $1 LIMIT $2"};
constexpr Statement kNotWrappedBy = {
    "", "SELECT id, master, key FROM parley_keys.session_key WHERE master <> $1 AND master <> '' LIMIT $2"};

// PostgresKeys is the KeyTable in PostgreSQL. Each statement is idempotent.
class PostgresKeys final : public KeyTable {
 public:
  PostgresKeys(const std::string& uri, const PostgresOptions& options, Connection first)
      : name_(first.name() + ", schema parley_keys"), pool_(uri, options, std::move(first)) {}

  Result<std::optional<WrappedKey>> find(std::string_view id) override {
    const auto rows = pool_.query(kFind, {id});
    if (!rows) return Unexpected(rows.error());
    if (rows->count() == 0) return std::optional<WrappedKey>();
    return std::optional<WrappedKey>({std::string(id), std::string(rows->text(0, 0)), std::string(rows->text(0, 1))});
  }

  Result<void> add(const WrappedKey& key) override { return run(kAdd, {key.id, key.master, key.key}); }
  Result<void> replace(const WrappedKey& key) override { return run(kReplace, {key.id, key.master, key.key}); }

  Result<void> destroy(const std::vector<WrappedKey>& tombstones) override {
    std::vector<std::string_view> ids, keys;
    for (const WrappedKey& each : tombstones) {
      ids.push_back(each.id);
      keys.push_back(each.key);
    }
    return run(kDestroy, {std::move(ids), std::move(keys)});
  }

  Result<void> discard(std::string_view id) override { return run(kDiscard, {id}); }

  std::string name() const override { return name_; }

  Result<std::vector<WrappedKey>> wrapped_by(std::string_view master, std::size_t limit) override {
    return keys_in(kWrappedBy, master, limit);
  }

  Result<std::vector<WrappedKey>> not_wrapped_by(std::string_view master, std::size_t limit) override {
    return keys_in(kNotWrappedBy, master, limit);
  }

 private:
  Result<std::vector<WrappedKey>> keys_in(const Statement& statement, std::string_view master, std::size_t limit) {
    const auto rows = pool_.query(statement, {master, Bound::count(limit)});
    if (!rows) return Unexpected(rows.error());
    std::vector<WrappedKey> keys;
    for (int row = 0; row < rows->count(); ++row) {
      keys.push_back(
          {std::string(rows->text(row, 0)), std::string(rows->text(row, 1)), std::string(rows->text(row, 2))});
    }
    return keys;
  }

  Result<void> run(const Statement& statement, std::vector<Bound> values) {
    const auto done = pool_.query(statement, std::move(values));
    return done ? Result<void>() : Unexpected(done.error());
  }

  const std::string name_;
  Pool pool_;
};

}  // namespace

Result<Outside> look_outside(Connection& connection) {
  const Call look = {&kSelectKey, {}};
  const auto found = connection.run({&look});
  if (!found) return Unexpected(found.error());
  Outside outside;
  outside.has_keys = found->front().number(0, 0) != 0;
  outside.is_marked = found->front().number(0, 1) != 0;
  if (found->front().number(0, 2) == 0) return outside;
  const Call oldest = {&kOldest, {kMaxExamined}};
  const Call newest = {&kNewest, {kMaxExamined}};
  const auto sessions = connection.run({&oldest, &newest});
  if (!sessions) return Unexpected(sessions.error());
  for (const Rows& rows : *sessions) {
    for (int row = 0; row < rows.count(); ++row) outside.look_at(rows.text(row, 0));
  }
  return outside;
}

Result<std::unique_ptr<KeyTable>> open_keys(const std::string& uri, const PostgresOptions& options,
                                            const Outside& outside) {
  auto connection = Connection::open(uri, options.timeout);
  if (!connection) return Unexpected(connection.error());
  if (outside.has_keys && outside.has_sealed) {
    const Call any = {&kAny, {}};
    const auto found = connection->run({&any});
    if (!found) return Unexpected(found.error());
    if (found->front().number(0, 0) == 0) {
      return connection->failure(ErrorCode::kStoreCorrupt,
                                 "the schema parley_keys contains no key, but the database has encrypted sessions; "
                                 "restore it from a backup");
    }
  }
  if (!outside.has_keys || !outside.is_marked) {
    const auto created = connection->run_script(kCreate);
    // A role that may not create tables can still use existing keys. In that case the database has no mark, and parley
    // recognizes sealed sessions by their content.
    const bool can_do_without = outside.has_keys && connection->ending() == Connection::Ending::kRefused;
    if (!created && !can_do_without) return Unexpected(created.error());
    if (!created) (void)connection->run_script("ROLLBACK");
  }
  return std::unique_ptr<KeyTable>(std::make_unique<PostgresKeys>(uri, options, std::move(*connection)));
}

}  // namespace parley::memory::postgres
