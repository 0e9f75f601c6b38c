// PrivatePlaces collects the places in one text that must be masked for an outlet: telemetry, the store or exports.
//
// It finds a value by its place in the NLU result, and by the form of its type. It also finds a value that the session
// holds, in any form in which the text repeats the value (privacy/echo/known_values.h).
//
// Tested by tests/engine/redactor_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/bot_constants.h"
#include "engine/redaction_policy.h"
#include "parley/catalog.h"
#include "parley/understanding.h"
#include "privacy/echo/lazy_known_values.h"
#include "privacy/mask.h"

namespace parley::engine {

// Borrows all arguments. A value that only has a private form is not private if it is one of `constants`.
class PrivatePlaces {
 public:
  PrivatePlaces(const RedactionPolicy& policy, const Catalog& catalog, const BotConstants& constants, Outlet outlet,
                std::string_view text)
      : policy_(policy), catalog_(catalog), constants_(constants), outlet_(outlet), text_(text) {}

  void add(Span span, const std::string& param);  // a value of the param, if its policy masks it
  void add_understood(const Understanding& heard);
  void add_types();             // values of types that the bot looks for in any text
  void add_own_types();         // of them, those that no detector finds
  void add_params();            // values in the form of a private param's type
  void add_sensitive_params();  // values in the form of a sensitive param's type, if a detector finds the type
  void add_echoes(privacy::LazyKnownValues& held);

  const std::vector<privacy::PrivatePlace>& all() const { return places_; }
  std::vector<privacy::PrivatePlace> take() { return std::move(places_); }

 private:
  void add_entities(const RedactionPolicy::Entry& entry);
  // Adds a value that is private by its form.
  void add_form(privacy::PrivatePlace place, bool may_be_constant);

  const RedactionPolicy& policy_;
  const Catalog& catalog_;
  const BotConstants& constants_;
  const Outlet outlet_;
  const std::string_view text_;
  std::vector<privacy::PrivatePlace> places_;
};

}  // namespace parley::engine
