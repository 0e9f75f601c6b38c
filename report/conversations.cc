// Tested by tests/report/builder_test.cc.
#include "report/conversations.h"

#include <algorithm>
#include <charconv>
#include <tuple>

#include "base/hash.h"

namespace parley::report {
namespace {

constexpr TimeMs kHour = 3'600'000;
constexpr TimeMs kDay = 24 * kHour;

std::int64_t days_before(TimeMs at) { return at / kDay - (at % kDay < 0 ? 1 : 0); }

bool read_half(std::string_view hex, std::uint64_t& half) {
  const auto [end, failure] = std::from_chars(hex.data(), hex.data() + hex.size(), half, 16);
  return failure == std::errc() && end == hex.data() + hex.size();
}

void decode_legacy_trace(Conversations::Session& session, TurnFacts& turn, TurnResult result) {
  if (!turn.trace.empty()) return session.legacy.reset();
  if (!session.legacy && turn.legacy_trace.empty()) return;
  if (!session.legacy) session.legacy = std::make_unique<LegacyTrace>();
  turn.trace = session.legacy->decode(turn.legacy_trace, result);
}

}  // namespace

// Telemetry names sessions by a hash, which already has 32 hex digits.
SessionKey SessionKey::of(std::string_view session) {
  constexpr std::size_t kHalf = 16;
  SessionKey key;
  const bool is_hash = session.size() == 2 * kHalf && read_half(session.substr(0, kHalf), key.high) &&
                       read_half(session.substr(kHalf), key.low);
  if (is_hash) return key;
  const std::string hash = base::fingerprint(session);
  read_half(std::string_view(hash).substr(0, kHalf), key.high);
  read_half(std::string_view(hash).substr(kHalf), key.low);
  return key;
}

bool Conversations::is_unmatched(const TurnFacts& turn) const {
  return turn.is_message && std::any_of(turn.trace.begin(), turn.trace.end(),
                                        [](const TraceEvent& event) { return event.rule == Rule::kFallback; });
}

// ---- a turn ---------------------------------------------------------------------------------------------------

// A failed turn was not stored, so it did not change the session.
void Conversations::take(Session& session, TurnFacts& turn, const TurnEnd& end) {
  const bool failed = end.status == TurnResult::kError;
  const bool is_another = end.restarts_session || (!failed && turn.number > 0 && turn.number <= session.last_turn);
  if (is_another) end_conversation(session);
  if (!failed) decode_legacy_trace(session, turn, end.status);
  if (!session.is_open) begin(session, turn);
  count(turn, end);
  session.last_at = std::max(session.last_at, turn.at);
  if (failed) return;

  for (const TraceEvent& event : turn.trace) {
    session.intents.apply(event, counters_);
    if (event.rule == Rule::kGivenBack) ++given_back_;
    if (event.rule != Rule::kHandoff) continue;
    session.handed_off = true;
    ++handoffs_[counters_.names.id_of(event.detail)];
    ++day_of(turn.at).handoffs;
  }
  session.intents.end_turn(end.status, counters_);
  session.status = end.status;
  session.last_turn = turn.number;
}

void Conversations::begin(Session& session, const TurnFacts& turn) {
  if (!session.is_known) ++sessions_seen_;
  session.is_known = true;
  session.is_open = true;
  session.handed_off = false;
  session.status = TurnResult::kDone;
  ++conversations_;
  ++day_of(turn.at).conversations;
}

void Conversations::count(const TurnFacts& turn, const TurnEnd& end) {
  first_ = turns_ == 0 ? turn.at : std::min(first_, turn.at);
  last_ = turns_ == 0 ? turn.at : std::max(last_, turn.at);
  ++turns_;
  Day& day = day_of(turn.at);  // creates the day even without a message
  if (turn.is_message) {
    ++messages_;
    ++day.messages;
    ++hours_[static_cast<std::size_t>((turn.at - days_before(turn.at) * kDay) / kHour)];
  }
  if (is_unmatched(turn)) ++unmatched_;
  if (turn.has_remark) remarks_ = remarks_.value_or(0) + (*turn.has_remark ? 1 : 0);
  if (end.us >= 0) latency_.add(end.us);
  if (end.status == TurnResult::kError) {
    ++errors_;
    ++error_codes_[counters_.names.id_of(end.code.empty() ? "(none)" : end.code)];
  }
  for (const TurnFacts::ToolRun& run : turn.tools) {
    Tool& tool = tools_[run.tool];
    ++tool.calls;
    ++tool.outcomes[run.outcome];
    if (run.us >= 0) tool.us.add(run.us);
  }
}

Conversations::Day& Conversations::day_of(TimeMs at) { return days_[days_before(at)]; }

// ---- the end --------------------------------------------------------------------------------------------------

void Conversations::end_conversation(Session& session) {
  if (session.is_open) close(session, true);
}

void Conversations::close(Session& session, bool is_idle) {
  const bool asks = session.status == TurnResult::kWaiting;
  const bool calls = session.status == TurnResult::kToolCall;
  if (session.handed_off) {
    ++handed_off_;
  } else if ((asks || calls) && !is_idle) {
    ++open_;
  } else {
    ++(asks ? abandoned_ : calls ? stalled_ : ended_);
  }
  if (is_idle) session.intents.close_all(asks ? IntentEnd::kAbandoned : IntentEnd::kOtherwise, counters_);
  session.legacy.reset();
  session.is_open = false;
}

void Conversations::finish(TimeMs now, TimeMs idle) {
  for (auto& [key, session] : sessions_) {
    if (session.turn) ++torn_;
    if (session.is_open) close(session, now - session.last_at >= idle);
  }
}

// ---- figures --------------------------------------------------------------------------------------------------

std::vector<NamedCount> Conversations::named(const std::unordered_map<NameId, std::int64_t>& counts) const {
  std::vector<NamedCount> all;
  for (const auto& [id, count] : counts) all.push_back({counters_.names.to_string(id), count});
  std::sort(all.begin(), all.end(), [](const NamedCount& a, const NamedCount& b) {
    return std::tie(b.count, a.name) < std::tie(a.count, b.name);
  });
  return all;
}

void Conversations::write(Report& report, bool from_store) const {
  report.first = first_;
  report.last = last_;
  report.torn += torn_;
  report.sessions = sessions_seen_;
  report.conversations = conversations_;
  report.handed_off = handed_off_;
  report.given_back = given_back_;
  report.abandoned = abandoned_;
  report.stalled = stalled_;
  report.ended = ended_;
  report.open = open_;
  report.handoffs = named(handoffs_);
  report.turns = turns_;
  report.messages = messages_;
  report.unmatched = unmatched_;
  report.remarks = remarks_;
  report.hours = hours_;
  for (const auto& [day, counts] : days_) {
    report.days.push_back({day * kDay, counts.conversations, counts.messages, counts.handoffs});
  }
  std::sort(report.days.begin(), report.days.end(),
            [](const DayFigures& a, const DayFigures& b) { return a.day < b.day; });
  if (!from_store) report.errors = errors_;
  report.error_codes = named(error_codes_);
  report.latency = latency_.figures();
  report.intents = intent_figures(counters_, from_store);
  report.params = param_figures(counters_, from_store);
  for (const auto& [id, tool] : tools_) {
    report.tools.push_back({counters_.names.to_string(id), tool.calls, named(tool.outcomes), tool.us.figures()});
  }
  std::sort(report.tools.begin(), report.tools.end(), [](const ToolFigures& a, const ToolFigures& b) {
    return std::tie(b.us.p95, b.calls, a.tool) < std::tie(a.us.p95, a.calls, b.tool);
  });
}

}  // namespace parley::report
