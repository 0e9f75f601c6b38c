#include "intents/runners_up.h"

#include <algorithm>
#include <utility>

#include "config/diagnostics.h"
#include "intents/condition.h"
#include "intents/context_facts.h"

namespace parley::intents {
namespace {

constexpr std::size_t kMostRunnersUp = 3;
constexpr double kWorthNaming = 0.05;  // the least confidence of a runner-up that only resembles the message

std::set<std::string> chosen_in(const ReadMessage& reading) {
  std::set<std::string> chosen = {reading.nlu_context.intent};
  for (const acts::Request& request : reading.understood.requests) {
    if (request.role != acts::Request::Role::kTakesValue) chosen.insert(request.wanted.candidate.intent);
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
  } else if (reading.understood.request_now() || reading.understood.has_request(acts::Request::Role::kDoubtful)) {
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

// Returns the intents that neither match nor resemble the message but share words with it, most words first.
std::vector<RunnerUp> near_misses(const ReadMessage& reading, const std::vector<std::string>& near_templates,
                                  const NearestSources& sources, const std::set<std::string>& named_before) {
  const std::vector<NearSource> nearest_sources = sources.by_topics(reading.words);
  std::vector<std::pair<std::size_t, RunnerUp>> all;
  for (std::size_t i = 0; i < reading.bot.intents.size(); ++i) {
    const config::Intent& intent = reading.bot.intents[i];
    if (named_before.count(intent.id.value) != 0) continue;
    const NearSource& near = nearest_sources[i];
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

std::vector<RunnerUp> runners_up(const ReadMessage& reading, const std::vector<std::string>& near_templates,
                                 const NearestSources& sources) {
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
    for (RunnerUp& one : near_misses(reading, near_templates, sources, named_before)) add(std::move(one));
  }
  return all;
}

}  // namespace parley::intents
