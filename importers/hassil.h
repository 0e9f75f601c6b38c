// Hassil: what the sentence files of hassil say, as plain data; the way from the files (hassil_reader.cc) to a bot
// (hassil_bot.cc).
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
  std::vector<Value> values;  // none: whatever it is
  bool fills_slot = false;
};

using HassilRules = std::vector<std::pair<std::string, std::string>>;
using HassilLists = std::vector<std::pair<std::string, HassilList>>;
using HassilFacts = std::vector<std::pair<std::string, HassilFact>>;

// Sentences and what holds for them: an item of an intent's `data`.
struct HassilBlock {
  std::vector<std::string> sentences;
  std::vector<std::pair<std::string, Value>> slots;
  HassilFacts required;
  HassilFacts excluded;
  HassilRules rules;
  HassilLists lists;
};

// How often something was met that a bot cannot say, and where first.
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

// What is wrong with the files goes to `findings`, which was made with them.
Hassil read_hassil(config::Diagnostics& findings, std::string_view language);

// Rules, lists, slots and intents that are called what nothing may be called in a bot file (<oeffne>) get another name,
// wherever they stand.
void rename_for_bot(Hassil& hassil);

Imported to_bot(Hassil hassil, config::Diagnostics& findings);

}  // namespace parley::importers
