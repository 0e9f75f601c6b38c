// Writes hassil's intents as a bot file. A hassil list becomes an entity, a slot a param, and an expansion rule a rule.
// Tested by tests/importers/hassil_test.cc.
#include <algorithm>
#include <map>
#include <set>

#include "config/yaml_writer.h"
#include "importers/hassil.h"
#include "intents/templates/expression.h"
#include "intents/words.h"

namespace parley::importers {
namespace {

using config::yaml_list;
using config::yaml_text;
using config::yaml_value;
using intents::Expression;

constexpr std::size_t kMaxSynonyms = 1'000;  // per value

template <class List>
auto find_named(const List& list, const std::string& name) -> decltype(&list.front().second) {
  const auto found = std::find_if(list.begin(), list.end(), [&](const auto& one) { return one.first == name; });
  return found == list.end() ? nullptr : &found->second;
}

// Finds the slots of templates and of the rules they use. Maps each slot to the names of the lists that fill it. An
// empty name stands for the list with the name of the slot.
class SlotFinder {
 public:
  SlotFinder(const Hassil& hassil, config::Diagnostics& findings) : hassil_(hassil), findings_(findings) {}

  std::map<std::string, std::set<std::string>> slots_of(const std::vector<HassilBlock>& blocks) {
    std::map<std::string, std::set<std::string>> slots;
    for (const HassilBlock& block : blocks) {
      seen_.clear();
      for (const std::string& sentence : block.sentences) visit(sentence, block, slots);
      for (const auto& fixed : block.slots) slots[fixed.first];
      for (const auto& [name, fact] : block.required) {
        if (fact.fills_slot) slots[name];
      }
    }
    return slots;
  }

 private:
  using Slots = std::map<std::string, std::set<std::string>>;

  void visit(const std::string& text, const HassilBlock& block, Slots& slots) {
    config::Diagnostics ignored(findings_.files());  // errors are reported when the bot is read
    const auto expression = intents::parse_expression({text, {}}, ignored);
    if (!expression || depth_ > kMaxDepth) return;  // the bot reader reports rules that are nested too deeply
    ++depth_;
    visit(*expression, block, slots);
    --depth_;
  }

  void visit(const Expression& expression, const HassilBlock& block, Slots& slots) {
    if (expression.kind == Expression::Kind::kSlot) slots[expression.text].insert(expression.list);
    if (expression.kind == Expression::Kind::kRule && seen_.insert(expression.text).second) {
      const std::string* rule = find_named(block.rules, expression.text);
      if (!rule) rule = find_named(hassil_.rules, expression.text);
      if (rule) visit(*rule, block, slots);
    }
    for (const Expression& item : expression.items) visit(item, block, slots);
  }

  const Hassil& hassil_;
  config::Diagnostics& findings_;
  static constexpr int kMaxDepth = 64;
  std::set<std::string> seen_;  // rules visited in the current block
  int depth_ = 0;               // nesting depth of rules
};

class BotWriter {
 public:
  BotWriter(Hassil hassil, config::Diagnostics& findings)
      : hassil_(std::move(hassil)), findings_(findings), slots_(hassil_, findings) {}

  Imported write() {
    add_missing_lists();
    out_.line(0, "parley: 1");
    out_.line(0, "bot: {id: imported, locale: " + yaml_text(hassil_.language) + "}");
    write_entities();
    write_rules("rules:", hassil_.rules, 0);
    if (!hassil_.skip_words.empty()) out_.line(0, "skip_words: " + yaml_list(hassil_.skip_words));
    out_.line(0, "intents:");
    for (const auto& [id, blocks] : hassil_.intents) write_intent(id, blocks);
    out_.line(0, "tools:");
    for (const auto& intent : hassil_.intents) out_.line(1, yaml_text(intent.first) + ": {kind: host}");
    imported_.intents = hassil_.intents.size();
    imported_.lists = hassil_.lists.size();
    imported_.rules = hassil_.rules.size();
    imported_.notes = hassil_.notes.sentences();
    imported_.bot = out_.text();
    return std::move(imported_);
  }

