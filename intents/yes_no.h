// YesNo finds a yes or a no in the answer to a question. The message must consist of the yes or no, or begin with it. A
// "no" in the middle does not count.
#pragma once

#include <optional>
#include <string_view>

#include "intents/pattern.h"
#include "intents/words.h"

namespace parley::intents {

class YesNo {
 public:
  enum class Where { kWholeMessage, kFirstWords };
  explicit YesNo(Where where);

  struct Answer {
    bool is_yes = false;
    Words::Place span;
  };
  std::optional<Answer> find(const Words& words) const;

 private:
  Pattern pattern_;
};

}  // namespace parley::intents
