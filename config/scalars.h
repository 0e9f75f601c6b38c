// Readers for the basic values of the bot format. Each reads one Node as one type, or reports an error and returns
// nullopt. Types are never guessed: `no` is a text, and "3" in quotes is not a number.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "config/definition.h"
#include "config/diagnostics.h"
#include "config/document.h"

namespace parley::config {

// Reports E301 unless the node has that kind, or E309 for a key without a value. `expected` appears in the message:
// "a map".
bool expect(Node::Kind kind, const char* expected, const Node& node, Diagnostics& findings);

// ---- texts ------------------------------------------------------------------------------------------------

std::optional<Text> as_text(const Node& node, Diagnostics& findings);
std::optional<Text> as_regex(const Node& node, Diagnostics& findings);
// Reads a text whose placeholders may not have formats ({n}, not {n, format}), for values passed to tools and intents.
std::optional<Template> as_template(const Node& node, Diagnostics& findings);
// Reads a text that the bot says: a string, or a map of `any` and `channels`.
std::optional<TextVariants> as_text_variants(const Node& node, Diagnostics& findings);
// Also reads the `attachments` of the text.
std::optional<TextVariants> as_text_with_attachments(const Node& node, Diagnostics& findings);
// Reads a text that the bot says, in which `known` is the only placeholder allowed. Reports E203 for any other.
std::optional<TextVariants> read_text_variants(const Node& node, std::string_view known, Diagnostics& findings);

inline auto as_text_variants_of(std::string_view known) {
  return [=](const Node& node, Diagnostics& findings) { return read_text_variants(node, known, findings); };
}

inline std::optional<TextVariants> as_fixed_text_variants(const Node& node, Diagnostics& findings) {
  return read_text_variants(node, {}, findings);
}
// Reads a text without placeholders and variants.
std::optional<Template> as_fixed_text(const Node& node, Diagnostics& findings);

std::optional<Text> as_identifier(const Node& node, Diagnostics& findings);

// Reports E207 unless `text` is an identifier: [A-Za-z_][A-Za-z0-9_.-]*, at most 64 bytes. A kName is an identifier
// with which a placeholder can begin. So it must not contain a dot (E207), or be a word with another meaning in
// placeholders, such as "context" (E208).
enum class IdentifierKind { kIdentifier, kName };
void check_identifier(const Text& text, IdentifierKind kind, Diagnostics& findings);

// ---- values -----------------------------------------------------------------------------------------------

std::optional<bool> as_flag(const Node& node, Diagnostics& findings);
std::optional<Value> as_scalar(const Node& node, Diagnostics& findings);  // null, a bool, a number or a text
std::optional<Value> as_value(const Node& node, Diagnostics& findings);   // any JSON value

std::optional<double> as_number(const Node& node, Diagnostics& findings);
std::optional<double> as_share(const Node& node, Diagnostics& findings);  // 0 to 1
std::optional<std::int64_t> read_whole(const Node& node, std::int64_t least, std::int64_t most, Diagnostics& findings);
std::optional<TimeMs> read_duration(const Node& node, TimeMs least, TimeMs most, Diagnostics& findings);

template <class Int>
auto as_whole(Int least, Int most) {
  return [=](const Node& node, Diagnostics& findings) -> std::optional<Int> {
    const auto number = read_whole(node, least, most, findings);
    return number ? std::optional<Int>(static_cast<Int>(*number)) : std::nullopt;
  };
}

inline auto as_duration(TimeMs least, TimeMs most) {
  return [=](const Node& node, Diagnostics& findings) { return read_duration(node, least, most, findings); };
}

// A fixed set of words and their meanings. Any other word is reported as E307.
template <class Meaning>
using Words = std::vector<std::pair<std::string, Meaning>>;

void report_unknown_word(const Text& word, const std::vector<std::string>& known, Diagnostics& findings);

template <class Meaning>
auto as_word(Words<Meaning> words) {
  return [words = std::move(words)](const Node& node, Diagnostics& findings) -> std::optional<Meaning> {
    const auto text = as_text(node, findings);
    if (!text) return std::nullopt;
    std::vector<std::string> known;
    for (const auto& [word, meaning] : words) {
      if (word == text->value) return meaning;
      known.push_back(word);
    }
    report_unknown_word(*text, known, findings);
    return std::nullopt;
  };
}

// ---- lists ------------------------------------------------------------------------------------------------

template <class Reader>
using ReadBy = typename std::invoke_result_t<Reader, const Node&, Diagnostics&>::value_type;

// Reads a list; `reader` reads each item. Items that cannot be read are left out.
template <class Reader>
auto list_of(Reader reader) {
  return [=](const Node& node, Diagnostics& findings) -> std::optional<std::vector<ReadBy<Reader>>> {
    if (!expect(Node::Kind::kList, "a list", node, findings)) return std::nullopt;
    std::vector<ReadBy<Reader>> out;
    out.reserve(node.items.size());
    for (const Node& item : node.items) {
      if (auto read = reader(item, findings)) out.push_back(std::move(*read));
    }
    return out;
  };
}

// Reports E309 for an empty list.
void report_empty(const Node& node, Diagnostics& findings);

template <class Reader>
auto some(Reader reader) {
  return [=](const Node& node, Diagnostics& findings) {
    if (node.kind == Node::Kind::kList && node.items.empty()) report_empty(node, findings);
    return list_of(reader)(node, findings);
  };
}

// Reads a single item or a non-empty list.
template <class Reader>
auto one_or_some(Reader reader) {
  return [=](const Node& node, Diagnostics& findings) -> std::optional<std::vector<ReadBy<Reader>>> {
    if (node.kind == Node::Kind::kList) return some(reader)(node, findings);
    auto read = reader(node, findings);
    if (!read) return std::nullopt;
    std::vector<ReadBy<Reader>> out;
    out.push_back(std::move(*read));
    return out;
  };
}

}  // namespace parley::config
