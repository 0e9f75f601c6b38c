#include "engine/external_nlu.h"

#include <algorithm>
#include <utility>

#include "config/by_id.h"
#include "config/definition.h"
#include "config/diagnostics.h"
#include "engine/external_acts.h"
#include "intents/catalog_access.h"
#include "intents/classifier.h"
#include "intents/given_acts.h"

namespace parley::engine {
namespace {

using config::Intent;

constexpr const char* kRule = "understanding";  // the rule of an intent that the caller names

constexpr std::pair<const char*, ListOp> kListOps[] = {
    {"add", ListOp::kAdd}, {"set", ListOp::kSet}, {"remove", ListOp::kRemove}, {"clear", ListOp::kClear}};

Unexpected unknown(const std::string& what, const std::string& name, const std::vector<std::string>& known) {
  return unknown_name("'understanding': " + what, name, known);
}

std::vector<std::string> params_of_all(const config::BotDefinition& bot) {
  std::vector<std::string> names;
  for (const Intent& intent : bot.intents) {
    for (const config::Param& param : intent.params) names.push_back(param.id.value);
  }
  return names;
}

class NluValidator {
 public:
  NluValidator(const NluResult& own, const Catalog& catalog, const NluContext& nlu_context)
      : nlu_(own),
        catalog_(catalog),
        bot_(intents::definition_of(catalog)),
        nlu_context_(nlu_context),
        open_(bot_.find_intent(nlu_context.intent)) {}

  Result<Understanding> run(std::vector<std::string>& trace) {
    about_ = open_;
    if (auto act = intents::act_for(nlu_.act)) add(std::move(*act));
    if (nlu_.intent) {
      auto candidate = candidate_for(*nlu_.intent);
      if (!candidate) return Unexpected(candidate.error());
      names_intent_ = is_admitted(*nlu_.intent, trace);
      if (names_intent_) {
        about_ = bot_.find_intent(*nlu_.intent);
        wanted_.candidate = std::move(*candidate);
      }
    }
    for (const auto& [name, value] : nlu_.params) {
      if (auto taken = take(name, value, trace); !taken) return Unexpected(taken.error());
    }
    for (const auto& read : {&NluValidator::read_ambiguous, &NluValidator::read_change}) {
      if (auto taken = (this->*read)(); !taken) return Unexpected(taken.error());
    }
    if (corrects() && !corrects_value_) add(acts::Correct{{}, {}, true});
    for (const ParamValue& value : elsewhere_) add(acts::Inform{value}, value.span);
    if (auto taken = read_choice(); !taken) return Unexpected(taken.error());
    if (names_intent_) add_request(acts::Request::Role::kNow, std::move(wanted_));
    if (auto taken = read_further(trace); !taken) return Unexpected(taken.error());
    return std::move(result_);
  }

 private:
  void add(DialogAct::What what, Span span = {}) {
    result_.acts.push_back({std::move(what), span, 1, {ActSource::Kind::kCaller, {}, {}}});
  }

  void add_request(acts::Request::Role role, FurtherIntent wanted) {
    add(acts::Request{role, std::move(wanted)});
    result_.acts.back().source.rule = kRule;
  }

  // A param of the caller may correct a value, because the caller sets it on purpose. A no alone corrects nothing.
  bool corrects() const { return nlu_.act != Act::kDeny || !nlu_.params.empty(); }

  void add_answer(ParamValue value) {
    const Span span = value.span;
    add(intents::answer_act(std::move(value), nlu_context_, corrects()), span);
    corrects_value_ = corrects_value_ || std::holds_alternative<acts::Correct>(result_.acts.back().what);
  }

  Result<Candidate> candidate_for(const std::string& intent) const {
    if (!bot_.find_intent(intent)) return unknown("the bot has no intent", intent, config::ids_of(bot_.intents));
    Candidate candidate;
    candidate.intent = intent;
    candidate.rule = kRule;
    return candidate;
  }

