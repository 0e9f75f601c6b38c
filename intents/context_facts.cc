#include "intents/context_facts.h"

#include <string>
#include <string_view>

namespace parley::intents {

std::shared_ptr<const base::Locale> locale_in(const Value& context) {
  const Value* fact = context.find(kLocaleFact);
  const std::string* tag = fact ? fact->if_string() : nullptr;
  return tag ? base::Locale::find(*tag) : nullptr;
}

std::optional<base::TimeZone> time_zone_in(const Value& context) {
  const Value* fact = context.find(kTimeZoneFact);
  const std::string* name = fact ? fact->if_string() : nullptr;
  return name ? base::TimeZone::find(*name) : std::nullopt;
}

Scope facts_of(const NluContext& nlu_context) {
  return [&nlu_context](std::string_view path) -> const Value* {
    constexpr std::string_view kContext = "context.";
    constexpr std::string_view kSession = "session.";
    if (path.substr(0, kContext.size()) == kContext) return nlu_context.context.at_path(path.substr(kContext.size()));
    if (path.substr(0, kSession.size()) == kSession) return nlu_context.session.at_path(path.substr(kSession.size()));
    return nullptr;
  };
}

}  // namespace parley::intents