 private:
  // Adds a list with one sample value for each list that no file defines. Programs that use hassil supply such lists at
  // run time.
  void add_missing_lists() {
    for (const auto& [id, blocks] : hassil_.intents) {
      for (const auto& [slot, lists] : slots_.slots_of(blocks)) {
        for (const std::string& list : lists) {
          const std::string name = list.empty() ? slot : list;
          const bool is_local = std::any_of(blocks.begin(), blocks.end(), [&, n = name](const HassilBlock& block) {
            return find_named(block.lists, n) != nullptr;
          });
          if (is_local || find_named(hassil_.lists, name)) continue;
          HassilList placeholder;
          HassilValue& sample = placeholder.values.emplace_back();
          sample.in.value = "some " + name;
          sample.out = Value(sample.in.value);
          hassil_.lists.emplace_back(name, std::move(placeholder));
          hassil_.notes.add("no file defines the list {" + name + "}; add its values", "entities");
        }
      }
    }
  }

  bool is_wildcard(const std::string& list) const {
    const HassilList* found = find_named(hassil_.lists, list);
    return found && found->kind == HassilList::Kind::kWildcard;
  }

  // Returns the type of a list. A list with the name of a built-in type is renamed.
  std::string type_of(const std::string& list) const {
    if (is_wildcard(list)) return "free_text";
    return config::is_built_in_type(list) ? list + "_list" : list;
  }

  void write_entities() {
    bool is_first = true;
    for (const auto& [name, list] : hassil_.lists) {
      if (list.kind == HassilList::Kind::kWildcard) continue;
      if (is_first) out_.line(0, "entities:");
      is_first = false;
      write_list(type_of(name), list, 1);
    }
  }

  void write_list(const std::string& name, const HassilList& list, int depth) {
    if (list.kind == HassilList::Kind::kRange) {
      const std::string step = list.step == 1 ? "" : ", step: " + Value(list.step).to_json();
      out_.line(depth, yaml_text(name) + ": {range: {from: " + Value(list.from).to_json() +
                           ", to: " + Value(list.to).to_json() + step + "}}");
      return;
    }
    out_.line(depth, yaml_text(name) + ":");
    out_.line(depth + 1, "values:");
    std::set<std::string> keys;
    for (const HassilValue& value : list.values) write_value(value, keys, depth + 2);
    if (!keys.empty()) return;
    hassil_.notes.add("the list {" + name + "} has no values; add them", "entities");
    out_.line(depth + 2, yaml_text("some " + name) + ": []");
  }

  void write_value(const HassilValue& value, std::set<std::string>& keys, int depth) {
    std::vector<std::string> synonyms = sentences_of(value.in);
    if (synonyms.empty()) return;
    const bool is_template = value.in.value.find_first_of("([{<|") != std::string::npos;
    std::string key = is_template ? synonyms.front() : value.in.value;
    synonyms.erase(synonyms.begin());
    for (int i = 2; !keys.insert(key).second; ++i) {
      synonyms.push_back(value.in.value);
      key = value.in.value + " (" + std::to_string(i) + ")";
    }
    std::string members;
    const auto member = [&](const std::string& text) { members += (members.empty() ? "" : ", ") + text; };
    if (!synonyms.empty()) member("synonyms: " + yaml_list(synonyms));
    if (value.out != Value(key)) member("value: " + yaml_value(value.out));
    if (const Value::Object* facts = value.facts.if_object(); facts && !facts->empty()) {
      std::string all;
      for (const auto& [name, fact] : *facts) {
        all += (all.empty() ? "" : ", ") + yaml_text(name) + ": " + yaml_value(fact);
      }
      member("context: {" + all + "}");
    }
    out_.line(depth, yaml_text(key) + ": " + (members.empty() ? "[]" : "{" + members + "}"));
  }

