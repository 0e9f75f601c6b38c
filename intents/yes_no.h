// YesNo: yes or no as the answer to a question. Either the whole message says it or it begins with it; a "no"
// somewhere in the middle is no answer.
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
    Words::Place said;
  };
  std::optional<Answer> find(const Words& words) const;

 private:
  Pattern pattern_;
};

}  // namespace parley::intents
