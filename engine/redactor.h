// Redactor masks private values in texts, by the bot's redaction policy (engine/redaction_policy.h, docs/privacy.md).
//
// Tested by tests/engine/redactor_test.cc and tests/engine/withheld_values_test.cc.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "engine/bot_constants.h"
#include "engine/redaction_policy.h"
#include "memory/by_text.h"
#include "parley/catalog.h"
#include "parley/session.h"
#include "parley/store.h"
#include "parley/turn.h"
#include "privacy/echo/lazy_known_values.h"
#include "reading/shown_message.h"

namespace parley::engine {

class Redactor {
 public:
  // Under the policy `hash`, a keyed hash replaces a value. `telemetry_key` is the key for telemetry, and `store_key`
  // is the key for the store and for exports. If the key is empty, the name of the param or type replaces the value.
  // `former` is the redactor of the version of the bot that this one replaces; null: none.
  Redactor(std::shared_ptr<const Catalog> catalog, std::string telemetry_key, const std::string& store_key,
           const Redactor* former = nullptr);

  // ---- for people, models and exports
  std::string for_display(std::string_view text, const SessionState& state = {}) const;
  Value value_for_display(const Value& value, const SessionState& state) const;
  // Notes are stored and also shown to people, so both redactions apply.
  SessionNotes notes(SessionNotes notes, const SessionState& state) const;

  // ---- for the store (StoreGate applies these to everything that a turn stores)
  using Values = std::vector<std::pair<std::string, std::string>>;  // pairs of a param and a form of its value
  bool hides_in_store() const { return policy_.hides_in_store(); }
  bool is_private_in_store(std::string_view param) const;
  bool shows_more(std::string_view param, std::string_view other) const { return policy_.shows_more(param, other); }
  bool is_withheld(const NluContext& nlu_context) const;  // the open question asks for a sensitive value
  // The store keeps the values of such params, and exports or the language model must not show them. The session
  // remembers them (SessionState::private_texts), because it may no longer hold them when a stored message is shown.
  bool hides_later() const { return policy_.hides_later(); }
  bool is_hidden_later(std::string_view param) const { return policy_.is_hidden_later(param); }
  // The values that are private in the store, and those that are hidden later.
  bool is_hidden(std::string_view param) const { return policy_.is_hidden(param); }
  Values hidden_values(const SessionState& state) const;
  static std::vector<std::string> forms_of(const Value& value);  // all texts in the value

  // Redacts a message of the user. While the open question asks for a sensitive value, the whole message is withheld.
  std::string for_store(std::string_view message, const Understanding& heard, const NluContext& nlu_context,
                        privacy::LazyKnownValues& held) const;
  // Redacts any other text.
  std::string for_store(std::string_view text, privacy::LazyKnownValues& held) const;
  // Masks only the values in `held`.
  std::string without(std::string_view text, privacy::LazyKnownValues& held) const;

  // ---- for the language model that reads messages
  // A message without its private values, and the places of its masks. Each mask is a part of its own, so that a mask
  // that the model quotes leads back to the value.
  reading::ShownMessage for_model(std::string_view message, const Understanding& heard,
                                  const SessionState& state) const;
  // The parts of a message that have the form of a private type, with the name of the type.
  std::vector<std::pair<Span, std::string>> typed_parts(std::string_view message) const;
  std::string text_for_model(std::string_view text, const SessionState& state) const;

  // ---- for telemetry
  // A private value that a message of a user may contain.
  struct KnownValue {
    std::string param;
    Value value;
    std::optional<Span> span;  // its place in the message; unset: the session held the value before
  };
  // A message with all that masks it later, on another thread. It borrows the texts.
  struct UserMessage {
    std::string_view text;
    std::string_view withheld_param;  // not empty: the whole message is withheld, as the answer for this param
    std::span<const KnownValue> values;
    bool shows_text = false;
  };
  std::vector<KnownValue> known_values(const Understanding& heard, const SessionState& state) const;

  struct Shown {
    std::string text;                 // empty unless UserMessage::shows_text
    std::vector<std::string> masked;  // the names of the masked values, sorted, each once
  };
  Shown for_telemetry(const UserMessage& message) const;

 private:
  void find_constants();
  std::string for_display(std::string_view text, privacy::LazyKnownValues& held) const;
  privacy::LazyKnownValues held_by(const SessionState& state, Outlet outlet) const;
  template <class Visit>
  void for_each_private_saved(const SessionState& state, const Visit& visit) const;

  std::shared_ptr<const Catalog> catalog_;
  RedactionPolicy policy_;
  std::array<std::string, kOutlets> keys_;
  BotConstants constants_;
  // The texts of the bot that have no placeholder and no value of a private type of the bot's own. Most replies are one
  // of them, and need no search for such forms.
  std::unordered_set<std::string, memory::TextHash, std::equal_to<>> clean_texts_;
};

}  // namespace parley::engine
