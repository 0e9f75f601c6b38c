// SlotLists: what may stand in the slots of sentence templates, and where in a message it stands.
//
// A list is a type: one of the bot's, one of a few templates alone, or a built-in one. Values and numbers within a
// range are looked up by their words, all lists at once; the other types are asked when a template needs them.
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

// A value that stands at [begin, end) of a message's words.
struct Spot {
  std::size_t begin = 0;
  std::size_t end = 0;
  const Value* value = nullptr;
  const Value* facts = nullptr;  // what is known of the value, an object; null: nothing
  Words::Place said = {};        // in the folded text, when that is more than the words: "$5"
};

struct SlotList {
  enum class Kind {
    kLooked,  // up by its words
    kFound,   // by a recogniser, wherever it is
    kJudged,  // any words that a recogniser takes for an answer
    kWild,    // any words
  };
  Kind kind = Kind::kFound;
  const Recogniser* recogniser = nullptr;
  const config::Entity* entity = nullptr;  // null: a built-in type
  bool in_past = false;                    // Reading::in_past
  bool has_patterns = false;               // kLooked: some values are patterns, which the recogniser finds
};

class SlotLists {
 public:
  // `types` must outlive this.
  explicit SlotLists(const Types& types) : types_(types) {}

  // The list of a type: -1 when there is none of that name.
  int named(const config::BotDefinition& bot, const std::string& name, bool in_past = false);
  // Of an entity that is no type of the bot. It must outlive this.
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
  std::map<std::pair<std::string, bool>, int> by_name_;  // and whether it is in the past
  std::vector<std::unique_ptr<const Recogniser>> own_;   // of lists that are no types of the bot
  Phrases phrases_;
  std::vector<Entry> entries_;  // by what a phrase means
  std::deque<Value> numbers_;
  std::vector<int> ranges_;
};

// The values of all lists in one message, found when first asked for.
class Spots {
 public:
  // `words` are those of the text that is read. All must outlive this.
  Spots(const SlotLists& lists, const Words& words, const Reading& reading);

  // By where they begin.
  const std::vector<Spot>& of(int list);
  // The value of the words [begin, end), taken as an answer; null when they are none.
  const Value* judged(int list, std::size_t begin, std::size_t end);

 private:
  void look_up();
  void look_up_digits(std::size_t word);
  void ask(int list);
  void add(int list, const Spot& find_entity_spans);

  const SlotLists& lists_;
  const Words& words_;
  const Reading reading_;
  std::vector<std::vector<Spot>> spots_;  // per list
  std::vector<bool> is_asked_;
  std::deque<Value> values_;  // of spots that are no list's own
};

}  // namespace parley::intents
