// ExtractionContext is one message together with the intent and the question that its values are extracted for. No step
// of extraction changes it.
//
// Tested by tests/intents/extract_test.cc.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "intents/correction.h"
#include "intents/extract.h"
#include "intents/extraction/claims.h"
#include "intents/extraction/slots.h"

namespace parley::intents::extraction {

// Correction says how the message corrects earlier values. Offsets refer to the folded message.
struct Correction {
  Correcting kind = Correcting::kNo;
  std::size_t turning_point = 0;            // the new state follows this offset
  std::size_t corrected_from = 0;           // kCertainly: where the new value begins
  std::optional<std::size_t> amended_from;  // "yes, but to Percy": where the new value begins
};

struct ExtractionContext {
  // All arguments must outlive the context. `notes` may be null.
  ExtractionContext(const ParamSlots& slots, const Message& message, const Question& question,
                    std::vector<std::string>* notes);
  // Returns a context for the same message, which corrects values and is no free text.
  ExtractionContext as_changes(Correcting correcting) const;

  std::string_view folded() const { return message.text.text(); }
  const Slot* asked_slot() const { return asked < slots.size() ? &slots.all[asked] : nullptr; }
  const Slot& slot_of(const Claim& claim) const { return slots[claim.slot]; }
  bool is_filled(const Slot& slot) const;
  bool is_filled(std::size_t slot) const { return is_filled(slots[slot]); }
  const Value* value_of(std::size_t slot) const;  // null if the param or its value is not known
  bool is_correction() const { return correction.kind != Correcting::kNo; }
  bool has_negation() const;

  bool is_whole_message(const Claim& claim) const;
  std::string_view between(const Claim& a, const Claim& b) const;  // "-" if `b` begins before `a` ends
  // Returns true if each word begins with a capital letter, or is no common word. "Yes, but quickly" has no name.
  bool are_no_common_words(const Found& found) const;
  // Returns the values after the offset.
  std::vector<Found> read_from(std::size_t begin, const Slot& slot, bool as_asked) const;
  ParamValue to_value(const Claim& claim) const;

  const ParamSlots& slots;
  const Message& message;
  const Question& question;
  std::vector<std::string>* notes;

  std::size_t asked;        // the slot that the bot asks for; the number of slots if it asks for no param
  std::size_t filled_last;  // in the same way
  // The bot asks for a free text: only a message that begins with words of correction is a correction.
  bool is_strict;
  bool may_negate = false;  // a value may be negated or old; set while the intent is open
  Correction correction;
  std::vector<NamedParam> named;
};

}  // namespace parley::intents::extraction
