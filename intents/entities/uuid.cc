// uuid: 32 hexadecimal digits, in five groups or one, bare or in the wrappers that programs print around them. The
// value is in lower case and five groups.
// Tested by tests/intents/identifiers_test.cc.
#include <string>

#include "base/boundaries.h"
#include "base/text.h"
#include "intents/entities/built_in.h"
#include "intents/entities/matches.h"

namespace parley::intents {
namespace {

class Uuid : public Recogniser {
 public:
  void find(const Reading& reading, std::vector<Found>& out) const override {
    for_each_match(uuid_, reading.text, [&](const auto& groups, std::size_t begin, std::size_t end) {
      if (!base::stands_alone(reading.text, begin, end) || base::char_before(reading.text, begin, '-') ||
          (base::char_at(reading.text, end, '-') && base::letter_at(reading.text, end + 1))) {
        return;
      }
      std::string canonical;
      for (const std::size_t group : {1, 2, 3, 4, 5}) {
        canonical += base::lower_ascii(groups[group]);
        if (group != 5) canonical += '-';
      }
      out.push_back({Value(std::move(canonical)), begin, end});
    });
  }

 private:
  Pattern uuid_{
      "(?:urn:uuid:|\\{|%7B|X')?([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})"
      "(?:\\}|%7D|')?"};
};

}  // namespace

std::unique_ptr<const Recogniser> make_uuid() { return std::make_unique<Uuid>(); }

}  // namespace parley::intents
