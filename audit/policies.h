// Policies tells which values may appear in which output. It shares no code with the redaction (engine/redactor.h), so
// that the audit finds mistakes of the redaction.
#pragma once

#include <set>
#include <string>

#include "config/definition.h"

namespace parley::audit {

// The destination of an output, as in `redaction.policies`.
enum class Destination { kTelemetry, kStore, kExports, kModels };

// Tells which params and types are private in an output. `bot` must outlive this object.
class Policies {
 public:
  explicit Policies(const config::BotDefinition& bot);

  bool is_private(const std::string& param, Destination destination) const;
  bool is_private_type(const std::string& type, Destination destination) const;
  bool is_sensitive(const std::string& intent, const std::string& param) const;

 private:
  const config::Masking* masking_of(const std::string& name,
                                    Destination destination) const;  // null if no policy covers it
  const config::BotDefinition& bot_;
  std::set<std::string> sensitive_, named_, detected_;
};

}  // namespace parley::audit
