// Tested by tests/cli/train_test.
#include "cli/learned.h"

#include <cstdint>

#include <fmt/format.h>

namespace parley::cli {

std::string counted(std::size_t count, const char* thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

std::string describe(const Learned& learned) {
  if (learned.examples == 0) return {};
  if (!learned.why_not.empty()) return fmt::format("; examples count word for word only: {}", learned.why_not);
  return fmt::format("; learned from {} of {}", counted(learned.examples, "example"),
                     counted(learned.intents, "intent"));
}

Value to_value(const Learned& learned) {
  if (!learned.why_not.empty()) return Value::Object{{"why_not", learned.why_not}};
  return Value::Object{{"examples", static_cast<std::int64_t>(learned.examples)},
                       {"intents", static_cast<std::int64_t>(learned.intents)},
                       {"act", learned.act},
                       {"ask", learned.ask}};
}

}  // namespace parley::cli
