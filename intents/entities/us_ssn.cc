// us_ssn: a social security number in groups, "123-45-6789" or "123 45 6789". Only numbers that may be issued count: no
// group of zeros, and no area 666 or 900 and above. The answer to a question for such a number may be nine digits
// without groups.
// Tested by tests/intents/identifiers_test.cc.
#include <string>

#include "base/boundaries.h"
#include "intents/entities/built_in.h"
#include "intents/entities/matches.h"
#include "intents/entities/spoken_digits.h"

namespace parley::intents {
namespace {

bool can_be_given(std::string_view area, std::string_view group, std::string_view serial) {
  return area != "000" && area != "666" && area[0] != '9' && group != "00" && serial != "0000";
}

bool is_joined_to_text(std::string_view text, std::size_t begin, std::size_t end) {
  const auto joins = [](char c) { return std::string_view("-./").find(c) != std::string_view::npos; };
  return (begin > 0 && joins(text[begin - 1])) ||
         (end < text.size() && joins(text[end]) && base::letter_at(text, end + 1));
}

class UsSsn : public Recogniser {
 public:
  void find(const Reading& reading, std::vector<Found>& out) const override {
    for_each_match(reading.asked ? bare_ : grouped_, reading.text,
                   [&](const auto& groups, std::size_t begin, std::size_t end) {
                     if (!base::stands_alone(reading.text, begin, end) || is_joined_to_text(reading.text, begin, end))
                       return;
                     if (groups[2] != groups[4] || !can_be_given(groups[1], groups[3], groups[5])) return;
                     std::string canonical(groups[1]);
                     canonical.append("-").append(groups[3]).append("-").append(groups[5]);
                     out.push_back({Value(std::move(canonical)), begin, end});
                   });
    if (reading.for_param && reading.asked && out.empty()) add_spoken(reading.text, out);
  }

 private:
  // Adds a number that the answer says in words.
  static void add_spoken(std::string_view text, std::vector<Found>& out) {
    constexpr std::size_t kDigits = 9;
    for (const SpokenDigits& spoken : spoken_digits(text)) {
      const std::string& all = spoken.digits;
      if (!spoken.is_complete || all.size() != kDigits || all[0] == '+') continue;
      const std::string area = all.substr(0, 3), group = all.substr(3, 2), serial = all.substr(5);
      if (!can_be_given(area, group, serial)) continue;
      out.push_back({Value(area + "-" + group + "-" + serial), spoken.begin, spoken.end});
    }
  }

  Pattern grouped_{R"((\d{3})([- .])(\d\d)([- .])(\d{4}))"};
  Pattern bare_{R"((\d{3})([- .]?)(\d\d)([- .]?)(\d{4}))"};
};

}  // namespace

std::unique_ptr<const Recogniser> make_us_ssn() { return std::make_unique<UsSsn>(); }

}  // namespace parley::intents
