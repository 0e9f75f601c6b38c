// The conformance suite of SessionStore: everything that parley/store.h promises, as checks for any store. A store of
// your own must pass it:
//
//   #include "store_conformance.h"  // Catch2 v2; the headers of this folder are all that is needed
//
//   TEST_CASE("my store") {
//     parley::conformance::StoreUnderTest mine;
//     mine.fresh = [] { drop_my_tables(); return open_my_store(); };
//     mine.reopen = [] { return open_my_store(); };  // leave this out if the store does not outlive its process
//     parley::conformance::check_store(mine);
//   }
//
// check_store consists of Catch sections: the test case runs once for each section, with a new store from fresh().
// The previous store is destroyed first. X1, X2, ... are numbers in docs/memory.md.
#pragma once

#include <catch2/catch.hpp>

#include "store_conversations.h"
#include "store_filters.h"
#include "store_items.h"
#include "store_records.h"
#include "store_restart.h"
#include "store_search.h"
#include "store_sessions.h"
#include "store_threads.h"
#include "store_trimming.h"
#include "store_turns.h"

namespace parley::conformance {

struct Promise {
  const char* name;
  void (*check)(SessionStore&);
};

constexpr Promise kPromises[] = {
    {"contains no session at first", check_empty},
    {"X64: returns what was stored", check_round_trip},
    {"X6: returns copies", check_snapshots_are_copies},
    {"refuses a stale writer and changes nothing", check_versions},
    {"stores one turn for each message id", check_turns_are_found_once},
    {"lets a complete turn replace an incomplete one", check_incomplete_turns},
    {"returns the turns after a turn, oldest first", check_turns_after},
    {"returns the messages of some turns", check_turn_messages},
    {"stores calls and their outcomes", check_calls},
    {"X64: returns messages page by page, oldest first", check_message_paging},
    {"X38, X64: orders messages by seq, not by time", check_order_is_by_seq},
    {"numbers messages without gaps", check_messages_are_dense},
    {"keeps any text", check_texts},
    {"refuses a value that it cannot return", check_deep_values},
    {"trims the oldest turns and nothing else", check_trimming},
    {"refuses a state that miscounts trimmed messages", check_trimming_is_counted},
    {"lists the requested sessions", check_list},
    {"orders sessions by the bytes of their names", check_order_of_names},
    {"lists sessions page by page while other threads write", check_paging_while_others_write},
    {"summarises sessions", check_summary},
    {"lists the sessions that a person has now", check_handed_off},
    {"lists live or expired sessions", check_standing},
    {"stores a caller's notes", check_notes},
    {"stores the notes of a commit with its turn", check_notes_of_a_commit},
    {"X22: counts sessions, including expired sessions", check_counts},
    {"finds a session by its continuation id", check_conversations},
    {"keeps a title with its conversation", check_titles_of_conversations},
    {"finds no session by a continuation id that two sessions have", check_shared_conversation_id},
    {"does not mix the data of many sessions", check_many_sessions},
    {"stores the items of a session", check_items},
    {"changes all requested items or none", check_item_changes},
    {"drops expired items", check_expired_items},
    {"accepts one change when threads change the same version of an item", check_items_racing},
    {"stores a whole session", check_put},
    {"refuses a session that contradicts itself", check_put_refuses},
    {"erases all data of a session and no other session", check_erase},
    {"refuses a late commit for a session that was erased and created again", check_created_again},
    {"erases many sessions, but no session that has changed", check_erase_many},
    {"records which sessions had expired", check_expired},
    {"searches for whole words only", check_search_words},
    {"searches only in the requested sessions", check_search_scope},
    {"finds the same messages as a comparison with every message", check_search_is_a_scan},
    {"serves threads that use different sessions", check_threads_apart},
    {"accepts one commit when threads commit the same version", check_threads_racing},
    {"stores one turn when threads send the same message id", check_threads_sending_the_same},
    {"refuses a late commit for an erased session", check_threads_erasing},
    {"returns records as of one moment", check_records_while_others_write},
};

inline void check_store(const StoreUnderTest& under_test) {
  for (const Promise& promise : kPromises) {
    SECTION(promise.name) {
      const auto store = under_test.fresh();
      REQUIRE(store);
      promise.check(*store);
    }
  }
  if (under_test.reopen) {
    SECTION("has all of its data after a restart") { check_restart(under_test); }
  }
}

}  // namespace parley::conformance
