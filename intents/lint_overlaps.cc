// Tested by tests/intents/sampling_test.cc.
#include "intents/lint_overlaps.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "intents/lint.h"
#include "intents/sampling/sampler.h"

namespace parley::intents {
namespace {

constexpr int kSamples = 5;  // per rule

bool needs_context(const config::Sentences& sentences) {
  return !sentences.required_context.empty() || !sentences.excluded_context.empty();
}

class Overlaps {
 public:
  Overlaps(const Classifier& classifier, const base::WorkBudget& work, config::Diagnostics& findings)
      : classifier_(classifier), work_(work), findings_(findings), sampler_(classifier) {}

  void find() {
    const std::vector<config::Intent>& intents = classifier_.bot().intents;
    for (std::size_t i = 0; i < intents.size() && !findings_.full(Severity::kWarning); ++i) {
      if (work_.is_exceeded()) return report_stopped(intents[i]);
      if (has_guard(intents[i])) continue;
      for (const config::Rule& rule : intents[i].rules) {
        examine(static_cast<int>(i), rule.regex, [&](Dice& dice) { return sampler_.of_rule(rule, dice); });
      }
      for (const config::Sentences& sentences : intents[i].sentences) {
        if (needs_context(sentences)) continue;
        for (const config::Text& text : sentences.templates) {
          examine(static_cast<int>(i), text,
                  [&](Dice& dice) { return sampler_.of_template(text, intents[i], sentences, dice); });
        }
      }
    }
  }

 private:
  template <class Sample>
  void examine(int intent, const config::Text& source, const Sample& sample) {
    Dice dice(1);
    std::string lost;
    Evidence winner;
    bool has_won = false;
    for (int i = 0; i < kSamples; ++i) {
      const std::string message = sample(dice);
      if (message.empty()) continue;
      const std::vector<Evidence> evidence = unguarded(message);
      if (work_.is_exceeded()) return;  // not all rules were tried
      if (evidence.empty()) continue;
      if (evidence.front().intent == intent) {
        has_won = true;
        if (evidence.size() > 1) report_tie(evidence[0], evidence[1], message);
      } else if (lost.empty()) {
        lost = message;
        winner = evidence.front();
      }
    }
    const bool is_repeated = winner.source && winner.source->value == source.value;  // reported as W503
    if (!has_won && !lost.empty() && !is_repeated) report_hidden(source, winner, lost);
  }

  std::vector<Evidence> unguarded(const std::string& message) const {
    std::vector<Evidence> evidence = classifier_.evidence(message);
    const auto is_guarded = [&](const Evidence& e) { return has_guard(intent_of(e)); };
    evidence.erase(std::remove_if(evidence.begin(), evidence.end(), is_guarded), evidence.end());
    return evidence;
  }

  const config::Intent& intent_of(const Evidence& evidence) const {
    return classifier_.bot().intents[static_cast<std::size_t>(evidence.intent)];
  }

  void report_tie(const Evidence& winner, const Evidence& other, const std::string& message) {
    if (decided_by(winner, other) != Precedence::kOrder) return;
    if (winner.source->value == other.source->value) return;  // reported as W503
    if (!reported_.insert({winner.intent, other.intent}).second) return;
    findings_.warning("W508", other.source->mark, other.source->value,
                      config::quoted(message) + " matches this and " + config::quoted(winner.source->value) +
                          " of the intent " + config::quoted(intent_of(winner).id.value) +
                          " equally well; the earlier one in the file wins",
                      "give one of them a 'priority', or words that the other lacks");
  }

  void report_hidden(const config::Text& source, const Evidence& winner, const std::string& message) {
    findings_.warning("W507", source.mark, source.value,
                      "this rule or template never seems to win: " + config::quoted(message) +
                          " is understood as the intent " + config::quoted(intent_of(winner).id.value) + ", by " +
                          config::quoted(winner.source->value),
                      "the winner is " + findings_.place_of(winner.source->mark, source.mark));
  }

  void report_stopped(const config::Intent& first) {
    findings_.warning(
        "W518", first.id.mark, first.id.value,
        "the rules of " + config::quoted(first.id.value) +
            " and later intents were not compared with those of other intents, because that takes too long",
        "shorten repetitions such as {100}, or add literal words to the rules");
  }

  const Classifier& classifier_;
  const base::WorkBudget& work_;
  config::Diagnostics& findings_;
  const Sampler sampler_;
  std::set<std::pair<int, int>> reported_;  // (winner, other)
};

}  // namespace

void find_overlaps(const Classifier& classifier, const base::WorkBudget& work, config::Diagnostics& findings) {
  Overlaps(classifier, work, findings).find();
}

}  // namespace parley::intents
