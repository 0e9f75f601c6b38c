// Tested by tests/intents/dates_test.cc.
#include "intents/entities/calendar_words.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/text.h"

namespace parley::intents {
namespace {

constexpr std::string_view kMonths = "janfebmaraprmayjunjulaugsepoctnovdec";
constexpr std::string_view kWeekdays = "sunmontuewedthufrisat";

int index_of(std::string_view names, std::string_view name) {
  return static_cast<int>(names.find(base::lower_ascii(name.substr(0, 3))) / 3);
}

struct UnitName {
  std::string_view start;  // a prefix that distinguishes it from later entries
  Unit unit;
  std::string_view name;
};

constexpr std::array<UnitName, 11> kUnits = {{{"mo", Unit::kMonth, "month"},
                                              {"s", Unit::kSecond, "second"},
                                              {"m", Unit::kMinute, "minute"},
                                              {"h", Unit::kHour, "hour"},
                                              {"dec", Unit::kDecade, "decade"},
                                              {"d", Unit::kDay, "day"},
                                              {"w", Unit::kWeek, "week"},
                                              {"f", Unit::kFortnight, "fortnight"},
                                              {"q", Unit::kQuarter, "quarter"},
                                              {"y", Unit::kYear, "year"},
                                              {"c", Unit::kCentury, "century"}}};

}  // namespace

int month_of(std::string_view name) { return index_of(kMonths, name) + 1; }
int weekday_of(std::string_view name) { return index_of(kWeekdays, name); }

Unit unit_of(std::string_view text) {
  const std::string lower = base::lower_ascii(text);
  const auto found = std::find_if(kUnits.begin(), kUnits.end(),
                                  [&](const UnitName& u) { return lower.compare(0, u.start.size(), u.start) == 0; });
  return found == kUnits.end() ? Unit::kDay : found->unit;
}

std::string_view name_of(Unit unit) {
  return std::find_if(kUnits.begin(), kUnits.end(), [&](const UnitName& u) { return u.unit == unit; })->name;
}

}  // namespace parley::intents