  std::vector<std::string> sentences_of(const config::Text& in) {
    const auto expression = intents::parse_expression(in, findings_);
    auto sentences = expression ? intents::all_sentences(*expression, kMaxSynonyms) : std::nullopt;
    if (!sentences) {
      hassil_.notes.add("a value with too many alternatives was left out", in.value);
      return {};
    }
    return *sentences;
  }

  void write_rules(const std::string& head, const HassilRules& rules, int depth) {
    if (rules.empty()) return;
    out_.line(depth, head);
    for (const auto& [name, text] : rules)
      out_.line(depth + 1, yaml_text(name) + ": " + yaml_text(with_entity_names(text)));
  }

  // Replaces the names of lists in a template by the names of their entities.
  std::string with_entity_names(std::string text) const {
    for (std::size_t at = text.find('{'); at != std::string::npos; at = text.find('{', at + 1)) {
      const std::size_t end = text.find_first_of(":}", at);
      if (end == std::string::npos || text[end] != ':') continue;
      text.replace(at + 1, end - at - 1, type_of(text.substr(at + 1, end - at - 1)));
    }
    return text;
  }

  void write_intent(const std::string& id, const std::vector<HassilBlock>& blocks) {
    out_.line(1, "- id: " + yaml_text(id));
    const auto slots = slots_.slots_of(blocks);
    if (!slots.empty()) out_.line(2, "params:");
    std::string arguments;
    for (const auto& [slot, lists] : slots) {
      out_.line(3, yaml_text(slot) + ": {type: " + yaml_text(param_type(slot, lists)) + "}");
      arguments += (arguments.empty() ? "" : ", ") + yaml_text(slot) + ": " + yaml_text("{" + slot + "}");
    }
    out_.line(2, "match:");
    for (const HassilBlock& block : blocks) write_block(block);
    out_.line(2, "steps:");
    out_.line(3, "- tool: " + yaml_text(id));
    if (!arguments.empty()) out_.line(4, "with: {" + arguments + "}");
  }

  // Returns the type of a slot's param. With several lists, the list of the slot's own name takes precedence. A slot
  // that no template fills can have any value.
  std::string param_type(const std::string& slot, const std::set<std::string>& lists) const {
    if (lists.empty()) return "free_text";
    return type_of(lists.count(std::string()) != 0 ? slot : *lists.begin());
  }

  void write_block(const HassilBlock& block) {
    imported_.templates += block.sentences.size();
    if (block.sentences.size() == 1) {
      out_.line(3, "- template: " + yaml_text(with_entity_names(block.sentences.front())));
    } else {
      out_.line(3, "- template:");
      for (const std::string& sentence : block.sentences) out_.line(5, "- " + yaml_text(with_entity_names(sentence)));
    }
    if (!block.slots.empty()) {
      out_.line(4, "slots:");
      for (const auto& [slot, value] : block.slots) out_.line(5, yaml_text(slot) + ": " + yaml_value(value));
    }
    write_facts("requires_context:", block.required);
    write_facts("excludes_context:", block.excluded);
    write_rules("rules:", block.rules, 4);
    if (block.lists.empty()) return;
    out_.line(4, "lists:");
    for (const auto& [name, list] : block.lists) write_list(name, list, 5);
  }

  void write_facts(const std::string& head, const HassilFacts& facts) {
    if (facts.empty()) return;
    out_.line(4, head);
    for (const auto& [name, fact] : facts) {
      std::string values;
      for (const Value& value : fact.values) values += (values.empty() ? "" : ", ") + yaml_value(value);
      if (fact.values.size() > 1) values.insert(0, "[").append("]");
      if (fact.fills_slot) values.insert(0, values.empty() ? "{slot: true" : "{slot: true, value: ").append("}");
      out_.line(5, yaml_text(name) + (values.empty() ? ":" : ": " + values));
    }
  }

  Hassil hassil_;
  config::Diagnostics& findings_;
  SlotFinder slots_;
  config::YamlWriter out_;
  Imported imported_;
};

}  // namespace

Imported to_bot(Hassil hassil, config::Diagnostics& findings) { return BotWriter(std::move(hassil), findings).write(); }

}  // namespace parley::importers
