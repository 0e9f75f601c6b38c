#include "intents/extraction/settlement.h"

#include <algorithm>

#include "intents/alternatives.h"
#include "intents/extraction/rivals.h"

namespace parley::intents::extraction {
namespace {

// Returns true if the message answers a question for free text. Its content belongs to that text, unless a mapping
// pattern or a name assigns a piece to another param.
bool is_free_text_answer(const ExtractionContext& context, const std::vector<Claim>& claims) {
  return context.is_strict && !context.is_correction() &&
         std::any_of(claims.begin(), claims.end(), [&](const Claim& claim) {
           return claim.slot == context.asked && context.is_whole_message(claim);
         });
}

class Settlement {
 public:
  Settlement(const ExtractionContext& context, const std::vector<Claim>& claims) : context_(context), claims_(claims) {
    result_.is_settled->resize(context.slots.size());
    result_.is_free_text_answer = is_free_text_answer(context, claims);
  }

  Settled run(std::size_t replaced) &&;

 private:
  void settle(std::size_t slot, By by);
  void settle_others();
  void settle_several_of(const Claim& claim, const ClaimList& of_slot);
  void settle_contested();
  void settle_one_for_several(ClaimList contested);
  void settle_several_for_several(const std::vector<ClaimList>& places);
  void settle_nested();
  void correct_loose();

  std::vector<ClaimList> contested() const;
  bool is_nested(const Claim& claim) const;
  bool has_taken_of_type(std::size_t slot) const;
  bool is_settled(std::size_t slot) const { return (*result_.is_settled)[slot] != 0; }
  bool is_free(const Claim& claim) const;

  void take(const Claim& claim);
  void take_enumeration(const ClaimList& claims);
  void report_ambiguity(const ClaimList& claims);

