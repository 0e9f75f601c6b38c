// Policies tells which values may appear in which output. It reads the bot file independently of the code that redacts
// values (engine/redactor.h), so that mistakes of that code show.
#pragma once

#include <set>
#include <string>

#include "config/definition.h"

namespace parley::audit {

// Destinations of outputs, as in `redaction.policies`.
enum class Goal { kTelemetry, kStore, kExports };

// Tells which params and types are private in an output. `bot` must outlive this object.
class Policies {
 public:
  explicit Policies(const config::BotDefinition& bot);

  bool is_private(const std::string& param, Goal goal) const;
  bool is_private_type(const std::string& type, Goal goal) const;
  bool is_sensitive(const std::string& intent, const std::string& param) const;

 private:
  const config::Masking* masking_of(const std::string& name, Goal goal) const;  // null if no policy covers it
  const config::BotDefinition& bot_;
  std::set<std::string> sensitive_, named_, detected_;
};

}  // namespace parley::audit
