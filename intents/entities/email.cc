// email: "jo.smith+shop@example.co.uk". The domain is case-insensitive; the local part may be case-sensitive.
// Tested by tests/intents/contact_types_test.cc.
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
  }

 private:
  // The lengths are the limits of the mail standards.
  Pattern address_{R"(\b[a-z0-9](?:[a-z0-9._%+'-]{0,62}[a-z0-9_+-])?@)"
                   R"((?:(?:[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?\.)+[a-z]{2,24}\b|\[(?:\d{1,3}\.){3}\d{1,3}\]))"};
};

}  // namespace

std::unique_ptr<const Recogniser> make_email() { return std::make_unique<Email>(); }

}  // namespace parley::intents
