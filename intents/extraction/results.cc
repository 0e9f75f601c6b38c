#include "intents/extraction/results.h"

#include <algorithm>

#include "intents/entities/day_references.h"
#include "intents/lexicon.h"
#include "intents/list_changes.h"

namespace parley::intents::extraction {
namespace {

using Taken = std::vector<const Claim*>;

// Returns true if the claim meets a claim that is a part of the message.
bool meets_any(const ExtractionContext& context, const Taken& taken, const Claim& claim) {
  return std::any_of(taken.begin(), taken.end(), [&](const Claim* other) {
    return !context.is_whole_message(*other) && overlap(other->found, claim.found);
  });
}

// ---- params that the user wants to change ---------------------------------------------------------------

std::vector<std::string> params_to_change(const ExtractionContext& context, const Settled& settled,
                                          const std::vector<std::size_t>& refused) {
  std::vector<std::string> params;
  for (const NamedParam& named : context.named) {
    const std::string& id = context.slots[named.param].id();
    const bool is_new = std::find(params.begin(), params.end(), id) == params.end();
    const bool is_settled = (*settled.is_settled)[named.param] != 0;
    const bool is_open = !is_settled && named.param != context.asked && context.is_filled(named.param);
    if (named.to_change && is_open && is_new) params.push_back(id);
  }
  for (const std::size_t slot : refused) {
    if (context.is_filled(slot)) params.push_back(context.slots[slot].id());
  }
  return params;
}

// Returns true if a message that answers yes or no says a value that the param has: "no, Dr Amin knows me".
bool repeats_value(const ExtractionContext& context, const Claim& claim) {
  if (!context.asked_slot() || context.asked_slot()->type_name != "boolean") return false;
  const Value* value = context.value_of(claim.slot);
  return value && *value == claim.found.value;
}

// Returns true for a name or a free text that a confirmation is answered with: "yes, but to Percy", "no, Karen".
bool amends_loose(const ExtractionContext& context, const Claim& claim) {
  const std::optional<std::size_t>& from = context.correction.amended_from;
  if (!from || claim.found.begin != *from || !context.slot_of(claim).is_loose()) return false;
  return context.is_filled(claim.slot) && context.are_no_common_words(claim.found);
}

bool corrects(const ExtractionContext& context, const Settled& settled) {
  const auto has = [&](const auto& is) {
    return std::any_of(settled.taken->begin(), settled.taken->end(),
                       [&](const Claim* claim) { return !context.is_whole_message(*claim) && is(*claim); });
  };
  const auto is_new = [&](const Claim& claim) {
    return context.is_filled(claim.slot) && !context.slot_of(claim).param->list && !repeats_value(context, claim);
  };
  const auto is_named = [&](const Claim& claim) { return claim.by == By::kName && context.is_filled(claim.slot); };
  const auto is_amended = [&](const Claim& claim) { return amends_loose(context, claim); };
  const auto is_any = [](const Claim&) { return true; };
  const bool is_certain = context.correction.kind == Correcting::kCertainly && !context.is_strict &&
                          context.folded().find('?') == std::string_view::npos && !has(is_any);
  return is_certain || has(is_named) || has(is_amended) ||
         (context.is_correction() && (!settled.ambiguous.empty() || has(is_new)));
}

// Returns true if "and" joins what follows: "no, and move it to Friday".
bool is_joined_after(const Words& words, std::size_t end) {
  std::size_t word = 0;
  while (word < words.size() && words[word].begin < end) ++word;
  return word < words.size() && lexicon::kEn.clauses.adding.has(words.text(word, 1));
}

// A message that corrects or names a param is not free text. The "no" of "no, I meant Berlin" is about the old value.
TakenClaims without_answers(const ExtractionContext& context, TakenClaims taken, bool corrects) {
  std::erase_if(*taken, [&](const Claim* claim) {
    const bool is_no =
        corrects && claim->slot == context.asked && claim->by == By::kType && claim->found.value == Value(false);
    return (is_no && !is_joined_after(context.message.words, claim->found.end)) || context.is_whole_message(*claim);
  });
  return taken;
}

// ---- values ---------------------------------------------------------------------------------------------

bool is_assigned_by_name(const ExtractionContext& context, const Claim& claim) {
  return claim.by == By::kName && std::any_of(context.named.begin(), context.named.end(), [&](const NamedParam& named) {
           return named.param == claim.slot && named.is_assigned;
         });
}

// "Don't change the lamp" takes the lamp out, as "not the lamp" does.
ListOp list_op_of(const ExtractionContext& context, const Found& found) {
  const ListOp op = list_changes().read(context.folded(), found.begin, found.end);
  const bool is_refused = op == ListOp::kAdd && context.message.polarity().refuses(found.begin);
  return is_refused && !list_changes().keeps(context.folded(), found.begin) ? ListOp::kRemove : op;
}

// `taken` is in the order of the params.
std::vector<ParamValue> values_of(const ExtractionContext& context, const Taken& taken) {
  std::vector<ParamValue> values;
  values.reserve(taken.size());
  const Claim* last = nullptr;
  bool by_not = false;  // the removed value is contrasted with another value
  for (const Claim* claim : taken) {
    ParamValue value = context.to_value(*claim);
    value.whole_message = context.is_whole_message(*claim);
    if (context.slot_of(*claim).param->list) {
      const Found& found = claim->found;
      const bool is_first = !last || last->slot != claim->slot;
      value.op = list_op_of(context, found);
      if (is_first && value.op == ListOp::kAdd && is_assigned_by_name(context, *claim)) value.op = ListOp::kSet;
      if (is_first || value.op == ListOp::kRemove) {
        by_not = list_changes().is_contrasted(context.folded(), found.begin);
      }
      const bool continues =
          !is_first && value.op == ListOp::kAdd && list_changes().continues(context.between(*last, *claim), by_not);
      if (continues && values.back().op == ListOp::kRemove) value.op = ListOp::kRemove;
    }
    values.push_back(std::move(value));
    last = claim;
  }
  return values;
}

// Inserts the value after those of the params before it.
void insert(std::vector<ParamValue>& values, const ParamSlots& slots, std::size_t slot, ParamValue value) {
  const auto place = std::find_if(values.begin(), values.end(),
                                  [&](const ParamValue& other) { return slots.index_of(other.param) > slot; });
  values.insert(place, std::move(value));
}

// Returns the impossible values, such as days that do not exist, that would have been the values of params. There is at
// most one for each param and each piece of text.
Taken refused_claims(const ExtractionContext& context, const std::vector<Claim>& impossible, const Taken& taken,
                     const std::vector<char>& is_settled) {
  Taken candidates, refused;
  for (const Claim& claim : impossible) candidates.push_back(&claim);
  std::stable_partition(candidates.begin(), candidates.end(),
                        [&](const Claim* claim) { return claim->slot == context.asked; });
  for (const Claim* claim : candidates) {
    const bool is_meant = claim->slot == context.asked || !context.is_filled(claim->slot) || context.is_correction();
    const bool is_refused = std::any_of(refused.begin(), refused.end(), [&](const Claim* other) {
      return other->slot == claim->slot || overlap(other->found, claim->found);
    });
    if (!is_meant || is_refused || is_settled[claim->slot] || meets_any(context, taken, *claim)) continue;
    refused.push_back(claim);
  }
  return refused;
}

// Returns the lists that the message clears, out of those without a value in it.
std::vector<std::size_t> cleared_lists(const ExtractionContext& context, const std::vector<std::size_t>& empty) {
  if (empty.empty()) return {};
  std::vector<std::size_t> filled, cleared;
  for (const std::size_t slot : empty) {
    if (context.is_filled(slot)) filled.push_back(slot);
  }
  const Words& words = context.message.words;
  const bool is_all = list_changes().clears(words);
  const std::string_view what = is_all ? std::string_view() : list_changes().cleared(words);
  for (const std::size_t slot : empty) {
    const bool is_only = filled.size() == 1 && filled[0] == slot && !context.asked_slot();
    const bool is_meant = is_all && (slot == context.asked || is_only);
    const bool is_named = !what.empty() && context.slots.naming.is_name_of(slot, what);
    if (is_meant || is_named) cleared.push_back(slot);
  }
  return cleared;
}

// Returns the lists that got no value and no refusal.
std::vector<std::size_t> empty_lists(const ExtractionContext& context, const std::vector<char>& is_settled,
                                     const Taken& refused) {
  std::vector<std::size_t> empty;
  if (!context.question.is_open || !context.slots.has_lists) return empty;
  for (std::size_t slot = 0; slot < context.slots.size(); ++slot) {
    const bool is_refused =
        std::any_of(refused.begin(), refused.end(), [&](const Claim* claim) { return claim->slot == slot; });
    if (context.slots[slot].param->list && !is_settled[slot] && !is_refused) empty.push_back(slot);
  }
  return empty;
}

ParamValue cleared(const Slot& slot) {
  ParamValue value;
  value.param = slot.id();
  value.value = Value(Value::Array());
  value.op = ListOp::kClear;
  return value;
}

// ---- notes ----------------------------------------------------------------------------------------------

// Returns the spans of values that no param took.
std::vector<UntakenSpan> untaken_spans(const ExtractionContext& context, const std::vector<Claim>& claims,
                                       const Taken& taken, const Settled& settled) {
  constexpr std::size_t kMaxUntaken = 16;  // enough even if the message has only values
  std::vector<UntakenSpan> untaken;
  for (const Claim& claim : claims) {
    if (untaken.size() == kMaxUntaken) break;
    const bool is_noted = std::find(settled.noted.begin(), settled.noted.end(), claim.slot) != settled.noted.end();
    if (context.is_whole_message(claim) || is_noted) continue;
    const bool is_unclear = std::any_of(settled.unclear.begin(), settled.unclear.end(), [&](const auto& place) {
      return claim.found.begin < place.second && place.first < claim.found.end;
    });
    const Span span = context.message.text.original_span(claim.found.begin, claim.found.end);
    const bool is_kept = std::any_of(untaken.begin(), untaken.end(), [&](const UntakenSpan& other) {
      return other.span.begin < span.end && span.begin < other.span.end;
    });
    if (is_unclear || is_kept || meets_any(context, taken, claim)) continue;
    UntakenSpan value{span, {}};
    for (const Claim& other : claims) {
      const std::string& id = context.slot_of(other).id();
      const bool is_new = std::find(value.params.begin(), value.params.end(), id) == value.params.end();
      const bool meets = !context.is_whole_message(other) && overlap(other.found, claim.found);
      if (meets && is_new) value.params.push_back(id);
    }
    untaken.push_back(std::move(value));
  }
  return untaken;
}

}  // namespace

Extraction to_extraction(const ExtractionContext& context, const std::vector<Claim>& claims, const Gathered& gathered,
                         Settled settled) {
  const std::vector<char>& is_settled = *settled.is_settled;
  Extraction result;
  result.named = params_to_change(context, settled, gathered.refused);
  result.corrects = corrects(context, settled);
  TakenClaims all_taken = std::move(settled.taken);
  if (result.corrects || !result.named.empty()) {
    all_taken = without_answers(context, std::move(all_taken), result.corrects);
  }
  Taken& taken = *all_taken;
  const auto comes_first = [](const Claim* a, const Claim* b) {
    return a->slot != b->slot ? a->slot < b->slot : a->found.begin < b->found.begin;
  };
  if (taken.size() > 1) std::stable_sort(taken.begin(), taken.end(), comes_first);  // it allocates memory
  if (context.notes) result.untaken = untaken_spans(context, claims, taken, settled);
  result.values = values_of(context, taken);
  result.ambiguous = std::move(settled.ambiguous);
  result.others = std::move(settled.others);
  result.has_several_values = settled.has_several_values;

  Taken refusals;
  if (!settled.is_free_text_answer) refusals = refused_claims(context, gathered.impossible, taken, is_settled);
  for (const Claim* claim : refusals) {
    const Slot& slot = context.slot_of(*claim);
    if (claim->found.why != kNoOneDay || claim->slot == context.asked) {
      insert(result.values, context.slots, claim->slot,
             refused(slot, claim->found, context.message.text, context.slots.is_english));
    } else if (context.question.confirming && context.is_filled(slot)) {
      result.named.push_back(slot.id());  // "No, after the 14th": the bot asks for the day
    }
  }
  for (const std::size_t slot : cleared_lists(context, empty_lists(context, is_settled, refusals))) {
    insert(result.values, context.slots, slot, cleared(context.slots[slot]));
  }
  return result;
}

}  // namespace parley::intents::extraction
