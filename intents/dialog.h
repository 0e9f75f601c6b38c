// Dialog is the state in which a message is read: the bot, what is open, and what time it is. Finders (findings/) and
// readings (readings/) take a dialog and a message, or a part of a message, and change neither.
#pragma once

#include "intents/compiled_bot.h"
#include "intents/entities/now.h"
#include "parley/understanding.h"

namespace parley::intents {

struct Dialog {
  // Both must outlive the dialog.
  Dialog(const CompiledBot& of, const NluContext& in) : bot(of), context(in), open(of.index_of(in.intent)) {}

  // Returns the current time in the channel's time zone, or in the bot's if the channel gives none.
  Now now() const;
  bool is_filled(std::string_view param) const;  // of the open intent
  const config::Intent* open_intent() const { return open < 0 ? nullptr : &bot.definition_of(open); }
  const config::Param* asked() const;  // null: the bot asks for no param

  const CompiledBot& bot;
  const NluContext& context;
  const int open;  // -1: nothing is open
};

}  // namespace parley::intents
