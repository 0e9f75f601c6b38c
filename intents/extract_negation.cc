// Part three of ExtractReader: values that are negated or taken back ("not tomorrow", "Friday, no wait, Saturday").
// Tested by tests/intents/correction_test.cc.
#include <algorithm>

#include "intents/extract_reader.h"

namespace parley::intents {

// Drops negated values while the intent is open: "not tomorrow" is not a value. Replaces them with blanks in
// `remaining_text`. Returns true if nothing in `found` remains.
bool ExtractReader::drop_negated_values(const Slot& slot, std::vector<Found>& found,
                                        std::string& remaining_text) const {
  if (found.empty() || !may_negate_ || slot.param->list) return false;
  std::vector<const Found*> all;
  for (const Found& one : found) all.push_back(&one);
  std::vector<char> stays;
  for (const Found& one : found) stays.push_back(is_complaint(slot, one, all) ? 1 : 0);
  const auto drop = [&](const Found& one) {
    if (stays[static_cast<std::size_t>(&one - found.data())] != 0 || !is_negated_or_old(slot, one)) return false;
    note_dropped(slot, one, "negated");
    if (remaining_text.empty()) remaining_text = folded_;
    std::fill(remaining_text.begin() + static_cast<std::ptrdiff_t>(one.begin),
              remaining_text.begin() + static_cast<std::ptrdiff_t>(one.end), ' ');
    return true;
  };
  found.erase(std::remove_if(found.begin(), found.end(), drop), found.end());
  return found.empty();
}

bool ExtractReader::may_negate() const {
  return message_.passed.may_match(extractor_.needs_.negation) && corrections().may_negate(folded_);
}

bool ExtractReader::is_negated_or_old(const Slot& slot, const Found& found) const {
  if (slot.type->only_when_asked()) return false;
  const bool is_old = !slot.shares_type && corrections().is_old_value(folded_, found.begin);
  const bool is_asked = asked_ < is_settled_.size() && &slot == &extractor_.slots_[asked_];
  const bool may_follow_no = is_asked && slot.is_value_list && !slot.asks_what_fails;
  const Polarity& polarity = message_.polarity();
  return is_old || polarity.negates(found.begin) || (may_follow_no && polarity.follows_no(found.begin));
}

// Returns true for a complaint such as "I have no internet", in which the negated value is the subject. Requires that
// the param has no value yet, and that the message has no other value.
bool ExtractReader::is_complaint(const Slot& slot, const Found& found, const std::vector<const Found*>& all) const {
  const auto index = static_cast<std::size_t>(&slot - extractor_.slots_.data());
  const Polarity& polarity = message_.polarity();
  const auto is_missing = [&](const Found* one) {
    return polarity.misses(one->begin) || (!question_.is_open && polarity.lacks(one->begin));
  };
  return slot.is_declared_type && is_missing(&found) && !is_filled(index) &&
         std::all_of(all.begin(), all.end(), is_missing);
}

void ExtractReader::note_dropped(const Slot& slot, const Found& found, std::string_view why) const {
  if (!notes_) return;
  const Span span = text_.original_span(found.begin, found.end);
  std::string note =
      slot.param->id.value + " not taken from " + std::to_string(span.begin) + ".." + std::to_string(span.end) + ": ";
  note += why;
  if (std::find(notes_->begin(), notes_->end(), note) == notes_->end()) notes_->push_back(std::move(note));
}

void ExtractReader::drop_negated_claims() {
  if (claims_.empty() || !(question_.is_open ? may_negate_ : may_negate())) return;
  std::vector<char> is_dropped(claims_.size());
  for (std::size_t i = 0; i < claims_.size(); ++i) {
    const Claim& claim = claims_[i];
    const Slot& slot = slot_of(claim);
    if (claim.by == By::kHint || slot.param->list) continue;
    std::vector<const Found*> all;
    for (const Claim& other : claims_) {
      if (other.slot == claim.slot) all.push_back(&other.found);
    }
    const bool is_negated = is_negated_or_old(slot, claim.found) && !is_complaint(slot, claim.found, all);
    const bool is_taken = !is_negated && is_taken_back(claim);
    // A first message that says only one value has no old one: "I move from Kings Road".
    const bool may_drop = question_.is_open || all.size() > 1 || message_.polarity().negates(claim.found.begin);
    if ((!is_negated && !is_taken) || !may_drop) continue;
    is_dropped[i] = 1;
    note_dropped(slot, claim.found, is_negated ? "negated" : "retracted");
  }
  std::vector<Claim> kept;
  for (std::size_t i = 0; i < claims_.size(); ++i) {
    if (!is_dropped[i]) kept.push_back(std::move(claims_[i]));
  }
  claims_ = std::move(kept);
}

bool ExtractReader::is_taken_back(const Claim& claim) const {
  return std::any_of(claims_.begin(), claims_.end(), [&](const Claim& next) {
    if (next.slot != claim.slot || next.found.begin < claim.found.end) return false;
    const bool is_past = claim.found.end <= turning_point_ && turning_point_ <= next.found.begin;
    return is_past || corrections().is_taken_back(between(claim, next));
  });
}

}  // namespace parley::intents
