#include "intents/extraction/dropping.h"

#include <algorithm>

#include "intents/lexicon.h"
#include "intents/list_changes.h"

namespace parley::intents::extraction {
namespace {

bool is_negated_or_old(const ExtractionContext& context, const Slot& slot, const Found& found) {
  if (slot.type->only_when_asked()) return false;
  const bool is_old = !slot.shares_type && corrections().is_old_value(context.folded(), found.begin);
  const bool may_follow_no = &slot == context.asked_slot() && slot.is_value_list && !slot.asks_what_fails;
  const Polarity& polarity = context.message.polarity();
  return is_old || polarity.negates(found.begin) || (may_follow_no && polarity.follows_no(found.begin));
}

// Returns true for a complaint such as "I have no internet", in which the negated value is the subject. Requires that
// the param has no value yet, and that the message has no other value.
bool is_complaint(const ExtractionContext& context, const Slot& slot, const Found& found,
                  const std::vector<const Found*>& all) {
  const Polarity& polarity = context.message.polarity();
  const auto is_missing = [&](const Found* one) {
    return polarity.misses(one->begin) || (!context.question.is_open && polarity.lacks(one->begin));
  };
  return slot.is_declared_type && is_missing(&found) && !context.is_filled(slot) &&
         std::all_of(all.begin(), all.end(), is_missing);
}

void note_dropped(const ExtractionContext& context, const Slot& slot, const Found& found, std::string_view why) {
  if (!context.notes) return;
  const Span span = context.message.text.original_span(found.begin, found.end);
  std::string note =
      slot.id() + " not taken from " + std::to_string(span.begin) + ".." + std::to_string(span.end) + ": ";
  note += why;
  std::vector<std::string>& notes = *context.notes;
  if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(std::move(note));
}

// Returns true if a later claim on the same param takes the claim back.
bool is_taken_back(const ExtractionContext& context, const std::vector<Claim>& claims, const Claim& claim) {
  const std::size_t turning_point = context.correction.turning_point;
  return std::any_of(claims.begin(), claims.end(), [&](const Claim& next) {
    if (next.slot != claim.slot || next.found.begin < claim.found.end) return false;
    const bool is_past = claim.found.end <= turning_point && turning_point <= next.found.begin;
    return is_past || corrections().is_taken_back(context.between(claim, next));
  });
}

// Returns true if the value differs from what the param has.
bool changes_value(const ExtractionContext& context, const Claim& claim) {
  const Slot& slot = context.slot_of(claim);
  const Value* old = context.value_of(claim.slot);
  if (!old || slot.is_loose() || slot.type->only_when_asked()) return false;
  const Value::Array* items = old->if_array();
  if (!items) return *old != claim.found.value;
  const bool has = std::find(items->begin(), items->end(), claim.found.value) != items->end();
  const ListOp op = list_changes().read(context.folded(), claim.found.begin, claim.found.end);
  return op == ListOp::kSet || has == (op == ListOp::kRemove);
}

// Why a claim is dropped. Empty if it is not.
std::string_view reason_to_drop(const ExtractionContext& context, const std::vector<Claim>& claims,
                                const Claim& claim) {
  const Slot& slot = context.slot_of(claim);
  if (claim.by == By::kHint || slot.param->list) return {};
  std::vector<const Found*> all;
  for (const Claim& other : claims) {
    if (other.slot == claim.slot) all.push_back(&other.found);
  }
  const bool is_negated =
      is_negated_or_old(context, slot, claim.found) && !is_complaint(context, slot, claim.found, all);
  const bool is_dropped = is_negated || is_taken_back(context, claims, claim);
  // A first message that says only one value has no old one: "I move from Kings Road".
  const bool may_drop =
      context.question.is_open || all.size() > 1 || context.message.polarity().negates(claim.found.begin);
  if (!is_dropped || !may_drop) return {};
  return is_negated ? "negated" : "retracted";
}

// Returns true if the claim contradicts guesses.
bool is_firm(const ExtractionContext& context, const Claim& claim) {
  return claim.by == By::kHint || (claim.by == By::kType && claim.slot != context.asked);
}

// Returns the values that the message certainly has, and the value that the bot asks for. They are not of the type of
// the param that was filled last.
std::vector<Found> firm_values(const ExtractionContext& context, const std::vector<Claim>& claims) {
  const auto is_distinct = [&](const Slot& slot) {
    return slot.type_name != "number" && (context.filled_last >= context.slots.size() ||
                                          slot.type_name != context.slots[context.filled_last].type_name);
  };
  std::vector<Found> firm;
  const Slot* asked = context.asked_slot();
  if (asked && asked->type && !context.is_strict && is_distinct(*asked)) {
    firm = context.read_from(0, *asked, context.correction.kind == Correcting::kNewValue);
  }
  for (const Claim& claim : claims) {
    if (is_firm(context, claim) && is_distinct(context.slot_of(claim))) firm.push_back(claim.found);
  }
  return firm;
}

}  // namespace

bool drop_negated_values(const ExtractionContext& context, const Slot& slot, std::vector<Found>& found,
                         std::string& remaining_text) {
  if (found.empty() || !context.may_negate || slot.param->list) return false;
  std::vector<const Found*> all;
  for (const Found& one : found) all.push_back(&one);
  std::vector<char> stays;
  for (const Found& one : found) stays.push_back(is_complaint(context, slot, one, all) ? 1 : 0);
  const auto drop = [&](const Found& one) {
    if (stays[static_cast<std::size_t>(&one - found.data())] != 0 || !is_negated_or_old(context, slot, one)) {
      return false;
    }
    note_dropped(context, slot, one, "negated");
    if (remaining_text.empty()) remaining_text = context.folded();
    std::fill(remaining_text.begin() + static_cast<std::ptrdiff_t>(one.begin),
              remaining_text.begin() + static_cast<std::ptrdiff_t>(one.end), ' ');
    return true;
  };
  found.erase(std::remove_if(found.begin(), found.end(), drop), found.end());
  return found.empty();
}

std::optional<Correcting> changes_instead_of_text(const ExtractionContext& context, const std::vector<Claim>& claims) {
  const Question& question = context.question;
  if (!context.is_strict || !context.slots.is_english || !question.is_open || question.confirming) return std::nullopt;
  const auto is_change = [&](const Claim& claim) {
    return !context.is_whole_message(claim) && changes_value(context, claim);
  };
  if (std::none_of(claims.begin(), claims.end(), is_change)) return std::nullopt;
  const lexicon::Texts& texts = lexicon::kEn.texts;
  const Words& words = context.message.words;
  bool has_change = false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words.text(i, 1);
    const bool is_of_value = std::any_of(claims.begin(), claims.end(), [&](const Claim& claim) {
      if (context.is_whole_message(claim) || !context.is_filled(claim.slot)) return false;
      const bool is_in = claim.found.begin < words[i].end && words[i].begin < claim.found.end;
      return is_in || context.slots.naming.is_name_of(claim.slot, word);
    });
    const bool changes = texts.changes.has(word);
    has_change = has_change || (changes && !is_of_value);
    if (!is_of_value && !changes && !texts.beside_change.has(word)) return std::nullopt;
  }
  return has_change ? std::optional(corrections().read(words, false)) : std::nullopt;
}

