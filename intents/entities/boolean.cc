// boolean: yes or no in their many forms, in answer to a question (yes_no.h).
// Tested by tests/intents/plain_types_test.cc.
#include "intents/entities/built_in.h"
#include "intents/yes_no.h"

namespace parley::intents {
namespace {

class Boolean : public Recogniser {
 public:
  void find(const Reading& reading, std::vector<Found>& out) const override {
    const Words words(reading.text);
    auto answer = whole_message_.find(words);
    if (!answer) answer = first_words_.find(words);
    if (answer) out.push_back({Value(answer->is_yes), answer->span.begin, answer->span.end});
  }

  bool takes(const Value& value) const override { return value.if_bool() != nullptr; }
  bool only_when_asked() const override { return true; }

 private:
  YesNo whole_message_{YesNo::Where::kWholeMessage};
  YesNo first_words_{YesNo::Where::kFirstWords};
};

}  // namespace

std::unique_ptr<const Recogniser> make_boolean() { return std::make_unique<Boolean>(); }

}  // namespace parley::intents
