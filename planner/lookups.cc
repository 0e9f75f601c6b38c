#include "planner/lookups.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "planner/intent_stack.h"
#include "planner/options.h"
#include "planner/param_filling.h"
#include "planner/param_sources.h"
#include "planner/placeholders.h"
#include "planner/position.h"
#include "planner/prompting.h"
#include "planner/reprompting.h"
#include "planner/saved_results.h"
#include "planner/tool_calls.h"

namespace parley::planner {
namespace {

using config::StepDefinition;
using ParamValues = std::vector<ParamValue>;

// Returns the values for the intent that the lookup calls.
std::vector<ParamValue> values_for(const ParamValues& elsewhere, std::string_view intent) {
  ParamValues values;
  std::copy_if(elsewhere.begin(), elsewhere.end(), std::back_inserter(values),
               [&](const ParamValue& value) { return value.intent == intent; });
  return values;
}

// Returns the first param among the arguments that has no value, and for which the bot can ask.
const config::Param* missing_argument(TransitionBuilder& builder, const config::ToolStep& step) {
  const config::Param* missing = nullptr;
  for_each_placeholder(step.with, [&](std::string_view path) {
    const config::Param* param = builder.intent().find_param(path.substr(0, path.find('.')));
    const bool is_asked = param && !param->ask.empty() && param->id.value != builder.top().looking_up;
    if (!missing && is_asked && is_missing(builder, *param) && applies(builder, *param)) missing = param;
  });
  return missing;
}

void say_unless_found(TransitionBuilder& builder, const std::string& name) {
  const config::Param* param = builder.intent().find_param(name);
  const bool is_found = !param || builder.top().params.count(name) != 0 || !options_from_list(builder, *param).empty();
  if (!is_found) builder.say(builder.bot.replies.nothing_found);
}

}  // namespace

bool gives_lookup_value(const TransitionBuilder& builder, const ParamValues& values, const ParamValues& elsewhere,
                        const config::Param& asked) {
  const StepDefinition* step = step_if_unknown(&asked);
  if (!step || !may_look_up(builder, asked)) return false;
  if (const auto* call = step->as<config::CallStep>()) return !values_for(elsewhere, call->intent.value).empty();
  const auto* tool = step->as<config::ToolStep>();
  if (!tool) return false;
  bool gives = false;
  for_each_placeholder(tool->with, [&](std::string_view path) {
    const std::string_view name = path.substr(0, path.find('.'));
    gives = gives || std::any_of(values.begin(), values.end(), [&](const ParamValue& value) {
              return value.param == name && value.param != asked.id.value && value.valid && !value.whole_message;
            });
  });
  return gives;
}

bool may_look_up(const TransitionBuilder& builder, const config::Param& asked) {
  return step_if_unknown(&asked) && !contains(builder.top().looked_up, asked.id.value);
}

Next look_up(TransitionBuilder& builder, const ParamValues& values, const ParamValues& elsewhere,
             const config::Param& asked) {
  const StepDefinition& step = *step_if_unknown(&asked);
  const std::string name = asked.id.value;
  builder.note(Rule::kLookedUp, name);
  builder.top().looked_up.push_back(name);
  reset_attempts(builder, name);
  fill_params(builder, values, name);
  if (const auto* say = step.as<config::SayStep>()) return repeat_question(builder, builder.render(say->text));
  if (const auto* start = step.as<config::StartStep>()) {
    if (!start_instead(builder, *start)) fail_lookup(builder);
    return Next::kAdvance;
  }
  builder.top().looking_up = name;
  const auto* call = step.as<config::CallStep>();
  if (!call) return Next::kAdvance;
  if (call_intent(builder, *call)) {
    fill_params(builder, values_for(elsewhere, call->intent.value));
  } else {
    fail_lookup(builder);
  }
  return Next::kAdvance;
}

Next continue_lookup(TransitionBuilder& builder) {
  Frame& frame = builder.top();
  if (frame.looking_up.empty()) return Next::kAdvance;
  const StepDefinition* step = step_if_unknown(builder.intent().find_param(frame.looking_up));
  const auto* tool = step ? step->as<config::ToolStep>() : nullptr;
  if (!tool || frame.params.count(frame.looking_up) != 0) {  // the user has given the value, or the bot has changed
    frame.looking_up.clear();
    return Next::kAdvance;
  }
  if (const config::Param* argument = missing_argument(builder, *tool)) return ask_param(builder, *argument);
  if (call_lookup(builder, *tool) == CallResult::kCalled) return Next::kStop;
  fail_lookup(builder);
  return Next::kAdvance;
}

void end_lookup(TransitionBuilder& builder, const config::ToolStep& step, const Value& result) {
  const std::string name = std::exchange(builder.top().looking_up, {});
  save_results(builder, step, {}, result);
  say_unless_found(builder, name);
}

void fail_lookup(TransitionBuilder& builder) {
  builder.top().looking_up.clear();
  builder.say(builder.bot.replies.nothing_found);
}

bool take_looked_up(TransitionBuilder& builder, const Value& result) {
  const StepDefinition* step = step_if_unknown(builder.intent().find_param(builder.top().looking_up));
  const auto* call = step ? step->as<config::CallStep>() : nullptr;
  if (!call) return false;
  const std::string name = std::exchange(builder.top().looking_up, {});
  std::vector<config::Save> parts = call->save;
  if (parts.empty()) parts.push_back({name, "result." + name, step->mark});  // the result is the param of the same name
  save_results(builder, parts, {}, result);
  say_unless_found(builder, name);
  return true;
}

}  // namespace parley::planner
