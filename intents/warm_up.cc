// Does before the first message what some message would otherwise wait for (Catalog::warm_up).
#include <set>
#include <string_view>

#include "intents/classifier.h"

namespace parley::intents {

// A type compiles its patterns when it first reads an answer. The message has the marks that make types look further:
// numbers, a currency, a time.
void Classifier::warm_up() const {
  constexpr std::string_view kMessage = "on 12/5 at 5 pm, 20 dollars";
  likeness().learning();
  bot_.matchers.rules.compile();
  understand(kMessage, {});
  std::set<std::string_view> types;
  for (const config::Intent& intent : bot_.definition.intents) {
    for (const config::Param& param : intent.params) {
      if (!types.insert(param.type.value).second) continue;
      NluContext nlu_context;
      nlu_context.intent = intent.id.value;
      nlu_context.waiting_for_param = param.id.value;
      understand(kMessage, nlu_context);
    }
  }
}

}  // namespace parley::intents
