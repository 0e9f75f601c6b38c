#include "intents/extract.h"

#include <algorithm>

#include "intents/extraction/dropping.h"
#include "intents/extraction/gathering.h"
#include "intents/extraction/results.h"
#include "intents/extraction/settlement.h"

namespace parley::intents {
namespace {

// Returns false if a message that does not answer a question has no value for the param.
bool may_have_value(const extraction::Slot& slot, const Message& message) {
  if (!slot.type) return false;
  const auto passes = [&](const auto& hint) { return message.passed.may_match(hint.number); };
  return (!slot.type->only_when_asked() && slot.type->may_find(message.passed)) ||
         std::any_of(slot.hints.begin(), slot.hints.end(), passes);
}

Extraction settled(const extraction::ExtractionContext& context, extraction::Claims all,
                   const extraction::Gathered& gathered) {
  all = without_contradicted_guesses(context, std::move(all), gathered.guesses);
  const extraction::Claims claims = without_negated(context, std::move(all));
  return to_extraction(context, *claims, gathered, settle(context, *claims, gathered.guesses.replaced));
}

}  // namespace

void note_untaken(const std::vector<UntakenSpan>& values, const std::string& intent, std::vector<std::string>& notes) {
  for (const UntakenSpan& value : values) {
    std::string note = "no param takes " + std::to_string(value.span.begin) + ".." + std::to_string(value.span.end) +
                       ": it could be a value of ";
    for (const std::string& param : value.params) {
      if (&param != &value.params.front()) note += ", ";
      note.append(intent).append(".").append(param);
    }
    notes.push_back(std::move(note));
  }
}

Extractor::Extractor(const config::Intent& intent, const Types& types, config::Diagnostics& findings)
    : slots_(intent, types, findings) {}

Extraction Extractor::extract(const Message& message, const Question& question, std::vector<std::string>* notes) const {
  const auto may_have = [&](const Slot& slot) { return may_have_value(slot, message); };
  if (!question.is_open && std::none_of(slots_.begin(), slots_.end(), may_have)) return {};
  const extraction::ExtractionContext context(slots_, message, question, notes);
  extraction::Gathered gathered = extraction::gather(context);
  extraction::Claims claims = std::move(gathered.claims);
  const auto changes = extraction::changes_instead_of_text(context, *claims);
  if (!changes) return settled(context, std::move(claims), gathered);
  return settled(context.as_changes(*changes), extraction::without_texts(context, std::move(claims)), gathered);
}

std::optional<ParamValue> Extractor::answer(const FoldedText& text, std::string_view param, const Now& now) const {
  const std::size_t index = slots_.index_of(param);
  if (index >= slots_.size()) return std::nullopt;
  const Slot& slot = slots_[index];
  if (!slot.type || slot.is_loose() || slot.type->only_when_asked()) return std::nullopt;
  Reading reading{text.text(), now, true, slot.param->in_past};
  reading.for_param = true;
  std::vector<Found> found;
  extraction::find_hints(slot, reading, found);
  if (found.empty()) slot.type->find(reading, found);
  const bool is_one =
      !found.empty() && !found[0].is_misspelt &&
      std::all_of(found.begin(), found.end(), [&](const Found& one) { return one.value == found[0].value; });
  return is_one ? std::optional(extraction::to_value(slot, found[0], text, now)) : std::nullopt;
}

void Extractor::drop_loose(std::vector<ParamValue>& values) const {
  const auto is_loose = [&](const ParamValue& value) { return slots_[slots_.index_of(value.param)].is_loose(); };
  values.erase(std::remove_if(values.begin(), values.end(), is_loose), values.end());
}

void Extractor::drop_unnamed(std::vector<ParamValue>& values, std::string_view asked) const {
  const std::size_t index = slots_.index_of(asked);
  if (index < slots_.size() && slots_[index].is_name()) return drop_loose(values);
  std::erase_if(values, [&](const ParamValue& value) {
    const Slot& slot = slots_[slots_.index_of(value.param)];
    return slot.is_loose() && !slot.is_name();
  });
}

ParamValue Extractor::accept(const Captured& captured, const FoldedText& text, const Now& now) const {
  const Slot& slot = slots_[captured.param];
  ParamValue value;
  value.param = slot.param->id.value;
  if (captured.end > captured.begin) value.span = text.original_span(captured.begin, captured.end);
  value.raw = text.original(value.span);
  value.value = captured.is_text ? Value(value.raw) : captured.value;
  extraction::validate(*slot.param, now, value);
  return value;
}

ParamValue Extractor::judge(std::string_view param, const Value& value, const Now& now) const {
  ParamValue judged = judge_type(param, value, now);
  if (judged.valid) extraction::validate(*slots_[slots_.index_of(param)].param, now, judged);
  return judged;
}

ParamValue Extractor::judge_type(std::string_view param, const Value& value, const Now& now) const {
  ParamValue judged;
  judged.param = param;
  judged.value = value;
  judged.raw = value.to_text();
  judged.span = {0, judged.raw.size()};
  judged.valid = false;
  const std::size_t index = slots_.index_of(param);
  if (index >= slots_.size() || !slots_[index].type) return judged;
  const Slot* slot = &slots_[index];
  if (!slot->type->takes(value)) {
    if (value.is_null() || value.if_array() || value.if_object()) return judged;
    const FoldedText raw_text(judged.raw);
    std::vector<Found> found;
    Reading reading{raw_text.text(), now, true, slot->param->in_past};
    reading.for_param = true;
    reading.with_impossible = true;
    slot->type->find(reading, found);
    if (found.empty()) {
      judged.valid = value.if_string() && slot->type->has_form(*value.if_string());
      return judged;
    }
    if (!found.front().why.empty()) return extraction::refused(*slot, found.front(), raw_text, slots_.is_english);
    judged.misspelt = found.front().is_misspelt;
    judged.value = slot->type->takes_whole_message() ? Value(judged.raw) : std::move(found.front().value);
  }
  judged.valid = true;
  return judged;
}

}  // namespace parley::intents
