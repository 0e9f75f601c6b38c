// Tested by tests/intents/templates_test.cc and template_limits_test.cc.
#include "intents/templates/compiler.h"

#include <algorithm>

#include "config/by_id.h"

namespace parley::intents {
namespace {

using ExpressionKind = Expression::Kind;
using InstructionOp = Instruction::Op;

constexpr std::size_t kMaxPermutedParts = 5;  // 120 orders

const Expression& space() {
  static const Expression kSpace = [] {
    Expression space;
    space.kind = ExpressionKind::kSpace;
    return space;
  }();
  return kSpace;
}

// Returns the group with the fewest alternatives, because the fewest messages are likely to meet it.
const NeedGroup* narrowest(const Needs& needs) {
  const auto found = std::min_element(needs.begin(), needs.end(),
                                      [](const NeedGroup& a, const NeedGroup& b) { return a.size() < b.size(); });
  return found == needs.end() ? nullptr : &*found;
}

}  // namespace

Compiler::Compiler(const config::BotDefinition& bot, SlotLists& lists, config::Diagnostics& findings)
    : bot_(bot), lists_(lists), findings_(findings) {
  for (const config::TemplateRule& rule : bot.rules) rule_names_.emplace(rule.id.value, &rule);
}

std::optional<Compiled> Compiler::compile(const config::Text& text, const config::Intent& intent,
                                          const config::Sentences& sentences) {
  const auto expression = parse_expression(text, findings_);
  if (!expression) return std::nullopt;
  Scope scope{&intent, nullptr, &sentences, &text};
  Compiled compiled;
  pieces_ = 0;
  compiled.program.push_back({InstructionOp::kSpace});
  if (!emit(*expression, scope, compiled.program)) return std::nullopt;
  compiled.program.push_back({InstructionOp::kSpace});
  compiled.program.push_back({InstructionOp::kEnd});
  compiled.needs = needs_of(*expression, scope);
  return compiled;
}

std::optional<Program> Compiler::compile(const config::Entity& entity, std::vector<std::string>& parts) {
  static const config::Sentences kNoSentences;
  std::vector<Expression> templates;
  for (const config::Text& text : entity.templates) {
    auto expression = parse_expression(text, findings_);
    if (!expression) return std::nullopt;
    templates.push_back(std::move(*expression));
  }
  Program program;
  pieces_ = 0;
  program.push_back({InstructionOp::kSpace});
  const bool is_written = emit_choice(templates.size(), program, [&](std::size_t i) {
    Scope scope{nullptr, &parts, &kNoSentences, &entity.templates[i]};
    return emit(templates[i], scope, program);
  });
  if (!is_written) return std::nullopt;
  program.push_back({InstructionOp::kSpace});
  program.push_back({InstructionOp::kEnd});
  return program;
}

// ---- instructions -----------------------------------------------------------------------------------------------

bool Compiler::is_affordable(const Expression& expression, const Scope& scope, const Program& out) {
  constexpr std::size_t kMaxPieces = 3;  // per permitted instruction
  const std::size_t most = scope.parts ? kMaxEntityProgram : kMaxProgram;
  ++all_pieces_;
  if (out.size() > most || ++pieces_ > kMaxPieces * most) {
    report("E409", expression, scope, {}, "the template expands to too much", "split it into several templates");
    return false;
  }
  if (all_pieces_ <= kMaxPrograms) return true;
  if (all_pieces_ == kMaxPrograms + 1) {
    report("E409", expression, scope, {}, "the templates of the bot together expand to too much",
           "use shorter rules, or use them in fewer templates");
  }
  return false;
}

bool Compiler::emit(const Expression& expression, Scope& scope, Program& out) {
  if (!is_affordable(expression, scope, out)) return false;
  switch (expression.kind) {
    case ExpressionKind::kText: out.push_back({InstructionOp::kText, number_of(expression.text)}); return true;
    case ExpressionKind::kSpace: out.push_back({InstructionOp::kSpace}); return true;
    case ExpressionKind::kSlot: return emit_slot(expression, scope, out);
    case ExpressionKind::kRule: return emit_rule(expression, scope, out);
    case ExpressionKind::kSequence:
      return std::all_of(expression.items.begin(), expression.items.end(),
                         [&](const Expression& item) { return emit(item, scope, out); });
    case ExpressionKind::kAlternatives: return emit_alternatives(expression.items, scope, out);
    case ExpressionKind::kPermutation: return emit_permutation(expression.items, scope, out);
  }
  return false;
}

bool Compiler::emit_alternatives(const std::vector<Expression>& items, Scope& scope, Program& out) {
  return emit_choice(items.size(), out, [&](std::size_t i) { return emit(items[i], scope, out); });
}

template <class EmitOne>
bool Compiler::emit_choice(std::size_t count, Program& out, const EmitOne& emit_one) {
  std::vector<std::size_t> ends;
  for (std::size_t i = 0; i < count; ++i) {
    const bool is_last = i + 1 == count;
    const std::size_t split = out.size();
    if (!is_last) out.push_back({InstructionOp::kSplit, static_cast<int>(split) + 1});
    if (!emit_one(i)) return false;
    if (is_last) break;
    ends.push_back(out.size());
    out.push_back({InstructionOp::kJump});
    out[split].b = static_cast<int>(out.size());
  }
  for (const std::size_t end : ends) out[end].a = static_cast<int>(out.size());
  return true;
}

// Emits each order as an alternative.
bool Compiler::emit_permutation(const std::vector<Expression>& items, Scope& scope, Program& out) {
  if (items.size() > kMaxPermutedParts) {
    report("E409", items[kMaxPermutedParts], scope, ";", "more than 5 parts in any order",
           "write out the orders that users say");
    return false;
  }
  std::vector<std::size_t> order(items.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::vector<Expression> orders;
  do {
    Expression& one = orders.emplace_back();
    for (const std::size_t i : order) {
      one.items.push_back(space());
      one.items.push_back(items[i]);
    }
    one.items.push_back(space());
  } while (std::next_permutation(order.begin(), order.end()));
  return emit_alternatives(orders, scope, out);
}

bool Compiler::emit_slot(const Expression& expression, const Scope& scope, Program& out) {
  const auto slot = slot_of(expression, scope);
  const auto list = slot ? list_of(expression, scope) : std::nullopt;
  if (!list) return false;
  if (scope.parts && is_any_words(*list)) {
    const std::string& type = expression.list.empty() ? expression.text : expression.list;
    report("E410", expression, scope, type,
           config::quoted(type) + " matches any words, so it cannot be a part of an entity",
           "use it as a slot of sentence templates");
    return false;
  }
  out.push_back({InstructionOp::kSlot, *list, *slot});
  return true;
}

bool Compiler::emit_rule(const Expression& expression, Scope& scope, Program& out) {
  const auto rule = rule_of(expression, scope);
  if (!rule || !rule->expression) return false;
  const config::Text* outer = scope.text;
  scope.text = rule->text;
  scope.parents.push_back(expression.text);
  const bool is_written = emit(*rule->expression, scope, out);
  scope.parents.pop_back();
  scope.text = outer;
  return is_written;
}

// ---- names --------------------------------------------------------------------------------------------------

std::optional<int> Compiler::slot_of(const Expression& slot, const Scope& scope) {
  if (scope.parts) {
    const auto known = std::find(scope.parts->begin(), scope.parts->end(), slot.text);
    const auto number = static_cast<int>(known - scope.parts->begin());
    if (known == scope.parts->end()) scope.parts->push_back(slot.text);
    return number;
  }
  const auto& params = scope.intent->params;
  for (std::size_t i = 0; i < params.size(); ++i) {
    if (params[i].id.value == slot.text) return static_cast<int>(i);
  }
  const std::string owner = scope.parents.empty() ? "" : " of the intent " + config::quoted(scope.intent->id.value);
  const std::string near = config::did_you_mean(slot.text, config::ids_of(params));
  report("E203", slot, scope, slot.text, "unknown param " + config::quoted(slot.text) + owner,
         near.empty() ? "declare it under 'params'" : near);
  return std::nullopt;
}

std::optional<int> Compiler::list_of(const Expression& slot, const Scope& scope) {
  const std::string& name = slot.list.empty() ? slot.text : slot.list;
  if (const config::Entity* local = config::find_by_id(scope.sentences->lists, name)) {
    const auto known = local_lists_.find(local);
    if (known != local_lists_.end()) return known->second;
    return local_lists_[local] = lists_.of(bot_, *local, findings_);
  }
  const config::Param* param = scope.intent ? config::find_by_id(scope.intent->params, slot.text) : nullptr;
  const bool is_of_param = slot.list.empty() && param;
  const std::string& type = is_of_param ? param->type.value : name;
  const int list = lists_.named(bot_, type, param && param->in_past);
  if (list >= 0) return list;
  if (is_of_param) return std::nullopt;  // the param's type is unknown, which is already reported
  std::vector<std::string> known = config::ids_of(bot_.entities);
  known.insert(known.end(), config::built_in_types().begin(), config::built_in_types().end());
  const std::string near = config::did_you_mean(type, known);
  report("E204", slot, scope, type, "unknown type " + config::quoted(type),
         near.empty() ? "declare it under 'entities' or 'lists'" : near);
  return std::nullopt;
}

const config::TemplateRule* Compiler::find_rule(const std::string& name, const config::Sentences& sentences) {
  if (!sentences.rules.empty()) {
    const auto [local, is_new] = local_rule_names_.try_emplace(&sentences);
    if (is_new) {
      for (const config::TemplateRule& rule : sentences.rules) local->second.emplace(rule.id.value, &rule);
    }
    if (const auto found = local->second.find(name); found != local->second.end()) return found->second;
  }
  const auto found = rule_names_.find(name);
  return found == rule_names_.end() ? nullptr : found->second;
}

std::optional<Compiler::RuleText> Compiler::rule_of(const Expression& reference, const Scope& scope) {
  const std::string& name = reference.text;
  const config::TemplateRule* rule = find_rule(name, *scope.sentences);
  if (!rule) {
    std::vector<std::string> known = config::ids_of(scope.sentences->rules), global = config::ids_of(bot_.rules);
    known.insert(known.end(), global.begin(), global.end());
    const std::string near = config::did_you_mean(name, known);
    report("E209", reference, scope, name, "unknown rule " + config::quoted(name),
           near.empty() ? "declare it under 'rules'" : near);
    return std::nullopt;
  }
  if (std::find(scope.parents.begin(), scope.parents.end(), name) != scope.parents.end()) {
    report("E209", reference, scope, name, "the rule " + config::quoted(name) + " contains itself",
           "remove it from its own definition");
    return std::nullopt;
  }
  if (scope.parents.size() == kMaxRuleDepth) {
    report("E409", reference, scope, name,
           "rules are nested more than " + std::to_string(kMaxRuleDepth) + " levels deep",
           "write out some of the rules");
    return std::nullopt;
  }
  const auto [parsed, is_new] = rules_.try_emplace(&rule->text);
  if (is_new) parsed->second = parse_expression(rule->text, findings_);
  return RuleText{&rule->text, parsed->second ? &*parsed->second : nullptr};
}

bool Compiler::is_any_words(int list) const {
  const SlotList::Kind kind = lists_[list].kind;
  return kind == SlotList::Kind::kWild || kind == SlotList::Kind::kJudged;
}

int Compiler::number_of(const std::string& text) {
  const auto [number, is_new] = text_numbers_.emplace(text, static_cast<int>(texts_.size()));
  if (is_new) texts_.push_back(text);
  return number->second;
}

void Compiler::report(const char* code, const Expression& at, const Scope& scope, const std::string& word,
                      const std::string& message, const std::string& hint) {
  const config::Mark mark = findings_.inside(*scope.text, at.at);
  if (!reported_.insert(std::to_string(mark.file) + ':' + std::to_string(mark.offset) + message).second) return;
  findings_.error(code, mark, word, message, hint);
}

// ---- needs --------------------------------------------------------------------------------------------------

// Requires an expression that emit() has accepted, so that every name in it is known.
Needs Compiler::needs_of(const Expression& expression, Scope& scope) {
  switch (expression.kind) {
    case ExpressionKind::kText: return {{{Need::Kind::kText, number_of(expression.text)}}};
    case ExpressionKind::kSpace: return {};
    case ExpressionKind::kSlot: {
      const int list = *list_of(expression, scope);
      return is_any_words(list) ? Needs() : Needs{{{Need::Kind::kList, list}}};
    }
    case ExpressionKind::kRule: {
      const auto rule = rule_of(expression, scope);
      const config::Text* outer = scope.text;
      scope.text = rule->text;
      scope.parents.push_back(expression.text);
      Needs needs = needs_of(*rule->expression, scope);
      scope.parents.pop_back();
      scope.text = outer;
      return needs;
    }
    case ExpressionKind::kSequence:
    case ExpressionKind::kPermutation: {
      Needs all;
      for (const Expression& item : expression.items) {
        for (NeedGroup& group : needs_of(item, scope)) all.push_back(std::move(group));
      }
      return all;
    }
    case ExpressionKind::kAlternatives: {
      NeedGroup any;
      for (const Expression& item : expression.items) {
        const Needs needs = needs_of(item, scope);
        const NeedGroup* group = narrowest(needs);
        if (!group) return {};
        any.insert(any.end(), group->begin(), group->end());
      }
      std::sort(any.begin(), any.end());
      any.erase(std::unique(any.begin(), any.end()), any.end());
      return {any};
    }
  }
  return {};
}

}  // namespace parley::intents
