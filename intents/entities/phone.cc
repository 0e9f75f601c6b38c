// phone: 7 to 15 digits. Unless the bot asks for it, it must be written as a phone number ("+44 20 7946 0958", "(555)
// 123-4567", "555-1234"), because bare digits may be anything. The answer to a question for a phone number may be any 7
// or more digits, some of them in words: "zero one seven one 2345678". An x precedes an extension: "02079460958x12". A
// "(0)" after a country code is dialed only within the country and is not part of the value.
// Tested by tests/intents/contact_types_test.cc.
#include <algorithm>
#include <array>
#include <string>

#include "base/boundaries.h"
#include "intents/entities/built_in.h"
#include "intents/entities/matches.h"
#include "intents/entities/spoken_digits.h"

namespace parley::intents {
namespace {

constexpr std::size_t kMinPhoneDigits = 7;
constexpr std::size_t kMaxPhoneDigits = 15;

bool joins(char c) { return std::string_view("-./:#$@*+").find(c) != std::string_view::npos; }

// Returns true for a point after two letters: "Booked.555-123-4567".
bool ends_sentence(std::string_view text, std::size_t at) {
  const auto is_letter = [&](std::size_t place) {
    return base::letter_at(text, place) && !base::is_digit(text[place]);
  };
  return text[at] == '.' && at > 1 && is_letter(at - 1) && is_letter(at - 2);
}

// Returns true for part of a longer code: "A-555-1234", "1.555-1234", "3704 0044 0532".
bool follows_on(std::string_view text, std::size_t begin) {
  const bool calls_abroad = text.substr(begin, 2) == "00";
  if (calls_abroad && base::char_before(text, begin, ' ') && base::digit_before(text, begin - 1)) return true;
  return begin > 0 && joins(text[begin - 1]) && !ends_sentence(text, begin - 1);
}

bool continues(std::string_view text, std::size_t end) {
  return base::letter_at(text, end) || (end < text.size() && joins(text[end]) && base::letter_at(text, end + 1));
}

std::size_t count_digits(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), base::is_digit));
}

// Returns the first of two adjacent numbers: "+44 20 7946 0958 5551234".
std::string_view first_number(std::string_view written) {
  std::string_view first = written;
  while (count_digits(first) > kMaxPhoneDigits) {
    const std::size_t group = first.find_last_of(" ./-");
    if (group == std::string_view::npos) return written;
    first = first.substr(0, first.find_last_not_of(" ./-", group) + 1);
  }
  return first;
}

class Phone : public Recogniser {
 public:
  void find(const Reading& reading, std::vector<Found>& out) const override {
    std::vector<Found> found;
    for (const Pattern& form : forms_) search(form, reading, follows_on, found);
    search(
        named_, reading, [](std::string_view, std::size_t) { return false; }, found);
    if (found.empty() && reading.asked) search(bare_, reading, follows_on, found);
    if (reading.for_param) add_spoken(reading, found);
    keep_longest(found);
    std::move(found.begin(), found.end(), std::back_inserter(out));
  }

 private:
  // Adds digits in words and drops numbers that overlap them, because the tail of such a number is another number.
  static void add_spoken(const Reading& reading, std::vector<Found>& found) {
    for (SpokenDigits& spoken : spoken_digits(reading.text)) {
      const auto is_part = [&](const Found& one) { return one.begin < spoken.end && spoken.begin < one.end; };
      found.erase(std::remove_if(found.begin(), found.end(), is_part), found.end());
      const std::size_t digits = count_digits(spoken.digits);
      if (!reading.asked || !spoken.is_complete || digits < kMinPhoneDigits || digits > kMaxPhoneDigits) continue;
      found.push_back({Value(std::move(spoken.digits)), spoken.begin, spoken.end});
    }
  }

