// Tested by tests/report/builder_test.cc.
#include "report/builder.h"

#include <algorithm>
#include <utility>

#include "report/sanitize_text.h"

namespace parley {

using report::TurnEnd;
using report::TurnFacts;
using report::TurnResult;
using telemetry::ReadEvent;

namespace {

constexpr std::size_t kLongestText = 4'000;  // bytes of a message that are examined

TurnResult status_of(std::string_view name) {
  if (name == "waiting") return TurnResult::kWaiting;
  if (name == "tool_call") return TurnResult::kToolCall;
  if (name == "handoff") return TurnResult::kHandoff;
  return name == "error" ? TurnResult::kError : TurnResult::kDone;
}

// Whether a turn with this reason starts a new conversation in its session. Every reason does, except "max_turns".
bool restarts_session(std::string_view reason) { return !reason.empty() && reason != "max_turns"; }

// A `planned` event of an earlier version of parley has no `events`.
void add_decisions(const ReadEvent& planned, TurnFacts& turn) {
  const auto member = planned.members().find("events");
  const Value::Array* events = member == planned.members().end() ? nullptr : member->second.if_array();
  if (!events) {
    std::vector<std::string> texts = report::LegacyTrace::texts_of(planned);
    std::move(texts.begin(), texts.end(), std::back_inserter(turn.legacy_trace));
    return;
  }
  for (const Value& one : *events) {
    if (auto event = trace_event_from(one)) turn.trace.push_back(std::move(*event));
  }
}

}  // namespace

ReportBuilder::Impl::Impl(ReportOptions options) : options_(std::move(options)), clusters_(options_.clusters) {}

bool ReportBuilder::Impl::is_wanted(TimeMs at, std::string_view bot) const {
  return at >= options_.since && at < options_.until && (options_.bot.empty() || options_.bot == bot);
}

Result<void> ReportBuilder::Impl::add(std::string_view line, bool may_be_torn) {
  const auto event = ReadEvent::parse(line);
  if (!event) {
    ++(may_be_torn ? torn_ : not_events_);
    if (may_be_torn) return {};
    return Unexpected(event.error());
  }
  ++events_;
  newest_ = std::max(newest_, *event->at());
  take(*event);
  return {};
}

// Reads one event. The events of a turn are in order; those of different sessions may be interleaved.
void ReportBuilder::Impl::take(const ReadEvent& event) {
  const std::string_view stage = event.text("stage"), bot = event.text("bot"), name = event.text("session");
  if (stage == "telemetry") {
    lost_ += std::max<std::int64_t>(0, event.number("lost").value_or(0));
    return;
  }
  const bool is_of_turn =
      stage == "received" || stage == "classified" || stage == "planned" || stage == "tool" || stage == "respond";
  if (name.empty() || !is_of_turn || !is_wanted(*event.at(), bot)) return;
  const report::NameId bot_id = conversations_.counters().names.id_of(bot);
  if (bots_.size() <= bot_id) bots_.resize(bot_id + 1);
  bots_[bot_id] = true;
  Session& session = conversations_.session(report::SessionKey::of(name));
  const std::int64_t number = event.number("turn").value_or(0);
  const bool is_another = !session.turn || session.turn->number != number || stage == "received";
  if (is_another) begin_turn(session, event, number);
  TurnFacts& turn = *session.turn;
  const std::int64_t us = std::max<std::int64_t>(0, event.number("us").value_or(0));
  turn.us += us;

  report::StringInterner& names = conversations_.counters().names;
  if (stage == "received") {
    const std::string_view input = event.text("input");
    turn.is_message = input == "text" || input == "understanding";
    turn.is_tool_result = input == "tool_result";
  } else if (stage == "classified") {
    if (event.members().count("acts") != 0) {
      const std::vector<std::string> acts = event.names("acts");
      turn.has_remark = std::find(acts.begin(), acts.end(), "remark") != acts.end();
    }
    if (options_.texts) turn.text = report::cut_bytes(event.text("text"), kLongestText);
  } else if (stage == "planned") {
    add_decisions(event, turn);
  } else if (stage == "tool") {
    // In version 1 `us` is the time since the previous event, which is meaningless for tools that ran between turns.
    const bool has_duration = event.number("us") && !turn.is_tool_result;
    const std::int64_t took = event.number("took_us").value_or(has_duration ? us : -1);
    turn.tools.push_back({names.id_of(event.text("tool")), names.id_of(event.text("outcome")), took});
  } else if (stage == "respond") {
    end_turn(session, event);
  }
}

void ReportBuilder::Impl::begin_turn(Session& session, const ReadEvent& event, std::int64_t number) {
  if (session.turn) ++torn_;  // the previous turn has no `respond` event
  session.turn = std::make_unique<TurnFacts>();
  session.turn->number = number;
  session.turn->at = *event.at();
}

void ReportBuilder::Impl::end_turn(Session& session, const ReadEvent& event) {
  TurnEnd end;
  end.status = status_of(event.text("status"));
  end.restarts_session = restarts_session(event.text("reason"));
  end.code = event.text("code");
  end.us = event.number("us_total").value_or(session.turn->us);
  TurnFacts turn = std::move(*session.turn);
  session.turn.reset();
  end_turn(session, turn, end);
}

void ReportBuilder::Impl::end_turn(Session& session, TurnFacts& turn, const TurnEnd& end) {
  conversations_.take(session, turn, end);
  if (turn.text.empty() || end.status == TurnResult::kError || !conversations_.is_unmatched(turn)) return;
  try {
    clusters_.add(report::without_ids(options_.redact ? options_.redact(turn.text) : turn.text));
  } catch (...) {  // the redaction failed, so the text is not shown
  }
}

Report ReportBuilder::Impl::finish() {
  Report report;
  conversations_.finish(std::min(newest_, options_.until), options_.idle.count());
  report.from_store = from_store_;
  report.events = events_;
  report.not_events = not_events_;
  report.torn = torn_;
  report.top = options_.top;
  if (!from_store_) report.lost = lost_;
  conversations_.write(report, from_store_);
  for (std::size_t id = 0; id < bots_.size(); ++id) {
    if (bots_[id]) report.bots.push_back(conversations_.counters().names.to_string(static_cast<report::NameId>(id)));
  }
  std::sort(report.bots.begin(), report.bots.end());
  report.unmatched_texts = clusters_.texts();
  report.clusters = std::move(clusters_).largest(options_.top, report.clustered_elsewhere);
  return report;
}

// ---- parley/report.h ------------------------------------------------------------------------------------------

ReportBuilder::ReportBuilder(ReportOptions options) : impl_(std::make_unique<Impl>(std::move(options))) {}
ReportBuilder::~ReportBuilder() = default;
ReportBuilder::ReportBuilder(ReportBuilder&&) noexcept = default;
ReportBuilder& ReportBuilder::operator=(ReportBuilder&&) noexcept = default;

Result<void> ReportBuilder::add(std::string_view line, bool may_be_torn) { return impl_->add(line, may_be_torn); }
Report ReportBuilder::finish() { return impl_->finish(); }

namespace {

std::optional<double> share(std::int64_t part, std::int64_t whole) {
  if (whole == 0) return std::nullopt;
  return static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

std::optional<double> Report::containment() const { return share(over() - handed_off, over()); }
std::optional<double> Report::handoff_rate() const { return share(handed_off, over()); }
std::optional<double> Report::abandoned_rate() const { return share(abandoned, over()); }
std::optional<double> Report::error_rate() const { return errors ? share(*errors, turns) : std::nullopt; }
std::optional<double> Report::remark_rate() const { return remarks ? share(*remarks, messages) : std::nullopt; }
std::optional<double> Report::unmatched_rate() const { return share(unmatched, messages); }

}  // namespace parley
