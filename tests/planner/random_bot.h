// RandomBot makes random bots. Each value (Tag) encodes its intent, its param and the time when it was given, so that a
// test can check each value in a state.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "config/visitors.h"
#include "planner/planner_harness.h"

namespace parley::planner {

// A value is the number 100,000,000 * intent + 10,000,000 * param + `given`. `given` is the time, or 0 if the bot
// supplies the value.
struct Tag {
  std::int64_t intent, param, given;
  Value value() const { return Value(intent * 100'000'000 + param * 10'000'000 + given); }
  static Tag of(const Value& value) {
    const std::int64_t number = value.if_int() ? *value.if_int() : -1;
    return {number / 100'000'000, number / 10'000'000 % 10, number % 10'000'000};
  }
};

class Chance {
 public:
  explicit Chance(std::uint64_t seed) : random_(seed) {}
  int below(int end) { return static_cast<int>(random_() % static_cast<std::uint64_t>(end)); }
  bool one_in(int n) { return below(n) == 0; }

 private:
  std::mt19937_64 random_;
};

// The facts of each request: for each param a list with one value.
inline Value context_of_random_bots(int intents, int params) {
  Value::Object context;
  for (int i = 0; i < intents; ++i) {
    for (int p = 0; p < params; ++p) {
      context["l" + std::to_string(i) + std::to_string(p)] =
          Value(Value::Array{Value(Value::Object{{"id", Tag{i, p, 0}.value()}})});
    }
  }
  return Value(std::move(context));
}

class RandomBot {
 public:
  static constexpr int kIntents = 5;
  static constexpr int kParams = 4;
  static constexpr int kIdentifier = 1;  // the param whose type the bot declares: intents share its values
  static std::string intent_id(int i) { return "i" + std::to_string(i); }
  static std::string param_id(int p) { return "p" + std::to_string(p); }
  static int number_of(const std::string& id) { return id[1] - '0'; }

  // Returns up to three values of the identifier of an intent, given now or just before.
  static std::vector<ParamValue> identifiers(Chance& chance, const std::string& intent, std::int64_t now) {
    std::vector<ParamValue> values;
    for (int n = chance.below(4); n > 0; --n) {
      values.push_back(good(param_id(kIdentifier), Tag{number_of(intent), kIdentifier, now - chance.below(2)}.value()));
    }
    return values;
  }

  explicit RandomBot(Chance& chance) : chance_(chance) {}

  config::BotDefinition make() {
    config::BotDefinition bot = read(
        "parley: 1\nbot: {id: random}\nintents: [{id: x, steps: [{say: "
        "x}]}]\n");
    bot.intents.clear();
    config::Entity identifier;
    identifier.id.value = "id";
    identifier.patterns.emplace_back().value = "[0-9]+";
    bot.entities.push_back(std::move(identifier));
    for (int i = 0; i < kIntents; ++i) {
      if (i > 1 && chance_.one_in(8)) continue;  // a changed bot may lack an intent
      bot.intents.push_back(intent(i));
    }
    for (config::Intent& one : bot.intents) remove_unknown_references(one, bot);
    bot.on_start.steps = {said("welcome")};
    bot.on_start.before_answer = chance_.one_in(2);
    if (chance_.one_in(2)) {
      bot.on_start.steps.push_back({{}, config::StartStep{{intent_id(0), {}}, {}}});
    }
    if (chance_.one_in(2)) bot.replies.while_handed_off = text("A person will answer.");
    bot.index();
    return bot;
  }

 private:
  static config::TextVariants text(const std::string& words) {
    config::Template variant;
    variant.source = words;
    variant.pieces.emplace_back(words);
    return {{std::move(variant)}, {}, {}};
  }
  // Returns a text with two variants, which the bot must use alternately.
  static config::TextVariants two_variants(const std::string& one, const std::string& other) {
    config::TextVariants wording = text(one);
    wording.any.push_back(text(other).any.front());
    return wording;
  }
  static config::Template placeholder(const std::string& name) {
    config::Template wording;
    wording.pieces.emplace_back(name, 0);
    return wording;
  }
  config::Condition condition(const std::string& path) {
    config::Condition compare;
    compare.kind = config::Condition::Kind::kCompare;
    compare.path = path;
    compare.op = config::Condition::Op::kExists;
    compare.operand = Value(!chance_.one_in(2));
    return compare;
  }

