#include "planner/source_rights.h"

#include <algorithm>
#include <array>
#include <utility>

#include "intents/effects.h"
#include "planner/intent_offer.h"
#include "planner/open_question.h"

namespace parley::planner {
namespace {

// The kinds of acts, as far as their rights differ.
enum class Saying {
  kAffirm,
  kDeny,
  kInform,
  kCorrect,
  kRetract,
  kChooseOne,
  kChooseSeveral,
  kChooseOneOfThese,
  kChooseNone,
  kRequestNow,
  kRequestAgain,
  kRequestNext,
  kRequestDoubtful,
  kRequestTakesValue,
  kAskUnanswered,
  kAskEntry,
  kAskPassage,
  kFollowUp,
  kCancel,
  kCancelAll,
  kStartOver,
  kRepeat,
  kWhy,
  kSkip,
  kDontKnow,
  kPerson,
  kThanks,
  kGreeting,
  kReaction,
  kPresence,
  kClosing,
  kRemark,
  kCount  // how many there are
};

enum class When {
  kAlways,
  kNever,
  kInIntent,     // while an intent is open, but not at a confirmation
  kForParam,     // while the bot asks for a param
  kFromSeveral,  // where the bot shows more than one option. One alone would be a yes
  kFromList,     // where it shows more than one option of a param
  kIfHarmless,   // in doubt, if the intent may change something before the user confirms anything
};

struct SourceRow {
  Saying saying;
  When rule, type, lexicon, similarity, model, caller;
};

constexpr When kY = When::kAlways;
constexpr When kN = When::kNever;

// The table. The bot's own rules and words speak for the user, and so does the caller, who has asked the user. A type
// only knows values. A likeness is no answer, and gives no order. A model gives no answer to a question that acts.
constexpr std::array kSourceRows{
    //  saying                     rule  type  lexicon similarity model      caller
    SourceRow{Saying::kAffirm, kY, kN, kY, kN, kN, kY},
    SourceRow{Saying::kDeny, kY, kN, kY, kN, kN, kY},
    SourceRow{Saying::kInform, kY, kY, kY, kN, kY, kY},
    SourceRow{Saying::kCorrect, kY, kY, kY, kN, kY, kY},
    SourceRow{Saying::kRetract, kY, kY, kY, kN, kN, kY},
    SourceRow{Saying::kChooseOne, kY, kY, kY, kN, When::kFromSeveral, kY},
    SourceRow{Saying::kChooseSeveral, kY, kY, kY, kN, When::kFromList, kY},
    SourceRow{Saying::kChooseOneOfThese, kY, kY, kY, kN, kN, kY},
    SourceRow{Saying::kChooseNone, kY, kN, kY, kN, kN, kY},
    SourceRow{Saying::kRequestNow, kY, kN, kY, kY, When::kIfHarmless, kY},
    SourceRow{Saying::kRequestAgain, kY, kY, kY, kY, kN, kY},
    SourceRow{Saying::kRequestNext, kY, kN, kY, kY, When::kIfHarmless, kY},
    SourceRow{Saying::kRequestDoubtful, kY, kY, kY, kY, kY, kY},
    SourceRow{Saying::kRequestTakesValue, kY, kY, kY, kY, kN, kY},
    SourceRow{Saying::kAskUnanswered, kY, kN, kY, kY, kN, kY},
    SourceRow{Saying::kAskEntry, kY, kN, kY, kY, kY, kY},
    SourceRow{Saying::kAskPassage, kY, kN, kY, kY, kN, kY},
    SourceRow{Saying::kFollowUp, kY, kY, kY, kY, kN, kY},
    SourceRow{Saying::kCancel, kY, kN, kY, kN, When::kInIntent, kY},
    SourceRow{Saying::kCancelAll, kY, kN, kY, kN, kN, kY},
    SourceRow{Saying::kStartOver, kY, kN, kY, kN, kN, kY},
    SourceRow{Saying::kRepeat, kY, kN, kY, kN, kN, kY},
    SourceRow{Saying::kWhy, kY, kN, kY, kN, kN, kY},
    SourceRow{Saying::kSkip, kY, kN, kY, kN, kN, kY},
    SourceRow{Saying::kDontKnow, kY, kN, kY, kN, When::kForParam, kY},
    SourceRow{Saying::kPerson, kY, kN, kY, kN, kY, kY},
    SourceRow{Saying::kThanks, kY, kN, kY, kY, kN, kY},
    SourceRow{Saying::kGreeting, kY, kN, kY, kY, kN, kY},
    SourceRow{Saying::kReaction, kY, kN, kY, kY, kN, kY},
    SourceRow{Saying::kPresence, kY, kN, kY, kY, kN, kY},
    SourceRow{Saying::kClosing, kY, kN, kY, kN, kN, kY},
    SourceRow{Saying::kRemark, kY, kY, kY, kY, kN, kY},
};

constexpr bool has_every_saying() {
  for (std::size_t i = 0; i < kSourceRows.size(); ++i) {
    if (kSourceRows[i].saying != static_cast<Saying>(i)) return false;
  }
  return kSourceRows.size() == static_cast<std::size_t>(Saying::kCount);
}
static_assert(has_every_saying(), "each saying has one row, in the order of the enumeration");

When when_of(const SourceRow& row, ActSource::Kind source) {
  switch (source) {
    case ActSource::Kind::kRule: return row.rule;
    case ActSource::Kind::kType: return row.type;
    case ActSource::Kind::kLexicon: return row.lexicon;
    case ActSource::Kind::kSimilarity: return row.similarity;
    case ActSource::Kind::kModel: return row.model;
    case ActSource::Kind::kCaller: return row.caller;
  }
  return When::kNever;
}

// Has no function for other kinds, so a new kind of act does not compile before it has a row.
struct SayingOf {
  Saying operator()(const acts::Affirm&) const { return Saying::kAffirm; }
  Saying operator()(const acts::Deny&) const { return Saying::kDeny; }
  Saying operator()(const acts::Inform&) const { return Saying::kInform; }
  Saying operator()(const acts::Correct&) const { return Saying::kCorrect; }
  Saying operator()(const acts::Retract&) const { return Saying::kRetract; }
  Saying operator()(const acts::Choose& choose) const {
    switch (choose.meaning) {
      case acts::Choose::Meaning::kThese:
        return choose.options.size() == 1 ? Saying::kChooseOne : Saying::kChooseSeveral;
      case acts::Choose::Meaning::kOneOfThese: return Saying::kChooseOneOfThese;
      case acts::Choose::Meaning::kNone: break;
    }
    return Saying::kChooseNone;
  }
  Saying operator()(const acts::Request& request) const {
    switch (request.role) {
      case acts::Request::Role::kNow: return Saying::kRequestNow;
      case acts::Request::Role::kAgain: return Saying::kRequestAgain;
      case acts::Request::Role::kNext: return Saying::kRequestNext;
      case acts::Request::Role::kDoubtful: return Saying::kRequestDoubtful;
      case acts::Request::Role::kTakesValue: break;
    }
    return Saying::kRequestTakesValue;
  }
  Saying operator()(const acts::Ask& ask) const {
    if (std::holds_alternative<Passage>(ask.answer)) return Saying::kAskPassage;
    return std::holds_alternative<acts::Ask::Entry>(ask.answer) ? Saying::kAskEntry : Saying::kAskUnanswered;
  }
  Saying operator()(const acts::FollowUp&) const { return Saying::kFollowUp; }
  Saying operator()(const acts::Command& command) const {
    switch (command.kind) {
      case acts::Command::Kind::kCancel: return Saying::kCancel;
      case acts::Command::Kind::kCancelAll: return Saying::kCancelAll;
      case acts::Command::Kind::kStartOver: return Saying::kStartOver;
      case acts::Command::Kind::kRepeat: return Saying::kRepeat;
      case acts::Command::Kind::kWhy: return Saying::kWhy;
      case acts::Command::Kind::kSkip: return Saying::kSkip;
      case acts::Command::Kind::kDontKnow: return Saying::kDontKnow;
      case acts::Command::Kind::kPerson: break;
    }
    return Saying::kPerson;
  }
  Saying operator()(const acts::Courtesy& courtesy) const {
    switch (courtesy.kind) {
      case acts::Courtesy::Kind::kThanks: return Saying::kThanks;
      case acts::Courtesy::Kind::kGreeting: return Saying::kGreeting;
      case acts::Courtesy::Kind::kReaction: return Saying::kReaction;
      case acts::Courtesy::Kind::kPresence: break;
    }
    return Saying::kPresence;
  }
  Saying operator()(const acts::Closing&) const { return Saying::kClosing; }
  Saying operator()(const acts::Remark&) const { return Saying::kRemark; }
};

bool is_within_intent(Question question) {
  switch (question) {
    case Question::kParam:
    case Question::kYesNo:
    case Question::kOptions:
    case Question::kChange:
    case Question::kChoice:
    case Question::kTool:
    case Question::kLost: return true;
    case Question::kNothing:
    case Question::kOffer:
    case Question::kConfirm: break;
  }
  return false;
}

bool asks_param(Question question) {
  return question == Question::kParam || question == Question::kYesNo || question == Question::kOptions;
}

bool changes_unasked(const config::BotDefinition& bot, const std::string& id) {
  const config::Intent* intent = bot.find_intent(id);
  return intent && intents::intents_that_change_unasked(bot)[static_cast<std::size_t>(intent - bot.intents.data())];
}

bool shows_several(const SessionState& state) { return state.waiting && state.waiting->choices().size() > 1; }

// Whether the act picks from more than one, and begins nothing that changes something unasked.
bool picks_from_several(const DialogAct& act, Question question, const config::BotDefinition& bot,
                        const SessionState& state) {
  if (question == Question::kOptions || question == Question::kChoice) return shows_several(state);
  if (question != Question::kOffer) return false;
  const std::vector<std::string> offered = offered_intents(state);
  const std::vector<int>& options = std::get<acts::Choose>(act.what).options;
  return offered.size() > 1 && std::none_of(options.begin(), options.end(), [&](int option) {
           const auto index = static_cast<std::size_t>(option);
           return index < offered.size() && changes_unasked(bot, offered[index]);
         });
}

}  // namespace

const char* to_string(SourceRight right) {
  switch (right) {
    case SourceRight::kMay: return "may";
    case SourceRight::kMayInDoubt: return "may in doubt";
    case SourceRight::kMayNot: break;
  }
  return "may not";
}

SourceRight right_of(const DialogAct& act, const config::BotDefinition& bot, const SessionState& state) {
  const auto saying = std::visit(SayingOf(), act.what);
  const When when = when_of(kSourceRows[static_cast<std::size_t>(saying)], act.source.kind);
  if (when == When::kAlways) return SourceRight::kMay;
  const Question question = question_of(bot, state);
  const auto if_true = [](bool may) { return may ? SourceRight::kMay : SourceRight::kMayNot; };
  switch (when) {
    case When::kAlways:
    case When::kNever: break;
    case When::kInIntent: return if_true(is_within_intent(question));
    case When::kForParam: return if_true(asks_param(question));
    case When::kFromSeveral: return if_true(picks_from_several(act, question, bot, state));
    case When::kFromList: return if_true(question == Question::kOptions && shows_several(state));
    case When::kIfHarmless: {
      const std::string& intent = std::get<acts::Request>(act.what).wanted.candidate.intent;
      return changes_unasked(bot, intent) ? SourceRight::kMayInDoubt : SourceRight::kMay;
    }
  }
  return SourceRight::kMayNot;
}

std::vector<DialogAct> permitted(std::vector<DialogAct> acts, const config::BotDefinition& bot,
                                 const SessionState& state, std::vector<std::string>& why) {
  std::erase_if(acts, [&](DialogAct& act) {
    const SourceRight right = right_of(act, bot, state);
    if (right == SourceRight::kMay) return false;
    why.push_back(std::string(to_string(act.source.kind)) + ": " + to_string(act) + ": " + to_string(right) + ", at " +
                  to_string(question_of(bot, state)));
    if (right == SourceRight::kMayInDoubt) std::get<acts::Request>(act.what).role = acts::Request::Role::kDoubtful;
    return right == SourceRight::kMayNot;
  });
  return acts;
}

}  // namespace parley::planner
