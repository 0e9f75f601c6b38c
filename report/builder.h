// Implements ReportBuilder, for both sources of a report: events and stores.
#pragma once

#include <string_view>
#include <vector>

#include "parley/report.h"
#include "report/conversations.h"
#include "report/message_clusters.h"
#include "telemetry/event.h"

namespace parley {

class ReportBuilder::Impl {
 public:
  explicit Impl(ReportOptions options);

  Result<void> add(std::string_view line, bool may_be_torn);  // defined in builder.cc
  Result<void> add(const SessionRecord& record);              // defined in stored_turns.cc, like wants()
  bool wants(const SessionInfo& summary) const;
  void mark_store() { from_store_ = true; }
  Report finish();

 private:
  using Session = report::Conversations::Session;

  void take(const telemetry::ReadEvent& event);
  void begin_turn(Session& session, const telemetry::ReadEvent& event, std::int64_t number);
  void end_turn(Session& session, const telemetry::ReadEvent& event);
  void end_turn(Session& session, report::TurnFacts& turn, const report::TurnEnd& end);
  bool is_wanted(TimeMs at, std::string_view bot) const;

  ReportOptions options_;
  report::Conversations conversations_;
  report::MessageClusters clusters_;
  std::vector<bool> bots_;  // indexed by the NameId of the bot
  std::int64_t events_ = 0, not_events_ = 0, torn_ = 0, lost_ = 0;
  TimeMs newest_ = INT64_MIN;  // time of the newest record, counted or not
  bool from_store_ = false;
};

}  // namespace parley
