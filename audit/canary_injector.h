// CanaryInjector: puts canaries into what a user says.
//
// Three kinds of them: in place of a value that the message tells, so that the bot understands another one; as a
// message of its own while a sensitive param is asked for, which no bot understands; and beside the message, as when
// somebody tells what nobody asked for.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "audit/policies.h"
#include "parley/audit.h"

namespace parley::audit {

struct PlantedCanary {
  enum class Kind { kParam, kWithheld, kType };
  Kind kind = Kind::kParam;
  std::string name;  // of the param or the type
  std::string value;
  CanaryForm form = CanaryForm::kPlain;
  std::size_t first = 0, count = 1;  // which canaries: two, when it is split
  int line = 0;
  bool must_hide = false;  // of kParam: known when the bot has read the message
};

class CanaryInjector {
 public:
  // `catalog`, `policies` and `canaries` outlive it. `round` chooses the forms: in the first all are plain.
  CanaryInjector(const Catalog& catalog, const Policies& policies, Canaries& canaries, std::size_t round)
      : catalog_(catalog), policies_(policies), canaries_(canaries), round_(round) {}

  // What to say, in order, in place of `text`.
  std::vector<std::string> messages(const std::string& text, const Situation& now, int line);

  // Another value for a param, as a tool offers it; null: none was found.
  Value offered(const std::string& intent, const std::string& param, const std::string& value, const Situation& now);

  std::vector<PlantedCanary>& told() { return told_; }
  // Params with a value that no canary could take the place of.
  const std::set<std::string>& not_told() const { return not_told_; }

 private:
  std::string canary_for(const std::string& text, const ParamValue& value, const Situation& now);
  CanaryForm next_form();
  PlantedCanary& add(PlantedCanary::Kind kind, const std::string& name, const std::string& value, int line);
  std::string withheld(const std::string& param, int line);
  std::string volunteered(int line);

  const Catalog& catalog_;
  const Policies& policies_;
  Canaries& canaries_;
  const std::size_t round_;
  std::size_t turns_ = 0, forms_ = 0, count_ = 0;  // count_: canaries added
  std::vector<PlantedCanary> told_;
  std::set<std::string> not_told_;
};

}  // namespace parley::audit
