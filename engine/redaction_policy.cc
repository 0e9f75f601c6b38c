#include "engine/redaction_policy.h"

#include <algorithm>

#include "config/several_types.h"

namespace parley::engine {

using config::Masking;

RedactionPolicy::RedactionPolicy(const config::BotDefinition& bot, const RedactionPolicy* former) {
  add_params(bot);
  for (const config::Text& type : bot.redaction.detect) add(type.value, false);
  add_policies(bot.redaction.policies);
  add_former_names(bot);
  if (former) add_params_of(*former);
  detected_[kTelemetry] = privacy::PrivateTypes::all();
  hides_in_store_ = std::any_of(entries_.begin(), entries_.end(),
                                [](const Entry& entry) { return entry.masking[kStore] != Masking::kKeep; });
  hides_later_ =
      std::any_of(entries_.begin(), entries_.end(), [&](const Entry& entry) { return is_hidden_later(entry.name); });
}

void RedactionPolicy::add_params(const config::BotDefinition& bot) {
  const auto is_named = [&](const std::string& name) {
    const auto in = [&](const config::Text& text) { return text.value == name; };
    const auto in_policy = [&](const config::Redaction::Policy& policy) { return policy.about.value == name; };
    return std::any_of(bot.redaction.params.begin(), bot.redaction.params.end(), in) ||
           std::any_of(bot.redaction.policies.begin(), bot.redaction.policies.end(), in_policy);
  };
  for (const config::Intent& intent : bot.intents) {
    for (const config::Param& param : intent.params) {
      if (!param.sensitive && !is_named(param.id.value)) continue;
      Entry& entry = add(param.id.value, true);
      entry.is_sensitive = entry.is_sensitive || param.sensitive;
      auto& types = entry.types;
      if (std::find(types.begin(), types.end(), param.type.value) == types.end()) types.push_back(param.type.value);
      for (const std::string& one : config::types_in(param.type.value)) {
        if (const auto type = privacy::private_type(one)) entry.detected.add(*type);
      }
    }
  }
}

RedactionPolicy::Entry& RedactionPolicy::add(const std::string& name, bool is_param) {
  const auto known = std::find_if(entries_.begin(), entries_.end(),
                                  [&](const Entry& entry) { return entry.name == name && entry.is_param == is_param; });
  if (known != entries_.end()) return *known;
  Entry& entry = entries_.emplace_back();
  entry.name = name;
  entry.is_param = is_param;
  if (is_param) return entry;
  entry.types.push_back(name);
  entry.detector = privacy::private_type(name);
  return entry;
}

void RedactionPolicy::add_policies(const std::vector<config::Redaction::Policy>& policies) {
  for (const config::Redaction::Policy& policy : policies) {
    const std::string& name = policy.about.value;
    if (!find(name) || privacy::private_type(name)) add(name, false);
  }
  for (Entry& entry : entries_) {
    entry.masking = {Masking::kMask, entry.is_sensitive ? Masking::kMask : Masking::kKeep, Masking::kMask,
                     Masking::kMask};
    for (const config::Redaction::Policy& policy : policies) {
      if (policy.about.value != entry.name) continue;
      if (policy.telemetry) entry.masking[kTelemetry] = *policy.telemetry;
      if (policy.store) entry.masking[kStore] = *policy.store;
      if (policy.exports) entry.masking[kExports] = *policy.exports;
      if (policy.models) entry.masking[kModels] = *policy.models;
    }
    for (std::size_t outlet = 0; entry.detector && outlet < kOutlets; ++outlet) {
      if (entry.masking[outlet] != Masking::kKeep) detected_[outlet].add(*entry.detector);
    }
  }
}

void RedactionPolicy::add_former_names(const config::BotDefinition& bot) {
  for (const config::Intent& intent : bot.intents) {
    for (const config::Param& param : intent.params) {
      const Entry* current = find(param.id.value);
      if (!current) continue;
      const Entry entry = *current;
      for (const config::Text& former : param.formerly) {
        if (find(former.value)) continue;
        entries_.push_back(entry);
        entries_.back().name = former.value;
      }
    }
  }
}

void RedactionPolicy::add_params_of(const RedactionPolicy& former) {
  for (const Entry& entry : former.entries_) {
    if (entry.is_param && !find(entry.name)) entries_.push_back(entry);
  }
}

const RedactionPolicy::Entry* RedactionPolicy::find(std::string_view name) const {
  const auto found =
      std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) { return entry.name == name; });
  return found == entries_.end() ? nullptr : &*found;
}

Masking RedactionPolicy::masking(std::string_view name, Outlet outlet) const {
  if (const Entry* entry = find(name)) return entry->masking[outlet];
  return outlet == kTelemetry ? Masking::kMask : Masking::kKeep;
}

bool RedactionPolicy::shows_more(std::string_view param, std::string_view other) const {
  const auto shows = [&](Outlet outlet) {
    return masking(param, outlet) == Masking::kKeep && masking(other, outlet) != Masking::kKeep;
  };
  return shows(kTelemetry) || shows(kStore) || shows(kExports) || shows(kModels);
}

bool RedactionPolicy::is_hidden(std::string_view param) const {
  const Entry* entry = find(param);
  if (!entry) return false;
  const auto& masking = entry->masking;
  return masking[kStore] != Masking::kKeep || masking[kExports] != Masking::kKeep || masking[kModels] != Masking::kKeep;
}

bool RedactionPolicy::is_hidden_later(std::string_view param) const {
  const Entry* entry = find(param);
  if (!entry || entry->masking[kStore] != Masking::kKeep) return false;
  return entry->masking[kExports] != Masking::kKeep || entry->masking[kModels] != Masking::kKeep;
}

std::vector<std::string_view> RedactionPolicy::labels() const {
  std::vector<std::string_view> labels;
  labels.reserve(entries_.size());
  for (const Entry& entry : entries_) labels.push_back(entry.name);
  return labels;
}

}  // namespace parley::engine
