// LazyKnownValues holds known values that most texts do not echo. It builds their forms (known_values.h) once, for the
// first text that may contain an echo (trigram_filter.h). Not thread-safe: find() may build the forms.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "privacy/echo/known_values.h"

namespace parley::privacy {

class LazyKnownValues {
 public:
  void add(std::string label, std::vector<std::string> texts);  // call before the first find()

  // Returns the echoes that KnownValues::find() returns. The views are valid while this object exists.
  std::vector<Echo> find(std::string_view text);

 private:
  std::vector<KnownValue> values_;
  std::optional<KnownValues> known_;
};

}  // namespace parley::privacy
