#include "intents/acts_of.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace parley::intents {
namespace {

using Source = ActSource::Kind;
using Commands = acts::Command::Kind;
using Courtesies = acts::Courtesy::Kind;
using Meaning = acts::Choose::Meaning;
using Role = acts::Request::Role;

constexpr std::array<std::pair<Act, Commands>, 8> kCommands{{{Act::kCancel, Commands::kCancel},
                                                             {Act::kCancelAll, Commands::kCancelAll},
                                                             {Act::kReset, Commands::kStartOver},
                                                             {Act::kRepeat, Commands::kRepeat},
                                                             {Act::kWhy, Commands::kWhy},
                                                             {Act::kSkip, Commands::kSkip},
                                                             {Act::kDontKnow, Commands::kDontKnow},
                                                             {Act::kHuman, Commands::kPerson}}};
constexpr std::array<std::pair<Act, Courtesies>, 3> kCourtesies{
    {{Act::kThank, Courtesies::kThanks}, {Act::kGreet, Courtesies::kGreeting}, {Act::kReact, Courtesies::kReaction}}};

Span span_of(const std::vector<ParamValue>& values) { return values.empty() ? Span() : values.front().span; }

// Collects the acts of one message.
class ActList {
 public:
  ActList(const Understanding& understood, const NluContext& nlu_context, const SaidWords& said, Source from)
      : understood_(understood), nlu_context_(nlu_context), said_(said), from_(from) {}

  std::vector<DialogAct> run() && {
    add_act();
    for (const ParamValue& value : understood_.answers) add_answer(value);
    for (const auto& readings : understood_.ambiguous_answers) add_readings(readings);
    for (const std::string& param : understood_.named) add(acts::Correct{param, {}, understood_.corrects}, {});
    if (understood_.corrects && !corrects_by_words_) add(acts::Correct{{}, {}, true}, said_.act);
    for (const ParamValue& value : understood_.elsewhere) add_value(acts::Inform{value}, value);
    add_choice();
    add_requests();
    for (const Inquiry& inquiry : understood_.inquiries) add_inquiry(inquiry);
    if (understood_.passage) add(acts::Ask{*understood_.passage}, {}, Source::kSimilarity);
    if (understood_.follow_up) add(*understood_.follow_up, span_of(understood_.follow_up->params));
    if (understood_.says_goodbye) add(acts::Closing{}, {});
    const Source by_type = from_ == Source::kLexicon ? Source::kType : from_;
    for (const UntakenValue& value : understood_.untaken) add_untaken(acts_, value, by_type);
    if (understood_.has_remark) add(acts::Remark{}, {});
    if (acts_.empty() && said_.message.end > 0) add(acts::Remark{}, said_.message);
    std::stable_sort(acts_.begin(), acts_.end(),
                     [](const DialogAct& a, const DialogAct& b) { return a.span.begin < b.span.begin; });
    return std::move(acts_);
  }

 private:
  // A source other than the bot's own reader names itself.
  DialogAct& add(DialogAct::What what, Span span, Source source = Source::kLexicon) {
    const bool is_own = from_ == Source::kLexicon;
    return acts_.emplace_back(DialogAct{std::move(what), span, 1, {is_own ? source : from_, {}, {}}});
  }

  void add_value(DialogAct::What what, const ParamValue& value) { add(std::move(what), value.span, Source::kType); }

  void add_act() {
    const Act act = understood_.act;
    if (act == Act::kAffirm) add(acts::Affirm{}, said_.act);
    if (act == Act::kDeny) add(acts::Deny{}, said_.act);
    if (act == Act::kGoodbye) add(acts::Closing{}, said_.act);
    for (const auto& [own, command] : kCommands) {
      if (act == own) add(acts::Command{command}, said_.act);
    }
    for (const auto& [own, courtesy] : kCourtesies) {
      if (act == own) add(acts::Courtesy{understood_.asks_if_there ? Courtesies::kPresence : courtesy}, said_.act);
    }
  }

  bool is_filled(const std::string& param) const {
    const auto& filled = nlu_context_.filled;
    return param != nlu_context_.waiting_for_param && std::find(filled.begin(), filled.end(), param) != filled.end();
  }

  void add_answer(const ParamValue& value) {
    if (value.op == ListOp::kRemove || value.op == ListOp::kClear) return add_value(acts::Retract{value}, value);
    if (!is_filled(value.param) || value.op != ListOp::kAdd) return add_value(acts::Inform{value}, value);
    corrects_by_words_ = corrects_by_words_ || understood_.corrects;
    add_value(acts::Correct{value.param, value, understood_.corrects}, value);
  }

