// Tested by tests/privacy/glance_test.cc.
#include "privacy/held_values.h"

#include <algorithm>
#include <utility>

#include "privacy/glance.h"

namespace parley::privacy {

void HeldValues::add(std::string label, std::vector<std::string> texts) {
  values_.push_back({std::move(label), std::move(texts)});
}

std::vector<Echo> HeldValues::find(std::string_view text) {
  if (values_.empty()) return {};
  const Glance glance(text);
  const bool may_hold_one = std::any_of(values_.begin(), values_.end(), [&](const KnownValue& value) {
    return std::any_of(value.texts.begin(), value.texts.end(),
                       [&](const std::string& one) { return glance.may_hold(one); });
  });
  if (!may_hold_one) return {};
  if (!known_) known_.emplace(values_);
  return known_->find(text);
}

}  // namespace parley::privacy
