#include "intents/extraction/rivals.h"

#include <algorithm>

#include "intents/alternatives.h"

namespace parley::intents::extraction {

ClaimList alternatives(const ExtractionContext& context, const ClaimList& claims) {
  ClaimList run(claims.begin(), claims.begin() + 1);
  for (std::size_t i = 1; i < claims.size(); ++i) {
    const bool is_declared = context.slot_of(*run[0]).is_declared_type;
    if (!are_alternatives(context.between(*claims[i - 1], *claims[i]), is_declared)) break;
    run.push_back(claims[i]);
  }
  const bool differ =
      std::any_of(run.begin(), run.end(), [&](const Claim* one) { return one->found.value != run[0]->found.value; });
  if (!differ) run.clear();
  return run;
}

bool is_enumeration(const ExtractionContext& context, const ClaimList& claims) {
  constexpr std::size_t kMost = 5;
  const Slot& slot = context.slot_of(*claims.front());
  if (claims.size() < 2 || claims.size() > kMost || !slot.is_identifier || slot.shares_type) return false;
  for (std::size_t i = 1; i < claims.size(); ++i) {
    if (!are_listed(context.between(*claims[i - 1], *claims[i]))) return false;
  }
  const Message& message = context.message;
  const bool may_correct = message.passed.may_match(context.slots.needs.correction) &&
                           corrections().read(message.words, false) != Correcting::kNo;
  return !context.is_correction() && !may_correct && !context.has_negation();
}

bool yields(const ExtractionContext& context, const Claim& claim, const Claim& other) {
  if (claim.slot == other.slot || !overlap(claim.found, other.found)) return false;
  const std::size_t length = claim.found.end - claim.found.begin;
  const std::size_t other_length = other.found.end - other.found.begin;
  if (length != other_length) return length < other_length;
  if (claim.by == By::kLeniency || other.by == By::kLeniency) return true;  // a bare "60" fits either
  const bool is_declared = context.slot_of(claim).is_declared_type;
  if (is_declared != context.slot_of(other).is_declared_type) return !is_declared;
  return claim.slot > other.slot;
}

bool is_contestable(const std::vector<Claim>& claims, const Claim& claim) {
  if (claim.by != By::kType) return claim.by == By::kLeniency || claim.by == By::kShared;
  return std::any_of(claims.begin(), claims.end(), [&](const Claim& other) {
    return other.by == By::kLeniency && other.found.begin == claim.found.begin && other.found.end == claim.found.end;
  });
}

}  // namespace parley::intents::extraction
