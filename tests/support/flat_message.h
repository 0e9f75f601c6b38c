// FlatMessage: the dialog acts of a message as one struct with a field for each thing that a message can say. Tests
// read one field of a message, or build a message from a few fields. flat() and acts_of() are inverse to each other, up
// to the order of values in a list (tests/intents/acts_of_test.cc).
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "parley/understanding.h"

namespace parley {

struct FlatMessage {
  FlatMessage() = default;
  FlatMessage(const Understanding& understanding);  // NOLINT(google-explicit-constructor)

  Act act = Act::kInform;
  bool says_goodbye = false;          // after the act: "forget it, goodbye"
  std::vector<Candidate> candidates;  // best first. Empty: nothing matched
  std::vector<ParamValue> params;     // for the best candidate's intent
  Ambiguous ambiguous;                // also for the best candidate's intent
  // The further values of an enumeration, for a param of `params` or `answers` that takes one value and whose type has
  // patterns: "where are 12345 and 23456". The intent runs once for each.
  std::vector<ParamValue> others;
  std::vector<ParamValue> answers;  // for the open intent (NluContext::intent)
  Ambiguous ambiguous_answers;      // also for the open intent
  // For the questions of interrupted intents (NluContext::interrupted), in order, for NluContext::offered, or for the
  // intent that `if_unknown` of the asked param calls.
  std::vector<ParamValue> elsewhere;
  // In the order of the message. If `candidates` is empty, the message answers the question and names these intents.
  std::vector<FurtherIntent> further;

  // The intents that the message may mean, best first, if no candidate is likely enough. The bot asks which.
  std::vector<FurtherIntent> doubtful;

  // The options of the open question (NluContext::choices) that the message names, if not exactly one.
  std::vector<int> several;      // "the first and the third", "both"
  std::vector<int> possible;     // it means one of these: "the anvil", if two labels have an anvil
  bool refuses_options = false;  // "none of them"

  std::optional<FollowUp> follow_up;  // for NluContext::done

  // The user's questions that the bot answers, and those that it has to leave unanswered while something is open.
  std::vector<Inquiry> inquiries;
  // The passage that answers the message. The engine sets it, because a catalog has no index of the pages.
  std::optional<Passage> passage;
  std::vector<ParamValue> mentioned;  // values in the user's questions, which no param takes

  // Values of the bot's own types, email addresses, phone numbers and IBANs that no param takes.
  std::vector<UntakenValue> untaken;
  // The plain words of the message that no value covers. They may name an option that the bot has not listed yet. Empty
  // unless the bot has a param with `options`, and the bot's language is English.
  std::string said;
  // The intents with a required param of the type of such a value, likeliest first, if the message names no intent.
  std::vector<FurtherIntent> takers;
  // The message is about what the conversation was about before: "cancel it", "the same order". False unless
  // NluContext::has_values_in_mind is set.
  bool refers_back = false;

  bool asks_if_there = false;  // "hello??", "is anyone there?", while an intent is open
  // At a confirmation: the message has words with content that are no act, value, intent or question.
  bool has_remark = false;

  bool corrects = false;  // "no, I meant ...", "actually ...": filled params may change
  // In English: no word of the message, such as "another" or "again", asks for something once more.
  bool asks_once = false;
  std::vector<std::string> named;  // params of the open intent that are named without a value: "change the date"
  std::optional<int> choice;       // the index in NluContext::choices that the user picks

  // Whether the message names an intent, even a doubtful one.
  bool names_intent() const { return !candidates.empty() || !further.empty() || !doubtful.empty(); }
};

namespace flat_message {

using Source = ActSource::Kind;
using Commands = acts::Command::Kind;
using Courtesies = acts::Courtesy::Kind;
using Meaning = acts::Choose::Meaning;
using Role = acts::Request::Role;

inline constexpr std::array<std::pair<Act, Commands>, 8> kCommands{{{Act::kCancel, Commands::kCancel},
                                                                    {Act::kCancelAll, Commands::kCancelAll},
                                                                    {Act::kReset, Commands::kStartOver},
                                                                    {Act::kRepeat, Commands::kRepeat},
                                                                    {Act::kWhy, Commands::kWhy},
                                                                    {Act::kSkip, Commands::kSkip},
                                                                    {Act::kDontKnow, Commands::kDontKnow},
                                                                    {Act::kHuman, Commands::kPerson}}};
inline constexpr std::array<std::pair<Act, Courtesies>, 3> kCourtesies{
    {{Act::kThank, Courtesies::kThanks}, {Act::kGreet, Courtesies::kGreeting}, {Act::kReact, Courtesies::kReaction}}};

inline Span span_of(const std::vector<ParamValue>& values) { return values.empty() ? Span() : values.front().span; }

// Collects the acts of one message.
class ActList {
 public:
  ActList(const FlatMessage& understood, const NluContext& nlu_context)
      : understood_(understood), nlu_context_(nlu_context) {}

