#include "engine/passage_search.h"

#include <algorithm>
#include <vector>

#include "config/passages.h"
#include "engine/document_model.h"
#include "intents/acts_of.h"
#include "intents/folded_text.h"
#include "intents/inquiry_forms.h"
#include "intents/words.h"

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

const Inquiry* unanswered(const Understanding& heard) {
  const auto found = std::find_if(heard.inquiries.begin(), heard.inquiries.end(),
                                  [](const Inquiry& inquiry) { return inquiry.intent.empty(); });
  return found == heard.inquiries.end() ? nullptr : &*found;
}

bool says_nothing(const Understanding& heard) {
  return heard.answers.empty() && heard.ambiguous_answers.empty() && heard.elsewhere.empty() && heard.named.empty() &&
         heard.several.empty() && heard.possible.empty() && !heard.refuses_options && !heard.choice && !heard.corrects;
}

// Whether a passage may answer the message, as far as that does not depend on the passage.
bool may_be_answered(const NluContext& now, const Understanding& heard, const std::string& text) {
  if (!heard.candidates.empty() || !heard.further.empty()) return false;
  const Inquiry* inquiry = unanswered(heard);
  if (inquiry) return heard.act == Act::kInform || heard.act == Act::kAffirm;
  if (heard.act != Act::kInform || !heard.inquiries.empty() || !says_nothing(heard)) return false;
  if (!now.intent.empty()) return text.find('?') != std::string::npos;
  return !heard.follow_up || heard.follow_up->asks;
}

bool is_in_doubt(const Understanding& heard) {
  return !heard.doubtful.empty() || !heard.takers.empty() || heard.follow_up.has_value();
}

double confidence_of(const Understanding& heard) {
  return heard.doubtful.empty() ? 0 : heard.doubtful.front().candidate.confidence;
}

// Returns why the best passage does not answer a message that it would answer as a question. Empty: it does.
std::string lack_in(const Understanding& heard, double score, double bound, bool asks) {
  if (!asks && score < bound + kNoQuestion) return "the message is no question, and its score is not high enough";
  if (!is_in_doubt(heard)) return {};
  const bool counts_more = asks && score >= kOverDoubt && confidence_of(heard) < kLikelyIntent;
  return counts_more ? "" : "the message may mean an intent";
}

std::string quote(const knowledge::RatedPassage& best, int longest) {
  return config::cut_at_sentence(best.passage->text, static_cast<std::size_t>(longest));
}

// Whether the act only guesses what the message means.
bool is_guess(const DialogAct& act) {
  const auto* request = std::get_if<acts::Request>(&act.what);
  const bool is_doubtful =
      request && (request->role == acts::Request::Role::kDoubtful || request->role == acts::Request::Role::kTakesValue);
  return is_doubtful || std::holds_alternative<acts::FollowUp>(act.what);
}

void take(const knowledge::RatedPassage& cited, std::string answer, HeardMessage& heard) {
  std::erase_if(heard.acts, is_guess);
  Passage passage{cited.passage->title(), std::move(answer), cited.passage->source, cited.score};
  heard.acts.push_back({acts::Ask{std::move(passage)}, {}, 1, {ActSource::Kind::kSimilarity, {}, {}}});
  intents::replace_acts(heard.fields, heard.acts);
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
                  std::vector<knowledge::RatedPassage>& rated, HeardMessage& heard) {
  using Kind = wording::DocumentAnswer::Kind;
  ModelDocument document;
  if (is_for_model) document = write_answer(draft, text, asked, heard.fields, rated);
  const wording::DocumentAnswer& answer = document.answer;
  switch (answer.kind) {
    case Kind::kText: take(rated[answer.passage - 1], answer.text, heard); break;
    case Kind::kNone: rated.front().lacked = "the language model finds no answer in the passages"; break;
    case Kind::kQuote: take(rated.front(), quote(rated.front(), draft.scope.bot.knowledge->longest), heard); break;
  }
  return std::move(document.stored);
}

}  // namespace

Value add_passage(TurnDraft& draft, const std::string& text, const NluContext& now, HeardMessage& heard) {
  const TurnScope& scope = draft.scope;
  if (!scope.bot_services.knowledge) return {};
  const knowledge::PassageGate* gate = scope.bot_services.knowledge->of(scope.bot);
  if (!gate || draft.pending.state.waits_for<ToolWait>()) return {};
  if (!may_be_answered(now, heard.fields, text)) return {};
  const Inquiry* inquiry = unanswered(heard.fields);
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
      best.lacked = lack_in(heard.fields, best.score, settings.score, inquiry || is_question(text));
    if (best.lacked.empty()) stored = answer_from(draft, text, asked, is_for_model, rated, heard);
  }
  explain(rated, draft.explanation.understanding);
  return stored;
}

}  // namespace parley::engine
