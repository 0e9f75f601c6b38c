// Takes private values out of text, by the bot's `redaction` (docs/privacy.md).
//
// Private are params that are `sensitive`, named under `redaction.params` or under `redaction.policies`, and what looks
// like one of the types under `redaction.detect`. How much of a value is left depends on where the text goes. Telemetry
// is stricter: there every param is private unless its policy says `keep`, and so is whatever any detector knows.
//
// A value is found by where the message says it, by its type's shape, and, once the session holds it, in whatever form
// it is echoed (privacy/echo/known_values.h).
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "parley/catalog.h"
#include "parley/session.h"
#include "parley/store.h"
#include "parley/turn.h"
#include "privacy/detectors.h"
#include "privacy/echo/lazy_known_values.h"
#include "privacy/mask.h"

namespace parley::engine {

class Redactor {
 public:
  // Keys of the hashes that `hash` leaves, in telemetry and elsewhere; without one the value's name is left.
  Redactor(std::shared_ptr<const Catalog> catalog, std::string telemetry_key, const std::string& store_key);

  // ---- for people, models and exports
  std::string for_display(std::string_view text, const SessionState& state = {}) const;
  Value value_for_display(const Value& value, const SessionState& state) const;
  // What a host notes on the session: kept in the store and shown to people.
  SessionNotes notes(SessionNotes notes, const SessionState& state) const;

  // ---- for the store (StoreGate applies these to all that a turn stores)
  using Values = std::vector<std::pair<std::string, std::string>>;  // params, and forms of their values
  bool hides_in_store() const { return hides_in_store_; }           // anything at all
  bool is_private_in_store(std::string_view param) const;
  bool is_withheld(const NluContext& now) const;  // the user is asked for a sensitive value
  Values stored_private(const SessionState& state) const;
  static std::vector<std::string> forms_of(const Value& value);  // the texts in it

  // A message of the user's. While a sensitive value is asked for, all of it is withheld, whatever it says.
  std::string for_store(std::string_view message, const Understanding& heard, const NluContext& now,
                        privacy::LazyKnownValues& held) const;
  // Any other text.
  std::string for_store(std::string_view text, privacy::LazyKnownValues& held) const;
  // A text without these values, whatever else it says.
  std::string without(std::string_view text, privacy::LazyKnownValues& held) const;

  // ---- for telemetry
  struct Shown {
    std::string text;                 // empty unless it is wanted
    std::vector<std::string> masked;  // what was taken out, by name, each once
  };
  Shown for_telemetry(std::string_view message, const Understanding& heard, const NluContext& now,
                      const SessionState& state, bool with_text) const;

 private:
  enum Outlet { kTelemetry, kStore, kExports };
  static constexpr std::size_t kOutlets = 3;

  struct Private {
    std::string name;
    std::vector<std::string> types;                // what its values look like,
    privacy::PrivateTypes detected;                // as far as detectors know those
    std::optional<privacy::PrivateType> detector;  // of a type that one knows
    bool is_param = false;
    bool is_sensitive = false;  // in some intent
    std::array<config::Masking, kOutlets> left{};
  };

  Private& add(const std::string& name, bool is_param);
  void add_policies();
  const Private* find(std::string_view name) const;
  config::Masking left_of(std::string_view param, Outlet outlet) const;
  template <class Visit>
  void for_each_private_saved(const SessionState& state, const Visit& visit) const;
  privacy::LazyKnownValues held_by(const SessionState& state, Outlet outlet) const;
  void hold(const std::string& param, const Value& value, Outlet outlet, privacy::LazyKnownValues& held) const;
  std::string for_display(std::string_view text, privacy::LazyKnownValues& held) const;
  std::vector<std::string_view> labels() const;  // of all masks that may stand in a text already

  using Places = std::vector<privacy::PrivatePlace>;
  void add_said(const Understanding& heard, Outlet outlet, Places& places) const;
  void add_types(std::string_view text, Outlet outlet, Places& places) const;   // those looked for in any text
  void add_params(std::string_view text, Outlet outlet, Places& places) const;  // what looks like one of their values
  void add_sensitive(std::string_view text, Places& places) const;  // the same, as far as a detector knows it
  void add_shapes(std::string_view text, const Private& entry, Outlet outlet, Places& places) const;
  void add_echoes(std::string_view text, privacy::LazyKnownValues& held, Outlet outlet, Places& places) const;

  std::shared_ptr<const Catalog> catalog_;
  std::array<std::string, kOutlets> keys_;
  std::vector<Private> privates_;
  std::array<privacy::PrivateTypes, kOutlets> detected_;
  bool hides_in_store_ = false;  // anything at all
};

}  // namespace parley::engine
