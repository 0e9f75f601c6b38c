// StoreGate: everything that one turn stores passes through it.
//
// It collects the private values that the session holds at any time of the turn: before it, after each step of the
// planner, and in what the user and the bot say. A value that is private at one of these times is taken out of all that
// the turn stores, also when the session no longer holds it at the end (a value that a tool rejected, an intent that
// ended).
//
// Tested by tests/engine/store_gate_test.cc.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/redactor.h"
#include "parley/message.h"
#include "parley/session.h"
#include "parley/turn.h"
#include "privacy/echo/lazy_known_values.h"

namespace parley::engine {

class StoreGate {
 public:
  explicit StoreGate(const Redactor& redactor) : redactor_(redactor) {}  // the redactor must outlive it

  // Private values from now on. The planner's `told` are the forms in which it wrote values.
  void learn(const SessionState& state);
  void learn(const Redactor::Values& told);
  void learn(const Value::Object& params);
  void learn(const Understanding& heard, std::string_view message);

  // The user's message, and what it came with. While a sensitive value is asked for, both are withheld.
  std::string message(std::string_view text, const Understanding& heard, const NluContext& now);
  MessageDetails details(MessageDetails details, std::string_view text, const Understanding& heard,
                         const NluContext& now) const;

  // Without what is known to be private by now. Applying one of these twice changes nothing.
  std::string hidden_text(std::string_view text);
  Value hidden_value(const Value& value);
  Step hidden(Step step);
  Turn hidden(Turn turn);
  Message hidden(Message message);
  SessionNotes hidden(SessionNotes notes);
  Value::Object hidden_params(Value::Object params);

  // What the state keeps of results loses the values that no intent holds any more.
  void release(SessionState& state) const;

 private:
  void learn(const std::string& param, std::string form);
  void learn(const std::vector<ParamValue>& values, std::string_view message);
  privacy::LazyKnownValues& held();

  const Redactor& redactor_;
  Redactor::Values values_;
  std::set<std::pair<std::string, std::string>> known_;  // the same, to have each once
  std::optional<privacy::LazyKnownValues> held_;         // of values_; empty: to be made
};

}  // namespace parley::engine
