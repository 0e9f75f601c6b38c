#include "intents/runners_up.h"

#include <algorithm>
#include <utility>

#include "config/diagnostics.h"
#include "intents/condition.h"
#include "intents/context_facts.h"
#include "intents/folded_text.h"
#include "intents/topic_words.h"

namespace parley::intents {
namespace {

constexpr std::size_t kMostRunnersUp = 3;
constexpr double kWorthNaming = 0.05;  // the least confidence of a runner-up that only resembles the message

std::set<std::string> chosen_in(const ReadMessage& reading) {
  std::set<std::string> chosen = {reading.nlu_context.intent};
  if (!reading.understood.candidates.empty()) chosen.insert(reading.understood.candidates.front().intent);
  for (const auto* intents : {&reading.understood.further, &reading.understood.doubtful}) {
    for (const FurtherIntent& one : *intents) chosen.insert(one.candidate.intent);
  }
  return chosen;
}

// Says why `winner` comes first. Both match, by a rule, a template or an example.
std::string why_second(const Evidence& winner, const Evidence& loser) {
  switch (decided_by(winner, loser)) {
    case Precedence::kPriority:
      return "has the higher priority, " + std::to_string(winner.priority) + " against " +
             std::to_string(loser.priority);
    case Precedence::kLength: return "matches a longer part of the message";
    case Precedence::kOrder: return "is earlier in the file";
  }
  return {};
}

RunnerUp runner_up(const ReadMessage& reading, const Evidence& evidence) {
  const config::Intent& intent = reading.bot.intents[static_cast<std::size_t>(evidence.intent)];
  RunnerUp result{intent.id.value, evidence.confidence, "its " + named(evidence) + place_of(reading, *evidence.source)};
  result.lacked += evidence.kind == Evidence::Kind::kLikeness ? " is similar" : " matches";
  const std::string unmet = why_not(intent.when, facts_of(reading.nlu_context));
  if (!unmet.empty()) {
    result.lacked += ", but the 'when' of the intent does not hold: " + unmet;
  } else if (!reading.admitted.empty() && &reading.admitted.front() != &evidence) {
    const Evidence& best = reading.admitted.front();
    result.lacked += " too, but that of " + id_of(reading, best.intent) + " " + why_second(best, evidence);
  }
  return result;
}

RunnerUp runner_up(const ReadMessage& reading, const ExampleClassifier::Estimate& estimate) {
  RunnerUp result{reading.bot.intents[estimate.intent].id.value, estimate.confidence, {}};
  const bool has_match = !reading.found.empty() && reading.found.front().kind != Evidence::Kind::kLikeness;
  if (!estimate.shares_topic) {
    result.lacked = "none of its examples has a word of the message that carries meaning";
    return result;
  }
  result.lacked =
      "similar to its example " + config::quoted(estimate.nearest->value) + place_of(reading, *estimate.nearest);
  if (has_match) {
    result.lacked += ", but a match of another intent comes before similarity";
  } else if (!reading.understood.candidates.empty() || !reading.understood.doubtful.empty()) {
    result.lacked += ", but others are more likely";
  } else if (!reading.nlu_context.intent.empty()) {
    result.lacked += ", but that is too little to interrupt " + reading.nlu_context.intent;
  } else if (estimate.confidence < estimate.ask) {
    result.lacked += ", but the bot asks whether it is meant only from " + with_two_digits(estimate.ask) + " on";
  } else {
    result.lacked += ", but a message that means something else on its own starts no intent by similarity";
  }
  return result;
}

// Returns the rule or example of the intent that shares the most meaningful words with the message. Without such a
// word: an empty result.
struct Near {
  const config::Text* source = nullptr;
  Evidence::Kind kind = Evidence::Kind::kRule;
  std::vector<std::string> shared;  // as the message writes them
};

Near nearest_of(const config::Intent& intent, const TopicWords& topics, const Words& words) {
  Near best;
  const auto consider = [&](const config::Text& source, Evidence::Kind kind) {
    std::string text = source.value;
    if (kind == Evidence::Kind::kRule) {
      text.clear();
      for (const std::string& word : literal_words(source.value)) text += word + ' ';
    }
    const FoldedText folded(text);
    const std::set<std::string> own = topics.stems_in(Words(folded.text()));
    std::vector<std::string> shared;
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::set<std::string> stem = topics.stems_in(Words(words.text(i, 1)));
      if (!stem.empty() && own.count(*stem.begin()) != 0) shared.push_back(config::quoted(words.text(i, 1)));
    }
    if (shared.size() > best.shared.size()) best = {&source, kind, std::move(shared)};
  };
  for (const config::Rule& rule : intent.rules) consider(rule.regex, Evidence::Kind::kRule);
  for (const config::Text& example : intent.examples) consider(example, Evidence::Kind::kExample);
  return best;
}

// Returns the intents that neither match nor resemble the message but share words with it, most words first.
std::vector<RunnerUp> near_misses(const ReadMessage& reading, const std::vector<std::string>& near_templates,
                                  const std::set<std::string>& named_before) {
  const TopicWords topics(reading.bot);
  std::vector<std::pair<std::size_t, RunnerUp>> all;
  for (std::size_t i = 0; i < reading.bot.intents.size(); ++i) {
    const config::Intent& intent = reading.bot.intents[i];
    if (named_before.count(intent.id.value) != 0) continue;
    const Near near = nearest_of(intent, topics, reading.words);
    if (!near_templates[i].empty()) {
      all.push_back({near.shared.size() + 1, {intent.id.value, 0, "a template matches in part; " + near_templates[i]}});
    } else if (near.source) {
      all.push_back({near.shared.size(),
                     {intent.id.value, 0,
                      std::string("its ") + noun_of(near.kind) + " " + config::quoted(near.source->value) +
                          place_of(reading, *near.source) + " shares " + list_of(near.shared, " and ") +
                          " with the message, but does not match"}});
    }
  }
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<RunnerUp> nearest;
  for (auto& [shared, one] : all) nearest.push_back(std::move(one));
  return nearest;
}

}  // namespace

std::set<std::string> literal_words(std::string_view regex) {
  std::set<std::string> words;
  std::string word;
  const auto keep = [&] {
    if (word.size() > 2) words.insert(word);
    word.clear();
  };
  for (std::size_t i = 0; i < regex.size(); ++i) {
    const char c = regex[i];
    if (c == '\\') {
      keep();
      ++i;  // skip the letter of the escape
    } else if (c == '(' && regex.substr(i, 2) == "(?") {
      keep();
      i = std::min(regex.find_first_of(">:)", i), regex.size());
    } else if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
      word += static_cast<char>(c | 0x20);
    } else {
      keep();
    }
  }
  keep();
  return words;
}

std::vector<RunnerUp> runners_up(const ReadMessage& reading, const std::vector<std::string>& near_templates) {
  std::set<std::string> named_before = chosen_in(reading);
  std::vector<RunnerUp> all;
  const auto add = [&](RunnerUp one) {
    if (all.size() < kMostRunnersUp && named_before.insert(one.intent).second) all.push_back(std::move(one));
  };
  for (const Evidence& evidence : reading.admitted) add(runner_up(reading, evidence));
  for (const Evidence& evidence : reading.found) add(runner_up(reading, evidence));
  for (const ExampleClassifier::Estimate& estimate : reading.estimates) {
    if (estimate.confidence >= kWorthNaming) add(runner_up(reading, estimate));
  }
  if (all.empty() && says_nothing(reading.understood)) {
    for (RunnerUp& one : near_misses(reading, near_templates, named_before)) add(std::move(one));
  }
  return all;
}

}  // namespace parley::intents
