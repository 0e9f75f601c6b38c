// Tested by tests/config/dialog_keys_test.cc.
#include "config/cycles.h"

#include <string>
#include <vector>

#include "config/by_id.h"
#include "config/graph.h"
#include "config/reader_parts.h"
#include "config/visitors.h"

namespace parley::config {
namespace {

// A graph of references between the items of a list, each edge with its position in the file.
template <class Thing>
class CycleFinder {
 public:
  explicit CycleFinder(const std::vector<Thing>& things) : things_(things), graph_(things.size()) {}

  // Adds an edge. Ignores a name that is missing or does not resolve (`to` is null); another check reports such a name.
  // An edge with is_judged = false counts as part of a cycle, but report() does not report it.
  void add(const Thing& from, const Thing* to, Text place, bool is_judged = true) {
    if (!to || place.value.empty()) return;
    edges_.push_back({index_of(from), index_of(*to), std::move(place), is_judged});
    graph_.add(edges_.back().from, edges_.back().to);
  }

  // Reports "cycle of 'call': 'order' leads back to itself" at each edge of a cycle.
  void report(const std::string& what, const char* hint, Diagnostics& findings) const {
    const std::vector<std::size_t> cycles = graph_.cycles();
    for (const Edge& edge : edges_) {
      if (!edge.is_judged || cycles[edge.from] != cycles[edge.to] || findings.full()) continue;
      findings.error("E212", edge.place.mark, edge.place.value,
                     "cycle of " + what + ": " + quoted(things_[edge.from].id.value) + " leads back to itself", hint);
    }
  }

 private:
  struct Edge {
    std::size_t from, to;
    Text place;
    bool is_judged;
  };

  std::size_t index_of(const Thing& thing) const { return static_cast<std::size_t>(&thing - things_.data()); }

  const std::vector<Thing>& things_;
  Graph graph_;
  std::vector<Edge> edges_;
};

}  // namespace

void check_intent_cycles(const BotDefinition& bot, Diagnostics& findings) {
  CycleFinder<Intent> exhausted(bot.intents), called(bot.intents);
  for (const Intent& intent : bot.intents) {
    for (const Param& param : intent.params) {
      exhausted.add(intent, bot.find_intent(param.exhausted_intent.value), param.exhausted_intent);
    }
    const auto note = [&](const StepDefinition& step) {
      const Text* next = intent_in(step);
      if (next) called.add(intent, bot.find_intent(next->value), *next, step.is<CallStep>());
    };
    for (const Param& param : intent.params) for_each_step_of(param, note);
    for_each_step(intent.steps, note);
  }
  exhausted.report("'on_exhausted'", "use handoff, default, skip or cancel in one of the intents", findings);
  called.report("'call'", "use 'start', which does not return, or remove the step", findings);
}

void check_param_cycles(const Intent& intent, Diagnostics& findings) {
  CycleFinder<Param> conditions(intent.params);
  for (const Param& param : intent.params) {
    if (!param.when) continue;
    for_each_comparison(*param.when, [&](const Condition& comparison) {
      conditions.add(param, find_by_id(intent.params, expr_root(comparison.path)), {comparison.path, comparison.mark});
    });
  }
  conditions.report("'when'", "remove the param from one of the conditions", findings);
}

}  // namespace parley::config
