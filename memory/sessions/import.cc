// Imports sessions from an export, which is untrusted input.
//
// The lines of one session are collected, and the session is stored when its last line has been read and all checks
// pass. After an invalid line, everything up to the next session is skipped.
//
// Tested by tests/memory/export_test.cc and import_test.cc.
#include <cstddef>
#include <set>
#include <string_view>
#include <utility>

#include "memory/commit_rules.h"
#include "memory/sessions/export_lines.h"
#include "memory/sessions/imported_heirs.h"
#include "memory/sessions/invariants.h"
#include "memory/sessions/reidentify.h"
#include "parley/sessions.h"

namespace parley {
namespace {

using memory::LineKind;

constexpr std::size_t kMaxReported = 1000;

// Returns false for an error of the store itself, which would also occur for the next session.
bool is_about_the_session(ErrorCode code) {
  return code == ErrorCode::kSessionExists || code == ErrorCode::kInvalidRequest || code == ErrorCode::kInternal ||
         code == ErrorCode::kLimitExceeded;
}

Unexpected not_an_export(const std::string& what) {
  return Unexpected(ErrorCode::kInvalidRequest,
                    "line 1: " + what + "; expected a file that `parley sessions export` wrote");
}

std::string kind_of_json(const Value& value) {
  if (const Value* form = value.find("parley_export")) {
    return form->if_int() ? "the export has a format that this version does not support; upgrade parley"
                          : "the header of the export is invalid";
  }
  if (value.find("v") && value.find("stage")) return "this is telemetry, which `parley report` reads";
  if (value.find("session") && value.find("text")) return "this is a list of requests, which `parley run` reads";
  return value.if_object() ? "this is JSON of another tool" : "this is JSON, but not an object";
}

std::string kind_of_text(std::string_view line) {
  const auto begins_with = [&](std::string_view text) { return line.substr(0, text.size()) == text; };
  if (begins_with("SQLite format 3")) return "this is an SQLite database, which `parley sessions export --db` reads";
  if (begins_with("parley:")) return "this is a bot file";
  if (begins_with("{") || begins_with("[")) return "this is JSON of another tool on several lines, or it is cut off";
  if (line.find_first_of(",;\t") != std::string_view::npos) return "this is a table (CSV) or another text";
  return "this is not JSON";
}

class Import {
 public:
  Import(SessionStore& store, const LineSource& lines, const ImportOptions& options)
      : store_(store), lines_(lines), options_(options), heirs_(store) {}

  Result<ImportReport> run() {
    if (auto header = expect_header(); !header) return Unexpected(header.error());
    auto report = read_all();
    // A parent may follow its heirs, so the import looks for it at the end, also after an error.
    if (auto settled = heirs_.settle(); !settled && report) return Unexpected(settled.error());
    return report;
  }

 private:
  enum class Place { kBetween, kInSession, kPassing };  // kPassing: skipping lines up to the next session

  Result<ImportReport> read_all() {
    while (const auto line = lines_()) {
      ++line_;
      if (is_over_) {
        refuse("unexpected line after the last line of the export");
        break;
      }
      take(*line);
      if (unavailable_) return Unexpected(*unavailable_);
    }
    if (!is_over_) {
      place_ = Place::kBetween;
      refuse("the last line is missing: the export is incomplete");
    }
    return std::move(report_);
  }

  Result<void> expect_header() {
    const auto line = lines_();
    ++line_;
    if (!line) return not_an_export("the file is empty");
    if (line->size() > options_.max_line_bytes) return not_an_export("the first line is too long");
    const auto value = Value::parse(*line, Value::kUnlimited);
    if (value && memory::is_header(*value)) return {};
    return not_an_export(value ? kind_of_json(*value) : kind_of_text(*line));
  }

  void refuse(std::string why) {
    const bool is_already_refused = place_ == Place::kPassing;
    place_ = Place::kPassing;
    record_ = {};
    if (is_already_refused) return;
    ++report_.refusals;
    if (report_.refused.size() < kMaxReported) report_.refused.push_back({line_, std::move(why)});
  }

