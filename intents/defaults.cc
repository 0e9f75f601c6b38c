// Tested by tests/intents/catalog_test.cc.
#include "intents/defaults.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace parley::intents {
namespace {

struct Judged {
  Value value;
  bool is_of_type = true;
};

// Shows how a value of a built-in type is written, for a hint.
std::string written_as(std::string_view type) {
  constexpr std::pair<std::string_view, const char*> kForms[] = {
      {"boolean", "true or false"},
      {"number", "3"},
      {"date", "2026-03-02 or today"},
      {"time", "09:30"},
      {"datetime", "2026-03-02T09:30 or tomorrow at nine"},
      {"date_range", "next week"},
      {"datetime_range", "tomorrow from nine to five"},
      {"duration", "2 hours"},
      {"money", "20 USD"},
      {"email", "anna@example.com"},
  };
  for (const auto& [name, form] : kForms) {
    if (type == name) return std::string("for example ") + form;
  }
  return "write a value of that type";
}

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
      if (param.any) {
        Judged judged = defaults.judge(param, *param.any);
        if (judged.is_of_type) {
          param.any = std::move(judged.value);
        } else {
          findings.error("E411", param.id.mark, param.id.value,
                         "the value " + config::quoted(param.any->to_text()) + " for 'any' of " +
                             config::quoted(param.id.value) + " is not a value of the type " +
                             config::quoted(param.type.value),
                         param.list ? "write a list of values of that type" : "write a value of that type");
        }
      }
      if (!param.fallback || param.fallback->text || param.fallback->constant.is_null()) continue;
      Value& value = param.fallback->constant;
      Judged judged = defaults.judge(param, value);
      if (judged.is_of_type) {
        value = std::move(judged.value);
      } else if (!bot.find_entity(param.type.value)) {
        findings.error("E411", param.id.mark, param.id.value,
                       "the default " + config::quoted(value.to_text()) + " of " + config::quoted(param.id.value) +
                           " is not a value of the type " + config::quoted(param.type.value),
                       param.list ? "write a list of values of that type" : written_as(param.type.value));
      }
    }
  }
}

}  // namespace parley::intents
