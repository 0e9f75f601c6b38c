#include "engine/rephraser.h"

#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/locale.h"
#include "engine/turn_usage.h"
#include "wording/rephrasing.h"

namespace parley::engine {
namespace {

std::string& text_in(Step& step) {
  auto* ask = std::get_if<AskUser>(&step);
  return ask ? ask->prompt : std::get<Say>(step).text;
}

wording::OwnText own_text(Step& step, const planner::RephrasableText& place) {
  const std::string text = text_in(step).substr(place.span.begin, place.span.end - place.span.begin);
  const auto* ask = std::get_if<AskUser>(&step);
  return {wording::MaskedText(text, place.values), ask ? ask->options : std::vector<std::string>()};
}

Result<std::string> rephrased_in(const std::string& answer, const wording::OwnText& own,
                                 const wording::ExactParts& exact) {
  auto text = wording::parse_rephrased(answer);
  if (!text || text->empty()) return text;
  return wording::check_rephrased(own, *text, exact);
}

ModelTask task_for(const TurnScope& scope, const wording::OwnText& own,
                   const std::shared_ptr<const wording::ExactParts>& exact) {
  const config::Llm& llm = *scope.bot.llm;
  return {wording::rephrase_prompt(own, scope.bot.locale->tag(), llm.style), wording::rephrase_schema(),
          [own, exact](const std::string& answer) {
            const auto text = rephrased_in(answer, own, *exact);
            return text ? Result<void>() : Unexpected(text.error());
          }};
}

}  // namespace

std::map<std::size_t, Value> rephrase(TurnDraft& draft, planner::Transition& transition) {
  const TurnScope& scope = draft.scope;
  std::map<std::size_t, Value> stored;
  if (transition.rephrasable.empty() || !scope.services.model || !scope.bot.llm) return stored;
  const auto exact = wording::ExactParts::of_locale(*scope.bot.locale);
  for (const planner::RephrasableText& place : transition.rephrasable) {
    Step& step = transition.steps[place.step];
    const wording::OwnText own = own_text(step, place);
    const ModelReply reply = scope.services.model->ask(scope.session, *scope.bot.llm, task_for(scope, own, exact),
                                                       draft.pending.state.usage, draft.attempts.model_spending);
    add_model_usage(draft.pending, reply.usage);
    const auto words = reply.has_answer() ? rephrased_in(reply.text, own, *exact) : Result<std::string>(std::string());
    const bool helped = words && !words->empty();
    if (helped) text_in(step).replace(place.span.begin, place.span.end - place.span.begin, *words);
    stored[place.step] = Value::Object{
        {"outcome", to_string(reply.outcome)},
        {"text", helped ? Value(*wording::parse_rephrased(reply.text)) : Value()},
    };
    draft.telemetry.publish_model("rephrase", reply, helped);
    draft.explanation.add(std::vector<std::string>{std::string("language model: ") + to_string(reply.outcome) +
                                                   (helped ? ", a text in other words" : ", the bot's own text")});
  }
  return stored;
}

}  // namespace parley::engine
