// Tested by tests/cli/train_test.
#include "cli/training_view.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/learned.h"
#include "cli/table.h"
#include "cli/terminal.h"

namespace parley::cli {
namespace {

constexpr std::size_t kTrained = 3;       // an intent with fewer examples is not trained
constexpr std::size_t kFew = 8;           // with fewer examples, an intent is worth more examples before anything else
constexpr std::size_t kShownIntents = 5;  // with --all, every intent
constexpr std::size_t kShownExamples = 2;

std::string percent(double share) { return fmt::format("{:.1f} %", 100 * share); }

// ---- the bot as a whole

void print_shares(const Learned& learned, const ExampleQuality& quality) {
  fmt::print("\nparley left out some examples, trained on the others, and read the left-out ones as messages.\n");
  if (quality.decided_by_rules != 0) {
    fmt::print("{} that a rule or a template decides count nowhere below.\n",
               counted(quality.decided_by_rules, "left-out example"));
  }
  fmt::print("Of {} whose intent took part in the training:\n", counted(quality.in_scope, "left-out example"));
  fmt::print("  {:>7} start an intent (confidence {:.2f} or more); {} of these start the right one\n",
             percent(quality.started), learned.act, percent(quality.started_right));
  if (quality.asked > 0)
    fmt::print("  {:>7} lead to \"did you mean\" (from {:.2f} on); {} of these questions offer the right intent\n",
               percent(quality.asked), learned.ask, percent(quality.asked_right));
  fmt::print("  {:>7} get the fallback\n", percent(std::max(0.0, 1 - quality.started - quality.asked)));
  if (quality.out_of_scope != 0) {
    fmt::print("Of {} that mean none of the trained intents, {} get the fallback.\n",
               counted(quality.out_of_scope, "left-out example"), percent(quality.refused));
  }
  fmt::print("The confidence is off by {:.3f} on average.\n", quality.calibration_error);
}

void print_bounds(const ExampleQuality& quality) {
  if (quality.recommended_act == 0) {
    fmt::print("There are too few examples to recommend other bounds; 50 in all are enough.\n");
    return;
  }
  fmt::print("\nRecommended: 'likeness: {{act: {:.2f}, ask: {:.2f}}}'\n", quality.recommended_act,
             quality.recommended_ask);
  fmt::print("  From {:.2f} on, an intent starts at once; it is the right one for {} of such messages.\n",
             quality.recommended_act, percent(quality.recommended_started_right));
  if (quality.recommended_ask == quality.recommended_act) {
    fmt::print(
        "  The bot never asks \"did you mean\": fewer than half of the questions would offer the right intent.\n");
  } else if (quality.recommended_asked == 0) {
    fmt::print("  From {:.2f} on, the bot asks \"did you mean\". No left-out example lies in this band.\n",
               quality.recommended_ask);
  } else {
    fmt::print("  From {:.2f} on, the bot asks \"did you mean\"; {} of the questions offer the right intent.\n",
               quality.recommended_ask, percent(quality.recommended_asked_right));
  }
  fmt::print("  Below, the user gets the fallback.\n");
  fmt::print("  {} of the messages would start an intent (now {}), and {} would lead to a question (now {}).\n",
             percent(quality.recommended_started), percent(quality.started), percent(quality.recommended_asked),
             percent(quality.asked));
}

// ---- each intent

// The confusions of an intent with one other intent.
struct Pair {
  std::string other;
  std::vector<const IntentQuality::Confusion*> examples;
};

std::vector<Pair> pairs_of(const IntentQuality& quality) {
  std::map<std::string, Pair> by_other;
  for (const IntentQuality::Confusion& confusion : quality.confusions) {
    Pair& pair = by_other[confusion.intent];
    pair.other = confusion.intent;
    pair.examples.push_back(&confusion);
  }
  std::vector<Pair> pairs;
  for (auto& [other, pair] : by_other) pairs.push_back(std::move(pair));
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const Pair& a, const Pair& b) { return a.examples.size() > b.examples.size(); });
  return pairs;
}

bool needs_work(const IntentQuality& quality) {
  const bool is_confused = !quality.confusions.empty() && 4 * quality.confusions.size() >= quality.left_out;
  return quality.examples < kFew || is_confused;
}

