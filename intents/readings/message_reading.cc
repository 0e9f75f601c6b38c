// Tested by tests/intents/precedence_test.cc.
#include "intents/readings/message_reading.h"

#include <optional>
#include <utility>

#include "intents/agreement.h"
#include "intents/early_options.h"
#include "intents/findings/confirmations.h"
#include "intents/findings/untaken_values.h"
#include "intents/offer_refusal.h"
#include "intents/readings/request_beside_answer.h"
#include "intents/readings/run_reading.h"
#include "intents/reference.h"

namespace parley::intents {

MessageReading read_message(const Dialog& dialog, const Message& message, std::vector<Evidence>& found,
                            std::vector<std::string>* notes) {
  std::optional<MessageReading> both = find_request_beside_answer(dialog, message);
  MessageReading result = both ? std::move(*both) : read_run(dialog, message, found, notes);
  add_untaken_values(dialog, message, result);
  if (dialog.bot.has_options()) result.said = words_outside_values(message, dialog.context, result);
  const bool agrees = dialog.context.confirming && result.act == Act::kAffirm;
  if (agrees && leaves_number(message, result)) result.act = Act::kInform;
  result.has_remark = has_remark(dialog, message, result);
  result.asks_once = !dialog.context.done.empty() && dialog.bot.types.is_english() && !asks_once_more(message.words);
  result.refers_back = dialog.context.has_values_in_mind && result.names_intent() && dialog.bot.types.is_english() &&
                       refers_back(message.words);
  return result;
}

}  // namespace parley::intents
