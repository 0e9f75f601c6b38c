// RedactionPolicy holds which names of a bot are private, and how much of their values each outlet may show.
//
// A param is private if it is `sensitive`, or named under `redaction.params` or `redaction.policies`. A type is private
// if it is under `redaction.detect` (docs/privacy.md). Telemetry is stricter than the other outlets: it masks every
// param, unless the param's policy says `keep`, and every value that a detector finds.
//
// The former names of a private param (`formerly`) are also private, because a stored session may hold the value under
// a former name.
//
// Tested by tests/engine/redactor_test.cc.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/definition.h"
#include "privacy/detectors.h"

namespace parley::engine {

// The destinations of text. kExports includes everything that is shown to people and to models of the embedding
// program. kModels is the language model that reads messages.
enum Outlet { kTelemetry, kStore, kExports, kModels };
inline constexpr std::size_t kOutlets = 4;

class RedactionPolicy {
 public:
  // A private param or type.
  struct Entry {
    std::string name;
    std::vector<std::string> types;                // the types of its values
    privacy::PrivateTypes detected;                // the types in `types` that detectors find
    std::optional<privacy::PrivateType> detector;  // the detector of a type; unset: no detector finds the type
    bool is_param = false;
    bool is_sensitive = false;  // the param is sensitive in at least one intent
    std::array<config::Masking, kOutlets> masking{};
  };

  // Params of `former`, the policy of an earlier version of the bot, stay private: a session keeps their values until
  // its next turn.
  explicit RedactionPolicy(const config::BotDefinition& bot, const RedactionPolicy* former = nullptr);

  const std::vector<Entry>& entries() const { return entries_; }
  const Entry* find(std::string_view name) const;  // null if the name is not private
  config::Masking masking(std::string_view name, Outlet outlet) const;
  const privacy::PrivateTypes& detected(Outlet outlet) const { return detected_[outlet]; }
  bool hides_in_store() const { return hides_in_store_; }  // true if the policy masks at least one name in the store
  // Whether an outlet shows the values of `param` and hides those of `other`.
  bool shows_more(std::string_view param, std::string_view other) const;
  // Whether the store, exports or the language model must not show the values of a param.
  bool is_hidden(std::string_view param) const;
  // Whether the store keeps the values of a param that exports or the language model must not show.
  bool is_hidden_later(std::string_view param) const;
  bool hides_later() const { return hides_later_; }  // true for at least one name
  std::vector<std::string_view> labels() const;      // the labels of all masks that a text may contain

 private:
  Entry& add(const std::string& name, bool is_param);
  void add_params(const config::BotDefinition& bot);
  void add_policies(const std::vector<config::Redaction::Policy>& policies);
  void add_former_names(const config::BotDefinition& bot);
  void add_params_of(const RedactionPolicy& former);

  std::vector<Entry> entries_;
  std::array<privacy::PrivateTypes, kOutlets> detected_;
  bool hides_in_store_ = false, hides_later_ = false;
};

}  // namespace parley::engine
