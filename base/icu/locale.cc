// Resolves locale tags, writes lists and finds plural forms, with ICU.
//
// The work for any tag is bounded: find() reduces the tag to the nearest of ICU's roughly 800 locales and caches at
// most kMaxLocales. A locale that has written values of every type uses up to 1 MB.
#include "base/locale.h"

#include <algorithm>
#include <array>
#include <unordered_set>

#include <unicode/listformatter.h>
#include <unicode/locid.h>
#include <unicode/plurrule.h>
#include <unicode/uloc.h>

#include "base/bounded_cache.h"
#include "base/icu/locale_writers.h"
#include "base/locale_values.h"

namespace parley::base {
namespace {

constexpr std::size_t kLongestTag = 64;
constexpr std::size_t kMaxLocales = 64;

struct Type {
  std::string_view name;
  std::unique_ptr<const Writer> (*make)(const std::string& tag);
};

constexpr std::array kTypes{
    Type{"number", make_number},
    Type{"percent", make_percent},
    Type{"ordinal", make_ordinal},
    Type{"money", make_money},
    Type{"date", make_date},
    Type{"time", make_time},
    Type{"datetime", make_datetime},
    Type{"duration", make_duration},
    Type{"date_range", make_date_range},
    Type{"time_range", make_time_range},
    Type{"datetime_range", make_datetime_range},
    Type{"age", make_age},
    Type{"temperature", make_temperature},
};

const Type* type_named(std::string_view name) {
  const auto found = std::find_if(kTypes.begin(), kTypes.end(), [&](const Type& type) { return type.name == name; });
  return found == kTypes.end() ? nullptr : &*found;
}

class IcuLocale : public Locale {
 public:
  // Returns null when ICU has no data for the tag.
  static std::shared_ptr<const IcuLocale> make(const std::string& tag) {
    UErrorCode error = U_ZERO_ERROR;
    auto made = std::make_shared<IcuLocale>(tag, error);
    return U_SUCCESS(error) ? made : nullptr;
  }

  IcuLocale(const std::string& tag, UErrorCode& error) : tag_(tag) {
    const icu::Locale locale = icu::Locale::forLanguageTag(tag, error);
    and_.reset(icu::ListFormatter::createInstance(locale, ULISTFMT_TYPE_AND, ULISTFMT_WIDTH_WIDE, error));
    or_.reset(icu::ListFormatter::createInstance(locale, ULISTFMT_TYPE_OR, ULISTFMT_WIDTH_WIDE, error));
    cardinals_.reset(icu::PluralRules::forLocale(locale, UPLURAL_TYPE_CARDINAL, error));
    ordinals_.reset(icu::PluralRules::forLocale(locale, UPLURAL_TYPE_ORDINAL, error));
    day_first_ = base::day_first(tag_);
  }

  const std::string& tag() const override { return tag_; }

  std::string say(const Value& value, std::string_view type_name, std::string_view style) const override {
    const Type* type = type_named(type_name);
    if (!type) return value.to_text();
    const auto writer = writers_.get(type->name, [&] { return type->make(tag_); });
    auto text = writer->write(value, is_style(type_name, style) ? style : std::string_view());
    return text ? *std::move(text) : value.to_text();
  }

  std::string all_of(const std::vector<std::string>& items) const override { return listed(*and_, items); }
  std::string one_of(const std::vector<std::string>& items) const override { return listed(*or_, items); }

  bool day_first() const override { return day_first_; }

  std::string_view plural(double number, bool ordinal) const override {
    constexpr std::array<std::string_view, 5> kForms{"zero", "one", "two", "few", "many"};
    std::string form;
    (ordinal ? ordinals_ : cardinals_)->select(number).toUTF8String(form);
    const auto found = std::find(kForms.begin(), kForms.end(), form);
    return found == kForms.end() ? "other" : *found;
  }

 private:
  static std::string listed(const icu::ListFormatter& list, const std::vector<std::string>& items) {
    std::vector<icu::UnicodeString> parts;
    parts.reserve(items.size());
    for (const std::string& item : items) parts.push_back(icu::UnicodeString::fromUTF8(item));
    UErrorCode error = U_ZERO_ERROR;
    icu::UnicodeString whole;
    list.format(parts.data(), static_cast<std::int32_t>(parts.size()), whole, error);
    std::string text;
    whole.toUTF8String(text);
    return text;
  }

  const std::string tag_;
  std::unique_ptr<const icu::ListFormatter> and_, or_;
  std::unique_ptr<const icu::PluralRules> cardinals_, ordinals_;
  bool day_first_ = false;
  mutable BoundedCache<Writer> writers_{kTypes.size()};
};

// These statics are never destroyed, so that lookups during process exit still work.
const std::unordered_set<std::string>& names_that_icu_has() {
  static const auto& names = *[] {
    auto* all = new std::unordered_set<std::string>;
    const std::int32_t count = uloc_countAvailable();
    for (std::int32_t i = 0; i < count; ++i) all->insert(uloc_getAvailable(i));
    return all;
  }();
  return names;
}

BoundedCache<Locale>& locale_cache() {
  static auto& kept = *new BoundedCache<Locale>(kMaxLocales);
  return kept;
}

// Returns the canonical tag of the nearest locale of ICU: "DE_at-u-nu-thai" gives "de-AT". Empty if ICU lacks it.
std::string nearest(std::string_view tag) {
  if (tag.size() > kLongestTag || tag.find('\0') != std::string_view::npos) return {};
  std::string dashed(tag);
  std::replace(dashed.begin(), dashed.end(), '_', '-');

  UErrorCode error = U_ZERO_ERROR;
  icu::Locale wanted = icu::Locale::forLanguageTag(dashed, error);
  wanted.canonicalize(error);  // "iw" becomes "he"
  icu::Locale likely = wanted;
  likely.addLikelySubtags(error);  // "zh-TW" becomes "zh-Hant-TW"
  const std::string language = wanted.getLanguage();
  if (U_FAILURE(error) || language.empty()) return {};

  const auto with = [](const char* subtag) { return *subtag ? std::string("_") + subtag : std::string(); };
  for (const std::string& name :
       {language + with(wanted.getScript()) + with(wanted.getCountry()),
        language + with(likely.getScript()) + with(likely.getCountry()), language + with(likely.getScript()),
        language + with(likely.getCountry()), language}) {
    if (names_that_icu_has().count(name) == 0) continue;
    return icu::Locale(name.c_str()).toLanguageTag<std::string>(error);
  }
  return {};
}

}  // namespace

std::shared_ptr<const Locale> Locale::find(std::string_view tag) {
  if (auto kept = locale_cache().find(tag)) return kept;
  const std::string canonical = nearest(tag);
  if (canonical.empty()) return nullptr;
  return locale_cache().get(canonical, [&] { return IcuLocale::make(canonical); });
}

const char* Locale::hint() { return "a language, and a country where it matters: en, en-GB, de-AT"; }

bool can_write_skeleton(std::string_view, std::string_view) { return true; }

}  // namespace parley::base
