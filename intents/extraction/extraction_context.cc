#include "intents/extraction/extraction_context.h"

#include <algorithm>

#include "intents/amendment.h"

namespace parley::intents::extraction {

ExtractionContext::ExtractionContext(const ParamSlots& param_slots, const Message& of_message,
                                     const Question& of_question, std::vector<std::string>* of_notes)
    : slots(param_slots),
      message(of_message),
      question(of_question),
      notes(of_notes),
      asked(param_slots.index_of(of_question.asked)),
      filled_last(param_slots.index_of(of_question.filled_last)),
      is_strict(asked_slot() && asked_slot()->type && asked_slot()->type->takes_whole_message()) {
  if (!question.is_open) return;
  const Words& words = message.words;
  if (question.confirming) correction.amended_from = amendment_begin(words);
  may_negate = has_negation();
  if (message.passed.may_match(slots.needs.correction)) correction.kind = corrections().read(words, is_strict);
  if (correction.kind >= Correcting::kNewValue) correction.turning_point = corrections().turning_point(words);
  may_negate = may_negate || correction.turning_point > 0;
  if (correction.kind == Correcting::kCertainly) {
    correction.corrected_from = corrections().value_begin(words, folded());
  }
  // "No, the date" answers a confirmation the way it answers "what should I change?".
  const bool changing = question.changing || (question.confirming && words.text().rfind("no ", 0) == 0);
  named = slots.naming.find(message, changing, is_strict);
}

ExtractionContext ExtractionContext::as_changes(Correcting correcting) const {
  ExtractionContext changes = *this;
  changes.is_strict = false;
  changes.correction.kind = std::max(correction.kind, correcting);
  return changes;
}

bool ExtractionContext::is_filled(const Slot& slot) const {
  if (!question.is_open || !question.filled) return false;
  const std::vector<std::string>& filled = *question.filled;
  return std::find(filled.begin(), filled.end(), slot.id()) != filled.end();
}

const Value* ExtractionContext::value_of(std::size_t slot) const {
  return is_filled(slot) && question.values ? question.values->find(slots[slot].id()) : nullptr;
}

bool ExtractionContext::has_negation() const {
  return message.passed.may_match(slots.needs.negation) && corrections().may_negate(folded());
}

bool ExtractionContext::is_whole_message(const Claim& claim) const {
  return slot_of(claim).type->takes_whole_message() && claim.by == By::kType;
}

std::string_view ExtractionContext::between(const Claim& a, const Claim& b) const {
  if (b.found.begin < a.found.end) return "-";
  return folded().substr(a.found.end, b.found.begin - a.found.end);
}

bool ExtractionContext::are_no_common_words(const Found& found) const {
  const std::string_view said = folded().substr(found.begin, found.end - found.begin);
  const Words words(said);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const char first = said[words[i].begin];
    const bool is_capital = first >= 'A' && first <= 'Z';
    if (!is_capital && slots.vocabulary.knows(words.text(i, 1))) return false;
  }
  return words.size() > 0;
}

std::vector<Found> ExtractionContext::read_from(std::size_t begin, const Slot& slot, bool as_asked) const {
  std::vector<Found> found;
  if (begin >= folded().size()) return found;
  Reading reading{folded().substr(begin), question.now, as_asked, slot.param->in_past};
  reading.for_param = true;
  reading.passed = &message.passed;
  slot.type->find(reading, found);
  for (Found& one : found) {
    one.begin += begin;
    one.end += begin;
  }
  return found;
}

ParamValue ExtractionContext::to_value(const Claim& claim) const {
  return extraction::to_value(slot_of(claim), claim.found, message.text, question.now);
}

}  // namespace parley::intents::extraction
