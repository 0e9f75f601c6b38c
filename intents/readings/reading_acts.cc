// Tested by tests/intents/acts_of_test.cc.
#include "intents/readings/reading_acts.h"

#include <algorithm>
#include <array>
#include <utility>

#include "intents/acts_of.h"

namespace parley::intents {
namespace {

constexpr std::array<std::pair<Act, acts::Command::Kind>, 8> kCommandActs{
    {{Act::kCancel, acts::Command::Kind::kCancel},
     {Act::kCancelAll, acts::Command::Kind::kCancelAll},
     {Act::kReset, acts::Command::Kind::kStartOver},
     {Act::kRepeat, acts::Command::Kind::kRepeat},
     {Act::kWhy, acts::Command::Kind::kWhy},
     {Act::kSkip, acts::Command::Kind::kSkip},
     {Act::kDontKnow, acts::Command::Kind::kDontKnow},
     {Act::kHuman, acts::Command::Kind::kPerson}}};

Span first_span(const std::vector<ParamValue>& values) { return values.empty() ? Span() : values.front().span; }

// What the words of an act do, if they do anything.
std::optional<DialogAct::What> meaning_of(const Reply& reply) {
  using Courtesies = acts::Courtesy::Kind;
  const auto command =
      std::find_if(kCommandActs.begin(), kCommandActs.end(), [&](const auto& one) { return one.first == reply.act; });
  if (command != kCommandActs.end()) return acts::Command{command->second};
  switch (reply.act) {
    case Act::kAffirm: return acts::Affirm{};
    case Act::kDeny: return acts::Deny{};
    case Act::kGoodbye: return acts::Closing{};
    case Act::kThank: return acts::Courtesy{Courtesies::kThanks};
    case Act::kGreet: return acts::Courtesy{reply.breaks_silence ? Courtesies::kPresence : Courtesies::kGreeting};
    case Act::kReact: return acts::Courtesy{Courtesies::kReaction};
    default: return std::nullopt;
  }
}

// Collects the acts of one message.
class Acts {
 public:
  Acts(const MessageReading& reading, const NluContext& nlu_context, const PlacesOfWords& places)
      : reading_(reading), reply_(reading.reply), nlu_context_(nlu_context), places_(places) {}

  std::vector<DialogAct> run() && {
    if (auto meaning = meaning_of(reply_)) add(std::move(*meaning), places_.act);
    add_reply();
    for (const ParamValue& value : reading_.elsewhere) add_value(acts::Inform{value}, value);
    if (reading_.choice) add(*reading_.choice, {});
    add_requests();
    for (const Inquiry& inquiry : reading_.inquiries) add_inquiry(inquiry);
    if (reading_.follow_up) add(*reading_.follow_up, first_span(reading_.follow_up->params));
    if (reply_.closes) add(acts::Closing{}, {});
    for (const UntakenValue& value : reading_.untaken) add_untaken(acts_, value);
    if (reading_.has_remark) add(acts::Remark{}, {});
    if (acts_.empty() && places_.message.end > 0) add(acts::Remark{}, places_.message);
    std::stable_sort(acts_.begin(), acts_.end(),
                     [](const DialogAct& a, const DialogAct& b) { return a.span.begin < b.span.begin; });
    return std::move(acts_);
  }

 private:
  using Source = ActSource::Kind;

  DialogAct& add(DialogAct::What what, Span span, Source source = Source::kLexicon) {
    return acts_.emplace_back(DialogAct{std::move(what), span, 1, {source, {}, {}}});
  }

  void add_value(DialogAct::What what, const ParamValue& value) { add(std::move(what), value.span, Source::kType); }

  void add_reply() {
    bool has_correction = false;
    for (const ParamValue& value : reply_.values) {
      const bool retracts = value.op == ListOp::kRemove || value.op == ListOp::kClear;
      const bool corrects = value.op == ListOp::kAdd && is_filled(value.param);
      has_correction = has_correction || corrects;
      if (retracts) {
        add_value(acts::Retract{value}, value);
      } else if (corrects) {
        add_value(acts::Correct{value.param, value, reply_.corrects}, value);
      } else {
        add_value(acts::Inform{value}, value);
      }
    }
    for (const std::vector<ParamValue>& readings : reply_.ambiguous) {
      if (readings.empty()) continue;
      add_value(acts::Inform{readings.front(), {readings.begin() + 1, readings.end()}}, readings.front());
    }
    for (const std::string& param : reply_.named) add(acts::Correct{param, {}, reply_.corrects}, {});
    if (reply_.corrects && !has_correction) add(acts::Correct{{}, {}, true}, places_.act);
  }

  bool is_filled(const std::string& param) const {
    const auto& filled = nlu_context_.filled;
    return param != nlu_context_.waiting_for_param && std::find(filled.begin(), filled.end(), param) != filled.end();
  }

  void add_requests() {
    if (!reading_.request_now() && !reply_.others.empty()) {
      acts::Request again{acts::Request::Role::kAgain, {}, {}};
      again.wanted.candidate.intent = nlu_context_.intent;
      again.wanted.candidate.span = first_span(reply_.others);
      again.wanted.others = reply_.others;
      add_request(again);
    }
    for (const acts::Request& request : reading_.requests) add_request(request);
  }

  void add_request(const acts::Request& request) {
    const Candidate& candidate = request.wanted.candidate;
    Source source = request.role == acts::Request::Role::kTakesValue ? Source::kType : Source::kRule;
    if (request.role == acts::Request::Role::kDoubtful || candidate.confidence < 1) source = Source::kSimilarity;
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
  const PlacesOfWords& places_;
  std::vector<DialogAct> acts_;
};

}  // namespace

std::vector<DialogAct> acts_of(const MessageReading& reading, const NluContext& nlu_context,
                               const PlacesOfWords& places) {
  return Acts(reading, nlu_context, places).run();
}

}  // namespace parley::intents