  std::vector<DialogAct> run() && {
    add_act();
    for (const ParamValue& value : understood_.answers) add_answer(value);
    for (const auto& readings : understood_.ambiguous_answers) add_readings(readings);
    for (const std::string& param : understood_.named) add(acts::Correct{param, {}, understood_.corrects}, {});
    if (understood_.corrects && !corrects_by_words_) add(acts::Correct{{}, {}, true}, {});
    for (const ParamValue& value : understood_.elsewhere) add_value(acts::Inform{value}, value);
    add_choice();
    add_requests();
    for (const Inquiry& inquiry : understood_.inquiries) add_inquiry(inquiry);
    if (understood_.passage) add(acts::Ask{*understood_.passage}, {}, Source::kSimilarity);
    if (understood_.follow_up) add(*understood_.follow_up, span_of(understood_.follow_up->params));
    if (understood_.says_goodbye) add(acts::Closing{}, {});
    for (const UntakenValue& value : understood_.untaken) add_untaken(value);
    if (understood_.has_remark) add(acts::Remark{}, {});
    std::stable_sort(acts_.begin(), acts_.end(),
                     [](const DialogAct& a, const DialogAct& b) { return a.span.begin < b.span.begin; });
    return std::move(acts_);
  }

 private:
  DialogAct& add(DialogAct::What what, Span span, Source source = Source::kLexicon) {
    return acts_.emplace_back(DialogAct{std::move(what), span, 1, {source, {}, {}}});
  }

  // A question or a request mentions values as well.
  void add_untaken(const UntakenValue& value) {
    const bool is_mentioned = std::any_of(acts_.begin(), acts_.end(), [&](const DialogAct& act) {
      return act.span.begin <= value.span.begin && value.span.end <= act.span.end;
    });
    if (!is_mentioned) add(acts::Remark{value}, value.span, Source::kType);
  }

  void add_value(DialogAct::What what, const ParamValue& value) { add(std::move(what), value.span, Source::kType); }

  void add_act() {
    const Act act = understood_.act;
    if (act == Act::kAffirm) add(acts::Affirm{}, {});
    if (act == Act::kDeny) add(acts::Deny{}, {});
    if (act == Act::kGoodbye) add(acts::Closing{}, {});
    for (const auto& [own, command] : kCommands) {
      if (act == own) add(acts::Command{command}, {});
    }
    for (const auto& [own, courtesy] : kCourtesies) {
      if (act == own) add(acts::Courtesy{understood_.asks_if_there ? Courtesies::kPresence : courtesy}, {});
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

  const FlatMessage& understood_;
  const NluContext& nlu_context_;
  bool corrects_by_words_ = false;
  std::vector<DialogAct> acts_;
};

// Collects a FlatMessage from acts.
class Fields {
 public:
  FlatMessage run(const std::vector<DialogAct>& acts) && {
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
    if (act == Act::kThank || act == Act::kGreet || act == Act::kReact) return 1;
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
  FlatMessage out_;
};

}  // namespace flat_message

inline FlatMessage flat(const std::vector<DialogAct>& acts) { return flat_message::Fields().run(acts); }

inline FlatMessage flat(const Understanding& understanding) {
  FlatMessage message = flat(understanding.acts);
  message.mentioned = understanding.mentioned;
  message.untaken = understanding.untaken;
  message.said = understanding.said;
  message.asks_once = understanding.asks_once;
  message.refers_back = understanding.refers_back;
  return message;
}

inline FlatMessage::FlatMessage(const Understanding& understanding) : FlatMessage(flat(understanding)) {}

inline std::vector<DialogAct> acts_of(const FlatMessage& message, const NluContext& nlu_context) {
  return flat_message::ActList(message, nlu_context).run();
}

inline Understanding understanding_of(const FlatMessage& message, const NluContext& nlu_context) {
  return {acts_of(message, nlu_context),
          message.mentioned,
          message.untaken,
          message.said,
          message.asks_once,
          message.refers_back};
}

}  // namespace parley
