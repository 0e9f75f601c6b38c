// Tested by tests/memory/sqlite_store_test.cc and settling_test.cc.
#include "memory/sqlite/search_index.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>

#include "base/text.h"
#include "memory/search_words.h"
#include "memory/sqlite/listing.h"
#include "memory/sqlite/settling.h"
#include "memory/sqlite/statements.h"

namespace parley::memory {
namespace {

constexpr std::size_t kConsidered = 2000;  // matches

constexpr std::int64_t row_of(std::int64_t block, std::size_t part) {
  return block * static_cast<std::int64_t>(WordBlock::kParts) + static_cast<std::int64_t>(part);
}

}  // namespace

// The words of a query, and the sessions in which they are searched.
struct SearchIndex::Words {
  explicit Words(std::string_view text) : wanted(text) {
    std::vector<std::string> words = search_words(text);
    // Long words are rare, and the first word without a match ends the search of a block.
    std::sort(words.begin(), words.end(), [](const std::string& a, const std::string& b) {
      return std::pair(b.size(), std::string_view(a)) < std::pair(a.size(), std::string_view(b));
    });
    words.erase(std::unique(words.begin(), words.end()), words.end());
    for (const std::string& word : words) hashes.push_back(word_hash(word));
  }
  bool may_be_in(std::int64_t session) const {
    return !of_user || std::binary_search(of_user->begin(), of_user->end(), session);
  }

