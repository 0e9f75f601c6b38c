// The last part of extraction: values from the claims that were taken, refused days, and cleared lists.
//
// Tested by tests/intents/extract_test.cc.
#include <algorithm>

#include "intents/entities/day_references.h"
#include "intents/extract_reader.h"
#include "intents/trailing_values.h"

namespace parley::intents {

std::vector<ParamValue> ExtractReader::values() {
  const auto comes_first = [](const Claim* a, const Claim* b) {
    return a->slot != b->slot ? a->slot < b->slot : a->found.begin < b->found.begin;
  };
  if (taken_.size() > 1) std::stable_sort(taken_.begin(), taken_.end(), comes_first);  // it allocates memory
  std::vector<ParamValue> values;
  values.reserve(taken_.size());
  const Claim* last = nullptr;
  bool by_not = false;  // the removed value is contrasted with another value
  for (const Claim* claim : taken_) {
    ParamValue value = extractor_.to_value(claim->slot, claim->found, text_, question_.now);
    value.whole_message = is_whole_message(*claim);
    if (slot_of(*claim).param->list) {
      const bool is_first = !last || last->slot != claim->slot;
      value.op = list_changes().read(folded_, claim->found.begin, claim->found.end);
      const bool is_assigned =
          claim->by == By::kName && std::any_of(named_.begin(), named_.end(), [&](const NamedParam& named) {
            return named.param == claim->slot && named.is_assigned;
          });
      if (is_assigned && is_first && value.op == ListOp::kAdd) value.op = ListOp::kSet;
      if (is_first || value.op == ListOp::kRemove) {
        by_not = list_changes().is_contrasted(folded_, claim->found.begin);
      }
      const bool continues =
          !is_first && value.op == ListOp::kAdd && list_changes().continues(between(*last, *claim), by_not);
      if (continues && values.back().op == ListOp::kRemove) value.op = ListOp::kRemove;
    }
    values.push_back(std::move(value));
    last = claim;
  }
  return values;
}

// Refuses a day that does not exist, if it would have been the value of a param.
void ExtractReader::refuse_impossible() {
  if (impossible_.empty() || is_free_text_answer()) return;
  std::stable_partition(impossible_.begin(), impossible_.end(), [&](const Claim& one) { return one.slot == asked_; });
  std::vector<Found> refused;  // one refusal per piece of text
  for (const Claim& claim : impossible_) {
    const bool is_meant = claim.slot == asked_ || !is_filled(claim.slot) || correcting_ != Correcting::kNo;
    const bool is_other = std::any_of(taken_.begin(), taken_.end(), [&](const Claim* taken) {
      return !is_whole_message(*taken) && overlap(taken->found, claim.found);
    });
    const bool is_refused =
        std::any_of(refused.begin(), refused.end(), [&](const Found& other) { return overlap(other, claim.found); });
    if (!is_meant || is_other || is_refused || is_settled_[claim.slot]) continue;
    is_settled_[claim.slot] = 1;
    refused.push_back(claim.found);
    if (claim.found.why == kNoOneDay && claim.slot != asked_) {
      // "No, after the 14th": the bot asks for the day.
      const bool is_rejected = question_.confirming && is_filled(claim.slot);
      if (is_rejected) result_.named.push_back(extractor_.slots_[claim.slot].param->id.value);
      continue;
    }
    const auto place = std::find_if(result_.values.begin(), result_.values.end(), [&](const ParamValue& other) {
      return extractor_.index_of(other.param) > claim.slot;
    });
    result_.values.insert(place, extractor_.refused(claim.slot, claim.found, text_));
  }
}

void ExtractReader::clear_lists() {
  if (!question_.is_open || !extractor_.has_lists_) return;
  std::vector<std::size_t> empty, filled;
  for (std::size_t slot = 0; slot < is_settled_.size(); ++slot) {
    if (!extractor_.slots_[slot].param->list || is_settled_[slot]) continue;
    empty.push_back(slot);
    if (is_filled(slot)) filled.push_back(slot);
  }
  if (empty.empty()) return;
  const bool is_all = list_changes().clears(words_);
  const std::string_view what = is_all ? std::string_view() : list_changes().cleared(words_);
  for (const std::size_t slot : empty) {
    const bool is_meant =
        is_all && (slot == asked_ || (filled.size() == 1 && filled[0] == slot && asked_ >= is_settled_.size()));
    if (!is_meant && (what.empty() || !extractor_.naming_.is_name_of(slot, what))) continue;
    ParamValue value;
    value.param = extractor_.slots_[slot].param->id.value;
    value.value = Value(Value::Array());
    value.op = ListOp::kClear;
    const auto place = std::find_if(result_.values.begin(), result_.values.end(),
                                    [&](const ParamValue& other) { return extractor_.index_of(other.param) > slot; });
    result_.values.insert(place, std::move(value));
  }
}

// Reads a free text without the values of other params after it, if the mapping patterns then still find it.
void ExtractReader::find_hints(const Slot& slot, const Reading& reading, std::vector<Found>& found) const {
  Extractor::find_hints(slot, reading, found);
  if (found.empty() || !slot.type->takes_whole_message() || !extractor_.is_english_) return;
  const std::size_t end = end_before_values(folded_, identifiers());
  if (end == folded_.size()) return;
  Reading shorter = reading;
  shorter.text = folded_.substr(0, end);
  std::vector<Found> before;
  Extractor::find_hints(slot, shorter, before);
  if (!before.empty()) found = std::move(before);
}

// Returns the values whose form shows what they are.
std::vector<Found> ExtractReader::identifiers() const {
  std::vector<const Recogniser*> types = extractor_.other_identifiers_;
  for (const Slot& slot : extractor_.slots_) {
    const std::string_view name = slot.type_name;
    const bool has_form = slot.is_identifier || name == "email" || name == "phone" || name == "iban";
    if (slot.type && has_form) types.push_back(slot.type);
  }
  std::vector<Found> found;
  for (const Recogniser* type : types) {
    if (!type->may_find(message_.passed)) continue;
    Reading reading{folded_, question_.now, false};
    reading.for_param = true;
    reading.passed = &message_.passed;
    type->find(reading, found);
  }
  return found;
}

}  // namespace parley::intents
