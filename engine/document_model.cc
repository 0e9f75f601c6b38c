#include "engine/document_model.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "config/passages.h"
#include "engine/param_value_lists.h"
#include "engine/turn_usage.h"
#include "knowledge/grounding.h"
#include "models/json_answer.h"
#include "privacy/detectors.h"
#include "reading/shown_message.h"
#include "wording/passage_parts.h"

namespace parley::engine {
namespace {

using wording::DocumentAnswer;

// Owns everything it uses, because the check may run after the turn.
struct Question {
  reading::ShownMessage asked;
  wording::DocumentQuestion shown;
  std::shared_ptr<const wording::ExactParts> exact;
  knowledge::Lexicon lexicon;
};

// Returns the values that lie in a part of the message, with their places in it.
Understanding values_in(const Understanding& heard, Span part) {
  Understanding inside;
  visit_all_values(heard, [&](const ParamValue& value) {
    const std::size_t begin = std::max(value.span.begin, part.begin), end = std::min(value.span.end, part.end);
    if (begin >= end) return;
    inside.mentioned.push_back(value);
    inside.mentioned.back().span = {begin - part.begin, end - part.begin};
  });
  return inside;
}

std::shared_ptr<const Question> question_of(const TurnDraft& draft, const std::string& text, Span asked,
                                            const Understanding& heard,
                                            const std::vector<knowledge::RatedPassage>& passages) {
  const BotServices& services = draft.scope.bot_services;
  const config::BotDefinition& bot = draft.scope.bot;
  reading::ShownMessage masked = services.redactor->for_model(text.substr(asked.begin, asked.end - asked.begin),
                                                              values_in(heard, asked), draft.pending.state);
  wording::DocumentQuestion shown;
  shown.shown = masked.text();
  shown.language = bot.locale->tag();
  shown.longest = static_cast<std::size_t>(bot.knowledge->longest);
  for (const knowledge::RatedPassage& one : passages) {
    if (shown.passages.size() == kMostPassagesForModel) break;
    shown.passages.push_back({one.passage->title(), config::cut_at_sentence(one.passage->text, shown.longest)});
  }
  return std::make_shared<const Question>(Question{std::move(masked), std::move(shown),
                                                   services.knowledge->exact_parts_of(bot),
                                                   services.knowledge->of(bot)->lexicon()});
}

std::string source_of(const wording::DocumentPassage& passage) { return passage.title + "\n" + passage.text; }

// Replaces masks by the values of the user, and names by the parts of the passage.
Result<std::string> with_values(const std::string& text, const reading::ShownMessage& asked,
                                const std::vector<std::string>& parts) {
  std::string out;
  std::size_t copied = 0;
  for (std::size_t at = text.find_first_of("{}"); at != std::string::npos; at = text.find_first_of("{}", copied)) {
    const std::size_t end = text.find('}', at);
    if (text[at] == '}' || end == std::string::npos) return models::invalid_answer("'answer' has a single brace");
    const std::string name = text.substr(at, end + 1 - at);
    out.append(text, copied, at - copied);
    copied = end + 1;
    if (const auto part = wording::part_named(name, parts)) {
      out += *part;
    } else if (const auto value = asked.find(name)) {
      out.append(asked.original(), value->begin, value->end - value->begin);
    } else {
      return models::invalid_answer("'answer' has braces that the question does not have");
    }
  }
  return out.append(text, copied);
}

// Returns the exact parts of the question that the model does not see.
std::string hidden_parts(const Question& question) {
  const std::vector<std::string> shown = question.exact->of(question.asked.text());
  std::string hidden;
  for (const std::string& part : question.exact->of(question.asked.original())) {
    if (std::find(shown.begin(), shown.end(), part) == shown.end()) hidden += part + "\n";
  }
  return hidden;
}

Result<DocumentAnswer> checked_answer(const Question& question, const std::string& reply) {
  auto answer = wording::parse_document_answer(reply, question.shown.passages.size());
  if (!answer || answer->kind != DocumentAnswer::Kind::kText) return answer;
  const wording::DocumentPassage& cited = question.shown.passages[answer->passage - 1];
  auto text = with_values(answer->text, question.asked, question.exact->of(source_of(cited)));
  if (!text) return Unexpected(text.error());
  const auto valid =
      check_document_answer(*text, cited, hidden_parts(question), question.shown.longest, *question.exact);
  if (!valid) return Unexpected(valid.error());
  if (knowledge::grounded_share(*text, source_of(cited), question.lexicon) < kGroundedShare) {
    return models::invalid_answer("'answer' says what the passage does not say; use its words");
  }
  answer->text = std::move(*text);
  return answer;
}

// Returns the answer for the store, in which names replace the parts of the passage if the answer looks private.
std::string stored_text(const TurnDraft& draft, const Question& question, const DocumentAnswer& answer) {
  const bool looks_private =
      !privacy::detect(answer.text, privacy::PrivateTypes::all()).empty() ||
      draft.scope.bot_services.redactor->for_display(answer.text, draft.pending.state) != answer.text;
  if (!looks_private) return answer.text;
  const wording::DocumentPassage& cited = question.shown.passages[answer.passage - 1];
  return wording::with_part_names(answer.text, question.exact->of(source_of(cited)));
}

Value stored_document(const TurnDraft& draft, const ModelReply& reply, const Question& question,
                      const DocumentAnswer& answer) {
  Value::Object stored{{"outcome", to_string(reply.outcome)}};
  if (answer.kind != DocumentAnswer::Kind::kQuote) stored["answer"] = Value();
  if (answer.kind == DocumentAnswer::Kind::kText) {
    stored["answer"] = stored_text(draft, question, answer);
    stored["passage"] = static_cast<std::int64_t>(answer.passage);
  }
  return Value(std::move(stored));
}

const char* effect_of(const DocumentAnswer& answer) {
  switch (answer.kind) {
    case DocumentAnswer::Kind::kText: return ", its answer is said";
    case DocumentAnswer::Kind::kNone: return ", the passages do not answer the question";
    case DocumentAnswer::Kind::kQuote: break;
  }
  return ", the passage is quoted";
}

}  // namespace

bool may_write_answers(const TurnDraft& draft, const NluContext& now) {
  const TurnScope& scope = draft.scope;
  return scope.services.model && scope.bot.llm && scope.bot.knowledge &&
         scope.bot.knowledge->answering == config::Answering::kModel && !scope.bot_services.redactor->is_withheld(now);
}

ModelDocument write_answer(TurnDraft& draft, const std::string& text, Span asked, const Understanding& heard,
                           const std::vector<knowledge::RatedPassage>& passages) {
  const TurnScope& scope = draft.scope;
  const auto question = question_of(draft, text, asked, heard, passages);
  if (question->asked.is_hidden()) return {};  // the passage is quoted
  std::optional<ModelReply>& reply = draft.attempts.document_reply;
  if (!reply) {
    ModelTask task{wording::document_prompt(question->shown), wording::document_schema(),
                   [question](const std::string& answer) {
                     const auto checked = checked_answer(*question, answer);
                     return checked ? Result<void>() : Unexpected(checked.error());
                   }};
    reply = scope.services.model->ask(scope.session, *scope.bot.llm, std::move(task), draft.pending.state.usage,
                                      draft.attempts.model_spending);
  }
  add_model_usage(draft.pending, reply->usage);
  ModelDocument document;
  // An earlier attempt at the turn may have asked about other passages.
  if (auto answer = checked_answer(*question, reply->text); reply->has_answer() && answer) {
    document.answer = std::move(*answer);
  }
  document.stored = stored_document(draft, *reply, *question, document.answer);
  draft.telemetry.publish_model("document", *reply, document.answer.kind != DocumentAnswer::Kind::kQuote);
  draft.explanation.add(std::vector<std::string>{std::string("language model for passages: ") +
                                                 to_string(reply->outcome) + effect_of(document.answer)});
  return document;
}

}  // namespace parley::engine