Claims without_texts(const ExtractionContext& context, Claims claims) {
  std::erase_if(*claims, [&](const Claim& claim) { return context.is_whole_message(claim); });
  return claims;
}

// A bare "7" may be the new value of a filled param, unless the context shows what it is ("at 7", "make it 7 people").
// After "not 6" it is the new value of the param that had 6.
Claims without_contradicted_guesses(const ExtractionContext& context, Claims claims, const Guesses& guesses) {
  if (!guesses.any) return claims;
  const std::vector<Found> firm = firm_values(context, *claims);
  const auto is_answer = [&](const Claim& claim) {
    return claim.slot == context.asked && !context.is_whole_message(claim);
  };
  const auto has = [&](const auto& is) { return std::any_of(claims->begin(), claims->end(), is); };
  const bool has_answer = has(is_answer);
  const bool has_correction = has([](const Claim& claim) { return claim.by == By::kCorrection; });
  const bool has_firm = has([&](const Claim& claim) { return is_firm(context, claim); });
  Claims kept;
  for (const Claim& claim : *claims) {
    const bool is_guess = claim.by == By::kLeniency || (claim.by == By::kCorrection && guesses.of_correction);
    if (is_guess && claim.slot != guesses.replaced) {
      const auto meets = [&](const Found& other) { return overlap(claim.found, other); };
      const bool is_other = std::any_of(firm.begin(), firm.end(), meets);
      const bool is_beside_answer =
          has_answer && !has([&](const Claim& other) { return is_answer(other) && meets(other.found); });
      const bool is_second = claim.by == By::kLeniency && has_correction;
      const bool is_beside_firm = has_firm && !context.question.confirming;
      const bool is_replaced = guesses.replaced < context.slots.size();
      if (is_other || is_beside_answer || is_beside_firm || is_second || is_replaced) continue;
    }
    kept->push_back(claim);
  }
  return kept;
}

Claims without_negated(const ExtractionContext& context, Claims claims) {
  if (claims->empty() || !(context.question.is_open ? context.may_negate : context.has_negation())) return claims;
  std::vector<char> is_dropped(claims->size());
  for (std::size_t i = 0; i < claims->size(); ++i) {
    const Claim& claim = (*claims)[i];
    const std::string_view why = reason_to_drop(context, *claims, claim);
    if (why.empty()) continue;
    is_dropped[i] = 1;
    note_dropped(context, context.slot_of(claim), claim.found, why);
  }
  Claims kept;
  for (std::size_t i = 0; i < claims->size(); ++i) {
    if (!is_dropped[i]) kept->push_back(std::move((*claims)[i]));
  }
  return kept;
}

}  // namespace parley::intents::extraction
