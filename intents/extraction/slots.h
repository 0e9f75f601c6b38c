// ParamSlots holds the params of one intent in the form that extraction reads. Immutable once built.
//
// Tested by tests/intents/extract_test.cc.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "config/definition.h"
#include "config/diagnostics.h"
#include "intents/correction.h"
#include "intents/folded_text.h"
#include "intents/param_mentions.h"
#include "intents/pattern.h"
#include "intents/types.h"
#include "parley/understanding.h"

namespace parley::intents::extraction {

struct MappingPattern {
  Pattern pattern;
  int number = 0;  // in the prefilter
};

struct Slot {
  const config::Param* param = nullptr;
  const Recogniser* type = nullptr;  // null for an unknown type, in a bot with errors
  std::vector<MappingPattern> hints;
  std::string_view type_name;  // the type that the param is read as
  std::string_view whole;      // the type that contains this type, or the type itself
  bool is_declared_type = false;
  bool is_value_list = false;
  bool is_identifier = false;    // the param takes one value, and the bot declares patterns for its type
  bool asks_what_fails = false;  // "What does not work?": the answer "no light" names the light
  // The next three fields describe the params of this type, including this one.
  bool shares_type = false;
  std::size_t siblings_asked = 0;  // how many of these params the bot asks for
  bool siblings_have_conditions = false;

  const std::string& id() const { return param->id.value; }
  bool is_asked_for() const { return param->required || param->skippable || !param->ask.empty(); }
  bool is_name() const { return whole == "person_name"; }
  bool is_loose() const { return is_name() || (type && type->takes_whole_message()); }
};

struct ParamSlots {
  // `intent` and `types` must outlive the slots. Adds their patterns to the prefilter of the types. For mapping
  // patterns it reports E401, E403 and E404.
  ParamSlots(const config::Intent& intent, const Types& types, config::Diagnostics& findings);

  std::size_t index_of(std::string_view param) const;  // the number of params if the param is unknown
  std::size_t size() const { return all.size(); }
  const Slot& operator[](std::size_t index) const { return all[index]; }
  std::vector<Slot>::const_iterator begin() const { return all.begin(); }
  std::vector<Slot>::const_iterator end() const { return all.end(); }

  const Vocabulary& vocabulary;
  std::vector<Slot> all;  // in the order of the params
  // The types of identifiers that no param of the intent has: the "00108" of "INV-00108" is no order number.
  std::vector<const Recogniser*> other_identifiers;
  Naming naming;
  Corrections::Needs needs;
  bool has_lists = false;
  bool is_english = true;
};

// Appends what the mapping patterns of the param find.
void find_hints(const Slot& slot, const Reading& reading, std::vector<Found>& out);

// Sets `valid` and `rejection` of a value by the rules of its param.
void validate(const config::Param& param, const Now& now, ParamValue& judged);
// Validates the value.
ParamValue to_value(const Slot& slot, const Found& found, const FoldedText& text, const Now& now);
// Returns an invalid value for text that has the form of a value and cannot be one (Found::why).
ParamValue refused(const Slot& slot, const Found& found, const FoldedText& text, bool is_english);

}  // namespace parley::intents::extraction
