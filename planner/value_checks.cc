#include "planner/value_checks.h"

#include <algorithm>

#include "planner/placeholders.h"

namespace parley::planner {
bool check_depends_on(const config::Param& param, std::string_view changed) {
  bool depends = !param.checks.empty() && param.id.value == changed;
  for_each_argument(param, [&](std::string_view name) { depends = depends || name == changed; });
  return depends;
}

void drop_checks(const config::Intent& intent, Frame& frame, std::string_view changed) {
  for (const config::Param& param : intent.params) {
    if (!check_depends_on(param, changed) || std::erase(frame.checked, param.id.value) == 0) continue;
    frame.confirmed = false;
  }
}

void drop_checks(TransitionBuilder& builder, std::string_view changed) {
  drop_checks(builder.intent(), builder.top(), changed);
}

void keep_accepted_value(TransitionBuilder& builder, const std::string& name, const FilledParam& replaced) {
  Frame& frame = builder.top();
  const auto& params = builder.intent().params;
  const auto has_kept_argument = [&](const config::Param& param) {
    return std::any_of(frame.held.begin(), frame.held.end(),
                       [&](const auto& kept) { return check_depends_on(param, kept.first); });
  };
  const bool was_accepted = std::any_of(params.begin(), params.end(), [&](const config::Param& param) {
    return check_depends_on(param, name) && (contains(frame.checked, param.id.value) || has_kept_argument(param));
  });
  if (was_accepted) frame.held.emplace(name, replaced);
}

bool restore_accepted_value(TransitionBuilder& builder, const config::Param& rejected) {
  Frame& frame = builder.top();
  const auto kept = frame.held.find(rejected.id.value);
  if (kept == frame.held.end()) return false;
  frame.params.insert_or_assign(kept->first, kept->second);
  if (rejected.session_scope) builder.state.params.insert_or_assign(kept->first, kept->second);
  frame.held.erase(kept);
  // If another argument has changed since, the tool accepted the value with the old argument, so the check runs again.
  const bool has_same_arguments = std::none_of(
      frame.held.begin(), frame.held.end(), [&](const auto& other) { return check_depends_on(rejected, other.first); });
  if (has_same_arguments && !rejected.checks.empty()) frame.checked.push_back(rejected.id.value);
  return true;
}

void accept_check(TransitionBuilder& builder, const config::Param& checked, const Facts& facts) {
  Frame& frame = builder.top();
  const auto& params = builder.intent().params;
  frame.checked.push_back(checked.id.value);
  frame.facts.erase(checked.id.value);
  if (!facts.empty()) frame.facts.emplace(checked.id.value, facts);
  frame.attempts.params.erase(checked.id.value);
  for_each_argument(checked, [&](std::string_view name) {
    auto& failed = frame.attempts.params;
    if (const auto found = failed.find(name); found != failed.end()) failed.erase(found);
  });
  const auto awaits_check = [&](const config::Param& param, const std::string& name) {
    return check_depends_on(param, name) && frame.params.count(param.id.value) != 0 &&
           !contains(frame.checked, param.id.value);
  };
  std::erase_if(frame.held, [&](const auto& kept) {
    return std::none_of(params.begin(), params.end(),
                        [&](const config::Param& param) { return awaits_check(param, kept.first); });
  });
}

}  // namespace parley::planner