  // In every form, group 1 is the number and group 2 its extension.
  template <class FollowsOn>
  void search(const Pattern& form, const Reading& reading, FollowsOn follows_on, std::vector<Found>& out) const {
    const std::string_view text = reading.text;
    const bool is_strict = reading.for_param && !reading.asked;
    const auto keep = [&](const auto& groups, std::size_t begin, std::size_t end) {
      std::string_view written = groups[1];
      const bool is_marked = written[0] == '+' || written.substr(0, 2) == "(+";
      if (is_marked && groups[2].empty()) end = begin + (written = first_number(written)).size();
      if (!groups[2].empty()) end = static_cast<std::size_t>(groups[2].data() + groups[2].size() - text.data());
      if (is_marked ? base::digit_before(text, begin) : base::letter_before(text, begin)) return;
      if (follows_on(text, begin) || continues(text, end) || other_.covers(written)) return;
      if (is_strict &&
          numbers_other_.occurs_in(text.substr(begin - std::min(begin, kLabelBytes), std::min(begin, kLabelBytes)))) {
        return;
      }
      const std::size_t abroad = written.substr(0, 2) == "00" ? 2 : 0;  // the prefix 00 is not part of the number
      constexpr std::string_view kTrunk = "(0)";
      const std::size_t trunk = is_marked || abroad > 0 ? written.find(kTrunk) : std::string_view::npos;
      std::string canonical;
      for (std::size_t at = 0; at < written.size(); ++at) {
        if (at == trunk) at += kTrunk.size();
        if (base::digit_at(written, at)) canonical += written[at];
      }
      if (canonical.size() < kMinPhoneDigits + abroad || canonical.size() > kMaxPhoneDigits + abroad) return;
      if (is_marked) canonical.insert(0, 1, '+');
      if (!groups[2].empty()) canonical.append("x").append(groups[2]);
      out.push_back({Value(std::move(canonical)), begin, end});
    };
    for_each_match(form, text, keep, 1);
  }

  static Pattern number(std::string_view before, std::string_view form) {
    return Pattern(std::string(before) + "(" + std::string(form) + R"()(?: ?(?:ext(?:ension|\.)?|x) ?(\d{1,6}))?\b)");
  }
  static Pattern number(std::string_view form) { return number("", form); }

  // The last group never has one digit: "5551234567 2 times".
  static constexpr std::string_view kAnyDigits = R"(\+?\(?\d(?:[ ().-]{0,2}\d){5,13}\d)";

  std::array<Pattern, 9> forms_ = {
      // +44 20 7946 0958; no country code begins with a zero
      number(
          R"((?:\(\+[1-9]\d{0,2}\)|\+[1-9]\d{0,2}|\b00 ?[1-9]\d{0,2})(?:[ ./-]{0,2}\(?\d{1,5}\)?){1,5}[ ./-]{0,2}\d{2,8})"),
      number(R"((?:\+?\b1[ .-]?)?(?:\(\d{2,3}\) ?|\b\d{2,3}[ .-])\d{3,5}[ .-]?\d{4})"),  // (555) 123-4567
      number(R"(\b\d{3}[-.]\d{4})"),                                                     // 555-1234
      number(R"(\b\d{3}[ .-]\d{3}[ .-]\d{3})"),                                          // 679 124 898
      number(R"(\b\d{2,3}[ .-]\d{1,2}[ .-]\d{3}[ .-]\d{4})"),                            // 971-50-123-4567
      number(R"(\b[1-9]\d{0,2}[ .-]\d{3}[ .-]\d{3}[ .-]\d{4})"),                         // 91-415-555-0132
      // 0 (532) 123 45 67, 532 123 45 67, 0 (917) 123 4567
      number(R"((?:\b0 ?\(\d{2,4}\) ?|\b0[ .-]\d{3}[ .-]|\b\d{3}[ .-])\d{3}[ .-](?:\d{4}|\d{2}[ .-]\d{2}))"),
      number(R"((?:\(0\d{1,5}\)|\b0\d{1,5})(?:[ ./-]{1,2}\d{2,8}){1,4})"),  // 020 7946 0958
      number(R"(\b0\d(?:[ .-]\d{2}){4})"),                                  // 06 12 34 56 78
  };
  // "phone number: 5551234567"
  Pattern named_ =
      number(R"(\b(?:phone|mobile|cell|tel|telephone|fax)(?: (?:number|no\.?|nr\.?|#))?(?: is| was)?:? *)", kAnyDigits);
  Pattern bare_ = number(kAnyDigits);
  // Words that number something else: "invoice no 03/2026/171". Redaction and answers ignore them.
  static constexpr std::size_t kLabelBytes = 40;
  Pattern numbers_other_{
      R"(\b(?:invoice|order|account|policy|ticket|customer|contract|booking|case|serial|version|tracking|reference|ref|)"
      R"(iban|imei|card|parcel)(?: (?:no\.?|nr\.?|number|id|code))?(?: is)?[:=#]? *$)"};
  // Dates, also with blanks ("08 06 1959"), decimals, IP addresses, social security numbers, 15-digit cards.
  Pattern other_{
      R"([0-3]?\d [01]?\d (?:19|20)\d\d|)"
      R"(\d+\.\d{4,}|\d{4}[-./]\d\d[-./]\d\d|\d\d?[-./]\d\d?[-./]\d{4}|(?:\d{1,3}\.){3}\d{1,3}|\d{3}-\d\d-\d{4}|)"
      R"(3[47]\d\d[ -]\d{6}[ -]\d{5})"};
};

}  // namespace

std::unique_ptr<const Recogniser> make_phone() { return std::make_unique<Phone>(); }

}  // namespace parley::intents
