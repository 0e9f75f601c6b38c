// Wordings: a template and what is known, made into a sentence or a tool's argument.
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
class Known {
 public:
  Known() = default;
  Known(const SessionState& state, const Value& context);

  // The value behind "order_id", "refund.id" or "context.name"; null when there is none.
  const Value* find(std::string_view path) const;

 private:
  const SessionState* state_ = nullptr;
  const Frame* frame_ = nullptr;  // the top one
  const Value* context_ = nullptr;
};

// A missing value is said as nothing. Money is said as "12.50 USD", yes and no as such.
std::string render(const config::Template& wording, const Known& known);

// The same where one placeholder is all there is to know: {options}.
std::string render(const config::Template& wording, std::string_view placeholder, const std::string& value);

std::string said(const Value& value);

// "a, b or c".
std::string enumerate(const std::vector<std::string>& items);

// The value of an origin: null when the template is a bare placeholder that leads nowhere.
Value evaluate(const config::Origin& origin, const Known& known);

}  // namespace parley::planner
