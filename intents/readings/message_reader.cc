// Tested by tests/intents/precedence_test.cc.
#include "intents/readings/message_reader.h"

#include <optional>
#include <utility>

#include "intents/agreement.h"
#include "intents/early_options.h"
#include "intents/findings/confirmations.h"
#include "intents/findings/untaken_values.h"
#include "intents/readings/request_beside_answer.h"
#include "intents/readings/run_reading.h"
#include "intents/reference.h"

namespace parley::intents {

MessageReading read_message(const Dialog& dialog, const Message& message, std::vector<Evidence>& found,
                            std::vector<std::string>* notes) {
  std::optional<MessageReading> both = find_request_beside_answer(dialog, message);
  MessageReading reading = both ? std::move(*both) : read_run(dialog, message, found, notes);
  reading.untaken = find_untaken(dialog, message, reading);
  for (acts::Request& taker : find_takers(dialog, message, reading)) reading.requests.push_back(std::move(taker));
  const bool agrees = dialog.context.confirming && reading.reply.act == Act::kAffirm;
  if (agrees && leaves_number(message, reading)) reading.reply.act = Act::kInform;
  reading.has_remark = has_remark(dialog, message, reading);
  const bool is_english = dialog.bot.types.is_english();
  if (dialog.bot.has_options()) reading.said = words_outside_values(message, dialog.context, reading);
  reading.asks_once = is_english && !dialog.context.done.empty() && !asks_once_more(message.words);
  reading.refers_back =
      is_english && dialog.context.has_values_in_mind && reading.names_intent() && refers_back(message.words);
  return reading;
}

}  // namespace parley::intents
