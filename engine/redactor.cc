#include "engine/redactor.h"

#include <algorithm>
#include <map>

#include "base/value_transform.h"
#include "config/bot_texts.h"
#include "engine/param_value_lists.h"
#include "engine/private_places.h"
#include "intents/catalog_access.h"
#include "memory/message_texts.h"

namespace parley::engine {
namespace {

using config::Masking;

// Adds the text of a scalar, or the texts of all items and members.
void add_texts(const Value& value, std::vector<std::string>& texts) {
  if (const Value::Array* items = value.if_array()) {
    for (const Value& item : *items) add_texts(item, texts);
  } else if (const Value::Object* members = value.if_object()) {
    for (const auto& [name, member] : *members) add_texts(member, texts);
  } else if (!value.is_null() && !value.if_bool()) {
    texts.push_back(value.to_text());
  }
}

// Calls visit(param, value) for each value that the session holds.
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
  for (const auto* intents : {&state.queue, &state.offered}) {
    for (const QueuedIntent& queued : *intents) {
      each(queued.params);
      for (const auto& choices : queued.unclear) {
        for (const Choice& choice : choices) visit(choice.param, choice.value);
      }
    }
  }
  if (state.done) each(state.done->params);
  for (const ValueInMind& in_mind : state.in_mind) visit(in_mind.param, in_mind.value);
  if (!state.waiting) return;
  for (const Choice& choice : state.waiting->choices()) visit(choice.param, choice.value);
}

}  // namespace

Redactor::Redactor(std::shared_ptr<const Catalog> catalog, std::string telemetry_key, const std::string& store_key,
                   const Redactor* former)
    : catalog_(std::move(catalog)),
      policy_(intents::definition_of(*catalog_), former ? &former->policy_ : nullptr),
      keys_{std::move(telemetry_key), store_key, store_key, store_key} {
  if (!policy_.entries().empty()) find_constants();
}

void Redactor::find_constants() {
  const auto add = [&](const config::Template& text) {
    if (text.pieces.size() != 1 || !text.pieces[0].placeholder.empty()) return;
    const std::string& literal = text.pieces[0].literal;
    PrivatePlaces places(policy_, *catalog_, constants_, kStore, literal);
    places.add_own_types();
    if (places.all().empty()) clean_texts_.insert(literal);
  };
  const auto bot_in = [&](const std::string& language) -> const config::BotDefinition& {
    return intents::definition_of(catalog_->for_locale(language));
  };
  const std::vector<std::string> languages = catalog_->languages();
  constants_.add_pages(intents::definition_of(*catalog_));
  for (const std::string& language : languages) constants_.add_texts(bot_in(language));
  constants_.index();
  if (!hides_in_store()) return;
  for (const std::string& language : languages) config::for_each_text(bot_in(language), add);
}

bool Redactor::is_withheld(const NluContext& nlu_context) const {
  if (nlu_context.waiting_for_param.empty()) return false;
  const config::Intent* intent = intents::definition_of(*catalog_).find_intent(nlu_context.intent);
  const config::Param* param = intent ? intent->find_param(nlu_context.waiting_for_param) : nullptr;
  return param && param->sensitive;
}

// ---- values that a session holds ------------------------------------------------------------------------

// Calls visit(name, value) for each private value that `save` took from a result. The value is private if its name is
// private.
template <class Visit>
void Redactor::for_each_private_saved(const SessionState& state, const Visit& visit) const {
  for (const Frame& frame : state.frames) {
    const auto visit_private = [&](const Value::Object& saved) {
      for (const auto& [name, value] : saved) {
        if (policy_.find(name)) visit(name, value);
      }
    };
    visit_private(frame.saved);
    for (const StepRun& run : frame.runs) visit_private(run.saved);
  }
}

privacy::LazyKnownValues Redactor::held_by(const SessionState& state, Outlet outlet) const {
  privacy::LazyKnownValues held;
  const auto visit = [&](const std::string& param, const Value& value) {
    if (policy_.masking(param, outlet) != Masking::kKeep) held.add(param, forms_of(value));
  };
  for_each_held(state, visit);
  for_each_private_saved(state, visit);
  for (const PrivateText& known : state.private_texts) {
    if (policy_.masking(known.param, outlet) != Masking::kKeep) held.add(known.param, {known.text});
  }
  return held;
}

std::vector<std::string> Redactor::forms_of(const Value& value) {
  std::vector<std::string> texts;
  add_texts(value, texts);
  return texts;
}

bool Redactor::is_private_in_store(std::string_view param) const {
  return policy_.masking(param, kStore) != Masking::kKeep;
}

Redactor::Values Redactor::hidden_values(const SessionState& state) const {
  Values values;
  const auto visit = [&](const std::string& param, const Value& value) {
    if (!is_hidden(param)) return;
    for (std::string& form : forms_of(value)) values.emplace_back(param, std::move(form));
  };
  for_each_held(state, visit);
  for_each_private_saved(state, visit);
  return values;
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
  PrivatePlaces places(policy_, *catalog_, constants_, kExports, text);
  places.add_types();
  places.add_params();
  places.add_echoes(held);
  return privacy::masked(text, places.take(), keys_[kExports], policy_.labels());
}

// ---- for the store --------------------------------------------------------------------------------------

