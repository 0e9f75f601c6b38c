#include "engine/external_acts.h"

#include <algorithm>
#include <utility>

#include "config/by_id.h"
#include "config/definition.h"
#include "config/find_answer.h"
#include "engine/external_nlu.h"
#include "intents/catalog_access.h"
#include "intents/classifier.h"
#include "intents/given_acts.h"

namespace parley::engine {
namespace {

using config::Intent;
using AsRequest = acts::Request::Role;

class ActsValidator {
 public:
  ActsValidator(const Catalog& catalog, const NluContext& nlu_context, std::vector<std::string>& trace)
      : catalog_(catalog),
        bot_(intents::definition_of(catalog)),
        nlu_context_(nlu_context),
        open_(bot_.find_intent(nlu_context.intent)),
        trace_(trace) {}

  Result<Understanding> run(const std::vector<DialogAct>& given) {
    for (std::size_t i = 0; i < given.size(); ++i) {
      where_ = "understanding.acts[" + std::to_string(i) + "]";
      span_ = given[i].span;
      if (span_.begin > span_.end) return invalid(".span", "the words end before they begin");
      if (auto read = std::visit([&](const auto& act) { return this->read(act); }, given[i].what); !read) {
        return Unexpected(read.error());
      }
    }
    return std::move(out_);
  }

 private:
  // ---- errors

  Unexpected invalid(const std::string& member, const std::string& what) const {
    return {ErrorCode::kInvalidRequest, "'" + where_ + member + "': " + what};
  }
  Unexpected unknown(const std::string& member, const std::string& what, const std::string& name,
                     const std::vector<std::string>& known) const {
    return unknown_name("'" + where_ + member + "': " + what, name, known);
  }
  Unexpected unknown_intent(const std::string& intent) const {
    return unknown(".intent", "the bot has no intent", intent, config::ids_of(bot_.intents));
  }
  Unexpected unknown_param(const std::string& member, const Intent& intent, const std::string& param) const {
    return unknown(member, "the intent " + intent.id.value + " has no param", param, config::ids_of(intent.params));
  }

  // ---- what the acts use

  void add(DialogAct::What what) {
    out_.acts.push_back({std::move(what), span_, 1, {ActSource::Kind::kCaller, {}, {}}});
  }
  Result<void> take(DialogAct::What what) {
    add(std::move(what));
    return {};
  }
  Result<void> ignore(const std::string& why) {
    trace_.push_back("understanding: " + why);
    return {};
  }

  ParamValue validated(const Intent& intent, const std::string& param, const Value& value) const {
    return catalog_.validate(intent.id.value, param, value, nlu_context_);
  }
  std::vector<ParamValue> values_of(const Intent& intent, const std::string& param, const Value& value) const {
    std::vector<ParamValue> values;
    validate_value(values, catalog_, intent, param, value, nlu_context_);
    return values;
  }

  // An intent whose `when` does not hold counts as not named, as in a message.
  bool is_admitted(const Intent& intent) const {
    return &intent == open_ || intents::classifier_of(catalog_).admits(intent.id.value, nlu_context_);
  }
  Result<void> ignore_barred(const Intent& intent) {
    return ignore("the 'when' of " + intent.id.value + " does not hold");
  }

  // ---- the acts

  Result<void> read(const acts::Affirm& affirm) { return take(affirm); }
  Result<void> read(const acts::Deny& deny) { return take(deny); }
  Result<void> read(const acts::Command& command) { return take(command); }
  Result<void> read(const acts::Courtesy& courtesy) { return take(courtesy); }
  Result<void> read(const acts::Closing& closing) { return take(closing); }

  Result<void> read(const acts::Remark& remark) {
    if (remark.value) return invalid("", "a remark has no value; use 'inform'");
    return take(acts::Remark{});
  }

  Result<void> read(const acts::Inform& inform) {
    const std::string& name = inform.value.param;
    const std::string& about = inform.value.intent;
    const Intent* intent = about.empty() ? open_ : bot_.find_intent(about);
    if (!about.empty() && !intent) return unknown_intent(about);
    if (!inform.or_else.empty()) return read_readings(inform, intent);
    if (intent && intent == open_ && intent->find_param(name)) return answer(name, inform.value.value);
    if (!about.empty() && !intent->find_param(name)) return unknown_param(".param", *intent, name);
    if (const Intent* other = asks_elsewhere(about, name)) {
      ParamValue value = validated(*other, name, inform.value.value);
      value.intent = other->id.value;
      return take(acts::Inform{std::move(value)});
    }
    if (!is_param(name)) return unknown(".param", "the bot has no param", name, all_params());
    return ignore("a param of another intent");
  }