  void add_readings(const std::vector<ParamValue>& readings) {
    if (readings.empty()) return;
    add_value(acts::Inform{readings.front(), {readings.begin() + 1, readings.end()}}, readings.front());
  }

  void add_choice() {
    if (understood_.choice) add(acts::Choose{Meaning::kThese, {*understood_.choice}}, {});
    if (!understood_.several.empty()) add(acts::Choose{Meaning::kThese, understood_.several}, {});
    if (!understood_.possible.empty()) add(acts::Choose{Meaning::kOneOfThese, understood_.possible}, {});
    if (understood_.refuses_options) add(acts::Choose{Meaning::kNone, {}}, {});
  }

  void add_request(Role role, FurtherIntent wanted, std::vector<Candidate> weaker = {}) {
    const bool is_similar = role == Role::kDoubtful || wanted.candidate.confidence < 1;
    const Span span = wanted.candidate.span;
    DialogAct& act = add(acts::Request{role, std::move(wanted), std::move(weaker)}, span,
                         is_similar                  ? Source::kSimilarity
                         : role == Role::kTakesValue ? Source::kType
                                                     : Source::kRule);
    const Candidate& candidate = std::get<acts::Request>(act.what).wanted.candidate;
    act.confidence = candidate.confidence;
    act.source.rule = candidate.rule;
    act.source.place = candidate.source;
  }

  void add_requests() {
    const std::vector<Candidate>& candidates = understood_.candidates;
    if (!candidates.empty()) {
      add_request(Role::kNow, {candidates.front(), understood_.params, understood_.ambiguous, understood_.others},
                  {candidates.begin() + 1, candidates.end()});
    } else if (!understood_.others.empty()) {
      FurtherIntent runs;
      runs.candidate.intent = nlu_context_.intent;
      runs.candidate.span = span_of(understood_.others);
      runs.others = understood_.others;
      add_request(Role::kAgain, std::move(runs));
    }
    for (const FurtherIntent& one : understood_.further) add_request(Role::kNext, one);
    for (const FurtherIntent& one : understood_.doubtful) add_request(Role::kDoubtful, one);
    for (const FurtherIntent& one : understood_.takers) add_request(Role::kTakesValue, one);
  }

  void add_inquiry(const Inquiry& inquiry) {
    acts::Ask ask;
    if (!inquiry.intent.empty()) ask.answer = acts::Ask::Entry{inquiry.intent, inquiry.param, inquiry.answer};
    add(std::move(ask), inquiry.span, inquiry.intent.empty() ? Source::kLexicon : Source::kRule);
  }

  const Understanding& understood_;
  const NluContext& nlu_context_;
  const SaidWords& said_;
  const Source from_;
  bool corrects_by_words_ = false;
  std::vector<DialogAct> acts_;
};

// Collects an Understanding from acts.
class Fields {
 public:
  Understanding run(const std::vector<DialogAct>& acts) && {
    for (const DialogAct& act : acts) {
      act_ = &act;
      std::visit([&](const auto& what) { take(what); }, act.what);
    }
    const bool only_closes = closes_ && out_.act == Act::kInform;
    out_.says_goodbye = closes_ && !only_closes;
    out_.asks_if_there = out_.asks_if_there && out_.act == Act::kGreet;
    if (only_closes) out_.act = Act::kGoodbye;
    return std::move(out_);
  }

 private:
  // A command counts more than a no, this more than a yes, and this more than a courtesy. Of two equals the first
  // counts.
  static int weight_of(Act act) {
    if (act == Act::kInform) return 0;
    if (is_courtesy(act)) return 1;
    return act == Act::kAffirm ? 2 : act == Act::kDeny ? 3 : 4;
  }
  bool take_act(Act act) {
    if (weight_of(act) <= weight_of(out_.act)) return false;
    out_.act = act;
    return true;
  }

  void take(const acts::Affirm&) { take_act(Act::kAffirm); }
  void take(const acts::Deny&) { take_act(Act::kDeny); }
  void take(const acts::Closing&) { closes_ = true; }
  void take(const acts::Command& command) {
    for (const auto& [own, kind] : kCommands) {
      if (kind == command.kind) take_act(own);
    }
  }
  void take(const acts::Courtesy& courtesy) {
    if (courtesy.kind == Courtesies::kPresence) out_.asks_if_there = take_act(Act::kGreet);
    for (const auto& [own, kind] : kCourtesies) {
      if (kind == courtesy.kind) take_act(own);
    }
  }