std::string Redactor::for_store(std::string_view message, const Understanding& heard, const NluContext& nlu_context,
                                privacy::LazyKnownValues& held) const {
  if (is_withheld(nlu_context)) return "{" + nlu_context.waiting_for_param + "}";
  PrivatePlaces places(policy_, *catalog_, constants_, kStore, message);
  places.add_understood(heard);
  places.add_types();
  places.add_sensitive_params();
  // The clause of another intent may contain a value whose place the NLU result does not give.
  if (find_request(heard.acts, acts::Request::Role::kNext)) places.add_params();
  places.add_echoes(held);
  return privacy::masked(message, places.take(), keys_[kStore]);
}

std::string Redactor::for_store(std::string_view text, privacy::LazyKnownValues& held) const {
  PrivatePlaces places(policy_, *catalog_, constants_, kStore, text);
  if (clean_texts_.find(text) == clean_texts_.end()) {
    places.add_types();
    places.add_sensitive_params();
  }
  places.add_echoes(held);
  return privacy::masked(text, places.take(), keys_[kStore], policy_.labels());
}

std::string Redactor::without(std::string_view text, privacy::LazyKnownValues& held) const {
  PrivatePlaces places(policy_, *catalog_, constants_, kStore, text);
  places.add_echoes(held);
  return privacy::masked(text, places.take(), keys_[kStore], policy_.labels());
}

// ---- for the language model ------------------------------------------------------------------------------

// Joins places that overlap or touch, so that no rest of a value remains between two masks.
reading::ShownMessage Redactor::for_model(std::string_view message, const Understanding& heard,
                                          const SessionState& state) const {
  reading::ShownMessage shown{std::string(message)};
  privacy::LazyKnownValues held = held_by(state, kModels);
  PrivatePlaces places(policy_, *catalog_, constants_, kModels, message);
  places.add_understood(heard);
  places.add_types();
  places.add_params();
  places.add_echoes(held);
  std::vector<privacy::PrivatePlace> all = places.take();
  std::erase_if(all, [](const privacy::PrivatePlace& place) {
    return place.left == Masking::kKeep || place.span.begin >= place.span.end;
  });
  std::stable_sort(all.begin(), all.end(), [](const privacy::PrivatePlace& a, const privacy::PrivatePlace& b) {
    return a.span.begin != b.span.begin ? a.span.begin < b.span.begin : a.span.end > b.span.end;
  });
  std::map<std::string, int> numbers;
  for (std::size_t i = 0; i < all.size();) {
    privacy::PrivatePlace joined = all[i++];
    for (; i < all.size() && all[i].span.begin < joined.span.end; ++i) {
      joined.span.end = std::max(joined.span.end, all[i].span.end);
      if (all[i].left == Masking::kMask) joined.left = Masking::kMask;
    }
    const std::string value(message.substr(joined.span.begin, joined.span.end - joined.span.begin));
    privacy::PrivatePlace whole = joined;
    whole.span = {0, value.size()};
    std::string mask = privacy::masked(value, {whole}, keys_[kModels]);
    if (const int number = ++numbers[mask]; number > 1 && !mask.empty()) {
      mask.insert(mask.size() - 1, "_" + std::to_string(number));
    }
    shown.replace(joined.span, std::move(mask));
  }
  shown.end();
  return shown;
}

std::vector<std::pair<Span, std::string>> Redactor::typed_parts(std::string_view message) const {
  std::vector<std::pair<Span, std::string>> parts;
  PrivatePlaces places(policy_, *catalog_, constants_, kExports, message);
  places.add_types();
  for (const privacy::PrivatePlace& place : places.all()) parts.emplace_back(place.span, place.label);
  return parts;
}

std::string Redactor::text_for_model(std::string_view text, const SessionState& state) const {
  privacy::LazyKnownValues held = held_by(state, kModels);
  PrivatePlaces places(policy_, *catalog_, constants_, kModels, text);
  places.add_types();
  places.add_params();
  places.add_echoes(held);
  return privacy::masked(text, places.take(), keys_[kModels], policy_.labels());
}

// ---- for telemetry --------------------------------------------------------------------------------------

std::vector<Redactor::KnownValue> Redactor::known_values(const Understanding& heard, const SessionState& state) const {
  std::vector<KnownValue> values;
  const auto add = [&](const std::string& param, const Value& value, std::optional<Span> span = {}) {
    if (policy_.masking(param, kTelemetry) != Masking::kKeep) values.push_back({param, value, span});
  };
  for_each_held(state, add);
  for_each_private_saved(state, add);
  visit_all_values(heard, [&](const ParamValue& value) { add(value.param, value.value, value.span); });
  return values;
}

Redactor::Shown Redactor::for_telemetry(const UserMessage& message) const {
  Shown shown;
  if (!message.withheld_param.empty()) {
    shown.masked.emplace_back(message.withheld_param);
    if (message.shows_text) shown.text.append("{").append(message.withheld_param).append("}");
    return shown;
  }
  PrivatePlaces places(policy_, *catalog_, constants_, kTelemetry, message.text);
  privacy::LazyKnownValues held;
  for (const KnownValue& known : message.values) {
    if (known.span) places.add(*known.span, known.param);
    held.add(known.param, forms_of(known.value));
  }
  places.add_types();
  places.add_params();
  places.add_echoes(held);
  for (const privacy::PrivatePlace& place : places.all()) {
    const auto at = std::lower_bound(shown.masked.begin(), shown.masked.end(), place.label);
    if (at == shown.masked.end() || *at != place.label) shown.masked.insert(at, place.label);
  }
  if (message.shows_text) shown.text = privacy::masked(message.text, places.take(), keys_[kTelemetry]);
  return shown;
}

}  // namespace parley::engine
