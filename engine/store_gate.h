// Stage "redact": StoreGate redacts everything that one turn stores.
//
// It collects the private values that the session holds at any time of the turn: before the turn, after each step of
// the planner, and in the messages of the user and the bot. These values are masked in everything that the turn stores,
// even if the session no longer holds them at the end (a value that a tool rejected, an intent that ended).
//
// Tested by tests/engine/store_gate_test.cc.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
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

  // Adds private values, which the gate masks from now on. `told` has the forms in which the planner has written values
  // (planner::DisclosedValues).
  void learn(const SessionState& state);
  void learn(const Redactor::Values& told);
  void learn(const Value::Object& params);
  void learn(const Understanding& heard, std::string_view message);
  // An intent of the turn has ended, or the state keeps a value for later (planner::Transition::keeps_values).
  void note_kept_values() { keeps_values_ = true; }

  // Redacts a message of the user, and its details. While the open question asks for a sensitive value, both are
  // withheld.
  std::string message(std::string_view text, const Understanding& heard, const NluContext& nlu_context);
  MessageDetails details(MessageDetails details, std::string_view text, const Understanding& heard,
                         const NluContext& nlu_context) const;

  // Returns whether the bot masks any values in the store. If it does not, the functions below change nothing.
  bool hides() const { return redactor_.hides_in_store(); }

  // These functions mask the values that the gate knows. Masking a result again does not change it.
  std::string hidden_text(std::string_view text);
  Value hidden_value(const Value& value);
  Step hidden(Step step);
  void hide(std::vector<Attachment>& attachments);
  Turn hidden(Turn turn);  // sets Turn::masked if it masks a value
  Message hidden(Message message);
  SessionNotes hidden(SessionNotes notes);
  Value::Object hidden_params(Value::Object params);

  // Redacts the messages of the turn again if the gate has learned values in the meantime, and adjusts state.bytes.
  // Removes private values from what the state keeps of intents that have ended: the values and the text for a
  // follow-up, and the last result. They are not masked: the bot may say them, and a mask is no text for a user. Notes
  // in the state the values that the messages keep and that only other outlets hide (SessionState::private_texts).
  void redact(std::vector<Message>& messages, SessionState& state);

 private:
  bool learns(std::string_view param) const;
  void release(SessionState& state);
  void release_result(SessionState& state);
  bool is_private(const Value& value);
  void remember(const std::vector<Message>& messages, SessionState& state) const;
  void learn(const std::string& param, std::string form);
  void learn(const ParamValue& value, std::string_view message);
  void learn_typed(const Understanding& heard, std::string_view message);
  privacy::LazyKnownValues& held();

  const Redactor& redactor_;
  Redactor::Values values_;
  Redactor::Values later_;  // the values that the store keeps and that only other outlets hide
  std::set<std::pair<std::string, std::string>> known_;  // the values in values_ and later_, to find duplicates
  std::optional<privacy::LazyKnownValues> held_;         // built from values_; unset: not built yet
  // The texts that hidden_text() masked since the gate last learned a value, with the results. A reply is a message, a
  // step and a line of the answer, so it comes several times.
  std::vector<std::pair<std::string, std::string>> hidden_;
  bool keeps_values_ = false;
  bool has_masked_ = false;  // hidden_text() has masked a value since this was set to false
  // How many values the gate knew when it hid the first text of the turn. Unset: it has hidden none.
  std::optional<std::size_t> known_at_first_;
};

}  // namespace parley::engine
