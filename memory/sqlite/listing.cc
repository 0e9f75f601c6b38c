// Tested by tests/conformance/store_sessions.h.
#include "memory/sqlite/listing.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <limits>
#include <utility>

#include "memory/codec.h"
#include "memory/session_order.h"
#include "memory/sqlite/statements.h"

namespace parley::memory {
namespace {

// Replaces notes that cannot be read. Whether the session is archived is known from a column, but the time of archiving
// is lost.
void without_notes(SessionInfo& summary, bool archived) {
  summary.unreadable_notes = true;
  summary.notes = SessionNotes();
  if (archived) summary.notes.archived_at = summary.updated_at;
}

// Merges two pages into one.
std::vector<SessionInfo> merged(const SessionQuery& query, std::vector<SessionInfo> one,
                                std::vector<SessionInfo> other) {
  const auto before = [&](const SessionInfo& a, const SessionInfo& b) {
    return comes_before(query.order, {a.updated_at, a.session}, {b.updated_at, b.session});
  };
  std::vector<SessionInfo> both;
  std::merge(std::make_move_iterator(one.begin()), std::make_move_iterator(one.end()),
             std::make_move_iterator(other.begin()), std::make_move_iterator(other.end()), std::back_inserter(both),
             before);
  if (both.size() > query.limit) both.resize(query.limit);
  return both;
}

enum class BadNotes { kFail, kOmit };

Result<HandoffInfo> handoff_in(const Database& database, std::string_view column) {
  HandoffInfo handoff;
  const auto read = std::from_chars(column.data(), column.data() + column.size(), handoff.at);
  if (read.ec != std::errc() || read.ptr == column.data() + column.size() || *read.ptr != ' ') {
    return database.failure(ErrorCode::kStoreCorrupt, "session: the time of its hand-off is missing");
  }
  handoff.reason = column.substr(static_cast<std::size_t>(read.ptr - column.data()) + 1);
  return handoff;
}

Result<SessionInfo> summary_in(const Database& database, const Rows& rows, BadNotes bad_notes) {
  SessionInfo summary;
  summary.session = rows.text(0);
  summary.bot = rows.text(1);
  summary.created_at = rows.number(2);
  summary.updated_at = rows.number(3);
  summary.expires_at = rows.number(4);
  summary.turns = rows.number(5);
  summary.messages = rows.number(6);
  summary.last_intent = rows.optional_text(7);
  summary.waiting_for_param = rows.optional_text(8);
  summary.usage = {rows.number(9), rows.number(10), rows.number(11)};
  if (const std::string_view json = rows.text(12); !json.empty()) {
    Result<SessionNotes> notes = notes_from_json(json);
    if (!notes && bad_notes == BadNotes::kFail) {
      return database.failure(ErrorCode::kStoreCorrupt, notes.error().message);
    }
    if (notes) {
      summary.notes = std::move(*notes);
    } else {
      without_notes(summary, rows.number(14) != 0);
    }
  }
  summary.kept_until = rows.number(13);
  if (const std::string_view column = rows.text(15); !column.empty()) {
    auto handoff = handoff_in(database, column);
    if (!handoff) return Unexpected(handoff.error());
    summary.handed_off = std::move(*handoff);
  }
  return summary;
}

}  // namespace

std::string user_label(std::string_view user) { return std::string("user:").append(user); }
std::string tag_label(std::string_view tag) { return std::string("tag:").append(tag); }

std::optional<std::string> handoff_column(const SessionState& state) {
  if (!state.handed_off) return std::nullopt;
  return std::to_string(state.handed_off->at) + " " + state.handed_off->reason;
}

Result<void> Listing::prepare() {
  return database_.prepare({{summary_, sql::kSummary},
                            {all_.recent, sql::kListRecent},
                            {all_.oldest, sql::kListOldest},
                            {all_.by_name, sql::kListByName},
                            {labelled_.recent, sql::kListLabelledRecent},
                            {labelled_.oldest, sql::kListLabelledOldest},
                            {labelled_.by_name, sql::kListLabelledByName},
                            {settled_recent_, sql::kListSettledRecent},
                            {settled_oldest_, sql::kListSettledOldest}});
}

Statement& Listing::Statements::of(SessionQuery::Order order) {
  switch (order) {
    case SessionQuery::Order::kRecentFirst: return recent;
    case SessionQuery::Order::kOldestFirst: return oldest;
    case SessionQuery::Order::kByName: break;
  }
  return by_name;
}

Result<std::optional<SessionInfo>> Listing::summary(std::string_view session) {
  Rows rows = summary_.query({session});
  const Result<bool> row = rows.next();
  if (!row) return Unexpected(row.error());
  if (!*row) return std::optional<SessionInfo>();
  Result<SessionInfo> summary = summary_in(database_, rows, BadNotes::kFail);
  if (!summary) return Unexpected(summary.error());
  return std::optional<SessionInfo>(std::move(*summary));
}

Result<std::vector<SessionInfo>> Listing::list(const SessionQuery& query) {
  auto moment = Transaction::begin_reading(database_);
  if (!moment) return Unexpected(moment.error());
  if (query.archived != SessionQuery::Archived::kToo) {
    return page(query, query.archived == SessionQuery::Archived::kOnly);
  }
  auto open = page(query, false);
  if (!open) return open;
  auto archived = page(query, true);
  if (!archived) return archived;
  return merged(query, std::move(*open), std::move(*archived));
}

Result<std::vector<SessionInfo>> Listing::page(const SessionQuery& query, bool archived) {
  constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max();
  const bool by_name = query.order == SessionQuery::Order::kByName;
  const bool oldest = query.order == SessionQuery::Order::kOldestFirst;
  const TimeMs from_start = oldest ? std::numeric_limits<TimeMs>::min() : kNoLimit;
  const TimeMs after_time = query.after && !by_name ? query.after->updated_at : from_start;
  const std::string_view after_name = query.after ? std::string_view(query.after->session) : std::string_view();
  const TimeMs from = oldest ? after_time : std::min(after_time, query.updated_before);
  const auto limit = static_cast<std::int64_t>(std::min(query.limit, static_cast<std::size_t>(kNoLimit)));

  const auto standing = static_cast<std::int64_t>(query.standing);

  // The most selective label leads: a user has few sessions, few sessions are handed off, and a tag may have many.
  const std::string user = query.user.empty() ? "" : user_label(query.user);
  const std::string tag = query.tag.empty() ? "" : tag_label(query.tag);
  const std::string label = !user.empty() ? user : query.handed_off ? kHandoffLabel : tag;
  const std::string& other = label == tag ? user : tag;
  if (!label.empty()) {
    return read(labelled_.of(query.order)
                    .query({archived, hour_of(from), after_time, after_name, query.updated_before, query.bot, limit,
                            standing, query.now, label, other, query.handed_off}));
  }
  const auto all_from = [&](Statement& statement, std::int64_t key) {
    return read(statement.query(
        {archived, key, after_time, after_name, query.updated_before, query.bot, limit, standing, query.now}));
  };
  auto others = all_from(all_.of(query.order), hour_of(from));
  if (!others || by_name) return others;
  auto settled =
      all_from(oldest ? settled_oldest_ : settled_recent_, settled_key(std::clamp(from, TimeMs{0}, kLastSettledTime)));
  if (!settled) return settled;
  return merged(query, std::move(*others), std::move(*settled));
}

Result<std::vector<SessionInfo>> Listing::read(Rows rows) {
  std::vector<SessionInfo> summaries;
  auto read = rows.each([&](Rows& row) -> Result<void> {
    Result<SessionInfo> summary = summary_in(database_, row, BadNotes::kOmit);
    if (!summary) return Unexpected(summary.error());
    summaries.push_back(std::move(*summary));
    return {};
  });
  if (!read) return Unexpected(read.error());
  return summaries;
}

}  // namespace parley::memory
