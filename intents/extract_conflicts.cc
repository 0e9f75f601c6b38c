// Part two of ExtractReader: decides which param takes which claim.
// Tested by tests/intents/extract_test.cc and correction_test.cc.
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

void ExtractReader::report_ambiguity(const std::vector<const Claim*>& claims) {
  std::vector<ParamValue> readings;
  for (const Claim* claim : claims) {
    const bool is_there = std::any_of(readings.begin(), readings.end(), [&](const ParamValue& other) {
      return other.param == slot_of(*claim).param->id.value && other.value == claim->found.value;
    });
    if (!is_there) readings.push_back(extractor_.to_value(claim->slot, claim->found, text_, question_.now));
    is_settled_[claim->slot] = 1;
  }
  for (const Claim* claim : claims) unclear_.emplace_back(claim->found.begin, claim->found.end);
  result_.ambiguous.push_back(std::move(readings));
}

// Returns the first claim and the claims that the message lists as alternatives to it. Returns an empty list if their
// values are equal.
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

// Whether the user means each of these values: "O-12345, O-23456 and O-34567". Values that may be taken back, or that
// "or" joins, are alternatives.
bool ExtractReader::is_enumeration(const std::vector<const Claim*>& claims) const {
  constexpr std::size_t kMost = 5;
  const Slot& slot = slot_of(*claims.front());
  if (claims.size() < 2 || claims.size() > kMost || !slot.is_identifier || slot.shares_type) return false;
  for (std::size_t i = 1; i < claims.size(); ++i) {
    if (!are_listed(between(*claims[i - 1], *claims[i]))) return false;
  }
  const bool may_correct =
      message_.passed.may_match(extractor_.needs_.correction) && corrections().read(words_, false) != Correcting::kNo;
  return correcting_ == Correcting::kNo && !may_correct && !may_negate();
}

void ExtractReader::take_enumeration(const std::vector<const Claim*>& claims) {
  take(*claims.front());
  noted_slots_.push_back(claims.front()->slot);
  if (notes_) {
    notes_->push_back(slot_of(*claims.front()).param->id.value + ": several values, so the intent runs once for each");
  }
  for (const Claim* claim : claims) {
    const auto is_same = [&](const ParamValue& other) { return other.value == claim->found.value; };
    if (claim->found.value == claims.front()->found.value ||
        std::any_of(result_.others.begin(), result_.others.end(), is_same)) {
      continue;
    }
    result_.others.push_back(extractor_.to_value(claim->slot, claim->found, text_, question_.now));
  }
  std::erase_if(result_.others, [](const ParamValue& other) { return !other.valid; });
}

void ExtractReader::settle(std::size_t slot, By by) {
  base::Recycled<std::vector<const Claim*>> all_free;
  std::vector<const Claim*>& free = *all_free;
  for (const Claim& claim : claims_) {
    if (claim.slot == slot && claim.by == by && is_free(claim)) free.push_back(&claim);
  }
  if (free.empty()) return;
  if (extractor_.slots_[slot].param->list) {
    for (const Claim* claim : free) take(*claim);
    return;
  }
  if (free.size() == 1) return take(*free[0]);
  const std::vector<const Claim*> either = alternatives(free);
  if (either.empty()) {
    take(*free[0]);
  } else if (either.size() == free.size() && is_enumeration(either)) {
    take_enumeration(either);
  } else {
    report_ambiguity(either);
  }
}

// Returns true if `other` wins over `claim` the text that both contain (extract.h, rule 5).
bool ExtractReader::yields(const Claim& claim, const Claim& other) const {
  if (claim.slot == other.slot || !overlap(claim.found, other.found)) return false;
  const std::size_t length = claim.found.end - claim.found.begin;
  const std::size_t other_length = other.found.end - other.found.begin;
  if (length != other_length) return length < other_length;
  if (claim.by == By::kLeniency || other.by == By::kLeniency) return true;  // a bare "60" fits either
  const bool is_declared = slot_of(claim).is_declared_type;
  if (is_declared != slot_of(other).is_declared_type) return !is_declared;
  return claim.slot > other.slot;
}

// Returns true if the message answers a question for free text. Its content belongs to that text, unless a mapping
// pattern or a name assigns a piece to another param.
bool ExtractReader::is_free_text_answer() const {
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
    if (either.size() == of_slot.size() && is_enumeration(either)) {
      take_enumeration(either);
    } else if (either.size() == of_slot.size()) {
      report_ambiguity(either);
    } else if (slot_of(*claim).is_declared_type && !question_.is_open) {
      result_.has_several_values = true;
      report_ambiguity(of_slot);
    } else {
      result_.has_several_values = true;
      if (notes_) notes_->push_back(slot_of(*claim).param->id.value + ": several values, so none is taken");
      noted_slots_.push_back(claim->slot);
    }
    is_settled_[claim->slot] = 1;
  }
}

