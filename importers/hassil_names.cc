// Converts names of other languages to identifiers.
// Tested by tests/importers/hassil_test.cc.
#include <algorithm>
#include <map>
#include <set>

#include "base/fold.h"
#include "importers/hassil.h"

namespace parley::importers {
namespace {

constexpr std::size_t kMaxLength = 64;
constexpr std::string_view kReserved[] = {"context", "session", "last", "result", "value"};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_name_character(char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '-'; }

bool is_name(std::string_view text) {
  return !text.empty() && text.size() <= kMaxLength && is_letter(text.front()) &&
         std::all_of(text.begin(), text.end(), is_name_character);
}

// Maps the names of one kind to their names in the bot.
class Names {
 public:
  Names(const char* noun, bool is_param, Notes& notes) : noun_(noun), is_param_(is_param), notes_(notes) {}

  // Records a name that stays unchanged. Call for all names before the first bot_name_of().
  void reserve(const std::string& name) {
    if (is_valid(name)) used_.insert(name);
  }

  std::string bot_name_of(const std::string& name) {
    if (is_valid(name)) return name;
    const auto known = new_names_.find(name);
    if (known != new_names_.end()) return known->second;
    std::string plain = base::fold(name);
    for (char& c : plain) c = is_name_character(c) ? c : '_';
    plain = plain.substr(0, kMaxLength - 4);
    if (plain.empty() || !is_letter(plain.front())) plain.insert(0, "_");
    if (is_reserved(plain)) plain.insert(0, "the_");
    std::string unique = plain;
    for (int i = 2; !used_.insert(unique).second; ++i) unique = plain + "_" + std::to_string(i);
    notes_.add(std::string("the ") + noun_ + " '" + name + "' was renamed to '" + unique + "'", "names");
    return new_names_.emplace(name, std::move(unique)).first->second;
  }

 private:
  bool is_reserved(const std::string& name) const {
    return is_param_ && std::find(std::begin(kReserved), std::end(kReserved), name) != std::end(kReserved);
  }
  bool is_valid(const std::string& name) const { return is_name(name) && !is_reserved(name); }

  const char* noun_;
  bool is_param_;
  Notes& notes_;
  std::set<std::string> used_;
  std::map<std::string, std::string> new_names_;
};

class Renamer {
 public:
  explicit Renamer(Hassil& hassil)
      : hassil_(hassil),
        rules_("rule", false, hassil.notes),
        lists_("list", false, hassil.notes),
        slots_("slot", true, hassil.notes),
        intents_("intent", false, hassil.notes) {}

  void rename() {
    visit([](Names& names, std::string& name) { names.reserve(name); });
    visit([](Names& names, std::string& name) { name = names.bot_name_of(name); });
  }

 private:
  template <class Visit>
  void visit(const Visit& visit) {
    visit_lists(hassil_.lists, visit);
    visit_rules(hassil_.rules, visit);
    for (auto& [id, blocks] : hassil_.intents) {
      visit(intents_, id);
      for (HassilBlock& block : blocks) {
        for (std::string& sentence : block.sentences) visit_text(sentence, visit);
        for (auto& slot : block.slots) visit(slots_, slot.first);
        for (auto& [name, fact] : block.required) {
          if (fact.fills_slot) visit(slots_, name);
        }
        visit_rules(block.rules, visit);
        visit_lists(block.lists, visit);
      }
    }
  }

  template <class Visit>
  void visit_rules(HassilRules& rules, const Visit& visit) {
    for (auto& [name, text] : rules) {
      visit(rules_, name);
      visit_text(text, visit);
    }
  }

  template <class Visit>
  void visit_lists(HassilLists& lists, const Visit& visit) {
    for (auto& [name, list] : lists) {
      visit(lists_, name);
      for (HassilValue& value : list.values) visit_text(value.in.value, visit);
    }
  }

  // Visits the names in <rule>, {list:slot} and {list}. {list} fills the slot with the name of the list.
  template <class Visit>
  void visit_text(std::string& text, const Visit& visit) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
      const char open = text[at];
      const std::size_t end = open == '<' ? text.find('>', at) : open == '{' ? text.find('}', at) : std::string::npos;
      if (end == std::string::npos) {
        const std::size_t length = open == '\\' && at + 1 < text.size() ? 2 : 1;
        out.append(text, at, length);
        at += length;
        continue;
      }
      std::string name = text.substr(at + 1, end - at - 1);
      if (open == '<') {
        visit(rules_, name);
      } else {
        visit_slot(name, visit);
      }
      out += open + name + text[end];
      at = end + 1;
    }
    text = std::move(out);
  }

  template <class Visit>
  void visit_slot(std::string& text, const Visit& visit) {
    const std::size_t colon = text.find(':');
    std::string list = text.substr(0, colon), slot = colon == std::string::npos ? list : text.substr(colon + 1);
    visit(lists_, list);
    visit(slots_, slot);
    const bool has_one_name = colon == std::string::npos && list == slot;
    text = has_one_name ? list : list + ":" + slot;
  }

  Hassil& hassil_;
  Names rules_, lists_, slots_, intents_;
};

}  // namespace

void rename_for_bot(Hassil& hassil) { Renamer(hassil).rename(); }

}  // namespace parley::importers
