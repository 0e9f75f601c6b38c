#include "engine/external_nlu.h"

#include <algorithm>
#include <utility>

#include "config/by_id.h"
#include "config/definition.h"
#include "config/diagnostics.h"

namespace parley::engine {
namespace {

using config::Intent;

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

class Judge {
 public:
  Judge(const OwnUnderstanding& own, const Catalog& catalog, const NluContext& now)
      : own_(own),
        catalog_(catalog),
        bot_(catalog.definition()),
        now_(now),
        open_(bot_.find_intent(now.intent)),
        about_(own.intent ? bot_.find_intent(*own.intent) : open_) {}

  Result<Understanding> run(std::vector<std::string>& trace) {
    heard_.act = own_.act;
    heard_.corrects = true;  // who names a param means it
    if (own_.intent) {
      auto candidate = candidate_for(*own_.intent);
      if (!candidate) return Unexpected(candidate.error());
      heard_.candidates.push_back(std::move(*candidate));
    }
    for (const auto& [name, value] : own_.params) {
      if (auto taken = take(name, value, trace); !taken) return Unexpected(taken.error());
    }
    for (const auto& read : {&Judge::read_further, &Judge::read_change, &Judge::read_choice, &Judge::read_ambiguous}) {
      if (auto taken = (this->*read)(); !taken) return Unexpected(taken.error());
    }
    return std::move(heard_);
  }

 private:
  Result<Candidate> candidate_for(const std::string& intent) const {
    if (!bot_.find_intent(intent)) return unknown("the bot has no intent", intent, config::ids_of(bot_.intents));
    Candidate candidate;
    candidate.intent = intent;
    candidate.rule = "understanding";
    return candidate;
  }

  Result<void> check_param(const Intent& intent, const std::string& name) const {
    if (intent.find_param(name)) return {};
    return unknown("the intent " + intent.id.value + " has no param", name, config::ids_of(intent.params));
  }

  ParamValue judged(const Intent& intent, const std::string& param, const Value& value) const {
    return catalog_.judge(intent.id.value, param, value, now_);
  }

  // For the intent it is said of, for the one that is open, or for the question of one that was interrupted.
  Result<void> take(const std::string& name, const Value& value, std::vector<std::string>& trace) {
    const auto below = std::find_if(now_.interrupted.begin(), now_.interrupted.end(),
                                    [&](const auto& question) { return question.second == name; });
    const bool is_named = own_.intent && about_->find_param(name);
    const bool answers = open_ && open_->find_param(name) && (!is_named || about_ == open_);
    if (is_named) judge_value(heard_.params, catalog_, *about_, name, value, now_);
    if (answers) judge_value(heard_.answers, catalog_, *open_, name, value, now_);
    if (is_named || answers) return {};
    if (below != now_.interrupted.end()) {
      heard_.elsewhere.push_back(judged(*bot_.find_intent(below->first), name, value));
      heard_.elsewhere.back().intent = below->first;
      return {};
    }
    const std::vector<std::string> known = params_of_all(bot_);
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      return own_.intent ? check_param(*about_, name) : unknown("the bot has no param", name, known);
    }
    trace.emplace_back("understanding: a param of another intent");
    return {};
  }

  Result<void> read_further() {
    for (const OwnUnderstanding::FurtherIntent& own : own_.further) {
      auto candidate = candidate_for(own.intent);
      if (!candidate) return Unexpected(candidate.error());
      const Intent& intent = *bot_.find_intent(own.intent);
      FurtherIntent& wish = heard_.further.emplace_back();
      wish.candidate = std::move(*candidate);
      for (const auto& [name, value] : own.params) {
        if (auto known = check_param(intent, name); !known) return known;
        judge_value(wish.params, catalog_, intent, name, value, now_);
      }
      if (auto read = read_groups(intent, own.ambiguous, wish.ambiguous); !read) return read;
    }
    return {};
  }

  Result<void> read_change() {
    for (const std::string& name : own_.change) {
      if (!open_) return Unexpected(ErrorCode::kInvalidRequest, "'understanding.change': no intent is open");
      if (auto known = check_param(*open_, name); !known) return known;
    }
    heard_.named = own_.change;
    return {};
  }

  Result<void> read_choice() {
    const std::vector<std::string>& offered = now_.choices;
    if (const auto* number = std::get_if<std::int64_t>(&own_.choose)) {
      if (*number < 0 || static_cast<std::size_t>(*number) >= offered.size()) {
        return Unexpected(ErrorCode::kInvalidRequest,
                          "'understanding.choose': there are " + std::to_string(offered.size()) + " choices");
      }
      heard_.choice = static_cast<int>(*number);
    } else if (const auto* label = std::get_if<std::string>(&own_.choose)) {
      const auto found = std::find(offered.begin(), offered.end(), *label);
      if (found == offered.end()) return unknown("there is no choice", *label, offered);
      heard_.choice = static_cast<int>(found - offered.begin());
    }
    return {};
  }

  Result<void> read_ambiguous() {
    if (own_.ambiguous.empty()) return {};
    if (!about_) return Unexpected(ErrorCode::kInvalidRequest, "'understanding.ambiguous': no intent is open");
    Ambiguous read;
    if (auto done = read_groups(*about_, own_.ambiguous, read); !done) return done;
    if (about_ == open_) heard_.ambiguous_answers = read;
    if (own_.intent) heard_.ambiguous = std::move(read);
    return {};
  }

  Result<void> read_groups(const Intent& intent, const std::vector<OwnUnderstanding::Readings>& own,
                           Ambiguous& out) const {
    for (const auto& readings : own) {
      std::vector<ParamValue>& group = out.emplace_back();
      for (const auto& [name, value] : readings) {
        if (auto known = check_param(intent, name); !known) return known;
        group.push_back(judged(intent, name, value));
      }
    }
    return {};
  }

  const OwnUnderstanding& own_;
  const Catalog& catalog_;
  const config::BotDefinition& bot_;
  const NluContext& now_;
  const Intent* open_;
  const Intent* about_;  // what its params are said of
  Understanding heard_;
};

}  // namespace

void judge_value(std::vector<ParamValue>& out, const Catalog& catalog, const config::Intent& intent,
                 const std::string& param, const Value& value, const NluContext& now) {
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
    ParamValue& nothing = out.emplace_back();
    nothing.param = param;
    nothing.op = ListOp::kClear;
    return;
  }
  for (const Value& item : items ? *items : Value::Array{*held}) {
    out.push_back(catalog.judge(intent.id.value, param, item, now));
    out.back().op = op;
    if (op == ListOp::kSet) op = ListOp::kAdd;  // the others come to the first
  }
}

Unexpected unknown_name(const std::string& what, const std::string& name, const std::vector<std::string>& known) {
  if (known.empty()) return Unexpected(ErrorCode::kInvalidRequest, what + " of that name");
  const std::string hint = config::did_you_mean(name, known);
  const std::string which = hint.empty() ? " of that name; " + config::did_you_mean_or_list("", known)
                                         : " " + config::quoted(name) + "; " + hint;
  return Unexpected(ErrorCode::kInvalidRequest, what + which);
}

Result<Understanding> judge(const OwnUnderstanding& own, const Catalog& catalog, const NluContext& now,
                            std::vector<std::string>& trace) {
  return Judge(own, catalog, now).run(trace);
}

}  // namespace parley::engine
