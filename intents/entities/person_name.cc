// person_name: a name as the answer to the question for one. "Jane Doe", "my name is Jane", "it's Jane Doe here". What
// says who is speaking is taken off; one to four words of letters are left. A refusal ("none of your business") and
// an answer in other words are no name.
#include <algorithm>
#include <string>

#include "base/text.h"
#include "intents/entities/built_in.h"
#include "intents/entities/matches.h"

namespace parley::intents {
namespace {

// Words that no name has, but answers have; between spaces.
constexpr std::string_view kNoNames =
    " a about all am an and any are as ask at because book but can cancel do don't dont for from have hello help "
    "hey hi how i if in is it just know later like me my need never no none nope not of ok on or people please "
    "sorry stop table tell thanks that the there this time to today tomorrow tonight two want was we what when "
    "why with yes you your ";

bool is_no_name(std::string_view word) {
  return kNoNames.find(" " + base::lower_ascii(word) + " ") != std::string_view::npos;
}

class PersonName : public Recogniser {
 public:
  void find(const Reading& reading, std::vector<Found>& out) const override {
    Pattern::Groups groups;
    if (!answer_.find(reading.text, 0, groups)) return;
    const std::string_view name = groups[1];
    std::string canonical;
    for (std::size_t at = 0; at < name.size();) {
      const std::size_t end = std::min(name.find(' ', at), name.size());
      if (end > at) {
        const std::string_view word = name.substr(at, end - at);
        if (is_no_name(word)) return;
        canonical += canonical.empty() ? "" : " ";
        canonical += word;
      }
      at = end + 1;
    }
    const auto begin = static_cast<std::size_t>(name.data() - reading.text.data());
    out.push_back({Value(std::move(canonical)), begin, begin + name.size()});
  }

  bool takes(const Value& value) const override { return value.if_string() != nullptr; }
  bool only_when_asked() const override { return true; }

 private:
  Pattern answer_{
      R"(^\W*(?:(?:yes|yeah|sure|ok|okay|hi|hello|well),? +)?)"
      R"((?:(?:(?:my|the|first|last|full|family|sur) ?)*name(?:'s| is|:)? +|(?:i am|i'm|im|it is|it's|its|this is|that's|that is|)"
      R"(call me|they call me|under|for) +(?:(?:mr|mrs|ms|miss|dr)\.? +)?)?)"
      R"((\pL[\pL'.-]*(?: +\pL[\pL'.-]*){0,3}?)(?: +(?:here|speaking|please|thanks|thank you))?\W*$)"};
};

}  // namespace

std::unique_ptr<const Recogniser> make_person_name() { return std::make_unique<PersonName>(); }

}  // namespace parley::intents
