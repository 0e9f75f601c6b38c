// Tested by tests/memory/sqlite_recovery_test.cc.
#include "memory/sqlite/loose_sessions.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/base64.h"
#include "base/text.h"
#include "memory/codec.h"
#include "memory/commit_rules.h"
#include "memory/encryption/sealed_text.h"
#include "memory/sqlite/lost_calls.h"
#include "memory/sqlite/reading.h"
#include "memory/sqlite/statements.h"

namespace parley::memory {
namespace {

// Detects the zeros that replace a lost page in a long text.
bool has_hole(std::string_view text) {
  return text.find(std::string_view("\0\0\0\0\0\0\0\0", 8)) != std::string_view::npos;
}

bool is_turn_of(const SessionRecord& record, std::int64_t turn) { return turn >= 1 && turn <= record.state.turns; }

// Sealed bytes are base64. The store could not read the session as a whole with such an item.
bool is_torn(const Item& item, const SessionState& state) {
  const std::string* sealed_state = state.last_result.if_string();
  if (!sealed_state || !sealed_state->starts_with(kSealedMark)) return false;
  const auto sealed = parse_sealed_text(item.bytes);
  return !sealed || !base::from_base64(sealed->bytes);
}

}  // namespace

Result<void> LooseSessions::prepare() {
  auto done = has_turns_with_messages() ? turns_.prepare() : old_turns_.prepare(has_details_and_items());
  if (!done) return done;
  done = database_.prepare({{session_, has_notes_and_calls() ? sql::kReadLoose : sql::kReadLooseVersion1}});
  if (done && has_notes_and_calls()) done = database_.prepare({{calls_, sql::kReadCalls}});
  if (done && has_details_and_items()) {
    done =
        database_.prepare({{items_, sql::kReadItems}, {ended_, sql::kReadEnded}, {missing_item_, sql::kMissingItem}});
  }
  return done;
}

Result<std::set<std::int64_t>> LooseSessions::ids() {
  auto all = database_.prepare(has_turns_with_messages() ? sql::kLooseSessions
                               : has_details_and_items() ? sql::kLooseSessionsBefore6
                                                         : sql::kLooseSessionsBefore2);
  if (!all) return Unexpected(all.error());
  std::set<std::int64_t> ids;
  const auto read = all->query().each([&](const Rows& row) { ids.insert(row.number(0)); });
  return read ? Result<std::set<std::int64_t>>(std::move(ids)) : Unexpected(read.error());
}

std::optional<LooseSessions::Found> LooseSessions::read(std::int64_t session) {
  if (session < 1 || session >= kMaxSessionId) return std::nullopt;
  Found found;
  SessionRecord& record = found.record;
  if (!read_state(session, record)) return std::nullopt;
  auto turns = has_turns_with_messages() ? turns_.all(session, record) : old_turns_.all(session, record);
  const auto torn = [](const Message& message) { return has_hole(message.text); };
  if (!turns || std::any_of(record.messages.begin(), record.messages.end(), torn)) return std::nullopt;
  found.lacks_items = !read_items(session, record);
  if (has_notes_and_calls()) {
    // An unreadable record of a call ends the list. The messages tell the calls as well.
    (void)read_parts(database_, session, {&calls_, nullptr, nullptr}, record);
    std::erase_if(record.calls, [&](const CallRecord& call) { return !is_turn_of(record, call.turn); });
    add_lost_calls(record);
  }
  return check_record(record) ? std::optional<Found>(std::move(found)) : std::nullopt;
}

Result<void> LooseSessions::read_state(std::int64_t session, SessionRecord& record) {
  Rows rows = session_.query({session});
  const Result<bool> row = rows.next();
  if (!row) return Unexpected(row.error());
  if (!*row) return stale_version();
  const std::string name(rows.text(2));
  Result<SessionState> state = stored_state(database_, name, rows.number(0), rows.bytes(1));
  if (!state) return Unexpected(state.error());
  record.state = std::move(*state);
  if (const std::string_view json = rows.text(3); !json.empty()) {
    Result<SessionNotes> notes = notes_from_json(json);
    if (!notes) return Unexpected(notes.error());
    record.notes = std::move(*notes);
  }
  return {};
}

// Returns false if an item or an ended conversation is missing or damaged.
bool LooseSessions::read_items(std::int64_t session, SessionRecord& record) {
  if (!has_details_and_items()) return true;
  const auto items = read_parts(database_, session, {nullptr, &items_, nullptr}, record);
  const auto ended = read_parts(database_, session, {nullptr, nullptr, &ended_}, record);
  const std::size_t damaged =
      std::erase_if(record.items,
                    [&](const Item& item) {
                      return !base::is_id(item.name) || item.version < 1 || is_torn(item, record.state);
                    }) +
      std::erase_if(record.ended, [&](const EndedConversation& each) {
        return !base::is_id(each.continuation_id) || !is_turn_of(record, each.began_turn);
      });
  return items && ended && damaged == 0 && !is_item_missing(session);
}

bool LooseSessions::is_item_missing(std::int64_t session) {
  Rows rows = missing_item_.query({session});
  const Result<bool> row = rows.next();
  return row && *row;
}

}  // namespace parley::memory
