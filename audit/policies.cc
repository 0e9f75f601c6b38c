// Tested by tests/audit/policies_test.cc.
#include "audit/policies.h"

namespace parley::audit {

using config::Masking;

Policies::Policies(const config::BotDefinition& bot) : bot_(bot) {
  for (const config::Intent& intent : bot.intents) {
    for (const config::Param& param : intent.params) {
      if (param.sensitive) sensitive_.insert(param.id.value);
    }
  }
  for (const config::Text& param : bot.redaction.params) named_.insert(param.value);
  for (const config::Text& type : bot.redaction.detect) detected_.insert(type.value);
  for (const config::Redaction::Policy& policy : bot.redaction.policies) named_.insert(policy.about.value);
}

const Masking* Policies::masking_of(const std::string& name, Destination destination) const {
  for (const config::Redaction::Policy& policy : bot_.redaction.policies) {
    if (policy.about.value != name) continue;
    const auto& masking = destination == Destination::kTelemetry ? policy.telemetry
                          : destination == Destination::kStore   ? policy.store
                          : destination == Destination::kModels  ? policy.models
                                                                 : policy.exports;
    if (masking) return &*masking;
  }
  return nullptr;
}

bool Policies::is_private(const std::string& param, Destination destination) const {
  if (const Masking* masking = masking_of(param, destination)) return *masking != Masking::kKeep;
  if (destination == Destination::kTelemetry) return true;
  if (destination == Destination::kStore) return sensitive_.count(param) > 0;
  return sensitive_.count(param) > 0 || named_.count(param) > 0;
}

bool Policies::is_private_type(const std::string& type, Destination destination) const {
  if (const Masking* masking = masking_of(type, destination)) return *masking != Masking::kKeep;
  if (destination == Destination::kTelemetry) return true;
  return detected_.count(type) > 0 && destination != Destination::kStore;
}

bool Policies::is_sensitive(const std::string& intent, const std::string& param) const {
  const config::Intent* found = bot_.find_intent(intent);
  const config::Param* asked = found ? found->find_param(param) : nullptr;
  return asked && asked->sensitive;
}

}  // namespace parley::audit
