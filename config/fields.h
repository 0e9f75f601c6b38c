// Fields reads a map of the bot format with one line of code per key, like the tables of docs/bot-format.md.
//
//   Fields fields(node, "the session", findings);
//   fields.optional("ttl", as_duration(0, kYear), session.ttl);
//   fields.required("id", as_identifier, session.id);
//
// A reader is a callable reader(node, findings) that returns a std::optional (config/scalars.h). When it fails, the
// output keeps its value. The destructor reports keys that were never asked for (E201).
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "config/scalars.h"

namespace parley::config {

class Fields {
 public:
  // `what` names the map in messages: "an intent". A node that is not a map is reported and has no keys.
  Fields(const Node& node, std::string what, Diagnostics& findings);
  ~Fields();
  Fields(const Fields&) = delete;
  Fields& operator=(const Fields&) = delete;

  explicit operator bool() const { return node_.kind == Node::Kind::kMap; }
  const Mark& mark() const { return node_.mark; }

  // Returns the value of a key, or null. Marks the key as known.
  const Node* find(const std::string& key);
  // Returns the key as written in the file, or null.
  const Text* key(const std::string& key) const;
  bool has(const std::string& name) const { return key(name) != nullptr; }

  // Returns true when the key is present and its value is valid.
  template <class Reader, class Out>
  bool optional(const std::string& key, const Reader& reader, Out& out) {
    const Node* value = find(key);
    if (!value) return false;
    auto read = reader(*value, findings_);
    if (read) assign(out, std::move(*read));
    return read.has_value();
  }

  template <class Reader, class Out>
  bool required(const std::string& key, const Reader& reader, Out& out) {
    const bool read = optional(key, reader, out);
    if (!has(key)) missing(key, "add '" + key + ": ...'");
    return read;
  }

  // Reports E306 at this map.
  void missing(const std::string& key, const std::string& why);
  // Reports E310 at the second of two known keys when both are present. Returns true in that case.
  bool exclusive(const std::string& one, const std::string& other);
  // Reports E313 at a known key when it is present.
  void no_effect(const std::string& key, const std::string& why);
  // Reports E313 at `key` if the map has this key but not `other`.
  void needs(const std::string& key, const std::string& other);
  // Registers an unsupported key with a hint that replaces the suggestion of the nearest supported key.
  void unsupported(const std::string& key, const std::string& hint);
  // Whether the map has a key that is not known so far.
  bool has_unknown() const;

 private:
  template <class T>
  static void assign(T& out, T value) {
    out = std::move(value);
  }
  template <class T>
  static void assign(std::optional<T>& out, T value) {
    out = std::move(value);
  }
  static void assign(std::string& out, Text value) { out = std::move(value.value); }

  const Node& node_;
  std::string what_;
  Diagnostics& findings_;
  std::vector<std::string> known_;
  std::vector<std::pair<std::string, std::string>> unsupported_;
};

// Returns a reader for a map from names to items of one kind. `reader(id, value, findings)` reads one item.
template <class Reader>
auto named(IdentifierKind kind, const char* what, Reader reader) {
  using Thing = typename std::invoke_result_t<Reader, const Text&, const Node&, Diagnostics&>;
  return [=](const Node& node, Diagnostics& findings) -> std::optional<std::vector<Thing>> {
    if (!expect(Node::Kind::kMap, what, node, findings)) return std::nullopt;
    std::vector<Thing> out;
    out.reserve(node.members.size());
    for (const auto& [id, value] : node.members) {
      check_identifier(id, kind, findings);
      out.push_back(reader(id, value, findings));
    }
    return out;
  };
}

}  // namespace parley::config
