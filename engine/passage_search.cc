#include "engine/passage_search.h"

#include <algorithm>
#include <vector>

#include "config/passages.h"
#include "engine/document_model.h"
#include "intents/folded_text.h"
#include "intents/inquiry_forms.h"
#include "intents/words.h"
#include "parley/act_queries.h"

namespace parley::engine {
namespace {

constexpr std::size_t kShown = 3;      // passages in an explanation
constexpr double kNoQuestion = 0.1;    // the bound rises by this for a message that is no question
constexpr double kOverDoubt = 0.75;    // the score from which on a passage counts more than doubtful intents
constexpr double kLikelyIntent = 0.6;  // the confidence from which on no passage counts more

bool is_question(const std::string& text) {
  if (text.find('?') != std::string::npos) return true;
  const intents::FoldedText folded(text);
  return !intents::find_inquiries(intents::Words(folded.text()), folded.text()).empty();
}

using Acts = std::vector<DialogAct>;
using AsRequest = acts::Request::Role;

// The question that the bot has no answer to. Null: none.
const DialogAct* unanswered(const Acts& acts) {
  const auto found = std::find_if(acts.begin(), acts.end(), [](const DialogAct& act) {
    const auto* ask = std::get_if<acts::Ask>(&act.what);
    return ask && std::holds_alternative<acts::Ask::Unanswered>(ask->answer);
  });
  return found == acts.end() ? nullptr : &*found;
}

bool says_nothing(const Acts& acts) {
  return !has_act<acts::Inform>(acts) && !has_act<acts::Correct>(acts) && !has_act<acts::Retract>(acts) &&
         !has_act<acts::Choose>(acts);
}

// Whether a passage may answer the message, as far as that does not depend on the passage.
bool may_be_answered(const NluContext& now, const Acts& acts, const std::string& text) {
  if (find_request(acts) || find_request(acts, AsRequest::kNext)) return false;
  const Act word = main_act(acts);
  if (unanswered(acts)) return word == Act::kInform || word == Act::kAffirm;
  if (word != Act::kInform || has_act<acts::Ask>(acts) || !says_nothing(acts)) return false;
  if (!now.intent.empty()) return text.find('?') != std::string::npos;
  const auto* follow_up = find_act<acts::FollowUp>(acts);
  return !follow_up || follow_up->asks;
}

// Whether the act only guesses what the message means.
bool is_guess(const DialogAct& act) {
  const auto* request = std::get_if<acts::Request>(&act.what);
  const bool is_doubtful =
      request && (request->role == AsRequest::kDoubtful || request->role == AsRequest::kTakesValue);
  return is_doubtful || std::holds_alternative<acts::FollowUp>(act.what);
}

double confidence_of(const Acts& acts) {
  const acts::Request* doubtful = find_request(acts, AsRequest::kDoubtful);
  return doubtful ? doubtful->wanted.candidate.confidence : 0;
}

// Returns why the best passage does not answer a message that it would answer as a question. Empty: it does.
std::string lack_in(const Acts& acts, double score, double bound, bool asks) {
  if (!asks && score < bound + kNoQuestion) return "the message is no question, and its score is not high enough";
  if (std::none_of(acts.begin(), acts.end(), is_guess)) return {};
  const bool counts_more = asks && score >= kOverDoubt && confidence_of(acts) < kLikelyIntent;
  return counts_more ? "" : "the message may mean an intent";
}

std::string quote(const knowledge::RatedPassage& best, int longest) {
  return config::cut_at_sentence(best.passage->text, static_cast<std::size_t>(longest));
}

void take(const knowledge::RatedPassage& cited, std::string answer, Understanding& heard) {
  std::erase_if(heard.acts, is_guess);
  Passage passage{cited.passage->title(), std::move(answer), cited.passage->source, cited.score};
  heard.acts.push_back({acts::Ask{std::move(passage)}, {}, 1, {ActSource::Kind::kSimilarity, {}, {}}});
}

// Adds the passages and a sentence about the best one to the explanation of the message.
void explain(const std::vector<knowledge::RatedPassage>& rated, Value& understanding) {
  Value::Object* object = understanding.if_object();
  if (!object) return;
  Value::Array* why = (*object)["why"].if_array();
  if (rated.empty()) {
    if (why) why->emplace_back("No passage of the knowledge shares a meaningful word with the message.");
    return;
  }
  Value::Array passages;
  for (const knowledge::RatedPassage& one : rated) {
    Value::Object passage{{"title", one.passage->title()}, {"source", one.passage->source}, {"score", one.score}};
    if (!one.lacked.empty()) passage["lacked"] = one.lacked;
    passages.emplace_back(std::move(passage));
  }
  (*object)["passages"] = Value(std::move(passages));
  const knowledge::RatedPassage& best = rated.front();
  const std::string name = "'" + best.passage->title() + "' (" + best.passage->source + ")";
  if (!why) return;
  why->emplace_back(best.lacked.empty()
                        ? "The passage " + name + " answers the message."
                        : "The nearest passage, " + name + ", does not answer it: " + best.lacked + ".");
}

// Takes the model's answer, or the best passage, which is good enough. Takes neither if the model says that the
// passages do not answer the question.
Value answer_from(TurnDraft& draft, const std::string& text, Span asked, bool is_for_model,
                  std::vector<knowledge::RatedPassage>& rated, Understanding& heard) {
  using Kind = wording::DocumentAnswer::Kind;
  ModelDocument document;
  if (is_for_model) document = write_answer(draft, text, asked, heard, rated);
  const wording::DocumentAnswer& answer = document.answer;
  switch (answer.kind) {
    case Kind::kText: take(rated[answer.passage - 1], answer.text, heard); break;
    case Kind::kNone: rated.front().lacked = "the language model finds no answer in the passages"; break;
    case Kind::kQuote: take(rated.front(), quote(rated.front(), draft.scope.bot.knowledge->longest), heard); break;
  }
  return std::move(document.stored);
}

}  // namespace

Value add_passage(TurnDraft& draft, const std::string& text, const NluContext& now, Understanding& heard) {
  const TurnScope& scope = draft.scope;
  if (!scope.bot_services.knowledge) return {};
  const knowledge::PassageGate* gate = scope.bot_services.knowledge->of(scope.bot);
  if (!gate || draft.pending.state.waits_for<ToolWait>()) return {};
  if (!may_be_answered(now, heard.acts, text)) return {};
  const DialogAct* inquiry = unanswered(heard.acts);
  const Span asked = inquiry ? inquiry->span : Span{0, text.size()};
  const bool is_for_model = may_write_answers(draft, now);
  std::vector<knowledge::RatedPassage> rated =
      gate->rate(text.substr(asked.begin, asked.end - asked.begin),
                 std::max(is_for_model ? kMostPassagesForModel : 1, scope.request.explain ? kShown : 1));
  Value stored;
  if (!rated.empty()) {
    knowledge::RatedPassage& best = rated.front();
    const config::Knowledge& settings = *scope.bot.knowledge;
    if (best.lacked.empty())
      best.lacked = lack_in(heard.acts, best.score, settings.score, inquiry || is_question(text));
    if (best.lacked.empty()) stored = answer_from(draft, text, asked, is_for_model, rated, heard);
  }
  explain(rated, draft.explanation.understanding);
  return stored;
}

}  // namespace parley::engine
