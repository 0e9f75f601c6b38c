// Tested by tests/base/english_locale_test.cc. The test compares it with ICU.
#include "base/english/english_locale.h"

#include <cmath>
#include <utility>

#include "base/english/english_days.h"
#include "base/english/english_numbers.h"
#include "base/text.h"

namespace parley::base {
namespace {

std::optional<std::string> written(const Value& value, std::string_view type, std::string_view style) {
  if (type == "number") {
    return english::number(value, {style == "integer" ? 0 : 6, 0}, /*with_commas=*/style != "plain");
  }
  if (type == "percent") {
    auto text = english::number(value);
    return text ? std::optional(*text + '%') : std::nullopt;
  }
  if (type == "ordinal") return english::ordinal(value);
  if (type == "money") return english::money(value, style);
  if (type == "duration") return english::duration(value, style == "short");
  if (type == "age") return english::age(value);
  if (type == "temperature") return english::temperature(value);
  if (type == "date") return english::moment(value, MomentKind::kDate, style);
  if (type == "time") return english::moment(value, MomentKind::kTime, style);
  if (type == "datetime") return english::moment(value, MomentKind::kDatetime, style);
  if (type == "date_range") return english::range(value, MomentKind::kDate, style);
  if (type == "time_range") return english::range(value, MomentKind::kTime, style);
  if (type == "datetime_range") return english::range(value, MomentKind::kDatetime, style);
  return std::nullopt;
}

class EnglishLocale : public Locale {
 public:
  explicit EnglishLocale(std::string tag) : tag_(std::move(tag)) {}

  const std::string& tag() const override { return tag_; }

  std::string say(const Value& value, std::string_view type, std::string_view style) const override {
    auto text = written(value, type, is_style(type, style) ? style : std::string_view());
    return text ? *std::move(text) : value.to_text();
  }

  std::string all_of(const std::vector<std::string>& items) const override {
    return valid_utf8(english::list(items, "and"));
  }
  std::string one_of(const std::vector<std::string>& items) const override {
    return valid_utf8(english::list(items, "or"));
  }

  bool day_first() const override { return false; }

  std::string_view plural(double number, bool ordinal) const override {
    if (ordinal) return english::ordinal_form(number);
    return std::abs(number) == 1 ? "one" : "other";
  }

 private:
  const std::string tag_;
};

}  // namespace

std::shared_ptr<const Locale> english_locale(std::string tag) {
  return std::make_shared<EnglishLocale>(std::move(tag));
}

bool is_english_skeleton(std::string_view fields) { return english::can_write_fields(fields); }

}  // namespace parley::base