// Says in a sentence or two what to do.
void print_advice(const IntentQuality& quality) {
  fmt::print("  {}: {}", paint(printable(quality.intent), Colour::kStrong), counted(quality.examples, "example"));
  if (quality.left_out > 0) fmt::print(", {} of {} left-out ones understood", quality.right, quality.left_out);
  fmt::print("\n");
  if (quality.examples < kTrained) {
    fmt::print("    With fewer than three examples, it is not trained: only the very words of an example match.\n");
  } else if (quality.examples < kFew) {
    fmt::print("    Add examples in the words of real users; {} or more are a good start.\n", kFew);
  }
  for (const Pair& pair : pairs_of(quality)) {
    std::string shown;
    for (std::size_t i = 0; i < std::min(kShownExamples, pair.examples.size()); ++i) {
      shown += fmt::format("{}'{}' ({})", i == 0 ? "" : ", ", printable(pair.examples[i]->example),
                           printable(pair.examples[i]->source));
    }
    const std::size_t more = pair.examples.size() - std::min(kShownExamples, pair.examples.size());
    if (more > 0) shown += fmt::format(" and {} more", more);
    fmt::print("    Taken for {}: {}\n", printable(pair.other), shown);
  }
  if (!quality.confusions.empty()) {
    fmt::print("    Add examples that resemble these lines, or move a line to the other intent if it belongs there.\n");
  }
}

void print_intents(const ExampleQuality& quality, bool all) {
  std::vector<const IntentQuality*> shown;
  for (const IntentQuality& one : quality.intents) {
    if (all || needs_work(one)) shown.push_back(&one);
  }
  if (shown.empty()) {
    fmt::print("\nEvery intent has enough examples, and few of them are confused.\n");
    return;
  }
  const auto trouble = [](const IntentQuality* one) {
    if (one->examples < kTrained) return 1.0;
    return one->left_out == 0 ? 0.0 : static_cast<double>(one->confusions.size()) / static_cast<double>(one->left_out);
  };
  std::stable_sort(shown.begin(), shown.end(),
                   [&](const IntentQuality* a, const IntentQuality* b) { return trouble(a) > trouble(b); });
  const std::size_t count = all ? shown.size() : std::min(kShownIntents, shown.size());
  fmt::print("\nWhat to do, worst first. Messages that a rule or a template of the intent matches need no example.\n");
  for (std::size_t i = 0; i < count; ++i) print_advice(*shown[i]);
  if (count < shown.size()) {
    fmt::print("  {} more could be better; --all shows every intent.\n", counted(shown.size() - count, "intent"));
  }
}

}  // namespace

void print_quality(const Learned& learned, const ExampleQuality& quality, bool all) {
  print_shares(learned, quality);
  print_bounds(quality);
  print_intents(quality, all);
}

Value to_value(const ExampleQuality& quality) {
  Value::Array intents;
  for (const IntentQuality& one : quality.intents) {
    Value::Array confusions;
    for (const IntentQuality::Confusion& confusion : one.confusions) {
      confusions.push_back(Value::Object{{"example", confusion.example},
                                         {"source", confusion.source},
                                         {"intent", confusion.intent},
                                         {"starts", confusion.starts}});
    }
    intents.push_back(Value::Object{{"intent", one.intent},
                                    {"examples", static_cast<std::int64_t>(one.examples)},
                                    {"left_out", static_cast<std::int64_t>(one.left_out)},
                                    {"right", static_cast<std::int64_t>(one.right)},
                                    {"confusions", std::move(confusions)}});
  }
  return Value::Object{{"in_scope", static_cast<std::int64_t>(quality.in_scope)},
                       {"out_of_scope", static_cast<std::int64_t>(quality.out_of_scope)},
                       {"decided_by_rules", static_cast<std::int64_t>(quality.decided_by_rules)},
                       {"started", quality.started},
                       {"started_right", quality.started_right},
                       {"asked", quality.asked},
                       {"asked_right", quality.asked_right},
                       {"refused", quality.refused},
                       {"calibration_error", quality.calibration_error},
                       {"recommended_act", quality.recommended_act},
                       {"recommended_ask", quality.recommended_ask},
                       {"recommended_started", quality.recommended_started},
                       {"recommended_started_right", quality.recommended_started_right},
                       {"recommended_asked", quality.recommended_asked},
                       {"recommended_asked_right", quality.recommended_asked_right},
                       {"intents", std::move(intents)}};
}

}  // namespace parley::cli