  void take(const acts::Inform& inform) {
    if (!inform.value.intent.empty()) return out_.elsewhere.push_back(inform.value);
    if (inform.or_else.empty()) return out_.answers.push_back(inform.value);
    std::vector<ParamValue>& readings = out_.ambiguous_answers.emplace_back();
    readings.push_back(inform.value);
    readings.insert(readings.end(), inform.or_else.begin(), inform.or_else.end());
  }
  void take(const acts::Correct& correct) {
    out_.corrects = out_.corrects || correct.by_words;
    if (correct.value) {
      out_.answers.push_back(*correct.value);
    } else if (!correct.param.empty()) {
      out_.named.push_back(correct.param);
    }
  }
  void take(const acts::Retract& retract) { out_.answers.push_back(retract.value); }

  void take(const acts::Choose& choose) {
    if (choose.meaning == Meaning::kNone) {
      out_.refuses_options = true;
    } else if (choose.meaning == Meaning::kOneOfThese) {
      out_.possible = choose.options;
    } else if (choose.options.size() == 1) {
      out_.choice = choose.options.front();
    } else {
      out_.several = choose.options;
    }
  }

  void take(const acts::Request& request) {
    switch (request.role) {
      case Role::kNow: return take_now(request);
      case Role::kAgain: out_.others = request.wanted.others; return;
      case Role::kNext: return out_.further.push_back(request.wanted);
      case Role::kDoubtful: return out_.doubtful.push_back(request.wanted);
      case Role::kTakesValue: return out_.takers.push_back(request.wanted);
    }
  }
  void take_now(const acts::Request& request) {
    out_.others = request.wanted.others;
    out_.candidates.push_back(request.wanted.candidate);
    out_.candidates.insert(out_.candidates.end(), request.weaker.begin(), request.weaker.end());
    out_.params = request.wanted.params;
    out_.ambiguous = request.wanted.ambiguous;
  }

  void take(const acts::Ask& ask) {
    if (const auto* passage = std::get_if<Passage>(&ask.answer)) {
      out_.passage = *passage;
    } else if (const auto* entry = std::get_if<acts::Ask::Entry>(&ask.answer)) {
      out_.inquiries.push_back({act_->span, entry->intent, entry->param, entry->index});
    } else {
      out_.inquiries.push_back({act_->span, {}, {}, 0});
    }
  }
  void take(const acts::FollowUp& follow_up) { out_.follow_up = follow_up; }
  void take(const acts::Remark& remark) {
    if (remark.value) {
      out_.untaken.push_back(*remark.value);
    } else {
      out_.has_remark = true;
    }
  }

  const DialogAct* act_ = nullptr;
  bool closes_ = false;
  Understanding out_;
};

}  // namespace

std::vector<DialogAct> acts_of(const Understanding& understood, const NluContext& nlu_context, const SaidWords& said,
                               ActSource::Kind from) {
  return ActList(understood, nlu_context, said, from).run();
}

// A question or a request mentions values as well.
void add_untaken(std::vector<DialogAct>& acts, const UntakenValue& value, ActSource::Kind from) {
  const bool is_mentioned = std::any_of(acts.begin(), acts.end(), [&](const DialogAct& act) {
    return act.span.begin <= value.span.begin && value.span.end <= act.span.end;
  });
  if (!is_mentioned) acts.push_back({acts::Remark{value}, value.span, 1, {from, {}, {}}});
}

Understanding understanding_of(const std::vector<DialogAct>& acts) { return Fields().run(acts); }

const ParamValue* answer_in(const DialogAct& act) {
  if (const auto* correct = std::get_if<acts::Correct>(&act.what)) return correct->value ? &*correct->value : nullptr;
  if (const auto* retract = std::get_if<acts::Retract>(&act.what)) return &retract->value;
  const auto* inform = std::get_if<acts::Inform>(&act.what);
  return inform && inform->or_else.empty() && inform->value.intent.empty() ? &inform->value : nullptr;
}

void replace_acts(Understanding& understood, const std::vector<DialogAct>& acts) {
  Understanding fields = understanding_of(acts);
  fields.mentioned = std::move(understood.mentioned);
  fields.untaken = std::move(understood.untaken);
  fields.said = std::move(understood.said);
  fields.refers_back = understood.refers_back;
  fields.asks_once = understood.asks_once;
  understood = std::move(fields);
}

}  // namespace parley::intents
