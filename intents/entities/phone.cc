// phone: 7 to 15 digits. Unasked, it must be written as a phone number is ("+44 20 7946 0958", "(555) 123-4567",
// "555-1234"): bare digits may be anything. The answer to a question for one may be any 7 digits or more.
#include <algorithm>
#include <array>
#include <string>

#include "intents/entities/built_in.h"
#include "intents/entities/edges.h"
#include "intents/entities/matches.h"

namespace parley::intents {
namespace {

constexpr std::size_t kMinDigits = 7;
constexpr std::size_t kMaxDigits = 15;

// Part of a longer code: "A-555-1234", "1.555-1234", "3704 0044 0532".
bool is_joined(std::string_view text, std::size_t begin, std::size_t end) {
  const bool calls_abroad = text.substr(begin, 2) == "00";
  if (calls_abroad && char_before(text, begin, ' ') && digit_before(text, begin - 1)) return true;
  const auto joins = [](char c) { return std::string_view("-./:#$@").find(c) != std::string_view::npos; };
  return (begin > 0 && joins(text[begin - 1])) || (end < text.size() && joins(text[end]) && letter_at(text, end + 1));
}

class Phone : public Recogniser {
 public:
  void find(const Reading& reading, std::vector<Found>& out) const override {
    std::vector<Found> found;
    for (const Pattern& form : forms_) search(form, reading.text, found);
    search(named_, reading.text, found);
    if (found.empty() && reading.asked) search(bare_, reading.text, found);
    keep_longest(found);
    std::move(found.begin(), found.end(), std::back_inserter(out));
  }

 private:
  // Group 1 of every form is the number.
  void search(const Pattern& form, std::string_view text, std::vector<Found>& out) const {
    const auto keep = [&](const auto& groups, std::size_t begin, std::size_t end) {
      const std::string_view written = groups[1];
      if (!stands_alone(text, begin, end) || is_joined(text, begin, end) || other_.covers(written)) return;
      std::string canonical;
      std::copy_if(written.begin(), written.end(), std::back_inserter(canonical), is_digit);
      if (canonical.size() < kMinDigits || canonical.size() > kMaxDigits) return;
      if (written[0] == '+') canonical.insert(0, 1, '+');
      out.push_back({Value(std::move(canonical)), begin, end});
    };
    for_each_match(form, text, keep, 1);
  }

  // The last group is never of one digit: "5551234567 2 times".
  static constexpr std::string_view kAnyDigits = R"((\+?\(?\d(?:[ ().-]{0,2}\d){5,13}\d))";

  std::array<Pattern, 7> forms_ = {
      Pattern(R"(((?:\+|\b00 ?)\d{1,3}(?:[ ./-]{0,2}\(?\d{1,5}\)?){1,5}[ ./-]{0,2}\d{2,8}\b))"),  // +44 20 7946 0958
      Pattern(R"(((?:\+?\b1[ .-]?)?(?:\(\d{2,3}\) ?|\b\d{2,3}[ .-])\d{3,5}[ .-]?\d{4}\b))"),      // (555) 123-4567
      Pattern(R"((\b\d{3}[-.]\d{4}\b))"),                                                         // 555-1234
      Pattern(R"((\b\d{3}[ .-]\d{3}[ .-]\d{3}\b))"),                                              // 679 124 898
      Pattern(R"((\b\d{2,3}[ .-]\d{1,2}[ .-]\d{3}[ .-]\d{4}\b))"),                                // 971-50-123-4567
      Pattern(R"(((?:\(0\d{1,5}\)|\b0\d{1,5})(?:[ ./-]{1,2}\d{2,8}){1,4}\b))"),                   // 020 7946 0958
      Pattern(R"((\b0\d(?:[ .-]\d{2}){4}\b))"),                                                   // 06 12 34 56 78
  };
  // "phone number: 5551234567"
  Pattern named_{R"(\b(?:phone|mobile|cell|tel|telephone|fax)(?: (?:number|no\.?|nr\.?|#))?(?: is| was)?:? *)" +
                 std::string(kAnyDigits)};
  Pattern bare_{kAnyDigits};
  // Dates, internet addresses, social security numbers, 15-digit cards.
  Pattern other_{R"(\d{4}[-./]\d\d[-./]\d\d|\d\d?[-./]\d\d?[-./]\d{4}|(?:\d{1,3}\.){3}\d{1,3}|\d{3}-\d\d-\d{4}|)"
                 R"(3[47]\d\d[ -]\d{6}[ -]\d{5})"};
};

}  // namespace

std::unique_ptr<const Recogniser> make_phone() { return std::make_unique<Phone>(); }

}  // namespace parley::intents
