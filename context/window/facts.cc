// Tested by tests/context/window/files_test.cc.
#include <algorithm>

#include "base/time.h"
#include "parley/context.h"

namespace parley {
namespace {

void add_once(std::vector<std::string>& names, const std::string& name) {
  if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

// Replaces control characters by blanks, so that a text of an embedding program or a model cannot begin a line of its
// own.
void append_line(std::string& out, std::string_view title, std::string_view text) {
  if (text.empty()) return;
  out += title;
  out += ": ";
  for (const char c : text) out += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  out += '\n';
}

std::string joined(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : ", ") + name;
  return out;
}

}  // namespace

ConversationFacts facts_of(const std::vector<Message>& messages) {
  ConversationFacts facts;
  if (messages.empty()) return facts;
  facts.started = messages.front().at;
  facts.turns = messages.back().turn;
  for (const Message& message : messages) {
    add_once(facts.tools, message.details.tool);
    add_once(facts.models, message.details.model);
  }
  return facts;
}

std::string render_facts(const ConversationFacts& facts) {
  std::string out;
  append_line(out, "conversation", facts.id);
  if (facts.started != 0) append_line(out, "started", base::format_iso8601(facts.started));
  append_line(out, "tool", facts.tool);
  append_line(out, "turns", std::to_string(facts.turns));
  append_line(out, "tools used", joined(facts.tools));
  append_line(out, "models", joined(facts.models));
  return out;
}

}  // namespace parley
