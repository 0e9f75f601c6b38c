// Tested by tests/intents/catalog_test.cc.
#include "intents/defaults.h"

#include <optional>
#include <string>

namespace parley::intents {
namespace {

// Two instants that differ in day, week, month, year and hour. A value that is the same at both is not relative.
constexpr TimeMs kFirstInstant = 1'772'442'000'000;   // 2026-03-02T09:00Z
constexpr TimeMs kSecondInstant = 1'818'693'120'000;  // 2027-08-19T16:32Z

struct Judged {
  Value value;
  bool is_of_type = true;
};

class Defaults {
 public:
  Defaults(const Classifier& classifier, const config::Intent& intent) : classifier_(classifier), intent_(intent) {}

  // Validates a default. A relative value keeps its text.
  Judged judge(const config::Param& param, const Value& value) const {
    const Value::Array* items = param.list ? value.if_array() : nullptr;
    if (!items) return judge_one(param, value);
    Judged all;
    Value::Array values;
    for (const Value& item : *items) {
      Judged one = judge_one(param, item);
      all.is_of_type = all.is_of_type && one.is_of_type;
      values.push_back(std::move(one.value));
    }
    all.value = Value(std::move(values));
    return all;
  }

 private:
  Judged judge_one(const config::Param& param, const Value& value) const {
    const auto once = read(param, value, kFirstInstant), other = read(param, value, kSecondInstant);
    if (!once || !other) return {value, false};
    return {*once == *other ? *once : value, true};
  }

  std::optional<Value> read(const config::Param& param, const Value& value, TimeMs now) const {
    NluContext nlu_context;
    nlu_context.now = now;
    ParamValue judged = classifier_.judge_type(intent_.id.value, param.id.value, value, nlu_context);
    return judged.valid && !judged.misspelt ? std::optional(std::move(judged.value)) : std::nullopt;
  }

  const Classifier& classifier_;
  const config::Intent& intent_;
};

}  // namespace

void settle_defaults(config::BotDefinition& bot, const Classifier& classifier, config::Diagnostics& findings) {
  for (config::Intent& intent : bot.intents) {
    const Defaults defaults(classifier, intent);
    for (config::Param& param : intent.params) {
      if (!param.fallback || param.fallback->text || param.fallback->constant.is_null()) continue;
      Value& value = param.fallback->constant;
      Judged judged = defaults.judge(param, value);
      if (judged.is_of_type) {
        value = std::move(judged.value);
      } else if (!bot.find_entity(param.type.value)) {
        findings.error("E411", param.id.mark, param.id.value,
                       "the default " + config::quoted(value.to_text()) + " of " + config::quoted(param.id.value) +
                           " is not a value of the type " + config::quoted(param.type.value),
                       param.list ? "write a list of values of that type" : "write a value of that type");
      }
    }
  }
}

}  // namespace parley::intents
