// What may be where, read out of the bot file once more: not by the one that takes values out (engine/redactor.h),
// whose mistakes must show.
#pragma once

#include <set>
#include <string>

#include "config/definition.h"

namespace parley::audit {

// Where an output goes, by the words of `redaction.policies`.
enum class Goal { kTelemetry, kStore, kExports };

class Policies {
 public:
  explicit Policies(const config::BotDefinition& bot);

  bool is_private(const std::string& param, Goal goal) const;
  bool is_private_type(const std::string& type, Goal goal) const;
  bool is_sensitive(const std::string& intent, const std::string& param) const;

 private:
  const config::Masking* left(const std::string& name, Goal goal) const;  // null: nothing is said of it
  const config::BotDefinition& bot_;
  std::set<std::string> sensitive_, named_, detected_;
};

}  // namespace parley::audit
