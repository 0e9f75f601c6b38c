// Helpers that parse a text and format the diagnostics, for the tests of config/.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "base/locale.h"
#include "config/reader.h"

namespace parley::config {

using Strings = std::vector<std::string>;

inline Diagnostics diagnostics_for(std::string text) {
  return Diagnostics({{"bot.yaml", std::make_shared<const std::string>(std::move(text))}});
}

// Returns for each diagnostic its position and code, for example "6:14 E203".
inline std::vector<std::string> brief(const std::vector<Diagnostic>& diagnostics) {
  std::vector<std::string> lines;
  for (const Diagnostic& d : diagnostics) {
    lines.push_back(std::to_string(d.line) + ":" + std::to_string(d.column) + " " + d.code);
  }
  return lines;
}

inline const std::string& source_of(const TextVariants& wording) { return wording.any.front().source; }

struct BotReading {
  BotDefinition bot;
  std::vector<Diagnostic> diagnostics;
};

inline BotReading read(std::string text) {
  Diagnostics findings = diagnostics_for(std::move(text));
  BotReading reading;
  reading.bot = read_bot(findings);
  reading.diagnostics = findings.take();
  return reading;
}

// Returns a bot with one intent, `buy`. Line 6 of its file begins with `rest`.
inline std::string buy_bot_with(const std::string& rest) {
  return "parley: 1\nbot: {id: shop}\nintents:\n  - id: buy\n    match: [{regex: buy}]\n" + rest;
}

struct ReaderMistake {
  const char* rest;  // the bot file from line 6 on
  Strings findings;
};

inline void check_mistakes(const std::vector<ReaderMistake>& mistakes) {
  for (const auto& [rest, findings] : mistakes) {
    INFO(rest);
    CHECK(brief(read(buy_bot_with(rest)).diagnostics) == findings);
  }
}

struct DocumentReading {
  bool has_tree = false;
  Node root;
  std::vector<Diagnostic> diagnostics;
};

inline DocumentReading read_text(std::string text, const DocumentLimits& limits = {}) {
  Diagnostics findings = diagnostics_for(std::move(text));
  DocumentReading reading;
  reading.has_tree = read_document(0, findings, reading.root, limits);
  reading.diagnostics = findings.take();
  return reading;
}

// Formats a tree on one line: plain texts, quoted texts in quotes, null as ~.
inline std::string outline(const Node& node) {
  std::string out;
  switch (node.kind) {
    case Node::Kind::kNull: return "~" + node.text;
    case Node::Kind::kRefused: return "!";
    case Node::Kind::kScalar: return node.quoted ? "'" + node.text + "'" : node.text;
    case Node::Kind::kList:
      for (const Node& item : node.items) out += (out.empty() ? "" : ", ") + outline(item);
      return "[" + out + "]";
    case Node::Kind::kMap:
      for (const auto& [key, value] : node.members)
        out += (out.empty() ? "" : ", ") + key.value + ": " + outline(value);
      return "{" + out + "}";
  }
  return out;
}

}  // namespace parley::config