  // An intent whose `when` does not hold counts as not named, as in a message.
  bool is_admitted(const std::string& intent, std::vector<std::string>& trace) const {
    const bool is_open = open_ && open_->id.value == intent;
    if (is_open || intents::classifier_of(catalog_).admits(intent, nlu_context_)) return true;
    trace.push_back("understanding: the 'when' of " + intent + " does not hold");
    return false;
  }

  Result<void> check_param(const Intent& intent, const std::string& name) const {
    if (intent.find_param(name)) return {};
    return unknown("the intent " + intent.id.value + " has no param", name, config::ids_of(intent.params));
  }

  ParamValue validated(const Intent& intent, const std::string& param, const Value& value) const {
    return catalog_.validate(intent.id.value, param, value, nlu_context_);
  }

  // A param belongs to the intent of the result, to the open intent, or to the question of an interrupted intent.
  Result<void> take(const std::string& name, const Value& value, std::vector<std::string>& trace) {
    const auto below = std::find_if(nlu_context_.interrupted.begin(), nlu_context_.interrupted.end(),
                                    [&](const auto& question) { return question.second == name; });
    const bool is_named = names_intent_ && about_->find_param(name);
    const bool answers = open_ && open_->find_param(name) && (!is_named || about_ == open_);
    if (is_named) validate_value(wanted_.params, catalog_, *about_, name, value, nlu_context_);
    if (answers) {
      std::vector<ParamValue> values;
      validate_value(values, catalog_, *open_, name, value, nlu_context_);
      for (ParamValue& one : values) add_answer(std::move(one));
    }
    if (is_named || answers) return {};
    if (below != nlu_context_.interrupted.end()) {
      elsewhere_.push_back(validated(*bot_.find_intent(below->first), name, value));
      elsewhere_.back().intent = below->first;
      return {};
    }
    const std::vector<std::string> known = params_of_all(bot_);
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      return names_intent_ ? check_param(*about_, name) : unknown("the bot has no param", name, known);
    }
    trace.emplace_back("understanding: a param of another intent");
    return {};
  }

  Result<void> read_further(std::vector<std::string>& trace) {
    for (const NluResult::FurtherIntent& given : nlu_.further) {
      auto candidate = candidate_for(given.intent);
      if (!candidate) return Unexpected(candidate.error());
      const Intent& intent = *bot_.find_intent(given.intent);
      FurtherIntent further;
      further.candidate = std::move(*candidate);
      for (const auto& [name, value] : given.params) {
        if (auto known = check_param(intent, name); !known) return known;
        validate_value(further.params, catalog_, intent, name, value, nlu_context_);
      }
      if (auto read = read_groups(intent, given.ambiguous, further.ambiguous); !read) return read;
      if (is_admitted(given.intent, trace)) add_request(acts::Request::Role::kNext, std::move(further));
    }
    return {};
  }

  Result<void> read_change() {
    for (const std::string& name : nlu_.change) {
      if (!open_) return Unexpected(ErrorCode::kInvalidRequest, "'understanding.change': no intent is open");
      if (auto known = check_param(*open_, name); !known) return known;
      add(acts::Correct{name, {}, corrects()});
    }
    return {};
  }

  Result<void> read_choice() {
    const std::vector<std::string>& offered = nlu_context_.choices;
    if (const auto* number = std::get_if<std::int64_t>(&nlu_.choose)) {
      if (*number < 0 || static_cast<std::size_t>(*number) >= offered.size()) {
        return Unexpected(ErrorCode::kInvalidRequest,
                          "'understanding.choose': there are " + std::to_string(offered.size()) + " choices");
      }
      add(acts::Choose{acts::Choose::Meaning::kThese, {static_cast<int>(*number)}});
    } else if (const auto* label = std::get_if<std::string>(&nlu_.choose)) {
      const auto found = std::find(offered.begin(), offered.end(), *label);
      if (found == offered.end()) return unknown("there is no choice", *label, offered);
      add(acts::Choose{acts::Choose::Meaning::kThese, {static_cast<int>(found - offered.begin())}});
    }
    return {};
  }

