// Explains why a message matches an intent and why it does not match each of the others. Reads the message exactly as
// understand() does and reports which evidence decided.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "base/work_budget.h"
#include "intents/acts_of.h"
#include "intents/classifier.h"
#include "intents/context_facts.h"
#include "intents/explain_reasons.h"
#include "intents/findings/requests.h"
#include "intents/findings/similar_requests.h"
#include "intents/offer_refusal.h"
#include "intents/readings/message_reader.h"
#include "intents/readings/next_reading.h"
#include "intents/runners_up.h"

namespace parley::intents {
namespace {

constexpr const char* kOrder =
    "precedence: rules, templates and exact examples come before similarity; then the higher priority wins, then the "
    "longer match, then the earlier position in the file";

constexpr std::size_t kLongestCompared = 1024;  // bytes of a message whose similar intents always count

std::string place(const Span& span) { return std::to_string(span.begin) + ".." + std::to_string(span.end); }

std::string what(Evidence::Kind kind) {
  switch (kind) {
    case Evidence::Kind::kRule: return "matched '";
    case Evidence::Kind::kTemplate: return "matched the template '";
    case Evidence::Kind::kExample: return "matched the example '";
    case Evidence::Kind::kLikeness: return "is similar to the example '";
  }
  return {};
}

std::string matched(const Evidence& evidence, const Candidate& candidate) {
  return what(evidence.kind) + candidate.rule + "' at " + place(candidate.span) + " (" + candidate.source + ")";
}

// Describes why `winner` outranks `loser`, from the viewpoint of `side`.
std::string precedence(const Evidence& winner, const Evidence& loser, const Evidence& side) {
  const Evidence& other = &side == &winner ? loser : winner;
  const bool is_winner = &side == &winner;
  switch (decided_by(winner, loser)) {
    case Precedence::kPriority:
      return std::string(is_winner ? "higher" : "lower") + " priority, " + std::to_string(side.priority) + " against " +
             std::to_string(other.priority);
    case Precedence::kLength:
      return std::string(is_winner ? "longer" : "shorter") + " match, " + std::to_string(side.length()) + " against " +
             std::to_string(other.length()) + " bytes";
    case Precedence::kOrder: return is_winner ? "earlier in the file" : "later in the file";
  }
  return {};
}

std::string near_miss(const NearSource& near) {
  if (!near.source) return {};
  std::string words;
  for (const std::string& word : near.shared) words += (words.empty() ? "" : ", ") + word;
  return "nearest: '" + near.source->value + "', which shares the words " + words;
}

std::string nothing_matched(const config::Intent& intent) {
  if (!intent.rules.empty()) return intent.sentences.empty() ? "no rule matched" : "no rule or template matched";
  return intent.sentences.empty() ? "no example matched" : "no template matched";
}

void note_values(const std::vector<ParamValue>& values, std::vector<std::string>& notes) {
  for (const ParamValue& value : values) {
    if (!value.valid) {
      const std::string why = value.rejection.empty() ? "invalid value at " + place(value.span) : value.rejection;
      notes.push_back(value.param + " rejected: " + why);
    } else if (value.op == ListOp::kRemove) {
      notes.push_back(value.param + " not taken from " + place(value.span) +
                      ": negated, so it is removed from the list");
    } else if (value.op == ListOp::kClear) {
      notes.push_back(value.param + " cleared");
    } else {
      notes.push_back(value.param + " taken from " + place(value.span) + (value.misspelt ? ", misspelt" : ""));
    }
  }
}

void note_ambiguous(const Ambiguous& ambiguous, const std::string& intent, std::vector<std::string>& notes) {
  for (const std::vector<ParamValue>& readings : ambiguous) {
    std::string note = "ambiguous" + (intent.empty() ? "" : " for " + intent) + ":";
    for (const ParamValue& value : readings) note += " " + value.param + " at " + place(value.span) + ",";
    note.back() = ';';
    notes.push_back(note + " the bot asks which one is meant");
  }
}

// Notes what else the message does in the dialog. `open` is the intent whose question it may answer.
void note_dialog(const MessageReading& reading, const std::string& open, std::vector<std::string>& notes) {
  const Reply& reply = reading.reply;
  if (reply.corrects) notes.push_back("the message corrects an earlier value");
  for (const std::string& param : reply.named)
    notes.push_back("the message names " + param + " as the param to change");
  note_ambiguous(reply.ambiguous, "", notes);
  const acts::Request* now = reading.request_now();
  const std::string best = now ? now->wanted.candidate.intent : open;
  if (now && best != open) note_ambiguous(now->wanted.ambiguous, open.empty() ? "" : best, notes);
  if (const auto option = reading.picked_option()) {
    notes.push_back("the message picks choice " + std::to_string(*option + 1));
  }
  for (const acts::Request& request : reading.requests) {
    if (request.role != acts::Request::Role::kNext) continue;
    const Candidate& candidate = request.wanted.candidate;
    notes.push_back("a separate clause at " + place(candidate.span) + " also requests " + candidate.intent);
    note_ambiguous(request.wanted.ambiguous, candidate.intent, notes);
  }
  for (const ParamValue& value : reading.elsewhere) {
    notes.push_back("the message answers an earlier question, for " + value.param + ", at " + place(value.span));
  }
}

Span words_of_act(const Dialog& dialog, Act act, const Message& message) {
  if (act == Act::kInform) return {};
  const auto [begin, end] = dialog.bot.acts.words_of(act, message.words, message.text.text(), dialog.open >= 0);
  return message.text.original_span(begin, end);
}

// Returns the rules that match only words that the message refuses or denies.
std::vector<Evidence> matches_refused_in(const CompiledBot& bot, const Message& message) {
  std::vector<Evidence> all;
  bot.matchers.rules.match(message, all);
  std::erase_if(all, [](const Evidence& one) { return !one.is_refused && !one.is_denied; });
  return all;
}

// Names the words before the match that refuse it.
std::string refusal(const Message& message, const Evidence& evidence) {
  std::size_t end = 0;
  while (end < message.words.size() && message.words[end].begin < evidence.end) ++end;
  while (end > 0 && !message.polarity().is_cue(message.words[end - 1].begin)) --end;
  std::size_t begin = end;
  while (begin > 0 && message.polarity().is_cue(message.words[begin - 1].begin)) --begin;
  const std::string verb = evidence.is_refused ? " refuses" : " denies";
  if (begin == end) return "the message" + verb + " it";
  const Span place = message.text.original_span(message.words[begin].begin, message.words[end - 1].end);
  return "'" + std::string(message.text.original(place)) + "'" + verb + " it";
}

}  // namespace

const NearestSources& Classifier::nearest_sources() const {
  std::call_once(has_nearest_, [this] { nearest_.emplace(bot_.definition); });
  return *nearest_;
}

// The reasons take their steps after the message is understood, and are left out beyond the limit.
Explanation Classifier::explain(std::string_view original, const NluContext& nlu_context) const {
  Explanation explanation;
  const Dialog dialog(bot_, nlu_context);
  const base::WorkBudget work(step_limit(original));
  const std::optional<std::string> rest = without_refused_offer(original, nlu_context);
  const Message message = bot_.message(rest ? std::string_view(*rest) : original);
  std::vector<Evidence> found = find_requests(dialog, message);
  MessageReading understood = read_message(dialog, message, found, &explanation.notes);
  if (work.is_exceeded()) {
    explanation = {};
    explanation.notes.push_back("the message is not understood: it takes more than " +
                                std::to_string(step_limit(original)) + " steps to read (docs/limits.md)");
    explanation.why.emplace_back("The message is not understood: it takes too long to read (docs/limits.md).");
    return explanation;
  }
  const std::vector<std::string> not_taken = explanation.notes;  // values that understand() saw but left
  const std::vector<Evidence> admitted_evidence = admitted(dialog, found);
  const std::vector<NearSource> near_sources = nearest_sources().by_words(message.words);
  const std::vector<std::string> near_templates =
      bot_.matchers.templates.nearest(message.text, message.words, nlu_context.context, dialog.now());

  const std::vector<Evidence> unmeant = matches_refused_in(bot_, message);
  for (std::size_t i = 0; i < bot_.definition.intents.size(); ++i) {
    const config::Intent& intent = bot_.definition.intents[i];
    const auto is_mine = [&](const Evidence& e) { return e.intent == static_cast<int>(i); };
    Verdict verdict;
    verdict.intent = intent.id.value;
    const auto own = std::find_if(found.begin(), found.end(), is_mine);
    const std::string unmet = why_not(intent.when, facts_of(nlu_context));
    if (own == found.end()) {
      const auto refused = std::find_if(unmeant.begin(), unmeant.end(), is_mine);
      std::string near = near_templates[i];
      if (near.empty()) near = near_miss(near_sources[i]);
      verdict.reason =
          refused != unmeant.end()
              ? matched(*refused, to_candidate(dialog, *refused, message)) + "; " + refusal(message, *refused)
              : nothing_matched(intent) + (near.empty() ? std::string() : "; " + near);
    } else if (!unmet.empty()) {
      verdict.reason = "guard: " + unmet + "; " + matched(*own, to_candidate(dialog, *own, message));
    } else if (own->is_doubtful) {
      verdict.reason =
          matched(*own, to_candidate(dialog, *own, message)) + "; the confidence is too low to start, so the bot asks";
    } else {
      verdict.matched = true;
      verdict.reason = matched(*own, to_candidate(dialog, *own, message));
      const auto place = std::find_if(admitted_evidence.begin(), admitted_evidence.end(), is_mine);
      if (admitted_evidence.size() == 1) {
        verdict.reason += "; nothing else matched";
      } else if (place == admitted_evidence.begin()) {
        const Evidence& next = admitted_evidence[1];
        verdict.reason += "; wins over " + bot_.definition.intents[static_cast<std::size_t>(next.intent)].id.value +
                          ": " + precedence(*place, next, *place);
      } else {
        const Evidence& best = admitted_evidence.front();
        verdict.reason += "; loses to " + bot_.definition.intents[static_cast<std::size_t>(best.intent)].id.value +
                          ": " + precedence(best, *place, *place);
      }
    }
    explanation.verdicts.push_back(std::move(verdict));
  }

  if (nlu_context.context.find(kTimeZoneFact) && !time_zone_in(nlu_context.context)) {
    explanation.notes.push_back("context.time_zone is not a time zone: days and times use the bot's time zone, " +
                                bot_.definition.time_zone);
  }

  const bool is_by_wording = found.empty() || found.front().kind == Evidence::Kind::kLikeness;
  const bool has_question = !nlu_context.intent.empty() || nlu_context.confirming;
  const bool may_digress = may_digress_by_likeness(dialog, message, understood);
  if (is_by_wording && (has_question ? may_digress : is_open_to_likeness(act_alone(dialog, message)))) {
    const std::string similar = likeness().describe(message.words, message.text.text());
    if (!similar.empty()) explanation.notes.push_back(similar);
  }

  const bool had_choice = admitted_evidence.size() > 1 ||
                          (!admitted_evidence.empty() && admitted_evidence[0].kind == Evidence::Kind::kLikeness);
  if (had_choice) explanation.notes.push_back(kOrder);

  if (understood.reply.act != Act::kInform) {
    explanation.notes.push_back(std::string(is_courtesy(understood.reply.act)
                                                ? "the message is small talk: "
                                                : "the message is a command or an answer: ") +
                                to_string(understood.reply.act));
  }
  note_dialog(understood, nlu_context.intent, explanation.notes);
  note_values(understood.reply.values, explanation.notes);
  const acts::Request* now = understood.request_now();
  if (now && now->wanted.candidate.intent != nlu_context.intent) note_values(now->wanted.params, explanation.notes);

  // The scorer reads the message only if the bot itself asks it, or if the message is short.
  const bool is_open = has_question ? may_digress : is_open_to_likeness(act_alone(dialog, message));
  const bool is_for_scorer = is_open && (is_by_wording || original.size() <= kLongestCompared);
  const ReadMessage reading{bot_.definition,
                            original,
                            message.words,
                            nlu_context,
                            understood,
                            found,
                            admitted_evidence,
                            is_for_scorer ? likeness().estimates(message.words, message.text.text())
                                          : std::vector<ExampleClassifier::Estimate>()};
  explanation.why = reasons_for(reading);
  for (const std::string& note : not_taken) explanation.why.push_back(note + ".");
  explanation.runners_up = runners_up(reading, near_templates, nearest_sources());
  explanation.next = next_reading(dialog, message, found, understood);
  explanation.understanding = to_understanding(
      std::move(understood), nlu_context, {words_of_act(dialog, understood.reply.act, message), {0, original.size()}});
  return explanation;
}

}  // namespace parley::intents
