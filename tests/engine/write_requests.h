// Makes requests that write to session s1 (SessionWrite), and reads the session's messages.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/engine_harness.h"

namespace parley {

inline Request write_to_s1(SessionWrite written, const std::string& id = "") {
  Request request;
  request.session = "s1";
  request.id = id;
  request.input = std::move(written);
  return request;
}

inline std::vector<std::string> texts_of_s1(EngineHarness& harness) {
  std::vector<std::string> lines;
  const auto messages = harness.store->messages("s1", 100);
  REQUIRE(messages.has_value());
  for (const Message& message : *messages) lines.push_back(std::string(to_string(message.role)) + ": " + message.text);
  return lines;
}

}  // namespace parley
