// uk_postcode: "SW1A 1AA", "m11ae", "GIR 0AA". The value is in upper case with its space. In an answer it may be
// spelled out: "s w 1 a 1 a a", "sierra whiskey one alpha one double a" (spelling.h).
// Tested by tests/intents/identifiers_test.cc.
#include <algorithm>
#include <optional>
#include <string>

#include "base/boundaries.h"
#include "base/text.h"
#include "intents/entities/built_in.h"
#include "intents/entities/matches.h"
#include "intents/entities/spelling.h"

namespace parley::intents {
namespace {

constexpr std::size_t kMaxPostcodeBytes = 7;  // without its space

class UkPostcode : public Recogniser {
 public:
  void find(const Reading& reading, std::vector<Found>& out) const override {
    std::vector<Found> found;
    for_each_match(written_, reading.text, [&](const auto& groups, std::size_t begin, std::size_t end) {
      if (base::stands_alone(reading.text, begin, end)) found.push_back({to_value(groups), begin, end});
    });
    if (found.empty() && reading.asked) find_spelt(reading.text, found);
    std::move(found.begin(), found.end(), std::back_inserter(out));
  }

 private:
  static Value to_value(const Pattern::Groups& groups) { return Value(upper(groups[1]) + " " + upper(groups[2])); }

  static std::string upper(std::string_view written) {
    std::string out(written);
    std::transform(out.begin(), out.end(), out.begin(),
                   [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
    return out;
  }

  // Converts a letter that sounds or looks like a digit, at a position where only a digit is possible.
  static char to_digit(char c) { return c == 'O' ? '0' : c == 'I' ? '1' : c == 'V' ? '5' : c; }

  // Finds the longest spelled run that is a postcode. Other words, such as "my postcode is", may also look as if they
  // were spelled.
  void find_spelt(std::string_view text, std::vector<Found>& found) const {
    for (const std::vector<Spelt>& run : spelt_out(text)) {
      for (std::size_t first = 0; first < run.size(); ++first) {
        std::string written;
        for (std::size_t last = first; last < run.size() && written.size() < kMaxPostcodeBytes; ++last) {
          written += run[last].characters;
          if (auto value = read_spelt(written)) found.push_back({std::move(*value), run[first].begin, run[last].end});
        }
      }
    }
    keep_longest(found);
    if (found.size() > 1) found.resize(1);
  }

  std::optional<Value> read_spelt(std::string written) const {
    if (written.size() < 5 || written.size() > kMaxPostcodeBytes) return std::nullopt;
    if (base::is_digit(written.front()) || base::is_digit(written.back())) return std::nullopt;
    const std::size_t inward = written.size() - 3;
    written[inward] = to_digit(written[inward]);
    if (std::none_of(written.begin(), written.begin() + static_cast<std::ptrdiff_t>(inward), base::is_digit)) {
      char& district = written[std::min<std::size_t>(2, inward - 1)];
      district = to_digit(district);
    }
    Pattern::Groups groups;
    return spelt_.find(written, 0, groups) ? std::optional(to_value(groups)) : std::nullopt;
  }

  // The letters that the Post Office uses at each position.
  Pattern written_{
      "\\b(GIR|[A-PR-UWYZ](?:[0-9]{1,2}|[A-HK-Y][0-9]{1,2}|[0-9][A-HJKPSTUW]|[A-HK-Y][0-9][ABEHMNPRVWXY]))"
      " ?([0-9][ABD-HJLNP-UW-Z]{2})\\b"};
  Pattern spelt_{"^([A-Z]{1,2}[0-9][0-9A-Z]?)([0-9][A-Z]{2})$"};
};

}  // namespace

std::unique_ptr<const Recogniser> make_uk_postcode() { return std::make_unique<UkPostcode>(); }

}  // namespace parley::intents
