// What is known while a bot acts, and values that are made of it: for tools and other intents, as they are. What is
// said to people is speech.h's.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "config/definition.h"
#include "parley/session.h"
#include "parley/value.h"

namespace parley::planner {

// What placeholders and conditions read, in this order: a frame's params, its saved values; `context.NAME`, facts of
// the channel; `session.NAME`, params with `scope: session`; `last.NAME`, what the last tool result saved.
class Variables {
 public:
  Variables(const SessionState& state, const Value& context);

  // The value behind "order_id", "refund.id" or "context.name"; null when there is none.
  const Value* find(std::string_view path) const;

 private:
  const SessionState& state_;
  const Frame* frame_;  // the top one
  const Value& context_;
};

// The value of an origin: null when the template is a bare placeholder that leads nowhere. In a text values stand as
// they are, whatever the language.
Value evaluate(const config::ValueExpr& origin, const Variables& known);

}  // namespace parley::planner
