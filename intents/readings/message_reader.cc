// Tested by tests/intents/precedence_test.cc.
#include "intents/readings/message_reader.h"

#include <optional>
#include <utility>

#include "intents/acts_of.h"
#include "intents/agreement.h"
#include "intents/early_options.h"
#include "intents/findings/confirmations.h"
#include "intents/findings/untaken_values.h"
#include "intents/offer_refusal.h"
#include "intents/readings/reading_acts.h"
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
  return reading;
}

Understanding understanding_of(const Dialog& dialog, const Message& message, const MessageReading& reading) {
  const NluContext& context = dialog.context;
  const bool is_english = dialog.bot.types.is_english();
  Understanding understanding = understanding_of(acts_of(reading, context));
  understanding.mentioned = reading.reply.mentioned;
  understanding.untaken = reading.untaken;
  if (dialog.bot.has_options()) understanding.said = words_outside_values(message, context, reading);
  understanding.asks_once = !context.done.empty() && is_english && !asks_once_more(message.words);
  understanding.refers_back =
      context.has_values_in_mind && reading.names_intent() && is_english && refers_back(message.words);
  return understanding;
}

}  // namespace parley::intents
