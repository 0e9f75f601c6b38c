// Tested by tests/intents/precedence_test.cc.
#include "intents/dialog.h"

#include <algorithm>

#include "base/locale.h"
#include "intents/context_facts.h"

namespace parley::intents {

Now Dialog::now() const {
  const auto locale = locale_in(context.context);
  return {context.now, time_zone_in(context.context).value_or(bot.zone),
          locale ? locale->day_first() : bot.definition.locale->day_first()};
}

bool Dialog::is_filled(std::string_view param) const {
  return std::find(context.filled.begin(), context.filled.end(), param) != context.filled.end();
}

const config::Param* Dialog::asked() const {
  const config::Intent* intent = open_intent();
  return intent ? intent->find_param(context.waiting_for_param) : nullptr;
}

}  // namespace parley::intents
