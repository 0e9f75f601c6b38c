#include "planner/resolution.h"

#include <algorithm>

namespace parley::planner {
namespace {

using Parts = Set<Part>;
using Questions = Set<Question>;
using Where = PrecedenceRule::Where;

constexpr Questions kIdle{Question::kNothing, Question::kOffer};
constexpr Questions kForParam{Question::kParam, Question::kYesNo, Question::kOptions};
constexpr Questions kWaiting =
    kForParam | Questions{Question::kConfirm, Question::kChange, Question::kChoice, Question::kLost};
constexpr Questions kOpen = kWaiting | Questions{Question::kTool};
constexpr Questions kAlways = kIdle | kOpen;

constexpr Parts kYesOrNo{Part::kYes, Part::kNo};
constexpr Parts kChanges{Part::kFill, Part::kChange, Part::kCorrection, Part::kInvalid};
constexpr Parts kValues = kChanges | Parts{Part::kAnswer, Part::kGuess, Part::kSame};
constexpr Parts kOptionWords{Part::kPick, Part::kMaybePick, Part::kNoneOfThem};
constexpr Parts kRequests{Part::kUrgent, Part::kRequest, Part::kNextRequest};
constexpr Parts kOthers{Part::kRequest, Part::kNextRequest};
constexpr Parts kSmallTalk = kYesOrNo | Parts{Part::kAboutQuestion, Part::kCourtesy, Part::kClosing};
constexpr Parts kOfferAnswers = kYesOrNo | Parts{Part::kPick, Part::kElsewhere};
constexpr Parts kEndings{Part::kCancel, Part::kDropAll};
constexpr Parts kAfterEnd{Part::kPerson, Part::kUrgent, Part::kNextRequest, Part::kClosing};
constexpr Parts kKeptForPerson{Part::kAnswer, Part::kFill, Part::kSame, Part::kChange, Part::kCorrection};
constexpr Parts kQuestions{Part::kQuestion, Part::kUnanswered, Part::kDeciding, Part::kPassage};
constexpr Parts kAnswered{Part::kQuestion, Part::kDeciding};
constexpr Parts kAsides = kAnswered | Parts{Part::kUnanswered, Part::kRemark};

constexpr Parts kOnce =
    (kSmallTalk - kYesOrNo) | kOptionWords | kEndings | Parts{Part::kPerson, Part::kPass, Part::kFollowUp};

// What an open intent can use.
constexpr Parts kSomething =
    kValues | kOptionWords | Parts{Part::kYes,      Part::kElsewhere,     Part::kRequest, Part::kSameRequest,
                                   Part::kMoreRuns, Part::kAboutQuestion, Part::kPass};

constexpr Parts every_part() {
  Parts all;
  for (int i = 0; i < kParts; ++i) all = all | Parts{static_cast<Part>(i)};
  return all;
}
constexpr Parts kAll = every_part();

// clang-format off
const std::vector<PrecedenceRule>& rules() {
  static const std::vector<PrecedenceRule> kRules = {
      {"P0", kAlways, kOnce, kOnce, "the message says it before", Where::kTwice},
      // Commands.
      {"P1", kOpen, {Part::kDropAll}, {Part::kUrgent}, "the message drops everything", Where::kAnywhere, Right::kWaits},
      {"P2", kAlways, {Part::kUrgent}, kAll - kAsides - kOthers - kKeptForPerson, "the message leads to a person"},
      {"P2", kAlways, {Part::kUrgent}, kOthers, "the message leads to a person", Where::kAnywhere, Right::kWaits},
      {"P3", kAlways, {Part::kRequest, Part::kSameRequest}, {Part::kPerson}, "the same words name an intent", Where::kTogether},
      {"P3", kAlways, {Part::kPerson}, kAll - kAsides - kOthers - kKeptForPerson, "the message asks for a person"},
      {"P3", kAlways, {Part::kPerson}, kOthers, "the message asks for a person", Where::kAnywhere, Right::kWaits},
      {"P4", kIdle, kEndings, kOthers | Parts{Part::kFollowUp}, "the message takes it back", Where::kLater},
      {"P4", kIdle, {Part::kRequest, Part::kNextRequest, Part::kClosing}, kEndings, "nothing is open that it could end"},
      {"P5", kAlways, {Part::kDropAll}, {Part::kCancel}, "the message drops everything"},
      {"P5", kAlways, kEndings, kAll - kAsides - kEndings - kAfterEnd - Parts{Part::kRequest},
       "the message ends the open intent"},
      {"P5", kAlways, kEndings, {Part::kRequest}, "these words end the open intent", Where::kTogether},
      {"P6", {Question::kTool}, {}, kAll - kAnswered - kEndings - kAfterEnd - Parts{Part::kRequest}, "a tool runs"},
      // Nothing is open.
      {"P7", {Question::kOffer}, {Part::kPick}, {Part::kNextRequest}, "the message says which intent is meant",
       Where::kAnywhere, Right::kWaits},
      {"P7", {Question::kNothing}, {Part::kFollowUp}, kOthers, "the message is about what was done", Where::kAnywhere,
       Right::kWaits},
      {"P7", kIdle, kOthers,
       kOfferAnswers | kSmallTalk | Parts{Part::kFollowUp, Part::kPass, Part::kDoubt, Part::kTaker, Part::kPassage},
       "the message names an intent"},
      {"P8", {Question::kOffer}, {Part::kPick}, kYesOrNo, "the message picks an intent"},
      {"P8", {Question::kOffer}, {Part::kClosing}, {Part::kNo}, "the message says goodbye"},
      {"P8", {Question::kOffer}, kOfferAnswers,
       (kSmallTalk - kYesOrNo) | Parts{Part::kPass, Part::kFollowUp, Part::kDoubt, Part::kTaker, Part::kPassage},
       "the message says which intent is meant"},
      {"P9", kIdle, {Part::kFollowUp},
       kSmallTalk | Parts{Part::kPass, Part::kDoubt, Part::kTaker, Part::kPassage},
       "the message is about what was done"},
      {"P10", kIdle, {Part::kDoubt}, kSmallTalk | Parts{Part::kPass, Part::kTaker, Part::kPassage},
       "the message may mean an intent"},
      {"P11", kIdle, {Part::kClosing}, kSmallTalk - Parts{Part::kClosing}, "the message says goodbye"},
      {"P11", kIdle, kYesOrNo, {Part::kAboutQuestion, Part::kCourtesy}, "the message says yes or no"},
      {"P11", kIdle, {Part::kCourtesy}, {Part::kAboutQuestion}, "the message says something else"},
      {"P11", kIdle, kSmallTalk | kQuestions, {Part::kTaker}, "the message says something else"},
      {"P11", kIdle, kSmallTalk, {Part::kPassage}, "the message says something else"},
      // Yes and no.
      {"P12", kAlways, {Part::kYes}, {Part::kNo}, "the message says yes after it", Where::kLater},
      {"P12", kAlways, {Part::kNo}, {Part::kYes}, "the message says no as well"},
      {"P12", kAlways, kYesOrNo, kYesOrNo, "the message says it before", Where::kTwice},
      // Another intent beside weak words.
      {"P13", kForParam | Questions{Question::kChange}, {Part::kRequest}, {Part::kGuess, Part::kInvalid},
       "the message names another intent"},
      {"P13", {Question::kOptions}, {Part::kRequest}, kOptionWords | kYesOrNo, "the message names another intent"},
      {"P13", {Question::kChange}, {Part::kRequest}, {Part::kYes}, "the message names another intent"},
      {"P14", kWaiting, {Part::kRequest}, {Part::kChange, Part::kMoreRuns, Part::kAboutQuestion, Part::kPass},
       "the message names another intent"},
      // The question for a param.
      {"P15", kForParam, {Part::kAnswer, Part::kPick}, {Part::kAboutQuestion, Part::kPass, Part::kChange},
       "the message answers the question"},
      {"P16", kForParam, {Part::kCorrection}, {Part::kNo, Part::kGuess, Part::kPass}, "the message corrects another value"},
      {"P16", {Question::kOptions}, {Part::kCorrection}, {Part::kMaybePick, Part::kNoneOfThem},
       "the message corrects another value"},
      {"P17", {Question::kYesNo}, {Part::kAnswer}, kYesOrNo, "the message gives the value"},
      {"P18", {Question::kOptions}, {Part::kAnswer}, {Part::kMaybePick, Part::kNoneOfThem}, "the message gives a value"},
      {"P18", {Question::kOptions}, {Part::kPick},
       kYesOrNo | Parts{Part::kAnswer, Part::kGuess, Part::kMaybePick, Part::kNoneOfThem},
       "the message picks an option"},
      {"P18", {Question::kOptions}, {Part::kNoneOfThem},
       kYesOrNo | Parts{Part::kGuess, Part::kMaybePick}, "the message refuses the options"},
      {"P18", {Question::kOptions}, {Part::kMaybePick}, kYesOrNo | Parts{Part::kGuess},
       "the message means one of several options"},
      {"P18", {Question::kOptions}, kValues, kYesOrNo, "the message gives a value"},
      {"P19", kForParam, {Part::kPass},
       kYesOrNo | kOptionWords | Parts{Part::kGuess, Part::kChange, Part::kAboutQuestion},
       "the user has no answer"},
      {"P19", {Question::kConfirm}, {Part::kPass}, {Part::kYes}, "the user is not sure"},
      {"P20", kWaiting, {Part::kAboutQuestion}, kYesOrNo | kOptionWords | Parts{Part::kGuess, Part::kElsewhere},
       "the message is about the question"},
      // Confirmations and choices.
      {"P21", {Question::kConfirm, Question::kChange}, kChanges, kYesOrNo, "the message changes a value"},
      {"P22", {Question::kConfirm}, {Part::kDeciding}, {Part::kYes}, "the user asks something before"},
      {"P23", {Question::kChange}, kYesOrNo, {Part::kGuess}, "the message says yes or no"},
      {"P24", {Question::kChoice}, {Part::kPick}, {Part::kAnswer}, "the message picks a choice"},
      {"P24", {Question::kChoice}, {Part::kAnswer, Part::kPick}, kYesOrNo | Parts{Part::kAboutQuestion, Part::kChange},
       "the message answers the question"},
      // Another intent beside an answer.
      {"P25", kWaiting, {Part::kAnswer, Part::kFill, Part::kCorrection}, {Part::kRequest},
       "the same words answer the question", Where::kOverlapping},
      {"P26", kWaiting, kChanges | Parts{Part::kAnswer, Part::kPick}, {Part::kRequest},
       "the message is also about the open intent", Where::kAnywhere, Right::kWaits},
      {"P26", {Question::kYesNo, Question::kConfirm, Question::kChange, Question::kChoice}, kYesOrNo, {Part::kRequest},
       "the message is also about the open intent", Where::kAnywhere, Right::kWaits},
      // What counts only alone.
      {"P27", kWaiting, kChanges | Parts{Part::kAnswer, Part::kGuess, Part::kPick}, {Part::kElsewhere},
       "the message is about the open intent"},
      {"P27", {Question::kConfirm, Question::kChange, Question::kChoice}, kYesOrNo, {Part::kElsewhere},
       "the message is about the open intent"},
      {"P28", kWaiting, kSomething | Parts{Part::kNo, Part::kNextRequest}, {Part::kCourtesy, Part::kPassage},
       "the message says something else"},
      {"P28", kWaiting, kSomething, {Part::kClosing}, "the message says something else"},
      {"P28", kWaiting - Questions{Question::kConfirm, Question::kChange}, {Part::kNo}, {Part::kClosing},
       "the message says something else"},
      {"P29", kAlways,
       kAll - kAsides - kYesOrNo -
           Parts{Part::kCourtesy, Part::kClosing, Part::kTaker, Part::kPassage, Part::kCancel, Part::kDropAll, Part::kAnswer},
       {Part::kUnanswered}, "the message says something else"},
      {"P30", kOpen, {}, {Part::kDoubt, Part::kTaker, Part::kFollowUp}, "an intent is open"},
  };
  return kRules;
}
// clang-format on

bool overlap(Span a, Span b) { return a.begin < b.end && b.begin < a.end; }

bool are_together(const DialogAct& a, const DialogAct& b) {
  const bool have_places = a.span.end > 0 && b.span.end > 0;
  return have_places ? overlap(a.span, b.span) : a.source.kind != ActSource::Kind::kCaller;
}

// An act without words has no place in the message.
bool is_later(const ResolvedAct& one, const ResolvedAct& other) {
  return one.act->span.end > 0 && other.act->span.end > 0 && one.act->span.begin >= other.act->span.end;
}

bool applies(const PrecedenceRule& rule, const ResolvedAct& taker, const ResolvedAct& taken) {
  if (&taker == &taken || taker.right != Right::kActs || !rule.takers.has(taker.part)) return false;
  switch (rule.where) {
    case Where::kOverlapping: return overlap(taker.act->span, taken.act->span);
    case Where::kTogether: return are_together(*taker.act, *taken.act);
    case Where::kLater: return is_later(taker, taken);
    case Where::kTwice: return taker.part == taken.part && &taker < &taken;
    case Where::kAnywhere: break;
  }
  return true;
}

void apply(const PrecedenceRule& rule, std::vector<ResolvedAct>& acts) {
  for (ResolvedAct& taken : acts) {
    if (taken.right == Right::kNone || !rule.taken.has(taken.part)) continue;
    const bool is_taken =
        rule.takers.is_empty() ||
        std::any_of(acts.begin(), acts.end(), [&](const ResolvedAct& taker) { return applies(rule, taker, taken); });
    if (!is_taken) continue;
    taken.right = rule.left;
    taken.by = &rule;
  }
}

// If the message ends what is open, or nothing is open, the first intent begins at once. Otherwise only the intent that
// the message is about does. The others wait.
void order_requests(Question question, std::vector<ResolvedAct>& acts) {
  const bool ends = std::any_of(acts.begin(), acts.end(), [](const ResolvedAct& one) {
    return one.right == Right::kActs && (one.part == Part::kCancel || one.part == Part::kDropAll);
  });
  const bool has_now = std::any_of(acts.begin(), acts.end(), [](const ResolvedAct& one) {
    return one.right == Right::kActs && one.part == Part::kRequest;
  });
  bool is_first = ends || has_now || kIdle.has(question);
  for (ResolvedAct& one : acts) {
    if (!kRequests.has(one.part) || one.right == Right::kNone) continue;
    if (one.part == Part::kUrgent && one.right == Right::kActs) continue;
    if (one.right != Right::kActs && !ends) continue;
    if (question == Question::kTool && !ends) {  // the bot says that it is busy
      one.right = Right::kNone;
      continue;
    }
    one.right = is_first ? Right::kActs : Right::kWaits;
    one.part = Part::kNextRequest;  // also one that leads to a person: it no longer begins before the others
    is_first = false;
  }
}

}  // namespace

const std::vector<PrecedenceRule>& precedence() { return rules(); }

Resolution resolve(const TransitionBuilder& builder, const Understanding& message) {
  Resolution resolution;
  resolution.question = question_of(builder.bot, builder.state);
  for (const DialogAct& act : message.acts) {
    resolution.acts.push_back({&act, part_of(builder, resolution.question, message, act)});
  }
  for (const PrecedenceRule& rule : precedence()) {
    if (rule.at.has(resolution.question)) apply(rule, resolution.acts);
  }
  order_requests(resolution.question, resolution.acts);
  return resolution;
}

}  // namespace parley::planner