  WantedWords wanted;
  std::vector<std::uint32_t> hashes;
  std::optional<std::vector<std::int64_t>> of_user;  // sorted; unset: all sessions
};

Result<void> SearchIndex::prepare() {
  if (auto done = turns_.prepare(); !done) return done;
  return database_.prepare({{last_block_, sql::kLastWordBlock},
                            {put_words_, sql::kPutWords},
                            {read_words_, sql::kReadWords},
                            {read_sessions_, sql::kReadWordSessions},
                            {remove_words_, sql::kRemoveWords},
                            {labelled_, sql::kLabelled},
                            {list_unsettled_, sql::kListUnsettled},
                            {find_begin_, sql::kFindBegin}});
}

// ---- writing --------------------------------------------------------------------------------------------

Result<void> SearchIndex::add(const WordBlock& block) {
  std::int64_t number = 0;
  {
    Rows rows = last_block_.query();
    if (const Result<bool> row = rows.next(); !row) return Unexpected(row.error());
    number = rows.number(0) + 1;
  }
  bool has_words = false;
  for (std::size_t part = 0; part < block.parts.size(); ++part) {
    if (block.parts[part].empty()) continue;
    has_words = true;
    auto put = put_words_.run({row_of(number, part), Bound::bytes(block.parts[part])});
    if (!put) return put;
  }
  return has_words ? put_words_.run({-number, Bound::bytes(block.sessions)}) : Result<void>();
}

Result<void> SearchIndex::remove(const std::vector<std::int64_t>& ids) {
  struct Affected {
    std::int64_t block;
    std::string sessions;
    std::vector<std::uint32_t> places;
  };
  std::vector<Affected> all;
  auto read = read_sessions_.query().each([&](Rows& row) {
    std::string sessions(row.bytes(1));
    std::vector<std::uint32_t> places = empty_places(sessions, ids);
    if (!places.empty()) all.push_back({-row.number(0), std::move(sessions), std::move(places)});
  });
  if (!read) return read;
  for (const Affected& each : all) {
    if (auto done = remove_from_block(each.block, each.sessions, each.places); !done) return done;
  }
  return {};
}

Result<void> SearchIndex::remove_from_block(std::int64_t block, const std::string& sessions,
                                            const std::vector<std::uint32_t>& places) {
  if (sessions.find_first_not_of('\0') == std::string::npos) {
    if (auto removed = remove_words_.run({-block, -block + 1}); !removed) return removed;
    return remove_words_.run({row_of(block, 0), row_of(block + 1, 0)});
  }
  if (auto put = put_words_.run({-block, Bound::bytes(sessions)}); !put) return put;
  for (std::size_t part = 0; part < WordBlock::kParts; ++part) {
    const std::int64_t id = row_of(block, part);
    const auto before = row(id);
    if (!before) return Unexpected(before.error());
    if (!*before) continue;
    const std::string after = part_without(**before, places);
    if (after == **before) continue;
    auto done = after.empty() ? remove_words_.run({id, id + 1}) : put_words_.run({id, Bound::bytes(after)});
    if (!done) return done;
  }
  return {};
}

Result<std::optional<std::string>> SearchIndex::row(std::int64_t id) {
  Rows rows = read_words_.query({id});
  const Result<bool> row = rows.next();
  if (!row) return Unexpected(row.error());
  return *row ? std::optional<std::string>(rows.bytes(0)) : std::nullopt;
}

// ---- searching ------------------------------------------------------------------------------------------

Result<std::vector<SearchHit>> SearchIndex::find(const SearchQuery& query) {
  std::vector<SearchHit> hits;
  Words words(query.text);
  if (words.hashes.empty() || query.limit == 0) return hits;
  auto moment = Transaction::begin_reading(database_);
  if (!moment) return Unexpected(moment.error());
  if (!query.user.empty()) {
    words.of_user.emplace();
    auto read =
        labelled_.query({user_label(query.user)}).each([&](Rows& row) { words.of_user->push_back(row.number(0)); });
    if (!read) return Unexpected(read.error());
    std::sort(words.of_user->begin(), words.of_user->end());
  }
  Places places;
  if (auto added = add_from_blocks(words, places); !added) return Unexpected(added.error());
  if (auto added = add_from_unsettled(words, places); !added) return Unexpected(added.error());
  auto candidates = newest(std::move(places), std::max(query.limit, kConsidered));
  if (!candidates) return Unexpected(candidates.error());
  for (Candidate& each : *candidates) {
    if (hits.size() == query.limit) break;
    auto read = hit(each, words.wanted);
    if (!read) return Unexpected(read.error());
    if (*read) hits.push_back(std::move(**read));
  }
  if (auto done = moment->commit(); !done) return Unexpected(done.error());
  return hits;
}

Result<void> SearchIndex::add_from_blocks(const Words& words, Places& places) {
  std::int64_t last = 0;
  {
    Rows rows = last_block_.query();
    if (const Result<bool> row = rows.next(); !row) return Unexpected(row.error());
    last = rows.number(0);
  }
  for (std::int64_t block = 1; block <= last; ++block) {
    if (auto added = add_from_block(words, block, places); !added) return added;
  }
  return {};
}

Result<void> SearchIndex::add_from_block(const Words& words, std::int64_t block, Places& places) {
  std::vector<WordPlace> with_all;
  for (std::size_t i = 0; i < words.hashes.size(); ++i) {
    Rows rows = read_words_.query({row_of(block, WordBlock::part_of(words.hashes[i]))});
    const Result<bool> row = rows.next();
    if (!row) return Unexpected(row.error());
    if (!*row) return {};
    std::vector<WordPlace> with_word = places_in_part(rows.bytes(0), words.hashes[i]);
    if (i == 0) {
      with_all = std::move(with_word);
    } else {
      std::erase_if(with_all, [&](const WordPlace& place) {
        return !std::binary_search(with_word.begin(), with_word.end(), place);
      });
    }
    if (with_all.empty()) return {};
  }
  Rows rows = read_words_.query({-block});
  const Result<bool> row = rows.next();
  if (!row) return Unexpected(row.error());
  const std::string_view sessions = *row ? rows.bytes(0) : std::string_view();
  for (const WordPlace& place : with_all) {
    const std::int64_t session = session_at(sessions, place.place);
    if (session != 0 && place.seq < kMaxMessages && words.may_be_in(session)) {
      places.push_back(place_of(session, place.seq));
    }
  }
  return {};
}

// Reads the messages that are not in the index.
Result<void> SearchIndex::add_from_unsettled(const Words& words, Places& places) {
  const auto add = [&](std::int64_t id, std::int64_t indexed) {
    auto read = turns_.each_message(id, indexed + 1, kMaxMessages, [&](const Message& message) -> Result<bool> {
      const bool may_match = words.wanted.may_be_in_ascii(message.text) || !base::is_ascii(message.text);
      if (may_match && words.wanted.are_all_in(message.text)) places.push_back(place_of(id, message.seq));
      return true;
    });
    // A session with a damaged turn is left out from there on, so that the others are found.
    return !read && is_about_a_turn(read.error()) ? Result<void>() : read;
  };
  for (const std::int64_t archived : {0, 1}) {
    Rows rows = list_unsettled_.query({archived, std::numeric_limits<std::int64_t>::max()});
    auto read = rows.each([&](Rows& row) {
      const UnsettledSession session = unsettled_in(row);
      return words.may_be_in(session.id) ? add(session.id, session.indexed) : Result<void>();
    });
    if (!read) return read;
  }
  return {};
}

// True: the bytes of a turn are damaged. False: SQLite itself reports damage, or another error.
bool SearchIndex::is_about_a_turn(const Error& error) const {
  return error.code == ErrorCode::kStoreCorrupt && !database_.saw_damage();
}

// Takes the matches in the sessions that were stored last. Sorts them by session, the one created last first, and
// within a session the latest message first.
Result<std::vector<SearchIndex::Candidate>> SearchIndex::newest(Places places, std::size_t limit) {
  std::vector<Candidate> all;
  std::make_heap(places.begin(), places.end());
  std::int64_t trimmed = 0, last = 0;
  Candidate session;  // of the last place
  while (!places.empty() && all.size() < limit) {
    std::pop_heap(places.begin(), places.end());
    const std::int64_t place = places.back();
    places.pop_back();
    if (std::exchange(last, place) == place) continue;
    const std::int64_t id = place / kMaxMessages, seq = place % kMaxMessages;
    if (session.id != id) {
      session = {id, 0, 0, {}};
      Rows rows = find_begin_.query({id});
      const Result<bool> row = rows.next();
      if (!row) return Unexpected(row.error());
      trimmed = *row ? rows.number(2) : kMaxMessages;  // a session may have been deleted by hand
      if (*row) session.created_at = rows.number(0), session.session = rows.text(1);
    }
    if (seq > trimmed) all.push_back({id, seq, session.created_at, session.session});
  }
  std::sort(all.begin(), all.end(), [](const Candidate& a, const Candidate& b) {
    return std::tie(b.created_at, a.session, b.seq) < std::tie(a.created_at, b.session, a.seq);
  });
  return all;
}

// Unset: another word has the same hash.
Result<std::optional<SearchHit>> SearchIndex::hit(Candidate& found, const WantedWords& wanted) {
  std::optional<SearchHit> hit;
  auto read = turns_.each_message(found.id, found.seq, found.seq, [&](const Message& each) -> Result<bool> {
    if (wanted.are_all_in(each.text)) hit = SearchHit{std::move(found.session), each};
    return false;
  });
  if (!read) return Unexpected(read.error());
  return hit;
}

}  // namespace parley::memory
