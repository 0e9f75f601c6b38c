// Builds the graph of each intent. The planner decides in the same order: planner/flow_executor.cc runs the params, the
// confirmation and the steps; planner/reprompting.cc gives up questions; planner/tool_results.cc takes results.
#include "parley/bot_graph.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <utility>
#include <variant>

#include "base/text.h"
#include "config/visitors.h"
#include "intents/catalog_access.h"
#include "intents/condition_text.h"

namespace parley {
namespace {

using config::Intent;
using config::Param;
using config::StepDefinition;
using NodeKind = GraphNode::Kind;
using Label = GraphEdge::Label;

constexpr std::size_t kLongestLabel = 60;  // code points

constexpr const char* kStart = "start";
constexpr const char* kConfirm = "confirm";
constexpr const char* kChange = "change";
constexpr const char* kDone = "done";
constexpr const char* kCancelled = "cancelled";
constexpr const char* kPerson = "person";

// Replaces white space by single spaces, and cuts a long text.
std::string label_of(std::string_view text) {
  std::string label;
  std::size_t length = 0;
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = base::next_code_point(text, at);
    const bool is_space = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (is_space && (label.empty() || label.back() == ' ')) continue;
    if (++length == kLongestLabel) return label + "...";
    base::append_code_point(label, is_space ? U' ' : c);
  }
  while (!label.empty() && label.back() == ' ') label.pop_back();
  return label;
}

std::string label_of(const config::TextVariants& texts) {
  return texts.any.empty() ? std::string() : label_of(texts.any.front().source);
}

// The node of a step, without its place.
struct StepNode {
  NodeKind kind;
  std::string label;
  std::string tool = {}, intent = {};
};

StepNode node_of(const config::ToolStep& step) { return {NodeKind::kTool, label_of(step.tool.value), step.tool.value}; }
StepNode node_of(const config::SayStep& step) { return {NodeKind::kSay, label_of(step.text)}; }
StepNode node_of(const config::HandoffStep& step) { return {NodeKind::kHandoff, label_of(step.reason)}; }
StepNode node_of(const config::BranchStep& step) { return {NodeKind::kIf, label_of(intents::text_of(step.condition))}; }
StepNode node_of(const config::AskStep& step) { return {NodeKind::kAsk, label_of(step.param.value)}; }
StepNode node_of(const config::CallStep& step) {
  return {NodeKind::kCall, label_of(step.intent.value), {}, step.intent.value};
}
StepNode node_of(const config::StartStep& step) {
  return {NodeKind::kStartIntent, label_of(step.intent.value), {}, step.intent.value};
}
StepNode node_of(const config::LoopStep& step) {
  return {NodeKind::kForEach, label_of(step.item.value + " in " + step.list.value)};
}

class IntentGraphBuilder {
 public:
  IntentGraphBuilder(const config::BotDefinition& bot, const Intent& intent) : bot_(bot), intent_(intent) {
    const auto note = [&](const StepDefinition& step) {
      const auto* tool = step.as<config::ToolStep>();
      if (!tool) return;
      for (const auto& rejection : tool->reject) rejected_.insert(rejection.param.value);
    };
    config::for_each_step(intent.steps, note);
    graph_.id = intent.id.value;
    graph_.description = intent.description;
    for (const Param& param : intent.params) {
      graph_.params.push_back({param.id.value, param.type.value, param.required, param.list, param.sensitive});
    }
  }

  IntentGraph build() {
    node(kStart, NodeKind::kStart, intent_.id.value, intent_.id.mark);
    edge(kStart, entry_after(0));
    for (std::size_t i = 0; i < intent_.params.size(); ++i) add_param(intent_.params[i], entry_after(i + 1));
    if (intent_.confirm) add_confirmation();
    add_steps(intent_.steps, "", kDone);
    add_ends();
    order_edges();
    return std::move(graph_);
  }

 private:
  GraphNode& node(std::string id, NodeKind kind, std::string label, const config::Mark& mark) {
    GraphNode& added = graph_.nodes.emplace_back();
    added.id = std::move(id);
    added.kind = kind;
    added.label = std::move(label);
    added.file = bot_.files[static_cast<std::size_t>(mark.file)].name;
    added.line = mark.line;
    return added;
  }

  GraphNode& node(std::string id, const StepDefinition& step) {
    StepNode described = std::visit([](const auto& what) { return node_of(what); }, step.what);
    GraphNode& added = node(std::move(id), described.kind, std::move(described.label), step.mark);
    added.tool = std::move(described.tool);
    added.intent = std::move(described.intent);
    return added;
  }

  void edge(const std::string& from, const std::string& to, Label label = Label::kNext) {
    graph_.edges.push_back({from, to, label});
  }

  // ---- params

  bool has_question(const Param& param) const {
    const bool may_be_rejected = !param.checks.empty() || rejected_.count(param.id.value) != 0;
    return param.required || (may_be_rejected && !param.ask.empty());
  }

