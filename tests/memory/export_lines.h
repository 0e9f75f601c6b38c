// Helpers that write exports to lists of lines.
#pragma once

#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "parley/sessions.h"

namespace parley::test {

using Lines = std::vector<std::string>;

inline SessionQuery everything() {
  SessionQuery query;
  query.archived = SessionQuery::Archived::kToo;
  return query;
}

inline Lines exported(SessionStore& store, const SessionQuery& query = everything()) {
  Lines lines;
  const auto report = export_sessions(store, query, [&](std::string_view line) {
    lines.emplace_back(line);
    return true;
  });
  REQUIRE(report);
  CHECK(report->refused.empty());
  return lines;
}

inline Result<ImportReport> import_lines(SessionStore& store, const Lines& lines, const ImportOptions& options = {}) {
  std::size_t next = 0;
  const LineSource source = [&]() -> std::optional<std::string> {
    return next < lines.size() ? std::optional<std::string>(lines[next++]) : std::nullopt;
  };
  return import_sessions(store, source, options);
}

}  // namespace parley::test
