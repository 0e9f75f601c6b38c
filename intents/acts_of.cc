#include "intents/acts_of.h"

#include <algorithm>
#include <utility>

#include "intents/given_acts.h"

namespace parley::intents {
namespace {

using Source = ActSource::Kind;
using Role = acts::Request::Role;

Span first_span(const std::vector<ParamValue>& values) { return values.empty() ? Span() : values.front().span; }

// Collects the acts of one message.
class ActList {
 public:
  ActList(const MessageReading& reading, const NluContext& nlu_context, const SaidWords& said)
      : reading_(reading), reply_(reading.reply), nlu_context_(nlu_context), said_(said) {}

  std::vector<DialogAct> run() && {
    if (reply_.breaks_silence) {
      add(acts::Courtesy{acts::Courtesy::Kind::kPresence}, said_.act);
    } else if (auto act = act_for(reply_.act)) {
      add(std::move(*act), said_.act);
    }
    add_reply();
    for (const ParamValue& value : reading_.elsewhere) add(acts::Inform{value}, value.span, Source::kType);
    if (reading_.choice) add(*reading_.choice, {});
    add_requests();
    for (const Inquiry& inquiry : reading_.inquiries) add_inquiry(inquiry);
    if (reading_.follow_up) add(*reading_.follow_up, first_span(reading_.follow_up->params));
    if (reply_.closes) add(acts::Closing{}, {});
    for (const UntakenValue& value : reading_.untaken) add_untaken(acts_, value);
    if (reading_.has_remark) add(acts::Remark{}, {});
    if (acts_.empty() && said_.message.end > 0) add(acts::Remark{}, said_.message);
    std::stable_sort(acts_.begin(), acts_.end(),
                     [](const DialogAct& a, const DialogAct& b) { return a.span.begin < b.span.begin; });
    return std::move(acts_);
  }

 private:
  DialogAct& add(DialogAct::What what, Span span, Source source = Source::kLexicon) {
    return acts_.emplace_back(DialogAct{std::move(what), span, 1, {source, {}, {}}});
  }

  void add_reply() {
    bool has_correction = false;
    for (const ParamValue& value : reply_.values) {
      DialogAct& act = add(answer_act(value, nlu_context_, reply_.corrects), value.span, Source::kType);
      has_correction = has_correction || std::holds_alternative<acts::Correct>(act.what);
    }
    for (const std::vector<ParamValue>& readings : reply_.ambiguous) {
      if (readings.empty()) continue;
      const acts::Inform either{readings.front(), {readings.begin() + 1, readings.end()}};
      add(either, readings.front().span, Source::kType);
    }
    for (const std::string& param : reply_.named) add(acts::Correct{param, {}, reply_.corrects}, {});
    if (reply_.corrects && !has_correction) add(acts::Correct{{}, {}, true}, said_.act);
  }

  void add_requests() {
    if (!reading_.request_now() && !reply_.others.empty()) {
      acts::Request again{Role::kAgain, {}, {}};
      again.wanted.candidate.intent = nlu_context_.intent;
      again.wanted.candidate.span = first_span(reply_.others);
      again.wanted.others = reply_.others;
      add_request(again);
    }
    for (const acts::Request& request : reading_.requests) add_request(request);
  }

  void add_request(const acts::Request& request) {
    const Candidate& candidate = request.wanted.candidate;
    Source source = request.role == Role::kTakesValue ? Source::kType : Source::kRule;
    if (request.role == Role::kDoubtful || candidate.confidence < 1) source = Source::kSimilarity;
    DialogAct& act = add(request, candidate.span, source);
    act.confidence = candidate.confidence;
    act.source.rule = candidate.rule;
    act.source.place = candidate.source;
  }

  void add_inquiry(const Inquiry& inquiry) {
    acts::Ask ask;
    if (!inquiry.intent.empty()) ask.answer = acts::Ask::Entry{inquiry.intent, inquiry.param, inquiry.answer};
    add(std::move(ask), inquiry.span, inquiry.intent.empty() ? Source::kLexicon : Source::kRule);
  }

  const MessageReading& reading_;
  const Reply& reply_;
  const NluContext& nlu_context_;
  const SaidWords& said_;
  std::vector<DialogAct> acts_;
};

}  // namespace

std::vector<DialogAct> acts_of(const MessageReading& reading, const NluContext& nlu_context, const SaidWords& said) {
  return ActList(reading, nlu_context, said).run();
}

// A question or a request mentions values as well.
void add_untaken(std::vector<DialogAct>& acts, const UntakenValue& value, ActSource::Kind from) {
  const bool is_mentioned = std::any_of(acts.begin(), acts.end(), [&](const DialogAct& act) {
    return act.span.begin <= value.span.begin && value.span.end <= act.span.end;
  });
  if (!is_mentioned) acts.push_back({acts::Remark{value}, value.span, 1, {from, {}, {}}});
}

Understanding to_understanding(MessageReading&& reading, const NluContext& nlu_context, const SaidWords& said) {
  return {acts_of(reading, nlu_context, said),
          std::move(reading.reply.mentioned),
          std::move(reading.untaken),
          std::move(reading.said),
          reading.asks_once,
          reading.refers_back};
}

}  // namespace parley::intents
