// How a text of the bot writes a value.
// Tested by tests/planner/response_renderer_test.cc.
#include <array>
#include <string_view>

#include "base/locale.h"
#include "config/several_types.h"
#include "planner/response_renderer.h"

namespace parley::planner {
namespace {

bool is_money(const Value& value) {
  double amount = 0;
  const Value* number = value.find("amount");
  const Value* currency = value.find("currency");
  return number && number->get_number(amount) && currency && currency->if_string();
}

// Returns the type of a range {"from": ..., "to": ...}, such as "date_range"; empty for other values.
std::string_view range_type(const Value& value) {
  constexpr std::size_t kDay = 10;
  const Value* from = value.find("from");
  const Value* to = value.find("to");
  if (!from || !to) return {};
  const std::string* side = from->if_string() ? from->if_string() : to->if_string();
  if (!side || !((from->is_null() || from->if_string()) && (to->is_null() || to->if_string()))) return {};
  if (side->find(':') == std::string::npos) return "date_range";
  return side->size() > kDay ? "datetime_range" : "time_range";
}

// Returns the built-in type of an object value; empty if it has none. A param of a declared entity may hold such a
// value.
std::string_view type_of_object(const Value& value) {
  if (const std::string_view range = range_type(value); !range.empty()) return range;
  if (value.find("number") && value.find("unit")) return "age";
  return value.find("degrees") && value.find("scale") ? "temperature" : std::string_view();
}

// Members that hold the name of a record, best first.
constexpr std::array<const char*, 4> kNameKeys = {"name", "title", "label", "text"};

}  // namespace

// Says a record by its name, or else by its values: a user never sees JSON.
std::string ResponseRenderer::format_record(const Value& value) const {
  for (const char* key : kNameKeys) {
    const Value* name = value.find(key);
    if (name && name->if_string()) return *name->if_string();
  }
  std::vector<std::string> parts;
  const auto add = [&](const Value& part) {
    if (std::string text = format_value(part, {}); !text.empty()) parts.push_back(std::move(text));
  };
  if (const Value::Object* members = value.if_object()) {
    for (const auto& [key, member] : *members) add(member);
  } else if (const Value::Array* items = value.if_array()) {
    for (const Value& item : *items) add(item);
    return locale_->all_of(parts);
  }
  std::string out;
  for (const std::string& part : parts) out += (out.empty() ? "" : ", ") + part;
  return out;
}

std::string ResponseRenderer::format_value(const Value& value, std::string_view type, bool in_past) const {
  if (value.is_null()) return {};
  if (const Value* inner = config::is_several_types(type) ? value.find("value") : nullptr) {
    const Value* of = value.find("type");
    return format_value(*inner, of && of->if_string() ? *of->if_string() : std::string(), in_past);
  }
  if (const bool* yes = value.if_bool()) {
    std::string out;
    std::vector<std::string> missing;  // these replies have no placeholders
    render((*yes ? bot_.replies.yes : bot_.replies.no).any.front().pieces, out, missing);
    return out;
  }
  if (const Value::Array* values = value.if_array()) {
    std::vector<std::string> items;
    for (const Value& item : *values) items.push_back(format_value(item, type));
    return locale_->all_of(items);
  }
  if (const config::Entity* entity = bot_.find_entity(type)) {
    for (const config::EntityValue& one : entity->values) {
      if (!one.name.empty() && one.value == value) return one.name;
    }
    if (!entity->extends.value.empty()) type = entity->extends.value;
  }
  if (is_money(value)) return locale_->say(value, "money");
  if (const std::string_view object = type_of_object(value); !object.empty()) {
    const bool is_since = in_past && !range_type(value).empty();
    return locale_->say(value, object, is_since ? "since" : "");
  }
  if (value.if_object()) return format_record(value);
  // Without a format, the digits of a number are not grouped, because it may be an account number.
  if (type.empty() || type == "number") return locale_->say(value, "number", "plain");
  return locale_->say(value, type);
}

std::string ResponseRenderer::format_choice(const std::vector<std::string>& items) const {
  return locale_->one_of(items);
}

}  // namespace parley::planner
