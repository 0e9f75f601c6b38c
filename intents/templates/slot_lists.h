// SlotLists holds the values that may fill the slots of sentence templates, and finds them in a message.
//
// A list is a type: declared by the bot, local to a few templates, or built in. Declared values and numbers within a
// range are looked up by their words, for all lists at once. Other types run only when a template needs them.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "config/definition.h"
#include "config/diagnostics.h"
#include "intents/phrases.h"
#include "intents/types.h"
#include "intents/words.h"

namespace parley::intents {

// Spot is a value at [begin, end) of a message's words.
struct Spot {
  std::size_t begin = 0;
  std::size_t end = 0;
  const Value* value = nullptr;
  const Value* facts = nullptr;  // known facts about the value, an object; may be null
  Words::Place wider_span = {};  // span in the folded text if it exceeds the words: "$5"
};

struct SlotList {
  enum class Kind {
    kLooked,  // looked up by its words
    kFound,   // found by a recogniser anywhere
    kJudged,  // any words that a recogniser accepts as an answer
    kWild,    // any words
  };
  Kind kind = Kind::kFound;
  const Recogniser* recogniser = nullptr;
  const config::Entity* entity = nullptr;  // null for a built-in type
  bool in_past = false;                    // Reading::in_past
  bool has_patterns = false;               // kLooked: some values are patterns, found by the recogniser
};

class SlotLists {
 public:
  // `types` must outlive this object.
  explicit SlotLists(const Types& types) : types_(types) {}

  // Returns the list of a type, or -1 when there is no type of that name.
  int named(const config::BotDefinition& bot, const std::string& name, bool in_past = false);
  // Returns the list of an entity that is not a type of the bot. The entity must outlive this object.
  int of(const config::BotDefinition& bot, const config::Entity& entity, config::Diagnostics& findings);

  int size() const { return static_cast<int>(lists_.size()); }
  const SlotList& operator[](int list) const { return lists_[static_cast<std::size_t>(list)]; }

 private:
  friend class Spots;
  struct Entry {
    int list = 0;
    const Value* value = nullptr;
    const Value* facts = nullptr;
  };
  int add(SlotList list);
  void index(int list);
  void index_numbers(const config::Range& range, int whole, int list);

  const Types& types_;
  std::vector<SlotList> lists_;
  std::map<std::pair<std::string, bool>, int> by_name_;  // by name and by whether it is in the past
  std::vector<std::unique_ptr<const Recogniser>> own_;   // for lists that are not types of the bot
  Phrases phrases_;
  std::vector<Entry> entries_;  // by the meaning of a phrase
  std::deque<Value> numbers_;
  std::vector<int> ranges_;
};

// Spots holds the values of all lists in one message. It looks words up in the constructor and runs a recogniser when
// its list is first requested.
class Spots {
 public:
  // `words` must be the words of the text that is read. All arguments must outlive this object.
  Spots(const SlotLists& lists, const Words& words, const Reading& reading);

  // Returns the values, sorted by their begin.
  const std::vector<Spot>& of(int list);
  // Returns the value of the words [begin, end), read as an answer, or null if they are not a value.
  const Value* judged(int list, std::size_t begin, std::size_t end);

 private:
  void look_up();
  void look_up_digits(std::size_t word);
  void ask(int list);
  void add(int list, const Spot& spot);

  const SlotLists& lists_;
  const Words& words_;
  const Reading reading_;
  std::vector<std::vector<Spot>> spots_;  // per list
  std::vector<bool> is_asked_;
  std::deque<Value> values_;  // values of spots that no list owns
};

}  // namespace parley::intents