// Returns the pieces of text that several params could take, each with its claims, in the order of the text.
std::vector<std::vector<const Extractor::Claim*>> ExtractReader::contested() const {
  std::vector<std::vector<const Claim*>> places;
  for (const Claim& claim : claims_) {
    if (!is_free(claim) || !is_contestable(claim)) continue;
    const auto place = std::find_if(places.begin(), places.end(),
                                    [&](const auto& others) { return overlap(others.front()->found, claim.found); });
    if (place == places.end()) {
      places.push_back({&claim});
    } else {
      place->push_back(&claim);
    }
  }
  std::sort(places.begin(), places.end(),
            [](const auto& a, const auto& b) { return a.front()->found.begin < b.front()->found.begin; });
  return places;
}

void ExtractReader::settle_contested() {
  const auto places = contested();
  if (places.size() == 1) settle_one_for_several(places.front());
  if (places.size() > 1) settle_several_for_several(places);
}

// "Lyon Paris" for `from` and `to`: reports the params that could take each value, if there are enough params for all
// values.
void ExtractReader::settle_several_for_several(const std::vector<std::vector<const Claim*>>& places) {
  const std::vector<const Claim*>& first = places.front();
  if (first.size() < places.size()) return;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto is_strict = [&](const Claim* claim) {
      const Slot& slot = extractor_.slots_[claim->slot];
      // Values of built-in types often occur by chance.
      const bool is_meant = slot.is_declared_type || !question_.is_open;
      return claim->by == By::kShared && is_meant && !is_filled(claim->slot) && slot.is_asked_for();
    };
    const bool is_alike = std::equal(places[i].begin(), places[i].end(), first.begin(), first.end(),
                                     [](const Claim* a, const Claim* b) { return a->slot == b->slot; });
    if (!is_alike || !std::all_of(places[i].begin(), places[i].end(), is_strict)) return;
    if (i > 0 && are_alternatives(between(*places[i - 1].front(), *places[i].front()), false)) return;
  }
  for (const auto& claims : places) report_ambiguity(claims);
}

// Resolves one piece of text that several params could take equally well.
void ExtractReader::settle_one_for_several(std::vector<const Claim*> contested) {
  for (std::size_t i = 1; i < contested.size(); ++i) {
    if (contested[i]->slot == contested[i - 1]->slot) return;
  }
  const bool changes = question_.confirming || correcting_ != Correcting::kNo;
  const bool any_filled =
      std::any_of(contested.begin(), contested.end(), [&](const Claim* claim) { return is_filled(claim->slot); });
  const auto is_closed = [&](const Claim* claim) {
    if (changes && any_filled) return !is_filled(claim->slot);
    return is_filled(claim->slot) || !extractor_.slots_[claim->slot].is_asked_for();
  };
  contested.erase(std::remove_if(contested.begin(), contested.end(), is_closed), contested.end());
  // All other params of the type have a value, from before or from this message: "from Lyon, Paris".
  const bool is_left = contested.size() == 1 && (question_.is_open || has_taken_of_type(contested[0]->slot));
  if (is_left) take(*contested[0]);
  if (contested.size() < 2) return;
  report_ambiguity(contested);
}

// "No internet" is a symptom, and contains the service "internet".
void ExtractReader::settle_nested() {
  if (taken_.empty()) return;
  for (const Claim& claim : claims_) {
    if (is_settled_[claim.slot] || is_filled(claim.slot) || !is_nested(claim)) continue;
    const bool is_only_value = std::all_of(claims_.begin(), claims_.end(), [&](const Claim& other) {
      return other.slot != claim.slot || other.found.value == claim.found.value;
    });
    if (is_only_value) take(claim);
  }
}

// Returns true if the claim contains a taken value of another list of values, or is contained in it.
bool ExtractReader::is_nested(const Claim& claim) const {
  const Slot& slot = slot_of(claim);
  if (!slot.is_value_list || claim.found.is_misspelt) return false;
  bool is_nested = false;
  for (const Claim* taken : taken_) {
    if (is_whole_message(*taken) || !overlap(taken->found, claim.found)) continue;
    const Slot& other = slot_of(*taken);
    const Found& a = claim.found;
    const Found& b = taken->found;
    const bool contains = (a.begin <= b.begin && b.end <= a.end) || (b.begin <= a.begin && a.end <= b.end);
    const bool is_same = a.begin == b.begin && a.end == b.end;
    if (!other.is_value_list || other.type_name == slot.type_name || !contains || is_same) return false;
    is_nested = true;
  }
  return is_nested;
}

