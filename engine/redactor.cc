#include "engine/redactor.h"

#include <algorithm>

#include "config/definition.h"
#include "intents/spot.h"

namespace parley::engine {
namespace {

struct Mask {
  Span span;
  const std::string* label;
};

// Replaces the spans, the longest of overlapping ones first come first served, by "{label}".
std::string masked(std::string_view text, std::vector<Mask> masks) {
  std::stable_sort(masks.begin(), masks.end(), [](const Mask& a, const Mask& b) {
    return a.span.begin != b.span.begin ? a.span.begin < b.span.begin : a.span.end > b.span.end;
  });
  std::string out;
  std::size_t at = 0;
  for (const Mask& mask : masks) {
    if (mask.span.end <= at) continue;
    if (mask.span.begin >= at) {
      out.append(text, at, mask.span.begin - at);
      out.append("{").append(*mask.label).append("}");
    }
    at = mask.span.end;
  }
  out.append(text.substr(at));
  return out;
}

void find_all(std::string_view text, const std::string& value, const std::string& label, std::vector<Mask>& masks) {
  if (value.empty()) return;
  for (std::size_t at = text.find(value); at != std::string_view::npos; at = text.find(value, at + 1)) {
    masks.push_back({{at, at + value.size()}, &label});
  }
}

}  // namespace

Redactor::Redactor(std::shared_ptr<const Catalog> catalog) : catalog_(std::move(catalog)) {
  const config::BotDefinition& bot = catalog_->definition();
  for (const config::Intent& intent : bot.intents) {
    for (const config::Param& param : intent.params) {
      const bool named = std::any_of(bot.redaction.params.begin(), bot.redaction.params.end(),
                                     [&](const config::Text& name) { return name.value == param.id.value; });
      const bool known = std::any_of(privates_.begin(), privates_.end(), [&](const Private& entry) {
        return entry.label == param.id.value && entry.type == param.type.value;
      });
      if ((named || param.sensitive) && !known) privates_.push_back({param.id.value, param.type.value, true});
    }
  }
  for (const config::Text& type : bot.redaction.detect) privates_.push_back({type.value, type.value, false});
}

std::string Redactor::for_display(std::string_view text, const SessionState& state) const {
  std::vector<Mask> masks;
  for (const Private& entry : privates_) {
    for (const Span& span : intents::spot(*catalog_, entry.type, text)) masks.push_back({span, &entry.label});
  }
  const auto hide = [&](const FilledParams& params) {
    for (const auto& [name, filled] : params) {
      if (const std::string* label = label_of(name)) find_all(text, filled.value.to_text(), *label, masks);
    }
  };
  hide(state.params);
  for (const Frame& frame : state.frames) hide(frame.params);
  return masked(text, std::move(masks));
}

const std::string* Redactor::label_of(std::string_view param) const {
  const auto found = std::find_if(privates_.begin(), privates_.end(),
                                  [&](const Private& entry) { return entry.is_param && entry.label == param; });
  return found == privates_.end() ? nullptr : &found->label;
}

bool Redactor::is_sensitive(std::string_view intent_id, std::string_view param_id) const {
  const config::Intent* intent = catalog_->definition().find_intent(intent_id);
  const config::Param* param = intent ? intent->find_param(param_id) : nullptr;
  return param && param->sensitive;
}

std::string Redactor::for_store(std::string_view text, const Understanding& heard, const Situation& now) const {
  // While a sensitive value is asked for, the whole message is withheld, understood or not.
  if (is_sensitive(now.intent, now.waiting_for_param)) return "{" + now.waiting_for_param + "}";
  std::vector<Mask> masks;
  const auto hide = [&](const std::vector<ParamValue>& values, std::string_view intent) {
    for (const ParamValue& value : values) {
      if (is_sensitive(value.intent.empty() ? intent : value.intent, value.param)) {
        masks.push_back({value.span, &value.param});
      }
    }
  };
  const std::string_view named = heard.candidates.empty() ? std::string_view() : heard.candidates.front().intent;
  hide(heard.params, named);
  hide(heard.answers, now.intent);
  hide(heard.elsewhere, {});
  for (const auto& readings : heard.ambiguous) hide(readings, now.intent.empty() ? named : now.intent);
  if (!heard.second) return masked(text, std::move(masks));
  hide(heard.second_params, heard.second->intent);
  // A value may stand in the clause that is about the other intent, where it answers nothing.
  for (const Private& entry : privates_) {
    if (!is_sensitive(now.intent, entry.label)) continue;
    for (const Span& span : intents::spot(*catalog_, entry.type, text)) masks.push_back({span, &entry.label});
  }
  return masked(text, std::move(masks));
}

std::string Redactor::for_store(std::string_view reply, std::string_view intent, const Value::Object& params,
                                const std::vector<std::pair<std::string, std::string>>& told) const {
  std::vector<Mask> masks;
  for (const auto& [name, value] : params) {
    if (is_sensitive(intent, name)) find_all(reply, value.to_text(), name, masks);
  }
  for (const auto& [name, form] : told) find_all(reply, form, name, masks);
  return masked(reply, std::move(masks));
}

namespace {

// A value that would change is left as the text that it changes to.
template <class Redact>
Value with_texts(const Value& value, const Redact& redact) {
  if (const Value::Array* items = value.if_array()) {
    Value::Array all;
    for (const Value& item : *items) all.push_back(with_texts(item, redact));
    return Value(std::move(all));
  }
  if (const Value::Object* members = value.if_object()) {
    Value::Object all;
    for (const auto& [name, member] : *members) all[name] = with_texts(member, redact);
    return Value(std::move(all));
  }
  if (value.is_null()) return value;
  const std::string text = value.to_text();
  std::string kept = redact(text);
  return kept == text ? value : Value(std::move(kept));
}

}  // namespace

Value Redactor::value_for_display(const Value& value, const SessionState& state) const {
  return with_texts(value, [&](const std::string& text) { return for_display(text, state); });
}

Value Redactor::value_for_store(const Value& value, std::string_view intent, const Value::Object& params,
                                const std::vector<std::pair<std::string, std::string>>& told) const {
  return with_texts(value, [&](const std::string& text) { return for_store(text, intent, params, told); });
}

}  // namespace parley::engine
