// Erases sessions by name or by user, together with their telemetry.
//
// Invariants
//   1. A session stays in the store until all of its written telemetry is gone, because its name is needed to find
//      that telemetry.
//   2. The link from a user to telemetry of sessions that are no longer stored is removed last (TelemetryTable), and
//      does not depend on the store.
// After a crash or an error, part of the data may already be erased; run the same call again to erase the rest.
//
// Tested by tests/memory/erasure_test.cc, tests/engine/erasure_test.cc and tests/torture/forget_user_test.cc.
#include <string_view>
#include <utility>

#include "memory/item_names.h"
#include "memory/sessions/heirs.h"
#include "parley/sessions.h"

namespace parley {
namespace {

constexpr std::size_t kErasurePage = 200;

void count_item(const std::string& name, ForgetReceipt::Items& items) {
  switch (memory::kind_of_item(name)) {
    case memory::ItemKind::kSummary: ++items.summaries; break;
    case memory::ItemKind::kTopics: ++items.topics; break;
    case memory::ItemKind::kPack: ++items.packed; break;
    case memory::ItemKind::kArtifact: ++items.results; break;
    case memory::ItemKind::kHeir: break;
    case memory::ItemKind::kOther: ++items.others; break;
  }
}

class Forgetting {
 public:
  Forgetting(SessionStore& store, const ForgetOptions& options) : store_(store), options_(options) {
    for (const auto& sink : options.telemetry) {
      if (auto* table = dynamic_cast<TelemetryTable*>(sink.get())) tables_.push_back(table);
    }
  }

  Result<void> check() const {
    if (tables_.empty() || !options_.telemetry_key.empty()) return {};
    return Unexpected(ErrorCode::kInvalidRequest,
                      "the telemetry key is needed to find the events; events of a run without a key cannot be "
                      "found: prune that table, or remove it");
  }

  Result<void> session(std::string_view name) {
    const auto summary = store_.summary(name);
    if (!summary) return Unexpected(summary.error());
    // Runs even if the session is not stored, to erase its record of expiry, and what is left of it in files and in
    // telemetry.
    auto erased = *summary ? erase({**summary}) : erase_named({std::string(name)});
    if (!erased || *summary || receipt_.events > 0) return erased;
    return Unexpected(ErrorCode::kUnknownSession, "no session with this name exists");
  }

  Result<void> user(const std::string& hash) {
    SessionQuery query;
    query.limit = kErasurePage;
    query.order = SessionQuery::Order::kByName;
    query.archived = SessionQuery::Archived::kToo;
    query.user = hash;
    for (bool more = true; more;) {
      const auto page = store_.list(query);
      if (!page) return Unexpected(page.error());
      more = !page->empty();
      if (auto erased = erase(*page); !erased) return erased;
    }
    return erase_events([&](TelemetryTable& table) { return table.forget_user(hash_of(hash)); });
  }

  ForgetReceipt receipt() && {
    if (options_.telemetry.empty()) receipt_.outside.push_back("telemetry, wherever it was written");
    for (const auto& sink : options_.telemetry) {
      const std::string where = sink ? sink->where() : "";
      if (where.empty()) continue;
      const bool is_table = dynamic_cast<TelemetryTable*>(sink.get()) != nullptr;
      const char* what = is_table ? " that other engines have not written yet: run this again later" : "";
      receipt_.outside.push_back("telemetry " + where + what);
    }
    if (const std::string left = store_.erase_leaves(); !left.empty()) receipt_.outside.push_back(left);
    receipt_.outside.push_back("exports, recordings and backups of the store");
    receipt_.outside.push_back("data that tools, models and people received");
    return std::move(receipt_);
  }

 private:
  std::string hash_of(std::string_view name) const { return telemetry_hash(name, options_.telemetry_key); }

  Result<void> erase(const std::vector<SessionInfo>& sessions) {
    ForgetReceipt::Items items = receipt_.items;
    std::vector<std::string> names;
    for (const SessionInfo& each : sessions) {
      names.push_back(each.session);
      const auto beside = store_.items(each.session);
      if (!beside) return Unexpected(beside.error());
      for (const ItemInfo& item : *beside) count_item(item.name, items);
      if (auto erased = memory::erase_inheritance(store_, each.session); !erased) return erased;
    }
    if (auto erased = erase_named(names); !erased) return erased;
    receipt_.items = items;
    for (const SessionInfo& each : sessions) {
      receipt_.sessions.push_back(each.session);
      receipt_.turns += each.turns;
      receipt_.messages += each.messages;
    }
    return {};
  }

  // Runs even for an empty list, to retry an erasure that could not be finished before.
  Result<void> erase_named(const std::vector<std::string>& names) {
    if (options_.before && !names.empty()) {
      if (auto done = options_.before(names); !done) return done;
    }
    std::vector<std::string> hashes;
    std::vector<Erasure> erasures;
    for (const std::string& name : names) {
      hashes.push_back(hash_of(name));
      erasures.push_back({name, 0, 0});
    }
    auto events_erased = erase_events([&](TelemetryTable& table) { return table.forget_sessions(hashes); });
    if (!events_erased) return events_erased;
    const auto erased = store_.erase(erasures);
    return erased ? Result<void>() : Unexpected(erased.error());
  }

  template <class Erase>
  Result<void> erase_events(Erase erase) {
    for (TelemetryTable* table : tables_) {
      const auto erased = erase(*table);
      if (!erased) return Unexpected(erased.error());
      receipt_.events += static_cast<std::int64_t>(*erased);
    }
    return {};
  }

  SessionStore& store_;
  const ForgetOptions& options_;
  std::vector<TelemetryTable*> tables_;
  ForgetReceipt receipt_;
};

}  // namespace

Value to_value(const ForgetReceipt& receipt) {
  const ForgetReceipt::Items& items = receipt.items;
  return Value::Object{{"sessions", Value::Array(receipt.sessions.begin(), receipt.sessions.end())},
                       {"turns", receipt.turns},
                       {"messages", receipt.messages},
                       {"items", Value::Object{{"summaries", items.summaries},
                                               {"topics", items.topics},
                                               {"packed", items.packed},
                                               {"results", items.results},
                                               {"others", items.others}}},
                       {"events", receipt.events},
                       {"outside", Value::Array(receipt.outside.begin(), receipt.outside.end())}};
}

Result<ForgetReceipt> forget_session(SessionStore& store, std::string_view session, const ForgetOptions& options) {
  Forgetting forgetting(store, options);
  if (auto good = forgetting.check(); !good) return Unexpected(good.error());
  if (auto forgotten = forgetting.session(session); !forgotten) return Unexpected(forgotten.error());
  ForgetReceipt receipt = std::move(forgetting).receipt();
  receipt.outside.push_back("data that later sessions took over from it");
  return receipt;
}

Result<ForgetReceipt> forget_user(SessionStore& store, const std::string& user_hash, const ForgetOptions& options) {
  if (user_hash.empty()) return Unexpected(ErrorCode::kInvalidRequest, "the user must not be empty");
  Forgetting forgetting(store, options);
  if (auto good = forgetting.check(); !good) return Unexpected(good.error());
  if (auto forgotten = forgetting.user(user_hash); !forgotten) return Unexpected(forgotten.error());
  return std::move(forgetting).receipt();
}

}  // namespace parley
