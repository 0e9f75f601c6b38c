// CanaryInjector puts canaries into the user's messages.
//
// It does so in three ways:
//   1. It replaces a value in a message, so that the bot understands another value.
//   2. It adds a separate message while the bot asks for a sensitive param; no bot understands that message.
//   3. It appends private data to a message, as users do without being asked.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "audit/policies.h"
#include "parley/audit.h"

namespace parley::audit {

// A canary that the audited user wrote.
struct PlantedCanary {
  enum class Kind {
    kParam,     // way 1
    kWithheld,  // way 2
    kType,      // way 3
  };
  Kind kind = Kind::kParam;
  std::string name;  // name of the param or the type
  std::string value;
  CanaryForm form = CanaryForm::kPlain;
  // Its canaries have the numbers [first, first + count). A value that is split over two messages has two canaries.
  std::size_t first = 0, count = 1;
  int line = 0;
  bool must_hide = false;  // for kParam: set once the bot has understood the value
  // A language model may still receive the value in earlier turns: nothing had found it in the message.
  static constexpr std::int64_t kNever = INT64_MAX;
  std::int64_t unknown_until = kNever;
};

class CanaryInjector {
 public:
  // `catalog`, `policies` and `canaries` must outlive this object. `round` selects the forms; in round 0 all are plain.
  CanaryInjector(const Catalog& catalog, const Policies& policies, Canaries& canaries, std::size_t round)
      : catalog_(catalog), policies_(policies), canaries_(canaries), round_(round) {}

  // Returns the messages to send, in order, instead of `text`.
  std::vector<std::string> messages(const std::string& text, const NluContext& nlu_context, int line);

  // Returns another value for a param, as a tool might offer it; null if none was found.
  Value offered(const std::string& intent, const std::string& param, const std::string& value,
                const NluContext& nlu_context);

  std::vector<PlantedCanary>& planted() { return planted_; }
  // Returns the params whose value no canary could replace.
  const std::set<std::string>& params_without_canary() const { return params_without_canary_; }

 private:
  std::string canary_for(const std::string& text, const ParamValue& value, const NluContext& nlu_context);
  CanaryForm next_form();
  PlantedCanary& add(PlantedCanary::Kind kind, const std::string& name, const std::string& value, int line);
  std::string withheld_message(const std::string& param, int line);
  std::string volunteered_sentence(int line);

  const Catalog& catalog_;
  const Policies& policies_;
  Canaries& canaries_;
  const std::size_t round_;
  std::size_t turns_ = 0, forms_ = 0, count_ = 0;  // count_: number of canaries added
  std::vector<PlantedCanary> planted_;
  std::set<std::string> params_without_canary_;
};

}  // namespace parley::audit
