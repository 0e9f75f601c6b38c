#include "engine/private_places.h"

#include "engine/param_value_lists.h"
#include "intents/catalog_access.h"
#include "intents/entity_spans.h"

namespace parley::engine {

using config::Masking;

void PrivatePlaces::add(Span span, const std::string& param) {
  const Masking masking = policy_.masking(param, outlet_);
  if (masking != Masking::kKeep) places_.push_back({span, param, masking});
}

void PrivatePlaces::add_understood(const Understanding& heard) {
  visit_all_values(heard, [&](const ParamValue& value) { add(value.span, value.param); });
}

void PrivatePlaces::add_types() {
  for (const privacy::Detected& found : privacy::detect(text_, policy_.detected(outlet_))) {
    const char* name = privacy::to_string(found.type);
    const Masking masking = policy_.masking(name, outlet_);
    // A date is a day of birth only by the words near it, whoever has said the same date.
    const bool may_be_constant = found.type != privacy::PrivateType::kDateOfBirth;
    if (masking != Masking::kKeep) add_form({found.span, name, masking}, may_be_constant);
  }
  add_own_types();
}

void PrivatePlaces::add_own_types() {
  for (const RedactionPolicy::Entry& entry : policy_.entries()) {
    if (!entry.is_param && !entry.detector) add_entities(entry);
  }
}

void PrivatePlaces::add_params() {
  for (const RedactionPolicy::Entry& entry : policy_.entries()) {
    if (entry.is_param) add_entities(entry);
  }
}

void PrivatePlaces::add_sensitive_params() {
  for (const RedactionPolicy::Entry& entry : policy_.entries()) {
    const Masking masking = entry.masking[outlet_];
    if (!entry.is_sensitive || masking == Masking::kKeep) continue;
    for (const privacy::Detected& found : privacy::detect(text_, entry.detected)) {
      add_form({found.span, entry.name, masking}, true);
    }
  }
}

void PrivatePlaces::add_entities(const RedactionPolicy::Entry& entry) {
  const Masking masking = entry.masking[outlet_];
  if (masking == Masking::kKeep) return;
  for (const std::string& type : entry.types) {
    const config::Entity* entity = intents::definition_of(catalog_).find_entity(type);
    const bool may_be_constant = !entity || entity->values.empty();  // otherwise the bot file has all values
    for (const Span& span : intents::find_entity_spans(catalog_, type, text_)) {
      add_form({span, entry.name, masking}, may_be_constant);
    }
  }
}

void PrivatePlaces::add_form(privacy::PrivatePlace place, bool may_be_constant) {
  const std::string_view value = text_.substr(place.span.begin, place.span.end - place.span.begin);
  if (may_be_constant && outlet_ != kTelemetry && constants_.has(value)) return;
  places_.push_back(std::move(place));
}

void PrivatePlaces::add_echoes(privacy::LazyKnownValues& held) {
  for (const privacy::Echo& echo : held.find(text_)) {
    places_.push_back(
        {echo.span, std::string(echo.label), policy_.masking(echo.label, outlet_), std::string(echo.value)});
  }
}

}  // namespace parley::engine
