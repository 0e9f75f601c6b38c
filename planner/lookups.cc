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
const config::Param* missing_argument(TransitionBuilder& builder, const StepDefinition& step) {
  const config::Param* missing = nullptr;
  for_each_placeholder(step, [&](std::string_view path) {
    const config::Param* param = builder.intent().find_param(path.substr(0, path.find('.')));
    const bool is_asked = param && !param->ask.empty() && param->id.value != builder.top().looking_up;
    if (!missing && is_asked && is_missing(builder, *param) && applies(builder, *param)) missing = param;
  });
  return missing;
}

}  // namespace

bool gives_lookup_value(const TransitionBuilder& builder, const ParamValues& values, const ParamValues& elsewhere,
                        const config::Param& asked) {
  const StepDefinition* step = step_if_unknown(&asked);
  if (!step || !may_look_up(builder, asked)) return false;
  if (step->kind == StepDefinition::Kind::kCall) return !values_for(elsewhere, step->intent.value).empty();
  if (step->kind != StepDefinition::Kind::kTool) return false;
  bool gives = false;
  for_each_placeholder(*step, [&](std::string_view path) {
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
  switch (step.kind) {
    case StepDefinition::Kind::kSay: return repeat_question(builder, builder.render(step.say));
    case StepDefinition::Kind::kStart:
      if (!start_instead(builder, step)) fail_lookup(builder);
      return Next::kAdvance;
    case StepDefinition::Kind::kCall:
      builder.top().looking_up = name;
      if (!call_intent(builder, step)) {
        fail_lookup(builder);
        return Next::kAdvance;
      }
      fill_params(builder, values_for(elsewhere, step.intent.value));
      return Next::kAdvance;
    default: builder.top().looking_up = name; return Next::kAdvance;
  }
}

Next continue_lookup(TransitionBuilder& builder) {
  Frame& frame = builder.top();
  if (frame.looking_up.empty()) return Next::kAdvance;
  const StepDefinition* step = step_if_unknown(builder.intent().find_param(frame.looking_up));
  const bool goes_on = step && step->kind == StepDefinition::Kind::kTool && frame.params.count(frame.looking_up) == 0;
  if (!goes_on) {  // the user has given the value, or the bot has changed
    frame.looking_up.clear();
    return Next::kAdvance;
  }
  if (const config::Param* argument = missing_argument(builder, *step)) return ask_param(builder, *argument);
  if (call_lookup(builder, *step) == CallResult::kCalled) return Next::kStop;
  fail_lookup(builder);
  return Next::kAdvance;
}

void end_lookup(TransitionBuilder& builder, const StepDefinition& step, const Value& result) {
  const std::string name = std::exchange(builder.top().looking_up, {});
  save_results(builder, step, kLookup, result);
  const config::Param* param = builder.intent().find_param(name);
  const bool is_found = !param || builder.top().params.count(name) != 0 || !options_from_list(builder, *param).empty();
  if (!is_found) builder.say(builder.bot.replies.nothing_found);
}

void fail_lookup(TransitionBuilder& builder) {
  builder.top().looking_up.clear();
  builder.say(builder.bot.replies.nothing_found);
}

bool take_looked_up(TransitionBuilder& builder, const Value& result) {
  const std::string name = builder.top().looking_up;
  const config::Param* param = builder.intent().find_param(name);
  const StepDefinition* step = step_if_unknown(param);
  if (!step || step->kind != StepDefinition::Kind::kCall) return false;
  if (!step->save.empty()) {
    end_lookup(builder, *step, result);
    return true;
  }
  StepDefinition same_name = *step;  // without `save`, the result is the param of the same name
  same_name.save.push_back({name, "result." + name, step->mark});
  end_lookup(builder, same_name, result);
  return true;
}

}  // namespace parley::planner
