// Tested by tests/privacy/echo/trigram_filter_test.cc.
#include "privacy/echo/lazy_known_values.h"

#include <algorithm>
#include <utility>

#include "privacy/echo/trigram_filter.h"

namespace parley::privacy {

void LazyKnownValues::add(std::string label, std::vector<std::string> texts) {
  values_.push_back({std::move(label), std::move(texts)});
}

std::vector<Echo> LazyKnownValues::find(std::string_view text) {
  if (values_.empty()) return {};
  const TrigramFilter glance(text);
  const bool may_hold_one = std::any_of(values_.begin(), values_.end(), [&](const KnownValue& value) {
    return std::any_of(value.texts.begin(), value.texts.end(),
                       [&](const std::string& one) { return glance.may_hold(one); });
  });
  if (!may_hold_one) return {};
  if (!known_) known_.emplace(values_);
  return known_->find(text);
}

}  // namespace parley::privacy
