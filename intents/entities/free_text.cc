// free_text: the message without surrounding white space.
// Tested by tests/intents/plain_types_test.cc.
#include "base/text.h"
#include "intents/entities/built_in.h"

namespace parley::intents {
namespace {

class FreeText : public Recogniser {
 public:
  void find(const Reading& reading, std::vector<Found>& out) const override {
    const std::string_view text = base::trim(reading.text);
    if (text.empty()) return;
    const auto begin = static_cast<std::size_t>(text.data() - reading.text.data());
    out.push_back({Value(text), begin, begin + text.size()});
  }
  bool only_when_asked() const override { return true; }
  bool takes_whole_message() const override { return true; }
};

}  // namespace

std::unique_ptr<const Recogniser> make_free_text() { return std::make_unique<FreeText>(); }

}  // namespace parley::intents
