// Sessions as JSON Lines: a header, then each session's lines, then how many there were.
//
// The idea: sessions are listed by name, which no turn changes, and each is taken out as of one moment, so that others
// may go on talking. The same sessions always make the same bytes.
//
// Tested by tests/memory/export_test.cc.
#include "memory/sessions/record_lines.h"
#include "parley/sessions.h"

namespace parley {

Result<std::int64_t> export_sessions(SessionStore& store, SessionQuery query, const LineSink& line) {
  constexpr std::size_t kPage = 200;
  query.limit = kPage;
  query.order = SessionQuery::Order::kByName;
  std::int64_t exported = 0;
  if (!line(memory::header_line())) return exported;
  for (;;) {
    const auto page = store.list(query);
    if (!page) return Unexpected(page.error());
    if (page->empty()) break;
    for (const SessionSummary& each : *page) {
      const auto record = store.record(each.session);
      if (!record) return Unexpected(record.error());
      if (!*record) continue;  // erased since it was listed
      if (!memory::write_record(**record, line)) return exported;
      ++exported;
    }
    query.after = {page->back().updated_at, page->back().session};
  }
  line(memory::footer_line(exported));
  return exported;
}

}  // namespace parley