  static std::string question_of(const Param& param) { return "param." + param.id.value; }
  static std::string check_of(const Param& param) { return "check." + param.id.value; }

  // Returns the first node that the intent passes when it comes to the params from number `first` on.
  std::string entry_after(std::size_t first) const {
    for (std::size_t i = first; i < intent_.params.size(); ++i) {
      const Param& param = intent_.params[i];
      if (param.required) return question_of(param);
      if (!param.checks.empty()) return check_of(param);
    }
    if (intent_.confirm) return kConfirm;
    return first_step();
  }

  std::string first_step() const { return intent_.steps.empty() ? kDone : "0"; }

  void add_param(const Param& param, const std::string& next) {
    const std::string with_value = param.checks.empty() ? next : check_of(param);
    if (has_question(param)) {
      describe(node(question_of(param), NodeKind::kParam, label_of(param.id.value), param.id.mark), param);
      edge(question_of(param), with_value);
      add_exhausted(question_of(param), param, next);
      if (param.if_unknown) add_lookup(param, with_value);
    }
    if (!param.checks.empty()) add_check(param, next);
  }

  static void describe(GraphNode& added, const Param& param) {
    added.param = param.id.value;
    added.required = param.required;
    if (param.when) added.when = intents::text_of(*param.when);
  }

  // Adds the edge for a question that the bot gives up. `next`: where the intent continues without the answer.
  void add_exhausted(const std::string& from, const Param& param, const std::string& next) {
    switch (param.on_exhausted) {
      case config::Exhausted::kHandoff: return edge(from, kPerson, Label::kExhausted);
      case config::Exhausted::kDefault:
      case config::Exhausted::kSkip: return edge(from, next, Label::kExhausted);
      case config::Exhausted::kCancel: return edge(from, kCancelled, Label::kExhausted);
      case config::Exhausted::kIntent: return edge(from, "intent." + param.exhausted_intent.value, Label::kExhausted);
    }
  }

  void add_check(const Param& param, const std::string& next) {
    const StepDefinition& check = param.checks.front();
    node(check_of(param), check).param = param.id.value;
    edge(check_of(param), next);
    edge(check_of(param), has_question(param) ? question_of(param) : next, Label::kRejected);
    edge(check_of(param), kPerson, Label::kFailure);
  }

  void add_lookup(const Param& param, const std::string& with_value) {
    const StepDefinition& step = param.if_unknown->step;
    const std::string id = "unknown." + param.id.value;
    node(id, step).param = param.id.value;
    edge(question_of(param), id, Label::kUnknown);
    if (step.is<config::SayStep>()) return edge(id, question_of(param));
    if (!step.is<config::StartStep>()) edge(id, with_value);
    if (step.is<config::ToolStep>()) edge(id, question_of(param), Label::kFailure);
  }

  // ---- the confirmation

  void add_confirmation() {
    const config::Confirmation& confirm = *intent_.confirm;
    const config::Mark& mark = confirm.ask.front().any.front().mark;
    const bool may_change = confirm.on_deny == config::OnDeny::kChange && !intent_.params.empty();
    node(kConfirm, NodeKind::kConfirm, label_of(confirm.ask.front()), mark);
    edge(kConfirm, first_step(), Label::kYes);
    edge(kConfirm, may_change ? kChange : kCancelled, Label::kNo);
    edge(kConfirm, kPerson, Label::kExhausted);
    if (!may_change) return;
    node(kChange, NodeKind::kChange, label_of(bot_.replies.change), mark);
    edge(kChange, entry_after(0));
    edge(kChange, kCancelled, Label::kNo);
    edge(kChange, kPerson, Label::kExhausted);
  }

  // ---- steps

  // Adds a list of steps, after which the intent continues at `after`. Returns where the list begins.
  std::string add_steps(const std::vector<StepDefinition>& steps, const std::string& prefix, const std::string& after) {
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const bool is_last = i + 1 == steps.size();
      add_step(steps[i], prefix + std::to_string(i), is_last ? after : prefix + std::to_string(i + 1));
    }
    return steps.empty() ? after : prefix + "0";
  }

  void add_step(const StepDefinition& step, const std::string& id, const std::string& next) {
    node(id, step);
    std::visit([&](const auto& what) { lead_on(what, id, next); }, step.what);
  }

  // Adds the ways on from a step.
  void lead_on(const config::SayStep&, const std::string& id, const std::string& next) { edge(id, next); }
  void lead_on(const config::CallStep&, const std::string& id, const std::string& next) { edge(id, next); }
  void lead_on(const config::HandoffStep&, const std::string& id, const std::string&) { edge(id, kPerson); }
  void lead_on(const config::StartStep&, const std::string&, const std::string&) {}

