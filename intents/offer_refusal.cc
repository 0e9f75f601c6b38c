// Tested by tests/intents/offer_refusal_test.cc.
#include "intents/offer_refusal.h"

#include "base/text.h"

namespace parley::intents {

std::optional<std::string> without_refused_offer(std::string_view original, const NluContext& nlu_context) {
  if (nlu_context.offered.empty() || nlu_context.choices.empty()) return std::nullopt;
  const std::string& refusal = nlu_context.choices.back();
  if (refusal.empty() || original.size() <= refusal.size()) return std::nullopt;
  if (base::lower_ascii(original.substr(0, refusal.size())) != base::lower_ascii(refusal)) return std::nullopt;
  const std::size_t rest = original.find_first_not_of(".,;:!- ", refusal.size());
  const bool has_joint = std::string_view(".,;:!-").find(original[refusal.size()]) != std::string_view::npos;
  if (rest == std::string_view::npos || !has_joint) return std::nullopt;
  std::string remaining(original);
  remaining.replace(0, rest, rest, ' ');
  return remaining;
}

}  // namespace parley::intents
