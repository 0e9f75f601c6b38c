// Reads hassil's sentence files:
// https://developers.home-assistant.io/docs/voice/intent-recognition/template-sentence-syntax
// Tested by tests/importers/hassil_test.cc.
#include <algorithm>
#include <set>

#include "config/document.h"
#include "config/scalars.h"
#include "importers/hassil.h"

namespace parley::importers {
namespace {

using config::Diagnostics;
using config::Node;

// Keys that are read or can be ignored without a note.
constexpr std::string_view kKeysWithoutNote[] = {"sentences",        "slots",           "requires_context",
                                                 "excludes_context", "lists",           "name_domains",
                                                 "inferred_domain",  "expansion_rules", "required_keywords"};

// Sentence files such as "HassTurnOn/domain_only.yaml" that require the user's area. The file of all intents lists them
// under `slot_combinations`.
using NeedsArea = std::set<std::string>;

void collect_combinations(const Node& root, NeedsArea& needs_area) {
  for (const auto& [intent, definition] : root.members) {
    const Node* combinations = definition.find("slot_combinations");
    if (!combinations) continue;
    for (const auto& [name, combination] : combinations->members) {
      const Node* context_area = combination.find("context_area");
      if (context_area && context_area->text == "true") needs_area.insert(intent.value + '/' + name.value + ".yaml");
    }
  }
}

class FileReader {
 public:
  FileReader(std::string_view name, const NeedsArea& needs_area, Diagnostics& findings, Hassil& hassil)
      : name_(name), needs_area_(needs_area), findings_(findings), hassil_(hassil) {}

  void read(const Node& root) {
    if (const Node* language = root.find("language"); language && language->text != hassil_.language) return;
    if (const Node* lists = root.find("lists")) read_lists(*lists, hassil_.lists);
    if (const Node* rules = root.find("expansion_rules")) read_rules(*rules, hassil_.rules);
    if (const Node* words = root.find("skip_words")) append_texts(*words, hassil_.skip_words);
    if (const Node* intents = root.find("intents"); intents && root.find("responses") == nullptr) {
      for (const auto& [id, intent] : intents->members) {
        if (const Node* data = intent.find("data")) read_data(*data, blocks_of(id.value));
      }
    }
    if (const Node* data = root.find("data")) read_combination(*data);
    if (root.find("responses")) note("responses were not imported; add replies to the steps of the intent", root);
  }

 private:
  // Returns "HassTurnOn" for "sentences/en/HassTurnOn/name_only.yaml".
  std::string folder() const {
    const std::size_t end = name_.rfind('/');
    if (end == std::string_view::npos) return "intent";
    const std::size_t begin = name_.rfind('/', end - 1);
    return std::string(name_.substr(begin + 1, end - begin - 1));
  }

  void read_combination(const Node& data) {
    std::vector<HassilBlock> blocks;
    read_data(data, blocks);
    const bool needs_area = needs_area_.count(folder() + '/' + std::string(name_.substr(name_.rfind('/') + 1))) != 0;
    for (HassilBlock& block : blocks) {
      if (needs_area) block.required.emplace_back("area", HassilFact{{}, true});
      blocks_of(folder()).push_back(std::move(block));
    }
  }

  std::vector<HassilBlock>& blocks_of(const std::string& id) {
    for (auto& [known, blocks] : hassil_.intents) {
      if (known == id) return blocks;
    }
    return hassil_.intents.emplace_back(id, std::vector<HassilBlock>()).second;
  }

  void note(const std::string& what, const Node& node) {
    hassil_.notes.add(what, std::string(name_) + ':' + std::to_string(node.mark.line));
  }

  void append_texts(const Node& node, std::vector<std::string>& out) {
    const auto texts = config::one_or_some(config::as_text)(node, findings_);
    for (const config::Text& text : texts.value_or(std::vector<config::Text>())) out.push_back(text.value);
  }

  void read_data(const Node& data, std::vector<HassilBlock>& out) {
    if (!config::expect(Node::Kind::kList, "a list of sentences with their conditions", data, findings_)) return;
    for (const Node& item : data.items) {
      HassilBlock block;
      for (const auto& [key, value] : item.members) read_key(key.value, value, block);
      if (!block.sentences.empty()) out.push_back(std::move(block));
    }
  }

  void read_key(const std::string& key, const Node& value, HassilBlock& block) {
    if (key == "sentences") append_texts(value, block.sentences);
    if (key == "slots") read_slots(value, block);
    if (key == "requires_context") read_facts(value, block.required);
    if (key == "excludes_context") read_facts(value, block.excluded);
    if (key == "lists") read_lists(value, block.lists);
    if (key == "expansion_rules") read_rules(value, block.rules);
    if (key == "name_domains") block.required.emplace_back("domain", HassilFact{scalars(value), false});
    if (key == "inferred_domain") block.slots.emplace_back("domain", Value(value.text));
    if (key == "response") note("'response' was not imported; add replies to the steps of the intent", value);
    const bool is_known =
        std::find(std::begin(kKeysWithoutNote), std::end(kKeysWithoutNote), key) != std::end(kKeysWithoutNote);
    if (!is_known && key != "response") note("'" + key + "' was not imported", value);
  }

  void read_slots(const Node& node, HassilBlock& block) {
    for (const auto& [slot, value] : node.members) {
      if (value.kind == Node::Kind::kList || value.kind == Node::Kind::kMap) {
        note("a slot with a list as its value was not imported", value);
      } else {
        block.slots.emplace_back(slot.value, config::as_scalar(value, findings_).value_or(Value()));
      }
    }
  }

  std::vector<Value> scalars(const Node& node) {
    return config::one_or_some(config::as_scalar)(node, findings_).value_or(std::vector<Value>());
  }

