#include "planner/parts.h"

#include <algorithm>

#include "planner/ambiguity.h"
#include "planner/param_filling.h"
#include "planner/person_intents.h"
#include "planner/prompting.h"

namespace parley::planner {
namespace {

using Role = acts::Request::Role;
using Commands = acts::Command::Kind;

bool is_open_intent(const TransitionBuilder& builder, const std::string& intent) {
  return !builder.is_idle() && builder.top().intent == intent;
}

class PartReader {
 public:
  PartReader(const TransitionBuilder& builder, Question question, const Understanding& message)
      : builder_(builder), question_(question), message_(message) {}

  Part operator()(const acts::Affirm&) const { return Part::kYes; }
  Part operator()(const acts::Deny&) const { return Part::kNo; }

  Part operator()(const acts::Inform& inform) const {
    if (!inform.value.intent.empty()) return Part::kElsewhere;
    return inform.or_else.empty() ? value(inform.value, false) : Part::kCorrection;
  }
  Part operator()(const acts::Correct& correct) const {
    if (correct.value) return value(*correct.value, correct.by_words);
    return asks_to_change(correct.param) ? Part::kCorrection : Part::kSame;
  }
  Part operator()(const acts::Retract& retract) const { return value(retract.value, false); }

  Part operator()(const acts::Choose& choose) const {
    switch (choose.meaning) {
      case acts::Choose::Meaning::kThese: return Part::kPick;
      case acts::Choose::Meaning::kOneOfThese: return Part::kMaybePick;
      case acts::Choose::Meaning::kNone: break;
    }
    return Part::kNoneOfThem;
  }

  Part operator()(const acts::Request& request) const {
    const std::string& intent = request.wanted.candidate.intent;
    const bool is_certain = request.role == Role::kNow || request.role == Role::kNext;
    if (is_certain && is_urgent(builder_, intent)) return Part::kUrgent;
    switch (request.role) {
      case Role::kNow: return is_open_intent(builder_, intent) ? Part::kSameRequest : Part::kRequest;
      case Role::kAgain: return Part::kMoreRuns;
      case Role::kNext: return Part::kNextRequest;
      case Role::kDoubtful: return Part::kDoubt;
      case Role::kTakesValue: break;
    }
    return Part::kTaker;
  }
  Part operator()(const acts::FollowUp&) const { return Part::kFollowUp; }

  Part operator()(const acts::Ask& ask) const {
    if (std::holds_alternative<Passage>(ask.answer))
      return has<acts::Ask::Unanswered>() ? Part::kQuestion : Part::kPassage;
    if (ask.may_decide) return Part::kDeciding;
    const bool is_unanswered = std::holds_alternative<acts::Ask::Unanswered>(ask.answer) && !has<Passage>();
    return is_unanswered ? Part::kUnanswered : Part::kQuestion;
  }

  Part operator()(const acts::Command& command) const {
    switch (command.kind) {
      case Commands::kCancel: return Part::kCancel;
      case Commands::kCancelAll:
      case Commands::kStartOver: return Part::kDropAll;
      case Commands::kPerson: return Part::kPerson;
      case Commands::kRepeat:
      case Commands::kWhy: return Part::kAboutQuestion;
      case Commands::kSkip:
      case Commands::kDontKnow: break;
    }
    return Part::kPass;
  }

  Part operator()(const acts::Courtesy&) const { return Part::kCourtesy; }
  Part operator()(const acts::Closing&) const { return Part::kClosing; }
  Part operator()(const acts::Remark&) const { return Part::kRemark; }

 private:
  // Whether the message asks something with this answer. A passage answers the question for which the bot has no answer
  // of its own.
  template <class Answer>
  bool has() const {
    return std::any_of(message_.acts.begin(), message_.acts.end(), [](const DialogAct& act) {
      const auto* ask = std::get_if<acts::Ask>(&act.what);
      return ask && std::holds_alternative<Answer>(ask->answer);
    });
  }

  bool asks_to_change(const std::string& name) const {
    const config::Param* param = builder_.is_idle() ? nullptr : builder_.intent().find_param(name);
    return param && !param->ask.empty() && builder_.top().params.count(name) != 0;
  }

  Part value(const ParamValue& given, bool by_words) const {
    const config::Param* param = builder_.is_idle() ? nullptr : builder_.intent().find_param(given.param);
    if (!param) return Part::kSame;
    const config::Param* asked = asked_param(builder_);
    if (param == asked) return answer(*param, given);
    if (is_choice(given)) return Part::kAnswer;
    if (!given.valid) return Part::kInvalid;
    if (given.whole_message) return question_ == Question::kChange ? Part::kGuess : Part::kSame;
    if (!changes_param(builder_, *param, given)) return Part::kSame;
    if (builder_.top().params.count(given.param) == 0) return Part::kFill;
    return by_words ? Part::kCorrection : Part::kChange;
  }

  // Whether the bot asks which value of this param is meant, or which param has this value.
  bool is_choice(const ParamValue& given) const {
    if (question_ != Question::kChoice) return false;
    const std::vector<Choice>& choices = builder_.state.waiting->choices();
    const bool is_value = are_of_one_param(choices) && choices.front().param == given.param;
    return is_value || std::any_of(choices.begin(), choices.end(), [&](const Choice& choice) {
             return choice.param == given.param && choice.value == given.value;
           });
  }

  // "None of them" says that the user has no value, if the list is empty.
  Part answer(const config::Param& asked, const ParamValue& given) const {
    const bool is_empty = builder_.top().params.count(asked.id.value) == 0;
    if (given.op == ListOp::kClear && is_empty) return Part::kPass;
    return given.valid && !given.whole_message ? Part::kAnswer : Part::kGuess;
  }

  const TransitionBuilder& builder_;
  const Question question_;
  const Understanding& message_;
};

}  // namespace

const char* to_string(Part part) {
  static constexpr const char* kNames[kParts] = {
      "yes",          "no",        "answer",   "guess",      "fill",           "same",     "change",     "correction",
      "invalid",      "elsewhere", "pick",     "maybe_pick", "none_of_them",   "urgent",   "request",    "same_request",
      "next_request", "more_runs", "doubt",    "taker",      "follow_up",      "question", "unanswered", "deciding",
      "passage",      "cancel",    "drop_all", "person",     "about_question", "pass",     "courtesy",   "closing",
      "remark"};
  return kNames[static_cast<int>(part)];
}

Part part_of(const TransitionBuilder& builder, Question question, const Understanding& message, const DialogAct& act) {
  return std::visit(PartReader(builder, question, message), act.what);
}

}  // namespace parley::planner