bool ExtractReader::has_taken_of_type(std::size_t slot) const {
  return std::any_of(taken_.begin(), taken_.end(), [&](const Claim* claim) {
    return claim->slot != slot && slot_of(*claim).type_name == extractor_.slots_[slot].type_name;
  });
}

// Collects the spans of values that no param took.
void ExtractReader::collect_untaken() {
  if (!notes_) return;
  constexpr std::size_t kMaxUntaken = 16;  // enough even if the message has only values
  for (const Claim& claim : claims_) {
    if (result_.untaken.size() == kMaxUntaken) return;
    if (is_whole_message(claim) ||
        std::find(noted_slots_.begin(), noted_slots_.end(), claim.slot) != noted_slots_.end())
      continue;
    const auto meets = [&](const Claim& other) {
      return !is_whole_message(other) && overlap(other.found, claim.found);
    };
    const bool is_taken = std::any_of(taken_.begin(), taken_.end(), [&](const Claim* taken) { return meets(*taken); });
    const bool is_unclear = std::any_of(unclear_.begin(), unclear_.end(), [&](const auto& place) {
      return claim.found.begin < place.second && place.first < claim.found.end;
    });
    const Span span = text_.original_span(claim.found.begin, claim.found.end);
    const bool is_kept = std::any_of(result_.untaken.begin(), result_.untaken.end(), [&](const UntakenSpan& other) {
      return other.span.begin < span.end && span.begin < other.span.end;
    });
    if (is_taken || is_unclear || is_kept) continue;
    UntakenSpan value{span, {}};
    for (const Claim& other : claims_) {
      const std::string& id = slot_of(other).param->id.value;
      const bool is_new = std::find(value.params.begin(), value.params.end(), id) == value.params.end();
      if (meets(other) && is_new) value.params.push_back(id);
    }
    result_.untaken.push_back(std::move(value));
  }
}

// Returns true if other claims may compete with the claim. A strict reading has a competitor only if the same words
// also have a lenient reading.
bool ExtractReader::is_contestable(const Claim& claim) const {
  if (claim.by != By::kType) return claim.by == By::kLeniency || claim.by == By::kShared;
  return std::any_of(claims_.begin(), claims_.end(), [&](const Claim& other) {
    return other.by == By::kLeniency && other.found.begin == claim.found.begin && other.found.end == claim.found.end;
  });
}

// Returns true for a name or a free text that a confirmation is answered with: "yes, but to Percy", "no, Karen".
bool ExtractReader::amends_loose(const Claim& claim) const {
  if (!amended_from_ || claim.found.begin != *amended_from_ || !slot_of(claim).is_loose()) return false;
  return is_filled(claim.slot) && extractor_.are_no_common_words(folded_, claim.found);
}

// "no, I meant Jane": corrects a param that could hold almost any text. The words after "I meant" are the value. After
// "yes, but to" only a name is.
void ExtractReader::correct_loose() {
  const bool is_amended = amended_from_ && correcting_ != Correcting::kCertainly;
  if (correcting_ != Correcting::kCertainly && !is_amended) return;
  if (std::any_of(taken_.begin(), taken_.end(), [&](const Claim* claim) { return !is_whole_message(*claim); })) return;
  if (!result_.ambiguous.empty()) return;
  std::vector<std::size_t> meant;
  for (std::size_t slot = 0; slot < is_settled_.size(); ++slot) {
    const bool may_be = question_.confirming || slot == filled_last_;
    const bool is_kind = is_amended ? extractor_.slots_[slot].is_name() : extractor_.slots_[slot].is_loose();
    if (may_be && slot != asked_ && is_filled(slot) && is_kind) meant.push_back(slot);
  }
  if (meant.size() != 1) return;
  const std::size_t from = is_amended ? *amended_from_ : corrected_from_;
  std::vector<Found> found = read_from(from, extractor_.slots_[meant[0]], true);
  if (found.empty() || (is_amended && !extractor_.are_no_common_words(folded_, found[0]))) return;
  late_.emplace();
  late_->slot = meant[0];
  late_->found = std::move(found[0]);
  late_->by = By::kCorrection;
  take(*late_);
}

}  // namespace parley::intents
