// Wordings: a template and what is known, made into a sentence or a tool's argument.
#pragma once

#include <string>

#include "config/definition.h"
#include "parley/session.h"
#include "parley/value.h"

namespace parley::planner {

// What placeholders read, in this order: the frame's params, its saved values, `context.NAME`.
class Known {
 public:
  Known(const Frame* frame, const Value* context) : frame_(frame), context_(context) {}
  // The value behind "order_id", "refund.id" or "context.name"; null when there is none.
  const Value* find(std::string_view path) const;

 private:
  const Frame* frame_;
  const Value* context_;
};

// A missing value is said as nothing. Money is said as "12.50 USD", yes and no as such.
std::string render(const config::Template& wording, const Known& known);

// An argument: a template that is one bare placeholder passes its value as it is, typed; a missing one is null.
Value argument(const config::StepDefinition::Argument& argument, const Known& known);

}  // namespace parley::planner