  void read_facts(const Node& node, HassilFacts& out) {
    for (const auto& [name, value] : node.members) {
      HassilFact fact;
      if (value.kind == Node::Kind::kMap) {
        if (const Node* inner = value.find("value")) fact.values = scalars(*inner);
        const Node* slot = value.find("slot");
        fact.fills_slot = slot && slot->text == "true";
      } else if (value.kind != Node::Kind::kNull) {
        fact.values = scalars(value);
      }
      out.emplace_back(name.value, std::move(fact));
    }
  }

  template <class List>
  static auto find_named(const List& list, const std::string& name) {
    return std::find_if(list.begin(), list.end(), [&](const auto& one) { return one.first == name; });
  }

  void read_rules(const Node& node, HassilRules& out) {
    for (const Node::Member& rule : node.members) {
      const auto read = as_template(rule.value);
      if (!read) continue;
      const auto known = find_named(out, rule.key.value);
      if (known == out.end()) {
        out.emplace_back(rule.key.value, read->value);
      } else if (known->second != read->value) {
        note("duplicate rule; the first one was used", rule.value);
      }
    }
  }

  void read_lists(const Node& node, HassilLists& out) {
    for (const Node::Member& list : node.members) {
      if (find_named(out, list.key.value) == out.end()) out.emplace_back(list.key.value, read_list(list.value));
    }
  }

  HassilList read_list(const Node& node) {
    HassilList list;
    const Node* wildcard = node.find("wildcard");
    const Node* range = node.find("range");
    const Node* values = node.find("values");
    if (wildcard && wildcard->text == "true") {
      list.kind = HassilList::Kind::kWildcard;
    } else if (range) {
      read_range(*range, list);
    } else if (values && config::expect(Node::Kind::kList, "a list of values", *values, findings_)) {
      for (const Node& value : values->items) read_value(value, list);
    } else {
      note("a list without 'values', 'range' or 'wildcard' was left empty", node);
    }
    return list;
  }

  void read_range(const Node& node, HassilList& list) {
    list.kind = HassilList::Kind::kRange;
    for (const auto& [key, value] : node.members) {
      double number = 0;
      const bool is_number = value.kind == Node::Kind::kScalar && !value.quoted &&
                             config::as_scalar(value, findings_).value_or(Value()).get_number(number);
      if (key.value == "from" && is_number) list.from = number;
      if (key.value == "to" && is_number) list.to = number;
      if (key.value == "step" && is_number) list.step = number;
      if (key.value == "fractions") list.step = value.text == "halves" ? 0.5 : 0.1;
      if (key.value == "multiplier") note("'multiplier' of a range was not imported", value);
    }
  }

  // Reads a template. A list of texts becomes a template of alternatives.
  std::optional<config::Text> as_template(const Node& node) {
    if (node.kind != Node::Kind::kList) return config::as_text(node, findings_);
    config::Text any{{}, node.mark};
    for (const Node& item : node.items) {
      const auto text = config::as_text(item, findings_);
      if (text) any.value += (any.value.empty() ? "(" : "|") + text->value;
    }
    if (any.value.empty()) return std::nullopt;
    any.value += ")";
    return any;
  }

  // Reads a scalar. For a list or a map, adds the note `what` and returns nullopt.
  std::optional<Value> as_scalar(const Node& node, const char* what) {
    if (node.kind != Node::Kind::kList && node.kind != Node::Kind::kMap) return config::as_scalar(node, findings_);
    note(what, node);
    return std::nullopt;
  }

  void read_value(const Node& node, HassilList& list) {
    const Node* in = node.kind == Node::Kind::kMap ? node.find("in") : &node;
    if (!in) {
      note("a value without 'in' was left out", node);
      return;
    }
    const auto text = as_template(*in);
    if (!text) return;
    HassilValue value;
    value.in = *text;
    value.out = Value(text->value);
    if (const Node* out = node.find("out")) {
      value.out = as_scalar(*out, "a list as 'out' was not imported; the value is its text").value_or(value.out);
    }
    if (const Node* context = node.find("context")) {
      Value::Object facts;
      for (const auto& [name, fact] : context->members) {
        const auto read = as_scalar(fact, "a list in the context of a value was not imported");
        if (read) facts[name.value] = *read;
      }
      value.facts = Value(std::move(facts));
    }
    list.values.push_back(std::move(value));
  }

  std::string_view name_;
  const NeedsArea& needs_area_;
  Diagnostics& findings_;
  Hassil& hassil_;
};

}  // namespace

void Notes::add(const std::string& what, const std::string& place) {
  const auto known = std::find_if(met_.begin(), met_.end(), [&](const Met& met) { return met.what == what; });
  if (known == met_.end()) {
    met_.push_back({what, place, 1});
  } else {
    ++known->times;
  }
}

std::vector<std::string> Notes::sentences() const {
  std::vector<std::string> out;
  for (const Met& met : met_) {
    const std::string times = met.times == 1 ? "" : ", " + std::to_string(met.times) + " times";
    out.push_back(met.what + " (" + met.place + times + ")");
  }
  return out;
}

Hassil read_hassil(Diagnostics& findings, std::string_view language) {
  std::vector<Node> roots(findings.files().size());
  NeedsArea needs_area;
  config::DocumentLimits limits;
  limits.aliases = true;
  for (std::size_t i = 0; i < roots.size(); ++i) {
    if (config::read_document(static_cast<int>(i), findings, roots[i], limits))
      collect_combinations(roots[i], needs_area);
  }
  Hassil hassil;
  hassil.language = language;
  for (std::size_t i = 0; i < roots.size(); ++i) {
    FileReader(findings.files()[i].name, needs_area, findings, hassil).read(roots[i]);
  }
  return hassil;
}

}  // namespace parley::importers
