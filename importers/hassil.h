// Hassil holds the contents of hassil's sentence files. hassil_reader.cc reads the files; hassil_bot.cc writes the bot.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "config/diagnostics.h"
#include "parley/import.h"
#include "parley/value.h"

namespace parley::importers {

struct HassilValue {
  config::Text in;  // a template without slots
  Value out;
  Value facts;  // `context:`, an object or null
};

struct HassilList {
  enum class Kind { kValues, kRange, kWildcard };
  Kind kind = Kind::kValues;
  std::vector<HassilValue> values;
  double from = 0;
  double to = 0;
  double step = 1;
};

struct HassilFact {
  std::vector<Value> values;  // accepted values; empty: any value
  bool fills_slot = false;
};

using HassilRules = std::vector<std::pair<std::string, std::string>>;
using HassilLists = std::vector<std::pair<std::string, HassilList>>;
using HassilFacts = std::vector<std::pair<std::string, HassilFact>>;

// Sentences with their settings: one item of an intent's `data`.
struct HassilBlock {
  std::vector<std::string> sentences;
  std::vector<std::pair<std::string, Value>> slots;
  HassilFacts required;
  HassilFacts excluded;
  HassilRules rules;
  HassilLists lists;
};

// Counts the constructs that a bot cannot express, with the position of the first occurrence of each.
class Notes {
 public:
  void add(const std::string& what, const std::string& place);
  std::vector<std::string> sentences() const;

 private:
  struct Met {
    std::string what;
    std::string place;
    std::size_t times = 0;
  };
  std::vector<Met> met_;
};

struct Hassil {
  std::string language;
  std::vector<std::pair<std::string, std::vector<HassilBlock>>> intents;
  HassilLists lists;
  HassilRules rules;
  std::vector<std::string> skip_words;
  Notes notes;
};

// Reads the files that `findings` was created with, and reports their errors there.
Hassil read_hassil(config::Diagnostics& findings, std::string_view language);

// Renames rules, lists, slots and intents whose names are invalid in a bot file, and all references to them. An example
// is <oeffne>, spelled with an umlaut.
void rename_for_bot(Hassil& hassil);

Imported to_bot(Hassil hassil, config::Diagnostics& findings);

}  // namespace parley::importers