  void lead_on(const config::AskStep& step, const std::string& id, const std::string& next) {
    const Param& param = *intent_.find_param(step.param.value);
    describe(graph_.nodes.back(), param);
    edge(id, next);
    add_exhausted(id, param, next);
  }

  void lead_on(const config::BranchStep& step, const std::string& id, const std::string& next) {
    edge(id, add_steps(step.then, id + ".then.", next), Label::kThen);
    edge(id, add_steps(step.otherwise, id + ".else.", next), Label::kElse);
  }

  void lead_on(const config::LoopStep& step, const std::string& id, const std::string& next) {
    edge(id, add_steps(step.steps, id + ".do.", id), Label::kEach);
    edge(id, next);
  }

  // The steps of a failure end the intent.
  void lead_on(const config::ToolStep& step, const std::string& id, const std::string& next) {
    edge(id, next);
    std::set<std::string> rejected;
    for (const auto& rejection : step.reject) {
      const Param* param = intent_.find_param(rejection.param.value);
      rejected.insert(param && has_question(*param) ? question_of(*param) : entry_after(0));
    }
    for (const std::string& target : rejected) edge(id, target, Label::kRejected);
    const bool recovers = !step.on_failure.empty();
    edge(id, recovers ? add_steps(step.on_failure, id + ".on_failure.", kDone) : kPerson, Label::kFailure);
    if (step.on_timeout.empty()) return;
    edge(id, add_steps(step.on_timeout, id + ".on_timeout.", kDone), Label::kTimeout);
  }

  // ---- the ends

  // Adds the ends that an edge leads to.
  void add_ends() {
    std::set<std::string> targets;
    for (const GraphEdge& one : graph_.edges) targets.insert(one.to);
    for (const std::string& target : targets) {
      if (target.compare(0, 7, "intent.") != 0) continue;
      add_end(target, NodeKind::kOtherIntent, target.substr(7)).intent = target.substr(7);
    }
    if (targets.count(kDone) != 0) add_end(kDone, NodeKind::kDone, "done");
    if (targets.count(kCancelled) != 0) add_end(kCancelled, NodeKind::kCancelled, "cancelled");
    if (targets.count(kPerson) != 0) add_end(kPerson, NodeKind::kPerson, "a person takes over");
  }

  GraphNode& add_end(const std::string& id, NodeKind kind, std::string label) {
    GraphNode& added = graph_.nodes.emplace_back();
    added.id = id;
    added.kind = kind;
    added.label = std::move(label);
    return added;
  }

  // The nodes are in the order of the course, so an edge that leads back leads to an earlier node.
  void order_edges() {
    std::unordered_map<std::string_view, std::size_t> places;
    for (std::size_t i = 0; i < graph_.nodes.size(); ++i) places.emplace(graph_.nodes[i].id, i);
    for (GraphEdge& one : graph_.edges) one.back = places[one.to] <= places[one.from];
    std::stable_sort(graph_.edges.begin(), graph_.edges.end(),
                     [&](const GraphEdge& a, const GraphEdge& b) { return places[a.from] < places[b.from]; });
  }

  const config::BotDefinition& bot_;
  const Intent& intent_;
  IntentGraph graph_;
  std::set<std::string> rejected_;  // params that a step may reject
};

void add_links(const Intent& intent, std::vector<GraphLink>& links) {
  const std::size_t first = links.size();
  const auto add = [&](const std::string& to, GraphLink::Kind kind) {
    const GraphLink link{intent.id.value, to, kind};
    const auto own = links.begin() + static_cast<std::ptrdiff_t>(first);
    if (std::find(own, links.end(), link) == links.end()) links.push_back(link);
  };
  const auto add_step = [&](const StepDefinition& step) {
    if (const auto* call = step.as<config::CallStep>()) add(call->intent.value, GraphLink::Kind::kCall);
    if (const auto* start = step.as<config::StartStep>()) add(start->intent.value, GraphLink::Kind::kStart);
  };
  for (const Param& param : intent.params) {
    config::for_each_step_of(param, add_step);
    if (param.on_exhausted == config::Exhausted::kIntent)
      add(param.exhausted_intent.value, GraphLink::Kind::kExhausted);
  }
  config::for_each_step(intent.steps, add_step);
}

}  // namespace

BotGraph bot_graph(const Catalog& catalog) {
  const config::BotDefinition& bot = intents::definition_of(catalog);
  BotGraph graph;
  for (const Intent& intent : bot.intents) {
    graph.intents.push_back(IntentGraphBuilder(bot, intent).build());
    add_links(intent, graph.links);
  }
  return graph;
}

const std::string* bot_source(const Catalog& catalog, std::string_view file) {
  const auto& files = intents::definition_of(catalog).files;
  const auto found = std::find_if(files.begin(), files.end(), [&](const auto& one) { return one.name == file; });
  return found == files.end() ? nullptr : found->bytes.get();
}

}  // namespace parley
