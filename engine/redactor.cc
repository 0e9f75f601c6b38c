// Tested by tests/engine/redactor_test.cc.
#include "engine/redactor.h"

#include <algorithm>

#include "base/value_transform.h"
#include "config/definition.h"
#include "engine/said_values.h"
#include "intents/entity_spans.h"
#include "memory/message_texts.h"

namespace parley::engine {
namespace {

using config::Masking;
using privacy::PrivatePlace;

// The texts in a value: itself, or those of its members.
void add_texts(const Value& value, std::vector<std::string>& texts) {
  if (const Value::Array* items = value.if_array()) {
    for (const Value& item : *items) add_texts(item, texts);
  } else if (const Value::Object* members = value.if_object()) {
    for (const auto& [name, member] : *members) add_texts(member, texts);
  } else if (!value.is_null() && !value.if_bool()) {
    texts.push_back(value.to_text());
  }
}

// Calls visit(param, value) with each that the session holds.
template <class Visit>
void for_each_held(const SessionState& state, const Visit& visit) {
  const auto each = [&](const FilledParams& params) {
    for (const auto& [name, filled] : params) visit(name, filled.value);
  };
  each(state.params);
  for (const Frame& frame : state.frames) {
    each(frame.params);
    each(frame.held);
    for (const auto& choices : frame.unclear) {
      for (const Choice& choice : choices) visit(choice.param, choice.value);
    }
  }
  for (const QueuedIntent& queued : state.queue) {
    each(queued.params);
    for (const auto& choices : queued.unclear) {
      for (const Choice& choice : choices) visit(choice.param, choice.value);
    }
  }
  if (!state.waiting) return;
  for (const Choice& choice : state.waiting->choices) visit(choice.param, choice.value);
}

}  // namespace

// ---- what is private ------------------------------------------------------------------------------------

Redactor::Redactor(std::shared_ptr<const Catalog> catalog, std::string telemetry_key, const std::string& store_key)
    : catalog_(std::move(catalog)), keys_{std::move(telemetry_key), store_key, store_key} {
  const config::BotDefinition& bot = catalog_->definition();
  const auto is_named = [&](const std::string& name) {
    const auto in = [&](const config::Text& text) { return text.value == name; };
    const auto in_policy = [&](const config::Redaction::Policy& policy) { return policy.about.value == name; };
    return std::any_of(bot.redaction.params.begin(), bot.redaction.params.end(), in) ||
           std::any_of(bot.redaction.policies.begin(), bot.redaction.policies.end(), in_policy);
  };
  for (const config::Intent& intent : bot.intents) {
    for (const config::Param& param : intent.params) {
      if (!param.sensitive && !is_named(param.id.value)) continue;
      Private& entry = add(param.id.value, true);
      entry.is_sensitive = entry.is_sensitive || param.sensitive;
      auto& types = entry.types;
      if (std::find(types.begin(), types.end(), param.type.value) == types.end()) types.push_back(param.type.value);
      if (const auto type = privacy::private_type(param.type.value)) entry.detected.add(*type);
    }
  }
  for (const config::Text& type : bot.redaction.detect) add(type.value, false);
  add_policies();
  detected_[kTelemetry] = privacy::PrivateTypes::all();
  hides_in_store_ = std::any_of(privates_.begin(), privates_.end(),
                                [](const Private& entry) { return entry.left[kStore] != Masking::kKeep; });
}

Redactor::Private& Redactor::add(const std::string& name, bool is_param) {
  const auto known = std::find_if(privates_.begin(), privates_.end(), [&](const Private& entry) {
    return entry.name == name && entry.is_param == is_param;
  });
  if (known != privates_.end()) return *known;
  Private& entry = privates_.emplace_back();
  entry.name = name;
  entry.is_param = is_param;
  if (is_param) return entry;
  entry.types.push_back(name);
  entry.detector = privacy::private_type(name);
  return entry;
}

void Redactor::add_policies() {
  const auto& policies = catalog_->definition().redaction.policies;
  for (const config::Redaction::Policy& policy : policies) {
    const std::string& name = policy.about.value;
    if (!find(name) || privacy::private_type(name)) add(name, false);
  }
  for (Private& entry : privates_) {
    entry.left = {Masking::kMask, entry.is_sensitive ? Masking::kMask : Masking::kKeep, Masking::kMask};
    for (const config::Redaction::Policy& policy : policies) {
      if (policy.about.value != entry.name) continue;
      if (policy.telemetry) entry.left[kTelemetry] = *policy.telemetry;
      if (policy.store) entry.left[kStore] = *policy.store;
      if (policy.exports) entry.left[kExports] = *policy.exports;
    }
    for (std::size_t outlet = 0; entry.detector && outlet < kOutlets; ++outlet) {
      if (entry.left[outlet] != Masking::kKeep) detected_[outlet].add(*entry.detector);
    }
  }
}

const Redactor::Private* Redactor::find(std::string_view name) const {
  const auto found =
      std::find_if(privates_.begin(), privates_.end(), [&](const Private& entry) { return entry.name == name; });
  return found == privates_.end() ? nullptr : &*found;
}

Masking Redactor::left_of(std::string_view name, Outlet outlet) const {
  if (const Private* entry = find(name)) return entry->left[outlet];
  return outlet == kTelemetry ? Masking::kMask : Masking::kKeep;
}

bool Redactor::is_withheld(const NluContext& now) const {
  const config::Intent* intent = catalog_->definition().find_intent(now.intent);
  const config::Param* param = intent ? intent->find_param(now.waiting_for_param) : nullptr;
  return param && param->sensitive;
}

// ---- where it stands ------------------------------------------------------------------------------------

// What `save` keeps of a result is private where its name is declared to be.
template <class Visit>
void Redactor::for_each_private_saved(const SessionState& state, const Visit& visit) const {
  for (const Frame& frame : state.frames) {
    for (const auto& [name, value] : frame.saved) {
      if (find(name)) visit(name, value);
    }
  }
}

privacy::LazyKnownValues Redactor::held_by(const SessionState& state, Outlet outlet) const {
  privacy::LazyKnownValues held;
  const auto visit = [&](const std::string& param, const Value& value) { hold(param, value, outlet, held); };
  for_each_held(state, visit);
  for_each_private_saved(state, visit);
  return held;
}

void Redactor::hold(const std::string& param, const Value& value, Outlet outlet, privacy::LazyKnownValues& held) const {
  if (left_of(param, outlet) != Masking::kKeep) held.add(param, forms_of(value));
}

std::vector<std::string> Redactor::forms_of(const Value& value) {
  std::vector<std::string> texts;
  add_texts(value, texts);
  return texts;
}

bool Redactor::is_private_in_store(std::string_view param) const { return left_of(param, kStore) != Masking::kKeep; }

Redactor::Values Redactor::stored_private(const SessionState& state) const {
  Values values;
  const auto visit = [&](const std::string& param, const Value& value) {
    if (!is_private_in_store(param)) return;
    for (std::string& form : forms_of(value)) values.emplace_back(param, std::move(form));
  };
  for_each_held(state, visit);
  for_each_private_saved(state, visit);
  return values;
}

// By the places that the understanding has them at.
void Redactor::add_said(const Understanding& heard, Outlet outlet, Places& places) const {
  const auto add_all = [&](const std::vector<ParamValue>& values) {
    for (const ParamValue& value : values) {
      const Masking left = left_of(value.param, outlet);
      if (left != Masking::kKeep) places.push_back({value.span, value.param, left});
    }
  };
  for_each_list(heard, add_all);
}

void Redactor::add_types(std::string_view text, Outlet outlet, Places& places) const {
  for (const privacy::Detected& found : privacy::detect(text, detected_[outlet])) {
    const char* name = privacy::to_string(found.type);
    if (const Masking left = left_of(name, outlet); left != Masking::kKeep) places.push_back({found.span, name, left});
  }
  for (const Private& entry : privates_) {
    if (!entry.is_param && !entry.detector) add_shapes(text, entry, outlet, places);
  }
}

void Redactor::add_params(std::string_view text, Outlet outlet, Places& places) const {
  for (const Private& entry : privates_) {
    if (entry.is_param) add_shapes(text, entry, outlet, places);
  }
}

void Redactor::add_sensitive(std::string_view text, Places& places) const {
  for (const Private& entry : privates_) {
    if (!entry.is_sensitive || entry.left[kStore] == Masking::kKeep) continue;
    for (const privacy::Detected& found : privacy::detect(text, entry.detected)) {
      places.push_back({found.span, entry.name, entry.left[kStore]});
    }
  }
}

void Redactor::add_shapes(std::string_view text, const Private& entry, Outlet outlet, Places& places) const {
  if (entry.left[outlet] == Masking::kKeep) return;
  for (const std::string& type : entry.types) {
    for (const Span& span : intents::find_entity_spans(*catalog_, type, text)) {
      places.push_back({span, entry.name, entry.left[outlet]});
    }
  }
}

std::vector<std::string_view> Redactor::labels() const {
  std::vector<std::string_view> labels;
  labels.reserve(privates_.size());
  for (const Private& entry : privates_) labels.push_back(entry.name);
  return labels;
}

void Redactor::add_echoes(std::string_view text, privacy::LazyKnownValues& held, Outlet outlet, Places& places) const {
  for (const privacy::Echo& echo : held.find(text)) {
    places.push_back({echo.span, std::string(echo.label), left_of(echo.label, outlet), std::string(echo.value)});
  }
}

// ---- for people -----------------------------------------------------------------------------------------

std::string Redactor::for_display(std::string_view text, const SessionState& state) const {
  privacy::LazyKnownValues held = held_by(state, kExports);
  return for_display(text, held);
}

Value Redactor::value_for_display(const Value& value, const SessionState& state) const {
  privacy::LazyKnownValues held = held_by(state, kExports);
  return base::transform_texts(
      value, [&](const std::string& text) { return for_display(text, held); }, base::Names::kChange);
}

SessionNotes Redactor::notes(SessionNotes notes, const SessionState& state) const {
  privacy::LazyKnownValues shown = held_by(state, kExports), stored = held_by(state, kStore);
  const auto hidden = [&](const std::string& text) { return for_store(for_display(text, shown), stored); };
  return memory::transform_texts(std::move(notes), hidden);
}

std::string Redactor::for_display(std::string_view text, privacy::LazyKnownValues& held) const {
  std::vector<PrivatePlace> places;
  add_types(text, kExports, places);
  add_params(text, kExports, places);
  add_echoes(text, held, kExports, places);
  return privacy::masked(text, std::move(places), keys_[kExports], labels());
}

// ---- for the store --------------------------------------------------------------------------------------

std::string Redactor::for_store(std::string_view message, const Understanding& heard, const NluContext& now,
                                privacy::LazyKnownValues& held) const {
  if (is_withheld(now)) return "{" + now.waiting_for_param + "}";
  std::vector<PrivatePlace> places;
  add_said(heard, kStore, places);
  add_types(message, kStore, places);
  add_sensitive(message, places);
  // A value may stand in the clause that is about the other intent, where it answers nothing.
  if (!heard.further.empty()) add_params(message, kStore, places);
  add_echoes(message, held, kStore, places);
  return privacy::masked(message, std::move(places), keys_[kStore]);
}

std::string Redactor::for_store(std::string_view text, privacy::LazyKnownValues& held) const {
  std::vector<PrivatePlace> places;
  add_types(text, kStore, places);
  add_sensitive(text, places);
  add_echoes(text, held, kStore, places);
  return privacy::masked(text, std::move(places), keys_[kStore], labels());
}

std::string Redactor::without(std::string_view text, privacy::LazyKnownValues& held) const {
  std::vector<PrivatePlace> places;
  add_echoes(text, held, kStore, places);
  return privacy::masked(text, std::move(places), keys_[kStore], labels());
}

// ---- for telemetry --------------------------------------------------------------------------------------

Redactor::Shown Redactor::for_telemetry(std::string_view message, const Understanding& heard, const NluContext& now,
                                        const SessionState& state, bool with_text) const {
  Shown shown;
  if (is_withheld(now)) {
    shown.masked.push_back(now.waiting_for_param);
    if (with_text) shown.text = "{" + now.waiting_for_param + "}";
    return shown;
  }
  std::vector<PrivatePlace> places;
  add_said(heard, kTelemetry, places);
  add_types(message, kTelemetry, places);
  add_params(message, kTelemetry, places);
  privacy::LazyKnownValues held = held_by(state, kTelemetry);
  for_each_list(heard, [&](const std::vector<ParamValue>& values) {
    for (const ParamValue& value : values) hold(value.param, value.value, kTelemetry, held);
  });
  add_echoes(message, held, kTelemetry, places);
  for (const PrivatePlace& place : places) {
    const auto at = std::lower_bound(shown.masked.begin(), shown.masked.end(), place.label);
    if (at == shown.masked.end() || *at != place.label) shown.masked.insert(at, place.label);
  }
  if (with_text) shown.text = privacy::masked(message, std::move(places), keys_[kTelemetry]);
  return shown;
}

}  // namespace parley::engine
