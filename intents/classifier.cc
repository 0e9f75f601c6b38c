#include "intents/classifier.h"

#include <algorithm>
#include <utility>

namespace parley::intents {

Classifier::Classifier(const config::BotDefinition& bot, CatalogOptions options, config::Findings& findings)
    : bot_(bot),
      zone_(base::TimeZone::find(bot.time_zone).value_or(base::TimeZone())),
      types_(bot, findings),
      rules_(bot, findings),
      templates_(bot, types_, findings),
      examples_(bot),
      likeness_(bot, std::move(options)),
      acts_(bot.commands, findings) {
  for (const config::Intent& intent : bot.intents) {
    by_id_.emplace(intent.id.value, static_cast<int>(extractors_.size()));
    extractors_.emplace_back(intent, types_, findings);
  }
}

Understanding Classifier::understand(std::string_view original, const Situation& situation) const {
  const Message message(original);
  return understand(message, situation, admitted(evidence(message, situation), situation), nullptr);
}

ParamValue Classifier::judge(std::string_view intent, std::string_view param, const Value& value,
                             const Situation& situation) const {
  const int index = index_of(intent);
  if (index >= 0) return extractors_[static_cast<std::size_t>(index)].judge(param, value, now_of(situation));
  ParamValue unknown;
  unknown.param = param;
  unknown.value = value;
  unknown.valid = false;
  return unknown;
}

std::vector<Evidence> Classifier::evidence(const Message& message, const Situation& situation) const {
  std::vector<Evidence> all;
  rules_.match(message.text.text(), all);
  templates_.match(message.text, message.words, situation.context, now_of(situation), all);
  examples_.match(message.words, message.text.text(), all);
  keep_best_per_intent(all);
  if (all.empty() && is_open_to_likeness(message, situation)) likeness_.match(message.words, message.text.text(), all);
  return all;
}

bool Classifier::is_open_to_likeness(const Message& message, const Situation& situation) const {
  if (!situation.intent.empty() || situation.confirming) return false;
  const Act act = acts_.read(message.words, message.text.text(), false);
  return act == Act::kInform || act == Act::kAffirm || act == Act::kDeny;  // a yes to nothing is no command
}

std::vector<Evidence> Classifier::admitted(std::vector<Evidence> evidence, const Situation& situation) const {
  const Scope facts = facts_of(situation);
  const auto is_barred = [&](const Evidence& e) {
    return !holds(bot_.intents[static_cast<std::size_t>(e.intent)].when, facts);
  };
  evidence.erase(std::remove_if(evidence.begin(), evidence.end(), is_barred), evidence.end());
  return evidence;
}

bool Classifier::is_slot(std::string_view intent, std::string_view param) const {
  return templates_.fills(index_of(intent), param);
}

Understanding Classifier::understand(const Message& message, const Situation& situation,
                                     const std::vector<Evidence>& admitted, std::vector<std::string>* notes) const {
  const FoldedText& text = message.text;
  Understanding result;
  result.act = acts_.read(message.words, text.text(), situation.confirming);
  result.candidates.reserve(admitted.size());
  for (const Evidence& evidence : admitted) result.candidates.push_back(to_candidate(evidence, text));

  const int open = situation.intent.empty() ? -1 : index_of(situation.intent);
  if (open >= 0) result.answers = extract(open, text, situation, notes);
  if (admitted.empty()) return result;
  if (admitted.front().intent != open) {  // a typo is a guess, and gives way
    const auto is_misspelt = [](const ParamValue& value) { return value.misspelt; };
    result.answers.erase(std::remove_if(result.answers.begin(), result.answers.end(), is_misspelt),
                         result.answers.end());
  }
  result.params = params_of(admitted.front(), text, result.answers, situation, notes);
  if (admitted.front().intent == open) result.answers = result.params;
  return result;
}

// A template accounts for all of the message: there is nothing left in it to find.
std::vector<ParamValue> Classifier::params_of(const Evidence& best, const FoldedText& text,
                                              const std::vector<ParamValue>& answers, const Situation& situation,
                                              std::vector<std::string>* notes) const {
  const auto index = static_cast<std::size_t>(best.intent);
  const bool is_open = bot_.intents[index].id.value == situation.intent;
  if (best.kind != Evidence::Kind::kTemplate) {
    return is_open ? answers : extract(best.intent, text, situation, notes);
  }
  std::vector<ParamValue> params;
  for (const Captured& captured : best.captured) params.push_back(extractors_[index].accept(captured, text));
  if (!is_open) return params;
  for (const ParamValue& answer : answers) {
    const bool is_said = std::any_of(params.begin(), params.end(), [&](const ParamValue& value) {
      return value.param == answer.param || (value.span.begin < answer.span.end && answer.span.begin < value.span.end);
    });
    if (!is_said && answer.param == situation.waiting_for_param) params.push_back(answer);
  }
  return params;
}

Candidate Classifier::to_candidate(const Evidence& evidence, const FoldedText& text) const {
  Candidate candidate;
  candidate.intent = bot_.intents[static_cast<std::size_t>(evidence.intent)].id.value;
  candidate.rule = evidence.said->value;
  candidate.source = place_of(evidence.said->mark, bot_);
  candidate.span = text.original_span(evidence.begin, evidence.end);
  candidate.priority = evidence.priority;
  return candidate;
}

// Only the open intent has been asked something.
std::vector<ParamValue> Classifier::extract(int intent, const FoldedText& text, const Situation& situation,
                                            std::vector<std::string>* notes) const {
  const auto index = static_cast<std::size_t>(intent);
  Question question;
  question.now = now_of(situation);
  if (bot_.intents[index].id.value == situation.intent) {
    question.asked = situation.waiting_for_param;
    question.confirming = situation.confirming;
    question.filled = &situation.filled;
  }
  return extractors_[index].extract(text, question, notes);
}

int Classifier::index_of(std::string_view intent) const {
  const auto found = by_id_.find(intent);
  return found == by_id_.end() ? -1 : found->second;
}

Now Classifier::now_of(const Situation& situation) const {
  return {situation.now_ms, time_zone_in(situation.context).value_or(zone_)};
}

std::optional<base::TimeZone> time_zone_in(const Value& context) {
  const Value* fact = context.find(kTimeZoneFact);
  const std::string* name = fact ? fact->if_string() : nullptr;
  return name ? base::TimeZone::find(*name) : std::nullopt;
}

Scope facts_of(const Situation& situation) {
  return [&situation](std::string_view path) -> const Value* {
    constexpr std::string_view kContext = "context.";
    constexpr std::string_view kSession = "session.";
    if (path.substr(0, kContext.size()) == kContext) return situation.context.at_path(path.substr(kContext.size()));
    if (path.substr(0, kSession.size()) == kSession) return situation.session.at_path(path.substr(kSession.size()));
    return nullptr;
  };
}

}  // namespace parley::intents
