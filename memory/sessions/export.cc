// Exports sessions as JSON Lines: a header, the lines of each session, then the number of sessions.
//
// Sessions are listed by name, which no turn changes, and each session is read as a snapshot. Turns may therefore
// continue during an export. The same sessions always produce the same bytes. A session that an import would reject is
// not written, so that the problem is reported at the export and not at the import.
//
// Tested by tests/memory/export_test.cc.
#include <utility>

#include "memory/commit_rules.h"
#include "memory/sessions/export_lines.h"
#include "memory/sessions/invariants.h"
#include "memory/sessions/refusals.h"
#include "parley/sessions.h"

namespace parley {
namespace {

constexpr std::size_t kExportPage = 200;

// A session of schema version 1 has no count of its bytes, or only of those that later versions added.
Result<void> check_whole(SessionRecord& record) {
  record.state.bytes = memory::bytes_of_messages(record);
  if (auto good = memory::check_record(record); !good) return good;
  return memory::check_invariants(record);
}

}  // namespace

Result<ExportReport> export_sessions(SessionStore& store, SessionQuery query, const LineSink& line) {
  query.limit = kExportPage;
  query.order = SessionQuery::Order::kByName;
  ExportReport report;
  if (!line(memory::header_line())) return report;
  for (;;) {
    const auto page = store.list(query);
    if (!page) return Unexpected(page.error());
    if (page->empty()) break;
    for (const SessionInfo& each : *page) {
      auto record = store.record(each.session);
      if (!record && !memory::is_about_the_session(record.error().code)) return Unexpected(record.error());
      if (record && !*record) continue;  // the session was erased after it was listed
      const Result<void> good = record ? check_whole(**record) : Unexpected(record.error());
      if (!good) {
        memory::refuse(report, each.session, good.error().message);
        continue;
      }
      if (!memory::write_record(**record, line)) return report;
      ++report.sessions;
    }
    query.after = {page->back().updated_at, page->back().session};
  }
  line(memory::footer_line(report.sessions));
  return report;
}

}  // namespace parley