  Result<void> read_ambiguous() {
    if (nlu_.ambiguous.empty() || (nlu_.intent && !names_intent_)) return {};
    if (!about_) return Unexpected(ErrorCode::kInvalidRequest, "'understanding.ambiguous': no intent is open");
    Ambiguous read;
    if (auto done = read_groups(*about_, nlu_.ambiguous, read); !done) return done;
    for (const auto& readings : read) {
      if (about_ != open_ || readings.empty()) continue;
      add(acts::Inform{readings.front(), {readings.begin() + 1, readings.end()}}, readings.front().span);
    }
    if (names_intent_) wanted_.ambiguous = std::move(read);
    return {};
  }

  Result<void> read_groups(const Intent& intent, const std::vector<NluResult::Readings>& own, Ambiguous& out) const {
    for (const auto& readings : own) {
      std::vector<ParamValue>& group = out.emplace_back();
      for (const auto& [name, value] : readings) {
        if (auto known = check_param(intent, name); !known) return known;
        group.push_back(validated(intent, name, value));
      }
    }
    return {};
  }

  const NluResult& nlu_;
  const Catalog& catalog_;
  const config::BotDefinition& bot_;
  const NluContext& nlu_context_;
  const Intent* open_;
  const Intent* about_ = nullptr;  // the intent to which the params of the result belong
  bool names_intent_ = false;      // the result names an intent that may begin
  FurtherIntent wanted_;           // this intent
  std::vector<ParamValue> elsewhere_;
  bool corrects_value_ = false;
  Understanding result_;
};

bool has_fields(const NluResult& own) {
  return own.intent || !own.params.empty() || own.act != Act::kInform || !own.further.empty() || !own.change.empty() ||
         !std::holds_alternative<std::monostate>(own.choose) || !own.ambiguous.empty();
}

}  // namespace

void validate_value(std::vector<ParamValue>& out, const Catalog& catalog, const config::Intent& intent,
                    const std::string& param, const Value& value, const NluContext& nlu_context) {
  const bool is_list = intent.find_param(param)->list;
  ListOp op = ListOp::kAdd;
  const Value* held = &value;
  for (const auto& [word, meant] : kListOps) {
    const Value* member = is_list ? value.find(word) : nullptr;
    if (!member) continue;
    op = meant;
    held = member;
  }
  const Value::Array* items = is_list ? held->if_array() : nullptr;
  if (op == ListOp::kClear || (op == ListOp::kSet && items && items->empty())) {
    ParamValue& cleared = out.emplace_back();
    cleared.param = param;
    cleared.op = ListOp::kClear;
    return;
  }
  for (const Value& item : items ? *items : Value::Array{*held}) {
    out.push_back(catalog.validate(intent.id.value, param, item, nlu_context));
    out.back().op = op;
    if (op == ListOp::kSet) op = ListOp::kAdd;  // the first item replaces the list, the others are added
  }
}

Unexpected unknown_name(const std::string& what, const std::string& name, const std::vector<std::string>& known) {
  if (known.empty()) return Unexpected(ErrorCode::kInvalidRequest, what + " of that name");
  const std::string hint = config::did_you_mean(name, known);
  const std::string which = hint.empty() ? " of that name; " + config::did_you_mean_or_list("", known)
                                         : " " + config::quoted(name) + "; " + hint;
  return Unexpected(ErrorCode::kInvalidRequest, what + which);
}

Result<Understanding> validate_nlu(const NluResult& own, const Catalog& catalog, const NluContext& nlu_context,
                                   std::vector<std::string>& trace) {
  if (!own.acts.empty() && has_fields(own)) {
    return Unexpected(ErrorCode::kInvalidRequest, "'understanding' has either 'acts' or other fields");
  }
  if (!own.acts.empty()) return validate_acts(own.acts, catalog, nlu_context, trace);
  return NluValidator(own, catalog, nlu_context).run(trace);
}

}  // namespace parley::engine
