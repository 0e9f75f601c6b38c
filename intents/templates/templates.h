// Templates matches all sentence templates of a bot against one message.
//
// A template can match only if certain words or values are in the message (program.h, Need). One pass over the message
// finds these words and values. Only the templates whose needs are met run (matcher.h).
//
// Immutable; safe to share between threads.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "config/definition.h"
#include "config/diagnostics.h"
#include "intents/evidence.h"
#include "intents/folded_text.h"
#include "intents/literals.h"
#include "intents/phrases.h"
#include "intents/templates/program.h"
#include "intents/templates/slot_lists.h"
#include "intents/types.h"
#include "intents/words.h"

namespace parley::intents {

// Maximum length of a message's words. Templates do not match longer messages.
inline constexpr std::size_t kLongestSentence = 512;  // bytes

class Templates {
 public:
  // All arguments must outlive this object. Reports the errors of Compiler and SlotLists.
  Templates(const config::BotDefinition& bot, const Types& types, config::Diagnostics& findings);

  bool empty() const { return templates_.empty(); }

  // Appends every template that matches. `context` holds the facts from the channel, an object or null.
  void match(const FoldedText& text, const Words& words, const Value& context, const Now& now,
             std::vector<Evidence>& out) const;

  // Returns a text for each intent: the template that matched the longest part of the message, and the words or values
  // that were missing next. The text is empty for an intent without a partial match.
  // Slow: it tries all templates, until the WorkBudget is exceeded.
  std::vector<std::string> nearest(const FoldedText& text, const Words& words, const Value& context,
                                   const Now& now) const;

  // Returns true if a template of the intent fills the param.
  bool fills(int intent, std::string_view param) const;

 private:
  struct Template {
    int intent = 0;
    const config::Text* source = nullptr;
    const config::Sentences* sentences = nullptr;
    Program program;
    Needs needs;
  };

  void index_by_needs();
  std::string missed(const Template& one, const class Matcher& matcher) const;
  std::vector<int> candidates(const Words& words, Spots& spots) const;
  std::optional<Evidence> evidence(const Template& one, const std::vector<struct SlotMatch>& slots,
                                   const Value& context, const Words& words) const;

  const config::BotDefinition& bot_;
  SlotLists lists_;
  std::vector<std::string> texts_;
  std::vector<Template> templates_;
  Phrases skipped_;
  std::unique_ptr<const Literals> literals_;  // for texts_
  std::vector<std::vector<int>> by_text_;     // templates to try when a text is in the message
  std::vector<std::vector<int>> by_list_;     // templates to try when a value of a list is in the message
  std::vector<int> always_;                   // templates to try for every message
};

}  // namespace parley::intents