  const ExtractionContext& context_;
  const std::vector<Claim>& claims_;
  Settled result_;
};

Settled Settlement::run(std::size_t replaced) && {
  for (const NamedParam& named : context_.named) settle(named.param, By::kName);
  for (const std::size_t slot : {replaced, context_.filled_last}) {
    if (slot < context_.slots.size()) settle(slot, By::kCorrection);
  }
  if (context_.asked_slot()) {
    settle(context_.asked, By::kHint);
    settle(context_.asked, By::kType);
  }
  for (const Claim& claim : claims_) {
    if (claim.by == By::kHint && is_free(claim)) take(claim);
  }
  if (!result_.is_free_text_answer) {
    settle_others();
    settle_contested();
    settle_nested();
  }
  correct_loose();
  return std::move(result_);
}

// ---- taking claims --------------------------------------------------------------------------------------

bool Settlement::is_free(const Claim& claim) const {
  if (is_settled(claim.slot) && !context_.slot_of(claim).param->list) return false;
  const auto meets = [&](const Claim* other) {
    return !context_.is_whole_message(*other) && overlap(other->found, claim.found);
  };
  if (std::any_of(result_.taken->begin(), result_.taken->end(), meets)) return false;
  return std::none_of(result_.unclear.begin(), result_.unclear.end(), [&](const auto& place) {
    return claim.found.begin < place.second && place.first < claim.found.end;
  });
}

void Settlement::take(const Claim& claim) {
  result_.taken->push_back(&claim);
  (*result_.is_settled)[claim.slot] = 1;
}

void Settlement::report_ambiguity(const ClaimList& claims) {
  std::vector<ParamValue> readings;
  for (const Claim* claim : claims) {
    const bool is_there = std::any_of(readings.begin(), readings.end(), [&](const ParamValue& other) {
      return other.param == context_.slot_of(*claim).id() && other.value == claim->found.value;
    });
    if (!is_there) readings.push_back(context_.to_value(*claim));
    (*result_.is_settled)[claim->slot] = 1;
  }
  for (const Claim* claim : claims) result_.unclear.emplace_back(claim->found.begin, claim->found.end);
  result_.ambiguous.push_back(std::move(readings));
}

void Settlement::take_enumeration(const ClaimList& claims) {
  const Claim& first = *claims.front();
  take(first);
  result_.noted.push_back(first.slot);
  if (context_.notes) {
    context_.notes->push_back(context_.slot_of(first).id() + ": several values, so the intent runs once for each");
  }
  std::vector<ParamValue>& others = result_.others;
  for (const Claim* claim : claims) {
    const auto is_same = [&](const ParamValue& other) { return other.value == claim->found.value; };
    if (claim->found.value == first.found.value || std::any_of(others.begin(), others.end(), is_same)) continue;
    others.push_back(context_.to_value(*claim));
  }
  std::erase_if(others, [](const ParamValue& other) { return !other.valid; });
}

// ---- steps ----------------------------------------------------------------------------------------------

void Settlement::settle(std::size_t slot, By by) {
  TakenClaims all_free;
  ClaimList& free = *all_free;
  for (const Claim& claim : claims_) {
    if (claim.slot == slot && claim.by == by && is_free(claim)) free.push_back(&claim);
  }
  if (free.empty()) return;
  if (context_.slots[slot].param->list) {
    for (const Claim* claim : free) take(*claim);
    return;
  }
  if (free.size() == 1) return take(*free[0]);
  const ClaimList either = alternatives(context_, free);
  if (either.empty()) {
    take(*free[0]);
  } else if (either.size() == free.size() && is_enumeration(context_, either)) {
    take_enumeration(either);
  } else {
    report_ambiguity(either);
  }
}

void Settlement::settle_others() {
  ClaimList left;
  for (const Claim& claim : claims_) {
    if ((claim.by == By::kType || claim.by == By::kLeniency) && is_free(claim)) left.push_back(&claim);
  }
  const auto is_beaten = [&](const Claim* claim) {
    return std::any_of(left.begin(), left.end(), [&](const Claim* other) { return yields(context_, *claim, *other); });
  };
  ClaimList unbeaten;
  std::remove_copy_if(left.begin(), left.end(), std::back_inserter(unbeaten), is_beaten);
  for (const Claim* claim : unbeaten) {
    if (!is_free(*claim)) continue;
    ClaimList of_slot;
    for (const Claim* other : unbeaten) {
      if (other->slot == claim->slot) of_slot.push_back(other);
    }
    const bool is_only_value = std::all_of(
        of_slot.begin(), of_slot.end(), [&](const Claim* other) { return other->found.value == claim->found.value; });
    if (is_only_value || context_.slot_of(*claim).param->list) {
      take(*claim);
    } else {
      settle_several_of(*claim, of_slot);
    }
  }
}

// Settles a param that takes one value. The message has several values for it.
void Settlement::settle_several_of(const Claim& claim, const ClaimList& of_slot) {
  const Slot& slot = context_.slot_of(claim);
  (*result_.is_settled)[claim.slot] = 1;
  const ClaimList either = alternatives(context_, of_slot);
  if (either.size() == of_slot.size()) {
    return is_enumeration(context_, either) ? take_enumeration(either) : report_ambiguity(either);
  }
  result_.has_several_values = true;
  if (slot.is_declared_type && !context_.question.is_open) return report_ambiguity(of_slot);
  if (context_.notes) context_.notes->push_back(slot.id() + ": several values, so none is taken");
  result_.noted.push_back(claim.slot);
}

// Returns the pieces of text that several params could take, each with its claims, in the order of the text.
std::vector<ClaimList> Settlement::contested() const {
  std::vector<ClaimList> places;
  for (const Claim& claim : claims_) {
    if (!is_free(claim) || !is_contestable(claims_, claim)) continue;
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

void Settlement::settle_contested() {
  const auto places = contested();
  if (places.size() == 1) settle_one_for_several(places.front());
  if (places.size() > 1) settle_several_for_several(places);
}

// "Lyon Paris" for `from` and `to`: reports the params that could take each value, if there are enough params for all
// values.
void Settlement::settle_several_for_several(const std::vector<ClaimList>& places) {
  const ClaimList& first = places.front();
  if (first.size() < places.size()) return;
  const auto is_strict = [&](const Claim* claim) {
    const Slot& slot = context_.slot_of(*claim);
    // Values of built-in types often occur by chance.
    const bool is_meant = slot.is_declared_type || !context_.question.is_open;
    return claim->by == By::kShared && is_meant && !context_.is_filled(slot) && slot.is_asked_for();
  };
  for (std::size_t i = 0; i < places.size(); ++i) {
    const bool is_alike = std::equal(places[i].begin(), places[i].end(), first.begin(), first.end(),
                                     [](const Claim* a, const Claim* b) { return a->slot == b->slot; });
    if (!is_alike || !std::all_of(places[i].begin(), places[i].end(), is_strict)) return;
    if (i > 0 && are_alternatives(context_.between(*places[i - 1].front(), *places[i].front()), false)) return;
  }
  for (const ClaimList& claims : places) report_ambiguity(claims);
}

// Resolves one piece of text that several params could take equally well.
void Settlement::settle_one_for_several(ClaimList contested) {
  for (std::size_t i = 1; i < contested.size(); ++i) {
    if (contested[i]->slot == contested[i - 1]->slot) return;
  }
  const bool changes = context_.question.confirming || context_.is_correction();
  const auto is_filled = [&](const Claim* claim) { return context_.is_filled(claim->slot); };
  const bool any_filled = std::any_of(contested.begin(), contested.end(), is_filled);
  std::erase_if(contested, [&](const Claim* claim) {
    if (changes && any_filled) return !is_filled(claim);
    return is_filled(claim) || !context_.slot_of(*claim).is_asked_for();
  });
  // All other params of the type have a value, from before or from this message: "from Lyon, Paris".
  const bool is_left = contested.size() == 1 && (context_.question.is_open || has_taken_of_type(contested[0]->slot));
  if (is_left) take(*contested[0]);
  if (contested.size() < 2) return;
  report_ambiguity(contested);
}

// "No internet" is a symptom, and contains the service "internet".
void Settlement::settle_nested() {
  if (result_.taken->empty()) return;
  for (const Claim& claim : claims_) {
    if (is_settled(claim.slot) || context_.is_filled(claim.slot) || !is_nested(claim)) continue;
    const bool is_only_value = std::all_of(claims_.begin(), claims_.end(), [&](const Claim& other) {
      return other.slot != claim.slot || other.found.value == claim.found.value;
    });
    if (is_only_value) take(claim);
  }
}

// Returns true if the claim contains a taken value of another list of values, or is contained in it.
bool Settlement::is_nested(const Claim& claim) const {
  const Slot& slot = context_.slot_of(claim);
  if (!slot.is_value_list || claim.found.is_misspelt) return false;
  bool is_nested = false;
  for (const Claim* taken : *result_.taken) {
    if (context_.is_whole_message(*taken) || !overlap(taken->found, claim.found)) continue;
    const Slot& other = context_.slot_of(*taken);
    const Found& a = claim.found;
    const Found& b = taken->found;
    const bool contains = (a.begin <= b.begin && b.end <= a.end) || (b.begin <= a.begin && a.end <= b.end);
    const bool is_same = a.begin == b.begin && a.end == b.end;
    if (!other.is_value_list || other.type_name == slot.type_name || !contains || is_same) return false;
    is_nested = true;
  }
  return is_nested;
}

bool Settlement::has_taken_of_type(std::size_t slot) const {
  return std::any_of(result_.taken->begin(), result_.taken->end(), [&](const Claim* claim) {
    return claim->slot != slot && context_.slot_of(*claim).type_name == context_.slots[slot].type_name;
  });
}

// "no, I meant Jane": corrects a param that could hold almost any text. The words after "I meant" are the value. After
// "yes, but to" only a name is.
void Settlement::correct_loose() {
  const Correction& correction = context_.correction;
  const bool is_certain = correction.kind == Correcting::kCertainly;
  const bool is_amended = correction.amended_from && !is_certain;
  if (!is_certain && !is_amended) return;
  const auto is_part = [&](const Claim* claim) { return !context_.is_whole_message(*claim); };
  if (std::any_of(result_.taken->begin(), result_.taken->end(), is_part) || !result_.ambiguous.empty()) return;
  const Slot* meant = nullptr;
  for (std::size_t i = 0; i < context_.slots.size(); ++i) {
    const Slot& slot = context_.slots[i];
    const bool may_be = context_.question.confirming || i == context_.filled_last;
    const bool is_kind = is_amended ? slot.is_name() : slot.is_loose();
    if (!may_be || i == context_.asked || !context_.is_filled(slot) || !is_kind) continue;
    if (meant) return;
    meant = &slot;
  }
  if (!meant) return;
  const std::size_t from = is_amended ? *correction.amended_from : correction.corrected_from;
  std::vector<Found> found = context_.read_from(from, *meant, true);
  if (found.empty() || (is_amended && !context_.are_no_common_words(found[0]))) return;
  const auto slot = static_cast<std::size_t>(meant - context_.slots.all.data());
  result_.late = std::make_unique<Claim>(Claim{slot, std::move(found[0]), By::kCorrection});
  take(*result_.late);
}

}  // namespace

Settled settle(const ExtractionContext& context, const std::vector<Claim>& claims, std::size_t replaced) {
  return Settlement(context, claims).run(replaced);
}

}  // namespace parley::intents::extraction
