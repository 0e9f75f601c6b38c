// RandomBot makes random bots. Each value (Tag) encodes its intent, its param and the time when it was given, so that a
// test can check each value in a state.
#pragma once

#include <random>
#include <string>
#include <vector>

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
      config::StepDefinition& first = bot.on_start.steps.emplace_back();
      first.kind = config::StepDefinition::Kind::kStart;
      first.intent.value = intent_id(0);
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
    if (chance_.one_in(5)) out.checks.push_back(tool(p));
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
    using Kind = config::StepDefinition::Kind;
    config::IfUnknown out;
    config::StepDefinition& step = out.step.emplace_back(tool(chance_.below(kParams)));
    if (chance_.one_in(2) && p > 0) return out;
    step = said("look there");
    if (chance_.one_in(3)) return out;
    const bool calls = i + 1 < kIntents && chance_.one_in(2);
    step.kind = calls ? Kind::kCall : Kind::kStart;
    step.intent.value = calls ? intent_id(i + 1 + chance_.below(kIntents - i - 1)) : intent_id(chance_.below(kIntents));
    if (calls) step.save.push_back({"saved", "result." + param_id(chance_.below(kParams)), {}});
    return out;
  }

  config::StepDefinition tool(int p) {
    config::StepDefinition step;
    step.kind = config::StepDefinition::Kind::kTool;
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
    using Kind = config::StepDefinition::Kind;
    config::StepDefinition out;
    out.kind = static_cast<Kind>(chance_.below(8));
    if (depth > 1 && (out.kind == Kind::kBranch || out.kind == Kind::kForEach)) out.kind = Kind::kSay;
    if (out.kind == Kind::kCall && i + 1 >= kIntents) out.kind = Kind::kSay;
    if (out.kind == Kind::kHandoff && !chance_.one_in(3)) out.kind = Kind::kTool;
    if (out.kind == Kind::kTool) {
      out = tool(chance_.below(kParams));
      if (chance_.one_in(2)) out.on_failure = {say()};
      if (chance_.one_in(3)) out.on_timeout = {say()};
      if (chance_.one_in(4)) {
        out.reject.push_back({condition("result.bad"), {param_id(chance_.below(kParams)), {}}, text("no")});
      }
    }
    if (out.kind == Kind::kSay) out = say();
    out.reason = "why";
    out.condition = condition(chance_.one_in(2) ? "saved" : param_id(chance_.below(kParams)));
    if (out.kind == Kind::kBranch) {
      out.then = steps(i, depth + 1);
      if (chance_.one_in(2)) out.otherwise = steps(i, depth + 1);
    }
    if (out.kind == Kind::kForEach) {
      out.item.value = "item" + std::to_string(depth);
      out.list.value = chance_.one_in(4) ? "saved" : param_id(0);
      out.at_most = 1 + chance_.below(3);
      if (chance_.one_in(2)) out.left.value = "left";
      out.then = steps(i, depth + 1);
    }
    out.param.value = param_id(chance_.below(kParams));
    const int other = out.kind == Kind::kCall ? i + 1 + chance_.below(kIntents - i - 1) : chance_.below(kIntents);
    out.intent.value = intent_id(other);
    if (out.kind == Kind::kCall || out.kind == Kind::kStart) {
      out.with = {{param_id(1), {{}, Tag{other, 1, 0}.value()}, {}}};
    }
    return out;
  }
  config::StepDefinition say() { return said(chance_.one_in(4) ? "" : "said"); }
  static config::StepDefinition said(const std::string& words = "said") {
    config::StepDefinition out;
    out.say = text(words);
    return out;
  }

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
    intent.steps.emplace_back().kind = config::StepDefinition::Kind::kHandoff;
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
    using Kind = config::StepDefinition::Kind;
    for (config::StepDefinition& step : steps) {
      const bool starts = step.kind == Kind::kCall || step.kind == Kind::kStart;
      const config::Param* param = intent.find_param(step.param.value);
      if (starts && !is_there(step.intent.value)) step = said();
      if (step.kind == Kind::kAsk && (!param || param->ask.empty())) step = said();
      std::erase_if(step.reject, [&](const auto& one) { return intent.find_param(one.param.value) == nullptr; });
      fix(step.then, intent, is_there);
      fix(step.otherwise, intent, is_there);
    }
  }

  Chance& chance_;
};

}  // namespace parley::planner