  // Counts a line that may have begun a session, but could not be read.
  void refuse_unread(std::string why) {
    ++unread_;
    refuse(std::move(why));
  }

  void take(const std::string& line) {
    if (line.size() > options_.max_line_bytes) return refuse_unread("the line is too long");
    const auto value = Value::parse(line, Value::kUnlimited);
    if (!value) return refuse_unread(value.error().message);
    if (const auto sessions = memory::sessions_of_footer(*value)) return take_footer(*sessions);
    const auto kind = memory::kind_of(*value);
    if (!kind) return refuse_unread("not a line of an export");
    if (*kind == LineKind::kSession) {
      begin();
    } else if (place_ != Place::kInSession) {
      return refuse("the line belongs to no session");
    }
    bytes_ += line.size();
    if (bytes_ > options_.max_session_bytes) return refuse("the session is too large");
    if (auto read = memory::read_line(*kind, *value, record_); !read) return refuse(read.error().message);
    if (*kind == LineKind::kEnd) end();
  }

  void take_footer(std::int64_t sessions) {
    if (place_ == Place::kInSession) refuse("the previous session has no end line");
    is_over_ = true;
    place_ = Place::kBetween;
    if (sessions < begun_ || sessions > begun_ + unread_) refuse("the last line counts a different number of sessions");
  }

  void begin() {
    if (place_ == Place::kInSession) refuse("the previous session has no end line");
    ++begun_;
    bytes_ = 0;
    record_ = {};
    place_ = Place::kInSession;
  }

  void end() {
    const auto messages = static_cast<std::int64_t>(record_.messages.size());
    if (auto stored = store_session(); !stored) {
      if (!is_about_the_session(stored.error().code)) unavailable_ = stored.error();
      const bool is_there = stored.error().code == ErrorCode::kSessionExists && !options_.new_ids;
      return refuse(stored.error().message +
                    (is_there ? "; use --new-ids (ImportOptions::new_ids) to import it under a new name" : ""));
    }
    ++report_.sessions;
    report_.messages += messages;
    place_ = Place::kBetween;
    record_ = {};
  }

  Result<void> store_session() {
    if (auto good = memory::check_record(record_); !good) return good;
    if (auto good = memory::check_invariants(record_); !good) return good;
    if (options_.dry_run) return would_be_stored();
    if (options_.new_ids) {
      memory::reidentify(record_, options_.new_ids->next(), *options_.new_ids);
      record_.state.parent.clear();  // the copy belongs to no other session of this store
      record_.state.parent_conversation.clear();
    }
    std::vector<Item> inherited = memory::ImportedHeirs::take_summaries(record_);
    auto put = store_.put(record_);
    return put ? heirs_.add(record_.state, std::move(inherited)) : put;
  }

  Result<void> would_be_stored() {
    if (options_.new_ids) return {};
    const auto there = store_.summary(record_.state.session);
    if (!there) return Unexpected(there.error());
    const bool is_new = !*there && would_be_there_.insert(record_.state.session).second;
    return is_new ? Result<void>() : memory::session_exists();
  }

  SessionStore& store_;
  const LineSource& lines_;
  const ImportOptions& options_;
  ImportReport report_;
  Place place_ = Place::kBetween;
  SessionRecord record_;
  std::size_t bytes_ = 0;    // total size of its lines
  std::int64_t line_ = 0;    // number of the line read last
  std::int64_t begun_ = 0;   // sessions that have begun, including refused sessions
  std::int64_t unread_ = 0;  // unreadable lines; each may have begun a session
  bool is_over_ = false;
  std::set<std::string> would_be_there_;
  memory::ImportedHeirs heirs_;
  std::optional<Error> unavailable_;
};

}  // namespace

Result<ImportReport> import_sessions(SessionStore& store, const LineSource& lines, const ImportOptions& options) {
  return Import(store, lines, options).run();
}

}  // namespace parley
