// Makes small catalogs from YAML, and formats an understanding as a short text.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "intents/catalog_access.h"
#include "intents/classifier.h"
#include "parley/catalog.h"
#include "tests/support/flat_message.h"

namespace parley::intents {

using Bot = std::shared_ptr<const Catalog>;

inline constexpr auto kHead = "parley: 1\nbot: {id: test}\n";

inline Bot bot(const std::string& yaml) {
  auto parsed = Catalog::parse(kHead + yaml, "bot.yaml");
  INFO((parsed ? std::string() : parsed.error().to_string()));
  REQUIRE(parsed);
  return *parsed;
}

// Returns a minimal `intents:` entry. `body` is in flow style, for example "match: [{regex: x}]".
inline std::string intent(const std::string& id, const std::string& body) {
  return "  - {id: " + id + ", " + body + ", steps: [{say: ok}]}\n";
}

inline std::vector<std::string> ids(const FlatMessage& understanding) {
  std::vector<std::string> out;
  for (const Candidate& candidate : understanding.candidates) out.push_back(candidate.intent);
  return out;
}

inline const Recogniser& entity(const Bot& bot, const std::string& name) {
  return *intents::classifier_of(*bot).types().find(name);
}

// Returns for example "order_id=\"O-12345\"", with a trailing "!" if the value is rejected.
inline std::vector<std::string> brief(const std::vector<ParamValue>& values) {
  std::vector<std::string> out;
  for (const ParamValue& value : values) {
    out.push_back(value.param + "=" + value.value.to_json() + (value.valid ? "" : "!"));
  }
  return out;
}

// Returns the diagnostics of a bot that cannot be read, one line each.
inline std::vector<std::string> errors(const std::string& yaml) {
  const auto parsed = Catalog::parse(yaml, "bot.yaml");
  std::vector<std::string> out;
  if (parsed) return out;
  for (const Diagnostic& diagnostic : parsed.error().diagnostics) out.push_back(diagnostic.to_string());
  return out;
}

}  // namespace parley::intents
