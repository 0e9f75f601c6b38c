// The variables of a conversation, and the values of expressions over them for tools and other intents.
// ResponseRenderer formats values for people.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "config/definition.h"
#include "parley/session.h"
#include "parley/value.h"

namespace parley::planner {

// Placeholders and conditions read `context.NAME` (facts of the channel), `session.NAME` (params with `scope:
// session`), `last.NAME` (values that the last tool result saved), and NAME: a param or a saved value of the open
// intent.
class Variables {
 public:
  Variables(const SessionState& state, const Value& context);

  // The value of "order_id", "refund.id" or "context.name"; null if it has no value.
  const Value* find(std::string_view path) const;

 private:
  const SessionState& state_;
  const Frame* frame_;  // the top one
  const Value& context_;
};

// The value of an expression; null if it is a single placeholder without a value. Values in a text are not localized.
Value evaluate(const config::ValueExpr& expression, const Variables& variables);

}  // namespace parley::planner
