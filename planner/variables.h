// Finds the variables of a conversation, and evaluates expressions over them for tools and other intents.
// ResponseRenderer formats values for people.
#pragma once

#include <forward_list>
#include <string_view>

#include "config/definition.h"
#include "parley/session.h"
#include "parley/value.h"

namespace parley::planner {

// The variables in placeholders and conditions: `context.NAME` is a fact of the channel, `session.NAME` a param with
// `scope: session`, and `last.NAME` a value saved from the last tool result. NAME alone is a param or a saved value of
// the open intent. A list has the members `count`, `first` and `last`: "orders.count", "orders.first.name".
class Variables {
 public:
  Variables(const SessionState& state, const Value& context);

  // Returns the value of a path such as "order_id", "refund.id" or "context.name"; null if it has no value. The value
  // lives as long as these variables.
  const Value* find(std::string_view path) const;
  // Returns the part of a value that the path names.
  const Value* part_of(const Value& value, std::string_view path) const;

 private:
  const Value* in_params(const FilledParams& params, std::string_view name, std::string_view rest) const;

  const SessionState& state_;
  const Frame* frame_;  // the top frame; null if no intent is open
  const Value& context_;
  mutable std::forward_list<Value> counts_;  // the values of `count`
};

// Returns the value of an expression; null if it is a single placeholder without a value. Values inside a text are not
// localized.
Value evaluate(const config::ValueExpr& expression, const Variables& variables);

}  // namespace parley::planner