  // A caller sets a value on purpose, so it corrects the value of a param that has one.
  Result<void> answer(const std::string& param, const Value& value) {
    for (ParamValue& one : values_of(*open_, param, value)) {
      add(intents::answer_act(std::move(one), nlu_context_, true));
    }
    return {};
  }

  // The interrupted or offered intent that the value is for. Null: none.
  const Intent* asks_elsewhere(const std::string& about, const std::string& param) const {
    for (const auto& [intent, asked] : nlu_context_.interrupted) {
      if (asked == param && (about.empty() || about == intent)) return bot_.find_intent(intent);
    }
    const auto& offered = nlu_context_.offered;
    const bool is_offered = std::find(offered.begin(), offered.end(), about) != offered.end();
    return is_offered ? bot_.find_intent(about) : nullptr;
  }

  bool is_param(const std::string& name) const {
    return std::any_of(bot_.intents.begin(), bot_.intents.end(),
                       [&](const Intent& intent) { return intent.find_param(name) != nullptr; });
  }
  std::vector<std::string> all_params() const {
    std::vector<std::string> names;
    for (const Intent& intent : bot_.intents) {
      for (const config::Param& param : intent.params) names.push_back(param.id.value);
    }
    return names;
  }

  Result<void> read_readings(const acts::Inform& inform, const Intent* intent) {
    if (!intent || intent != open_) return invalid(".or_else", "only a value of the open intent has readings");
    std::vector<ParamValue> readings{inform.value};
    readings.insert(readings.end(), inform.or_else.begin(), inform.or_else.end());
    for (ParamValue& reading : readings) {
      if (!intent->find_param(reading.param)) return unknown_param(".or_else", *intent, reading.param);
      reading = validated(*intent, reading.param, reading.value);
    }
    return take(acts::Inform{readings.front(), {readings.begin() + 1, readings.end()}});
  }

  Result<void> read(const acts::Correct& correct) {
    if (!open_) return invalid("", "no intent is open, so there is nothing to correct");
    if (correct.param.empty()) {
      if (correct.value) return invalid("", "'param' is missing");
      return take(acts::Correct{{}, {}, true});
    }
    if (!open_->find_param(correct.param)) return unknown_param(".param", *open_, correct.param);
    if (!correct.value) return take(acts::Correct{correct.param, {}, true});
    for (ParamValue& value : values_of(*open_, correct.param, correct.value->value)) {
      const bool takes_back = value.op == ListOp::kRemove || value.op == ListOp::kClear;
      takes_back ? add(acts::Retract{std::move(value)}) : add(acts::Correct{correct.param, std::move(value), true});
    }
    return {};
  }

  Result<void> read(const acts::Retract& retract) {
    const std::string& name = retract.value.param;
    if (!open_) return invalid("", "no intent is open, so there is nothing to take back");
    const config::Param* param = open_->find_param(name);
    if (!param) return unknown_param(".param", *open_, name);
    if (!param->list) return invalid(".param", "the param " + name + " takes no list; use 'correct'");
    const bool clears = retract.value.op == ListOp::kClear;
    const Value what(clears ? Value::Object{{"clear", true}} : Value::Object{{"remove", retract.value.value}});
    return answer(name, what);
  }

  Result<void> read(const acts::Choose& choose) {
    using Meaning = acts::Choose::Meaning;
    const std::size_t least = choose.meaning == Meaning::kNone ? 0 : choose.meaning == Meaning::kThese ? 1 : 2;
    const std::size_t most = choose.meaning == Meaning::kNone ? 0 : nlu_context_.choices.size();
    const bool is_offered = std::all_of(choose.options.begin(), choose.options.end(), [&](int option) {
      return option >= 0 && static_cast<std::size_t>(option) < nlu_context_.choices.size();
    });
    if (!is_offered || nlu_context_.choices.empty()) {
      return invalid(".options",
                     "there are " + std::to_string(nlu_context_.choices.size()) + " choices, counted from 0");
    }
    std::vector<int> options = choose.options;
    std::sort(options.begin(), options.end());
    options.erase(std::unique(options.begin(), options.end()), options.end());
    if (options.size() < least || options.size() > most) {
      return invalid(".options", std::string("'") + parley::to_string(choose.meaning) + "' needs " +
                                     (most == 0 ? "none" : std::to_string(least) + " or more"));
    }
    return take(acts::Choose{choose.meaning, std::move(options)});
  }

