// Tested by tests/cli/sessions_test.
#include "cli/pretty_json.h"

#include <algorithm>

#include "cli/terminal.h"

namespace parley::cli {
namespace {

bool is_leaf(const Value& value) {
  if (const auto* items = value.if_array()) return items->empty();
  if (const auto* members = value.if_object()) return members->empty();
  return true;
}

std::string leaf_text(const Value& value) {
  if (value.is_null()) return "none";
  if (value.if_array() != nullptr || value.if_object() != nullptr) return "none";
  if (const std::string* text = value.if_string(); text != nullptr && text->empty()) return "\"\"";
  return printable(value.to_text());
}

void append(std::string& out, const Value& value, int indent) {
  const std::string margin(static_cast<std::size_t>(indent), ' ');
  if (const auto* members = value.if_object(); members != nullptr && !members->empty()) {
    std::size_t width = 0;
    for (const auto& [name, member] : *members) {
      if (is_leaf(member)) width = std::max(width, width_of(name));
    }
    for (const auto& [name, member] : *members) {
      out += margin + printable(name);
      if (is_leaf(member)) {
        out += std::string(width - width_of(name) + 2, ' ') + leaf_text(member) + "\n";
      } else {
        out += "\n";
        append(out, member, indent + 2);
      }
    }
  } else if (const auto* items = value.if_array(); items != nullptr && !items->empty()) {
    for (const Value& item : *items) {
      const std::size_t start = out.size();
      append(out, item, indent + 2);
      out[start + static_cast<std::size_t>(indent)] = '-';
    }
  } else {
    out += margin + leaf_text(value) + "\n";
  }
}

}  // namespace

std::string pretty_json(const Value& value, int indent) {
  std::string out;
  append(out, value, indent);
  return out;
}

}  // namespace parley::cli
