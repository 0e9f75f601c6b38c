// Tested by tests/intents/precedence_test.cc, inability_test.cc and example_classifier_test.cc.
#include "intents/findings/requests.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "intents/condition.h"
#include "intents/context_facts.h"
#include "intents/contrast.h"
#include "intents/findings/similar_requests.h"
#include "intents/inability.h"

namespace parley::intents {
namespace {

constexpr std::size_t kMostDoubtful = 3;

bool is_open_to_doubt(const Evidence& evidence) {
  return evidence.kind == Evidence::Kind::kLikeness && !evidence.answer;
}

bool is_unable_in(const Dialog& dialog, const Message& message, const Evidence& evidence) {
  return evidence.kind == Evidence::Kind::kRule && dialog.bot.at(evidence.intent).needs_wish &&
         is_unable_before(message.text.text(), evidence.begin);
}

// Adds the intents that the user cannot use as doubtful ones, unless the message clearly resembles another intent. The
// bot then asks what the user means.
void doubt_unable(const Dialog& dialog, const Message& message, std::vector<Evidence> unable,
                  std::vector<Evidence>& found) {
  const bool is_unable = says_unable(message.text.text());
  for (Evidence& one : found) {
    const bool needs_wish = is_open_to_doubt(one) && dialog.bot.at(one.intent).needs_wish;
    one.is_doubtful = one.is_doubtful || (needs_wish && (is_unable || !unable.empty()));
  }
  if (unable.empty() || (!found.empty() && !found.front().is_doubtful)) return;
  for (Evidence& one : unable) {
    std::erase_if(found, [&](const Evidence& other) { return other.intent == one.intent; });
    one.is_doubtful = true;
  }
  found.insert(found.begin(), std::make_move_iterator(unable.begin()), std::make_move_iterator(unable.end()));
  if (found.size() > kMostDoubtful) found.erase(found.begin() + kMostDoubtful, found.end());
}

}  // namespace

// Without an open question, "don't refund it" asks for no refund, and resembles a wish for one.
std::vector<Evidence> find_requests(const Dialog& dialog, const Message& message) {
  std::vector<Evidence> unable;
  std::vector<Evidence> all = find_firm_requests(dialog, message, &unable);
  drop_denied(message, all);
  const bool has_question = !dialog.context.intent.empty() || dialog.context.confirming;
  const bool is_refused = !has_question && std::erase_if(all, [&](const Evidence& one) { return one.is_refused; }) > 0;
  if (has_question) {  // "no, don't switch anything" does not begin to switch something
    const int open = dialog.open;
    std::erase_if(all, [&](const Evidence& one) { return one.intent != open && one.is_refused; });
  }
  if (!all.empty() || has_question || is_refused) return all;
  match_likeness(dialog, message, ExampleClassifier::Place::kFirst, all);
  const bool is_sure = !all.empty() && !all.front().is_doubtful;
  if (!is_sure) prefer_clauses(dialog, message, all);
  doubt_unable(dialog, message, std::move(unable), all);
  return all;
}

std::vector<Evidence> find_firm_requests(const Dialog& dialog, const Message& message, std::vector<Evidence>* unable) {
  std::vector<Evidence> all;
  dialog.bot.matchers.rules.match(message, all);
  if (!dialog.bot.matchers.templates.empty()) {
    dialog.bot.matchers.templates.match(message.text, message.words, dialog.context.context, dialog.now(), all);
  }
  dialog.bot.matchers.examples.match(message.words, message.text.text(), all);
  keep_best_per_intent(all);
  if (all.empty() || !may_be_unable(message.text.text())) return all;
  const int open = dialog.open;
  std::vector<Evidence> set_aside, kept;
  for (Evidence& one : all) {
    const auto covers = [&](const Evidence& better) { return better.begin < one.end && one.begin < better.end; };
    const bool is_weaker = std::any_of(set_aside.begin(), set_aside.end(), covers);  // the best evidence comes first
    const bool is_set_aside = one.intent != open && (is_weaker || is_unable_in(dialog, message, one));
    (is_set_aside ? set_aside : kept).push_back(std::move(one));
  }
  if (unable) *unable = std::move(set_aside);
  return kept;
}

bool is_decided_by_rules(const Dialog& dialog, const Message& message) {
  std::vector<Evidence> all;
  dialog.bot.matchers.rules.match(message, all);
  if (!dialog.bot.matchers.templates.empty())
    dialog.bot.matchers.templates.match(message.text, message.words, {}, dialog.now(), all);
  return std::any_of(all.begin(), all.end(), [&](const Evidence& one) {
    const config::Condition& guard = dialog.bot.definition_of(one.intent).when;
    const bool has_guard = guard.kind != config::Condition::Kind::kAll || !guard.children.empty();
    return !has_guard && !one.is_refused;
  });
}

Act act_alone(const Dialog& dialog, const Message& message) {
  return dialog.bot.acts.read(message.words, message.text.text(), {});
}

std::vector<Evidence> admitted(const Dialog& dialog, std::vector<Evidence> evidence) {
  std::erase_if(evidence, [&](const Evidence& one) { return !is_admitted(dialog, one); });
  return evidence;
}

bool is_admitted(const Dialog& dialog, const Evidence& evidence) {
  return holds(dialog.bot.definition_of(evidence.intent).when, facts_of(dialog.context));
}

Candidate to_candidate(const Dialog& dialog, const Evidence& evidence, const Message& message) {
  Candidate candidate;
  candidate.intent = dialog.bot.definition_of(evidence.intent).id.value;
  if (message.sources == Sources::kNamed) {
    candidate.rule = evidence.source->value;
    candidate.source = location_of(evidence.source->mark, dialog.bot.definition);
  }
  candidate.span = message.text.original_span(evidence.begin, evidence.end);
  candidate.priority = evidence.priority;
  candidate.confidence = evidence.confidence;
  return candidate;
}

}  // namespace parley::intents