  config::Param param(int i, int p) {
    config::Param out;
    out.id.value = param_id(p);
    out.type.value = p == kIdentifier ? "id" : "number";
    out.required = !chance_.one_in(4);
    out.skippable = out.required && chance_.one_in(5);
    out.sensitive = chance_.one_in(6);
    out.session_scope = p == kParams - 1;  // the last param is a session param in all intents
    out.list = p == 0 && chance_.one_in(2);
    if (out.required || chance_.one_in(2)) out.ask = {text("?"), two_variants("??", "?!")};
    out.max_attempts.in_all = 1 + chance_.below(4);
    if (chance_.one_in(3)) out.max_attempts.silent = 1;
    out.on_exhausted = static_cast<config::Exhausted>(chance_.below(5));
    out.exhausted_intent.value = intent_id(chance_.below(kIntents));
    out.fallback = config::ValueExpr{{}, Tag{i, p, 0}.value()};
    if (!out.required && chance_.one_in(2)) out.fallback.reset();
    if (out.on_exhausted == config::Exhausted::kDefault) out.fallback = config::ValueExpr{{}, Tag{i, p, 0}.value()};
    if (chance_.one_in(6)) out.prefill = config::ValueExpr{{}, Tag{i, p, 0}.value()};
    if (p > 0 && chance_.one_in(5)) out.when = condition(param_id(p - 1));
    if (chance_.one_in(5)) out.checks.push_back({{}, tool(p)});
    if (chance_.one_in(3)) out.answers.push_back({{}, {}, text("answer")});
    if (!out.ask.empty() && !out.sensitive && chance_.one_in(4)) out.options = options(i, p);
    if (!out.ask.empty() && chance_.one_in(4)) out.if_unknown = if_unknown(i, p);
    return out;
  }

  // The context has a list for each param: context_of_random_bots().
  config::Options options(int i, int p) {
    config::Options out;
    out.from.value = "context.l" + std::to_string(i) + std::to_string(p);
    out.value.value = "id";
    out.only = chance_.one_in(3);
    return out;
  }

  config::IfUnknown if_unknown(int i, int p) {
    config::IfUnknown out;
    out.step.what = tool(chance_.below(kParams));
    if (chance_.one_in(2) && p > 0) return out;
    out.step = said("look there");
    if (chance_.one_in(3)) return out;
    const bool calls = i + 1 < kIntents && chance_.one_in(2);
    if (calls) {
      config::CallStep call;
      call.intent.value = intent_id(i + 1 + chance_.below(kIntents - i - 1));
      call.save.push_back({"saved", "result." + param_id(chance_.below(kParams)), {}});
      out.step.what = std::move(call);
    } else {
      out.step.what = config::StartStep{{intent_id(chance_.below(kIntents)), {}}, {}};
    }
    return out;
  }

  config::ToolStep tool(int p) {
    config::ToolStep step;
    step.tool.value = "t" + std::to_string(chance_.below(3));
    step.with.push_back({"a", {placeholder(param_id(p)), {}}, {}});
    step.save.push_back({"saved", "result.x", {}});
    return step;
  }

  std::vector<config::StepDefinition> steps(int i, int depth) {
    std::vector<config::StepDefinition> out;
    for (int n = 1 + chance_.below(3); n > 0; --n) out.push_back(step(i, depth));
    return out;
  }

  config::StepDefinition step(int i, int depth) {
    enum Kind { kTool, kSay, kHandoff, kBranch, kAsk, kCall, kStart, kLoop, kCount };
    int kind = chance_.below(kCount);
    if (depth > 1 && (kind == kBranch || kind == kLoop)) kind = kSay;
    if (kind == kCall && i + 1 >= kIntents) kind = kSay;
    if (kind == kHandoff && !chance_.one_in(3)) kind = kTool;
    switch (kind) {
      case kTool: return {{}, tool_with_ways_out()};
      case kHandoff: return {{}, config::HandoffStep{"why"}};
      case kBranch: return {{}, branch(i, depth)};
      case kAsk: return {{}, config::AskStep{{param_id(chance_.below(kParams)), {}}}};
      case kCall: {
        const int other = i + 1 + chance_.below(kIntents - i - 1);
        return {{}, config::CallStep{{intent_id(other), {}}, passed_to(other), {}}};
      }
      case kStart: {
        const int other = chance_.below(kIntents);
        return {{}, config::StartStep{{intent_id(other), {}}, passed_to(other)}};
      }
      case kLoop: return {{}, loop(i, depth)};
      default: return say();
    }
  }

