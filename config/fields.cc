// Tested by tests/config/dialog_keys_test.cc.
#include "config/fields.h"

#include <algorithm>

#include "config/unknown_name.h"

namespace parley::config {

Fields::Fields(const Node& node, std::string what, Diagnostics& findings)
    : node_(node), what_(std::move(what)), findings_(findings) {
  expect(Node::Kind::kMap, "a map", node, findings);
}

namespace {

// "{a: Sorry, that is wrong}" has a second key, "that is wrong".
bool is_rest_of_text(const Node::Member& member) {
  return member.value.kind == Node::Kind::kNull && member.value.text.empty() &&
         member.key.value.find(' ') != std::string::npos;
}

}  // namespace

Fields::~Fields() {
  for (const Node::Member& member : node_.members) {
    const Text& name = member.key;
    if (contains(known_, name.value) || findings_.full()) continue;
    const auto special =
        std::find_if(unsupported_.begin(), unsupported_.end(), [&](auto& n) { return n.first == name.value; });
    std::string hint = special != unsupported_.end() ? special->second : did_you_mean_or_list(name.value, known_);
    if (is_rest_of_text(member)) hint = "a text with a comma needs quotes inside { }";
    findings_.error("E201", name.mark, name.value, "unknown key " + quoted(name.value) + " in " + what_, hint);
  }
}

const Node* Fields::find(const std::string& key) {
  if (!contains(known_, key)) known_.push_back(key);
  return node_.find(key);
}

const Text* Fields::key(const std::string& key) const {
  const auto found =
      std::find_if(node_.members.begin(), node_.members.end(), [&](const auto& m) { return m.key.value == key; });
  return found == node_.members.end() ? nullptr : &found->key;
}

void Fields::missing(const std::string& key, const std::string& why) {
  if (node_.kind != Node::Kind::kMap) return;
  findings_.error("E306", node_.mark, {}, "missing key " + quoted(key) + " in " + what_, why);
}

bool Fields::exclusive(const std::string& one, const std::string& other) {
  find(one);
  find(other);
  const Text* first = key(one);
  const Text* second = key(other);
  if (!first || !second) return false;
  if (second->mark.offset < first->mark.offset) std::swap(first, second);
  findings_.error("E310", second->mark, second->value,
                  quoted(one) + " and " + quoted(other) + " cannot be used together", "remove one of them");
  return true;
}

void Fields::no_effect(const std::string& name, const std::string& why) {
  if (const Text* there = key(name)) {
    findings_.error("E313", there->mark, there->value, quoted(name) + " has no effect here", why);
  }
}

void Fields::needs(const std::string& name, const std::string& other) {
  if (!has(other)) no_effect(name, "add '" + other + ": ...', or remove " + quoted(name));
}

void Fields::unsupported(const std::string& key, const std::string& hint) { unsupported_.emplace_back(key, hint); }

bool Fields::has_unknown() const {
  return std::any_of(node_.members.begin(), node_.members.end(),
                     [&](const auto& m) { return !contains(known_, m.key.value); });
}

}  // namespace parley::config
