// The tools of `validate` (docs/dialog.md, rules 8.4 and 8.5).
//
// Frame::checked lists the params whose value a tool has accepted, with the arguments of now. Frame::held keeps the
// accepted values that were replaced since: a value goes from there when every check that has it as an argument has
// run, or back into the params when a tool rejects the new one. Frame::facts keeps what each check was last accepted
// with of the request's context.
// Tested by tests/planner/checks_test.cc.
#include <algorithm>

#include "base/hash.h"
#include "config/template.h"
#include "planner/dialog.h"

namespace parley::planner {
namespace {

bool has_name(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Calls visit(path) with each placeholder in the arguments of a call.
template <class Visit>
void for_each_placeholder(const config::StepDefinition& step, const Visit& visit) {
  for (const auto& with : step.with) {
    if (!with.origin.text) continue;
    for (const config::Template::Piece& piece : with.origin.text->pieces) {
      if (!piece.placeholder.empty()) visit(std::string_view(piece.placeholder));
    }
  }
}

// Likewise of the param's check.
template <class Visit>
void for_each_placeholder(const config::Param& param, const Visit& visit) {
  for (const config::StepDefinition& check : param.checks) for_each_placeholder(check, visit);
}

// Likewise with the first part of each.
template <class Visit>
void for_each_argument(const config::Param& param, const Visit& visit) {
  for_each_placeholder(param, [&](std::string_view path) { visit(path.substr(0, path.find('.'))); });
}

constexpr std::string_view kContext = "context.";

bool says(const std::vector<config::TextVariants>& wordings, std::string_view path) {
  bool is_said = false;
  for (const config::TextVariants& wording : wordings) {
    config::for_each_variant(wording, [&](const config::Template& way) {
      config::for_each_placeholder(way.pieces,
                                   [&](const auto& piece) { is_said = is_said || piece.placeholder == path; });
    });
  }
  return is_said;
}

bool is_fact(std::string_view path) { return path.substr(0, kContext.size()) == kContext; }

}  // namespace

bool checks_with(const config::Param& param, std::string_view changed) {
  bool depends = !param.checks.empty() && param.id.value == changed;
  for_each_argument(param, [&](std::string_view name) { depends = depends || name == changed; });
  return depends;
}

void drop_checks(const config::Intent& intent, Frame& frame, std::string_view changed) {
  for (const config::Param& param : intent.params) {
    if (!checks_with(param, changed) || std::erase(frame.checked, param.id.value) == 0) continue;
    frame.confirmed = false;
  }
}

void Dialog::drop_checks(std::string_view changed) { planner::drop_checks(intent(), top(), changed); }

// An argument is awaited as long as the user will still be asked for it, or a default may stand in.
bool Dialog::may_get_arguments(const config::Param& checked) const {
  bool awaits = false;
  for_each_argument(checked, [&](std::string_view name) {
    const config::Param* param = intent().find_param(name);
    awaits = awaits || (param && is_open(*param) && applies(*param));
  });
  return awaits;
}

bool Dialog::run_checks(Checks which) {
  for (const config::Param& param : intent().params) {
    const std::string& name = param.id.value;
    if (param.checks.empty() || top().params.count(name) == 0 || has_name(top().checked, name)) continue;
    if (which == Checks::kReady && may_get_arguments(param)) continue;
    if (++out_.state.steps > kMaxSteps) {
      note(Rule::kTooManySteps);
      say(bot_.replies.tool_failed);
      return hand_off("too_many_steps"), true;
    }
    if (call_tool(param.checks.front(), {}, name)) return true;
    return hand_off("tool_failed"), true;
  }
  return false;
}

// ---- facts of the context -----------------------------------------------------------------------------------

Facts Dialog::facts_for(const config::Param& checked) const {
  Facts facts;
  for_each_placeholder(checked, [&](std::string_view path) {
    if (!is_fact(path)) return;
    const Value* value = known().find(path);
    facts.emplace(path, digest_of(path, value ? *value : Value()));
  });
  return facts;
}

// Salted by conversation and fact, and with the host's key where it has one: a fact with few possible values is not to
// be found by trying them.
std::string Dialog::digest_of(std::string_view path, const Value& fact) const {
  const std::string key = base::fingerprint(out_.state.continuation_id + '\n' + moment_.fact_key);
  return base::keyed_hash(std::string(path) + '\n' + fact.to_json(), key);
}

// A fact holds for the request that tells it. The trace names those that a call would have and does not.
void Dialog::note_missing_facts(const config::StepDefinition& step) {
  for_each_placeholder(step, [&](std::string_view path) {
    if (is_fact(path) && !known().find(path)) note(Rule::kNoValue, path);
  });
}

// A fact that this request does not tell is as it was.
bool Dialog::has_other_facts(const config::Param& checked) const {
  const auto accepted = top().facts.find(checked.id.value);
  bool differs = false;
  for (const auto& [path, digest] : facts_for(checked)) {
    if (!known().find(path)) continue;
    const bool is_kept = accepted != top().facts.end() && accepted->second.count(path) != 0;
    differs = differs || !is_kept || accepted->second.at(path) != digest;
  }
  return differs;
}

// Whether the confirmation shows a fact that the check is called with: then a yes is to what was shown.
bool Dialog::confirms_facts_of(const config::Param& checked) const {
  bool shown = false;
  for_each_placeholder(checked, [&](std::string_view path) {
    shown = shown || (is_fact(path) && intent().confirm && says(intent().confirm->ask, path));
  });
  return shown;
}

// Not once the steps are under way: what they have done was decided with the facts of then. A yes that was given stays:
// it is void when the confirmation shows the fact itself, and when the check rejects or saves something else than
// before.
bool Dialog::follow_facts() {
  if (is_under_way() || fact_rounds_ >= kMaxFactRounds) return false;
  bool changed = false;
  for (const config::Param& param : intent().params) {
    const std::string& name = param.id.value;
    if (!has_name(top().checked, name) || !has_other_facts(param)) continue;
    note(Rule::kFactChanged, name);
    std::erase(top().checked, name);
    if (confirms_facts_of(param)) void_confirmation(name);
    changed = true;
  }
  if (changed) ++fact_rounds_;
  return changed;
}

// ---- accepted, and refused ----------------------------------------------------------------------------------

void Dialog::accept_check(const config::Param& checked, const Facts& facts) {
  Frame& frame = top();
  frame.checked.push_back(checked.id.value);
  frame.facts.erase(checked.id.value);
  if (!facts.empty()) frame.facts.emplace(checked.id.value, facts);
  frame.attempts.erase(checked.id.value);
  for_each_argument(checked, [&](std::string_view name) {
    if (const auto judged = frame.attempts.find(name); judged != frame.attempts.end()) frame.attempts.erase(judged);
  });
  const auto is_settled = [&](const std::string& name) {
    return std::none_of(intent().params.begin(), intent().params.end(), [&](const config::Param& param) {
      return checks_with(param, name) && frame.params.count(param.id.value) != 0 &&
             !has_name(frame.checked, param.id.value);
    });
  };
  std::erase_if(frame.held, [&](const auto& held) { return is_settled(held.first); });
}

// Keeps a value that is replaced, if checks have accepted it.
void Dialog::hold(const std::string& name, const FilledParam& replaced) {
  const Frame& frame = top();
  const auto is_held_with = [&](const config::Param& param) {
    return std::any_of(frame.held.begin(), frame.held.end(),
                       [&](const auto& held) { return checks_with(param, held.first); });
  };
  const bool was_accepted =
      std::any_of(intent().params.begin(), intent().params.end(), [&](const config::Param& param) {
        return checks_with(param, name) && (has_name(frame.checked, param.id.value) || is_held_with(param));
      });
  if (was_accepted) top().held.emplace(name, replaced);
}

bool Dialog::put_back(const config::Param& rejected) {
  Frame& frame = top();
  const auto held = frame.held.find(rejected.id.value);
  if (held == frame.held.end()) return false;
  frame.params.insert_or_assign(held->first, held->second);
  if (rejected.session_scope) out_.state.params.insert_or_assign(held->first, held->second);
  frame.held.erase(held);
  // It was accepted with the arguments of then: where one of them has changed since, the check runs again.
  const bool is_as_before = std::none_of(frame.held.begin(), frame.held.end(),
                                         [&](const auto& other) { return checks_with(rejected, other.first); });
  if (is_as_before && !rejected.checks.empty()) frame.checked.push_back(rejected.id.value);
  return true;
}

}  // namespace parley::planner
