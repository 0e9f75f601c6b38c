// email: "jo.smith+shop@example.co.uk", or as people say it: "jo dot smith at example dot co dot uk". The domain is
// case-insensitive; the local part may be case-sensitive. Tested by tests/intents/contact_types_test.cc.
#include <algorithm>
#include <string>

#include "base/text.h"
#include "intents/entities/built_in.h"
#include "intents/entities/matches.h"

namespace parley::intents {
namespace {

class Email : public Recogniser {
 public:
  void find(const Reading& reading, std::vector<Found>& out) const override {
    for_each_match(address_, reading.text, [&](const auto& groups, std::size_t begin, std::size_t end) {
      const std::string_view address = groups[0];
      const std::size_t at = address.find('@');
      out.push_back({Value(std::string(address.substr(0, at)) + base::lower_ascii(address.substr(at))), begin, end});
    });
    if (out.empty() && reading.for_param) find_spoken(reading, out);
  }

 private:
  // Finds "jane dot smith at example dot com", in an answer or after a word such as "email".
  void find_spoken(const Reading& reading, std::vector<Found>& out) const {
    const std::string_view text = reading.text;
    if (!reading.asked && !announced_.occurs_in(text)) return;
    for_each_match(spoken_, text, [&](const Pattern::Groups& groups, std::size_t begin, std::size_t end) {
      if (!reading.asked && !announced_.occurs_in(text.substr(0, begin))) return;
      out.push_back({Value(joined(groups[1]) + "@" + base::lower_ascii(joined(groups[2]))), begin, end});
    });
  }

  // "jane dot smith" is "jane.smith".
  static std::string joined(std::string_view words) {
    std::string out;
    for (std::size_t at = 0; at < words.size();) {
      const std::size_t end = std::min(words.find(' ', at), words.size());
      const std::string word = base::lower_ascii(words.substr(at, end - at));
      if (word == "dot" || word == "punkt") {
        out += '.';
      } else if (word == "underscore" || word == "unterstrich") {
        out += '_';
      } else if (word == "dash" || word == "hyphen" || word == "minus") {
        out += '-';
      } else {
        out += words.substr(at, end - at);
      }
      at = end + 1;
    }
    return out;
  }

  static constexpr std::string_view kJoint = "dot|punkt|underscore|unterstrich|dash|hyphen|minus";
  Pattern announced_{R"(\b(?:e-?mails?|mail|address|adresse)\b)"};
  Pattern spoken_{"\\b([a-z0-9][a-z0-9._+-]{0,62}(?: (?:" + std::string(kJoint) +
                  ") [a-z0-9._+-]{1,62}){0,5}) ?(?: at | \\(at\\) |\\(at\\)| \\[at\\] |@) ?([a-z0-9-]{1,62}(?: (?:" +
                  std::string(kJoint) + ") [a-z0-9-]{1,62}){0,4}(?: (?:dot|punkt) |\\.)[a-z]{2,24})\\b"};
  // The lengths are the limits of the mail standards.
  Pattern address_{R"(\b[a-z0-9](?:[a-z0-9._%+'-]{0,62}[a-z0-9_+-])?@)"
                   R"((?:(?:[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?\.)+[a-z]{2,24}\b|\[(?:\d{1,3}\.){3}\d{1,3}\]))"};
};

}  // namespace

std::unique_ptr<const Recogniser> make_email() { return std::make_unique<Email>(); }

}  // namespace parley::intents