  static std::vector<config::Argument> passed_to(int intent) {
    return {{param_id(1), {{}, Tag{intent, 1, 0}.value()}, {}}};
  }

  config::ToolStep tool_with_ways_out() {
    config::ToolStep out = tool(chance_.below(kParams));
    if (chance_.one_in(2)) out.on_failure = {say()};
    if (chance_.one_in(3)) out.on_timeout = {say()};
    if (chance_.one_in(4)) {
      out.reject.push_back({condition("result.bad"), {param_id(chance_.below(kParams)), {}}, text("no")});
    }
    return out;
  }

  config::BranchStep branch(int i, int depth) {
    config::BranchStep out;
    out.condition = condition(chance_.one_in(2) ? "saved" : param_id(chance_.below(kParams)));
    out.then = steps(i, depth + 1);
    if (chance_.one_in(2)) out.otherwise = steps(i, depth + 1);
    return out;
  }

  config::LoopStep loop(int i, int depth) {
    config::LoopStep out;
    out.item.value = "item" + std::to_string(depth);
    out.list.value = chance_.one_in(4) ? "saved" : param_id(0);
    out.at_most = 1 + chance_.below(3);
    if (chance_.one_in(2)) out.left.value = "left";
    out.steps = steps(i, depth + 1);
    return out;
  }

  config::StepDefinition say() { return said(chance_.one_in(4) ? "" : "said"); }
  static config::StepDefinition said(const std::string& words = "said") { return {{}, config::SayStep{text(words)}}; }

  config::Intent intent(int i) {
    config::Intent out;
    out.id.value = intent_id(i);
    out.interruptible = !chance_.one_in(5);
    out.interrupts = !chance_.one_in(5);
    if (chance_.one_in(3)) out.opening = two_variants("opening", "beginning");
    for (int p = 0; p < kParams; ++p) {
      if (!chance_.one_in(3)) out.params.push_back(param(i, p));
    }
    if (chance_.one_in(2)) {
      out.confirm.emplace();
      out.confirm->ask = {text("ok?")};
      out.confirm->max_attempts = 1 + chance_.below(3);
      out.confirm->on_deny = chance_.one_in(2) ? config::OnDeny::kChange : config::OnDeny::kCancel;
    }
    out.steps = steps(i, 0);
    if (chance_.one_in(8)) leads_to_person(out);
    return out;
  }

  static void leads_to_person(config::Intent& intent) {
    intent.params.clear();
    intent.confirm.reset();
    intent.steps = {said()};
    intent.steps.push_back({{}, config::HandoffStep{}});
  }

  // Removes references to unknown intents and params, which read_bot would reject.
  static void remove_unknown_references(config::Intent& intent, const config::BotDefinition& bot) {
    const auto is_there = [&](const std::string& id) {
      for (const config::Intent& one : bot.intents) {
        if (one.id.value == id) return true;
      }
      return false;
    };
    for (config::Param& param : intent.params) {
      if (!is_there(param.exhausted_intent.value) && param.on_exhausted == config::Exhausted::kIntent) {
        param.on_exhausted = config::Exhausted::kSkip;
      }
      if (param.if_unknown) fix(param.if_unknown->step, intent, is_there);
    }
    fix(intent.steps, intent, is_there);
  }
  template <class IsThere>
  static void fix(std::vector<config::StepDefinition>& steps, const config::Intent& intent, const IsThere& is_there) {
    for (config::StepDefinition& step : steps) fix(step, intent, is_there);
  }
  template <class IsThere>
  static void fix(config::StepDefinition& step, const config::Intent& intent, const IsThere& is_there) {
    const config::Text* next = intent_in(step);
    if (next && !is_there(next->value)) step = said();
    const auto* ask = step.as<config::AskStep>();
    const config::Param* asked = ask ? intent.find_param(ask->param.value) : nullptr;
    if (ask && (!asked || asked->ask.empty())) step = said();
    if (auto* tool = step.as<config::ToolStep>()) {
      std::erase_if(tool->reject, [&](const auto& one) { return intent.find_param(one.param.value) == nullptr; });
    }
    config::for_each_list_in(step, [&](auto& inner) { fix(inner, intent, is_there); });
  }

  Chance& chance_;
};

}  // namespace parley::planner