  Result<void> read(const acts::Request& request) {
    const Intent* intent = bot_.find_intent(request.wanted.candidate.intent);
    if (!intent) return unknown_intent(request.wanted.candidate.intent);
    if (request.role == AsRequest::kAgain || request.role == AsRequest::kTakesValue) {
      return invalid(".role", "must be one of: now, next, doubtful");
    }
    if (request.role == AsRequest::kNow && std::exchange(has_first_, true)) {
      return invalid(".role", "only one request is 'now'; the others are 'next'");
    }
    acts::Request read;
    read.role = request.role;
    read.wanted.candidate.intent = intent->id.value;
    read.wanted.candidate.rule = "understanding";
    if (auto done = read_wanted(*intent, request.wanted, read.wanted); !done) return done;
    if (!is_admitted(*intent)) return ignore_barred(*intent);
    const bool is_open = intent == open_ && request.role == AsRequest::kNow;
    add(std::move(read));
    if (!is_open) return {};
    for (const ParamValue& given : request.wanted.params) {
      if (auto done = answer(given.param, given.value); !done) return done;
    }
    return {};
  }

  // Reads the values of a Request or a FollowUp.
  template <class Wanted>
  Result<void> read_wanted(const Intent& intent, const Wanted& given, Wanted& wanted) const {
    for (const ParamValue& value : given.params) {
      if (!intent.find_param(value.param)) return unknown_param(".params", intent, value.param);
      validate_value(wanted.params, catalog_, intent, value.param, value.value, nlu_context_);
    }
    for (const auto& readings : given.ambiguous) {
      std::vector<ParamValue>& group = wanted.ambiguous.emplace_back();
      for (const ParamValue& reading : readings) {
        if (!intent.find_param(reading.param)) return unknown_param(".ambiguous", intent, reading.param);
        group.push_back(validated(intent, reading.param, reading.value));
      }
    }
    for (const ParamValue& other : given.others) {
      if (!intent.find_param(other.param)) return unknown_param(".others", intent, other.param);
      wanted.others.push_back(validated(intent, other.param, other.value));
    }
    return {};
  }

  Result<void> read(const acts::Ask& ask) {
    if (std::holds_alternative<Passage>(ask.answer)) return invalid("", "a caller gives no passage");
    const auto* entry = std::get_if<acts::Ask::Entry>(&ask.answer);
    if (!entry) return take(acts::Ask{});
    const Intent* intent = bot_.find_intent(entry->intent);
    if (!intent) return unknown_intent(entry->intent);
    if (!entry->param.empty() && !intent->find_param(entry->param)) {
      return unknown_param(".param", *intent, entry->param);
    }
    if (!config::find_answer(bot_, entry->intent, entry->param, entry->index)) {
      return invalid(".answer", "there is no such entry of 'answers'");
    }
    return is_admitted(*intent) ? take(ask) : ignore_barred(*intent);
  }

  Result<void> read(const acts::FollowUp& given) {
    if (!given.intent.empty() && !bot_.find_intent(given.intent)) return unknown_intent(given.intent);
    const Intent* done = bot_.find_intent(nlu_context_.done);
    if (!done || (!given.intent.empty() && given.intent != nlu_context_.done)) {
      return ignore("a follow-up to what was not done last");
    }
    acts::FollowUp follow_up;
    follow_up.intent = done->id.value;
    if (auto read = read_wanted(*done, given, follow_up); !read) return read;
    for (const std::string& name : given.named) {
      if (!done->find_param(name)) return unknown_param(".change", *done, name);
    }
    follow_up.named = given.named;
    follow_up.corrects = given.corrects;
    follow_up.is_about_another = given.is_about_another;
    follow_up.asks = given.asks;
    return take(std::move(follow_up));
  }

  const Catalog& catalog_;
  const config::BotDefinition& bot_;
  const NluContext& nlu_context_;
  const Intent* open_;
  std::vector<std::string>& trace_;
  std::string where_;       // the act that is read: "understanding.acts[1]"
  Span span_;               // its words
  bool has_first_ = false;  // a request with the role kNow
  Understanding out_;
};

}  // namespace

Result<Understanding> validate_acts(const std::vector<DialogAct>& given, const Catalog& catalog,
                                    const NluContext& nlu_context, std::vector<std::string>& trace) {
  return ActsValidator(catalog, nlu_context, trace).run(given);
}

}  // namespace parley::engine
