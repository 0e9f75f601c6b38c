// ExtractReader, second part: who takes what.
#include <algorithm>

#include "intents/alternatives.h"
#include "intents/extract_reader.h"

namespace parley::intents {

bool ExtractReader::is_free(const Claim& claim) const {
  const Slot& slot = slot_of(claim);
  if (is_settled_[claim.slot] && !slot.param->list) return false;
  const auto meets = [&](const Claim* other) {
    return !is_whole_message(*other) && overlap(other->found, claim.found);
  };
  if (std::any_of(taken_.begin(), taken_.end(), meets)) return false;
  return std::none_of(unclear_.begin(), unclear_.end(), [&](const auto& place) {
    return claim.found.begin < place.second && place.first < claim.found.end;
  });
}

void ExtractReader::take(const Claim& claim) {
  taken_.push_back(&claim);
  is_settled_[claim.slot] = 1;
}

void ExtractReader::be_ambiguous(const std::vector<const Claim*>& claims) {
  std::vector<ParamValue> readings;
  for (const Claim* claim : claims) {
    const bool is_there = std::any_of(readings.begin(), readings.end(), [&](const ParamValue& other) {
      return other.param == slot_of(*claim).param->id.value && other.value == claim->found.value;
    });
    if (!is_there) readings.push_back(extractor_.to_value(claim->slot, claim->found, text_));
    is_settled_[claim->slot] = 1;
  }
  for (const Claim* claim : claims) unclear_.emplace_back(claim->found.begin, claim->found.end);
  result_.ambiguous.push_back(std::move(readings));
}

// The first of them with those that are said as alternatives to it, if they differ.
std::vector<const Extractor::Claim*> ExtractReader::alternatives(const std::vector<const Claim*>& claims) const {
  std::vector<const Claim*> run(claims.begin(), claims.begin() + 1);
  for (std::size_t i = 1; i < claims.size(); ++i) {
    const bool is_declared = slot_of(*run[0]).is_declared_type;
    if (!are_alternatives(between(*claims[i - 1], *claims[i]), is_declared)) break;
    run.push_back(claims[i]);
  }
  const bool differ =
      std::any_of(run.begin(), run.end(), [&](const Claim* one) { return one->found.value != run[0]->found.value; });
  if (!differ) run.clear();
  return run;
}

void ExtractReader::settle(std::size_t slot, By by) {
  std::vector<const Claim*> free;
  for (const Claim& claim : claims_) {
    if (claim.slot == slot && claim.by == by && is_free(claim)) free.push_back(&claim);
  }
  if (free.empty()) return;
  if (extractor_.slots_[slot].param->list) {
    for (const Claim* claim : free) take(*claim);
    return;
  }
  const std::vector<const Claim*> either = alternatives(free);
  if (either.empty()) {
    take(*free[0]);
  } else {
    be_ambiguous(either);
  }
}

bool ExtractReader::yields(const Claim& claim, const Claim& other) const {
  if (claim.slot == other.slot || !overlap(claim.found, other.found)) return false;
  const std::size_t length = claim.found.end - claim.found.begin;
  const std::size_t other_length = other.found.end - other.found.begin;
  if (length != other_length) return length < other_length;
  if (claim.by == By::kLeniency || other.by == By::kLeniency) return true;  // a bare "60" that could be either
  const bool is_declared = slot_of(claim).is_declared_type;
  if (is_declared != slot_of(other).is_declared_type) return !is_declared;
  return claim.slot > other.slot;
}

// The answer to a question for any text: what is in it belongs to it, unless it is told to be something else's.
bool ExtractReader::is_text_of_its_own() const {
  return is_strict_ && correcting_ == Correcting::kNo &&
         std::any_of(claims_.begin(), claims_.end(),
                     [&](const Claim& claim) { return claim.slot == asked_ && is_whole_message(claim); });
}

void ExtractReader::settle_others() {
  std::vector<const Claim*> left;
  for (const Claim& claim : claims_) {
    if ((claim.by == By::kType || claim.by == By::kLeniency) && is_free(claim)) left.push_back(&claim);
  }
  const auto is_beaten = [&](const Claim* claim) {
    return std::any_of(left.begin(), left.end(), [&](const Claim* other) { return yields(*claim, *other); });
  };
  std::vector<const Claim*> unbeaten;
  std::remove_copy_if(left.begin(), left.end(), std::back_inserter(unbeaten), is_beaten);
  for (const Claim* claim : unbeaten) {
    if (!is_free(*claim)) continue;
    std::vector<const Claim*> of_slot;
    for (const Claim* other : unbeaten) {
      if (other->slot == claim->slot) of_slot.push_back(other);
    }
    const bool is_only_value = std::all_of(
        of_slot.begin(), of_slot.end(), [&](const Claim* other) { return other->found.value == claim->found.value; });
    if (is_only_value || slot_of(*claim).param->list) {
      take(*claim);
      continue;
    }
    const std::vector<const Claim*> either = alternatives(of_slot);
    if (either.size() == of_slot.size()) {
      be_ambiguous(either);
    } else if (notes_) {
      notes_->push_back(slot_of(*claim).param->id.value + ": more than one value, none taken");
    }
    is_settled_[claim->slot] = 1;
  }
}

// One piece of text that several params could take, each as well as the other.
void ExtractReader::settle_contested() {
  std::vector<const Claim*> contested;
  for (const Claim& claim : claims_) {
    if (!is_free(claim) || !is_contestable(claim)) continue;
    const bool has_own =
        std::any_of(contested.begin(), contested.end(), [&](const Claim* other) { return other->slot == claim.slot; });
    if (has_own || (!contested.empty() && !overlap(contested[0]->found, claim.found))) return;  // many for many
    contested.push_back(&claim);
  }
  if (contested.empty()) return;
  const bool changes = question_.confirming || correcting_ != Correcting::kNo;
  const bool any_filled =
      std::any_of(contested.begin(), contested.end(), [&](const Claim* claim) { return is_filled(claim->slot); });
  const auto is_closed = [&](const Claim* claim) {
    if (changes && any_filled) return !is_filled(claim->slot);
    return is_filled(claim->slot) || !extractor_.slots_[claim->slot].is_asked_for();
  };
  contested.erase(std::remove_if(contested.begin(), contested.end(), is_closed), contested.end());
  if (contested.size() == 1 && question_.is_open) take(*contested[0]);
  if (contested.size() < 2) return;
  be_ambiguous(contested);
}

// A strict reading is when a lenient one of the same words keeps it from being taken.
bool ExtractReader::is_contestable(const Claim& claim) const {
  if (claim.by != By::kType) return claim.by == By::kLeniency || claim.by == By::kShared;
  return std::any_of(claims_.begin(), claims_.end(), [&](const Claim& other) {
    return other.by == By::kLeniency && other.found.begin == claim.found.begin && other.found.end == claim.found.end;
  });
}

// "no, I meant Jane": of what nearly anything could be, the words behind "I meant" are the value.
void ExtractReader::correct_loose() {
  if (correcting_ != Correcting::kCertainly) return;
  if (std::any_of(taken_.begin(), taken_.end(), [&](const Claim* claim) { return !is_whole_message(*claim); })) return;
  if (!result_.ambiguous.empty()) return;
  std::vector<std::size_t> meant;
  for (std::size_t slot = 0; slot < is_settled_.size(); ++slot) {
    const bool may_be = question_.confirming || slot == filled_last_;
    if (may_be && slot != asked_ && is_filled(slot) && extractor_.slots_[slot].is_loose()) meant.push_back(slot);
  }
  if (meant.size() != 1) return;
  std::vector<Found> found = read_from(corrected_from_, extractor_.slots_[meant[0]], true);
  if (found.empty()) return;
  Claim claim;
  claim.slot = meant[0];
  claim.found = std::move(found[0]);
  claim.by = By::kCorrection;
  late_.push_back(std::move(claim));
  take(late_.back());
}

}  // namespace parley::intents
