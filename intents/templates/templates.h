// Templates: all sentence templates of a bot against one message.
//
// The idea: a template cannot match unless certain words or values are in the message (program.h, Need). One pass over
// the message finds those, and only the templates that have all they need are run (matcher.h).
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

// A message with more in its words is no sentence that a template describes.
inline constexpr std::size_t kLongestSentence = 512;  // bytes

class Templates {
 public:
  // All must outlive this. Findings: what Compiler and SlotLists say.
  Templates(const config::BotDefinition& bot, const Types& types, config::Diagnostics& findings);

  // Appends every template that matches. `context` holds what the channel knows, an object or null.
  void match(const FoldedText& text, const Words& words, const Value& context, const Now& now,
             std::vector<Evidence>& out) const;

  // By intent: which of its templates came the furthest into the message, and what it then missed, in words; empty when
  // none has begun. For people: it tries all templates.
  std::vector<std::string> nearest(const FoldedText& text, const Words& words, const Value& context,
                                   const Now& now) const;

  // Whether one of the intent's templates fills the param.
  bool fills(int intent, std::string_view param) const;

 private:
  struct Template {
    int intent = 0;
    const config::Text* said = nullptr;
    const config::Sentences* sentences = nullptr;
    Program program;
    Needs needs;
  };

  void post();
  std::string missed(const Template& one, const class Matcher& matcher) const;
  std::vector<int> candidates(const Words& words, Spots& spots) const;
  std::optional<Evidence> evidence(const Template& one, const std::vector<struct SlotMatch>& slots,
                                   const Value& context, const Words& words) const;

  const config::BotDefinition& bot_;
  SlotLists lists_;
  std::vector<std::string> texts_;
  std::vector<Template> templates_;
  Phrases skipped_;
  std::unique_ptr<const Literals> literals_;  // of texts_
  std::vector<std::vector<int>> by_text_;     // the templates that are tried when a text is in the message
  std::vector<std::vector<int>> by_list_;     // or a value of a list
  std::vector<int> always_;                   // or whatever is
};

}  // namespace parley::intents
