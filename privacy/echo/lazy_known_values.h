// LazyKnownValues: known values of which most texts echo none. Their forms (forms.h) are worked out when there is a
// text that may hold one (glance.h), and then once for all texts.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "privacy/echo/known_values.h"

namespace parley::privacy {

class LazyKnownValues {
 public:
  void add(std::string label, std::vector<std::string> texts);  // before the first find()

  // As KnownValues::find() would answer. The views last as long as this.
  std::vector<Echo> find(std::string_view text);

 private:
  std::vector<KnownValue> values_;
  std::optional<KnownValues> known_;
};

}  // namespace parley::privacy
