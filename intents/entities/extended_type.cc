// Tested by tests/intents/declared_entities_test.cc.
#include "intents/entities/extended_type.h"

#include <optional>
#include <string>
#include <utility>

#include "intents/entities/built_in.h"
#include "intents/entities/value_list.h"

namespace parley::intents {
namespace {

class ExtendedType : public Recogniser {
 public:
  ExtendedType(std::unique_ptr<const Recogniser> type, std::unique_ptr<const Recogniser> words)
      : type_(std::move(type)), words_(std::move(words)) {}

  void find(const Reading& reading, std::vector<Found>& out) const override {
    std::vector<Found> found, own;
    words_->find(reading, own);
    for (Found& word : own) {
      auto value = value_of(word.value.to_text(), reading);
      if (!value) continue;
      word.value = std::move(*value);
      found.push_back(std::move(word));
    }
    type_->find(reading, found);
    keep_longest(found);
    std::move(found.begin(), found.end(), std::back_inserter(out));
  }

  // Returns the value of the text of a word. It is read with each message, because it may be relative to
  // now.
  std::optional<Value> value_of(std::string_view text, const Reading& reading) const {
    Reading part{text, reading.now, true, reading.in_past};
    part.for_param = true;
    std::vector<Found> found;
    type_->find(part, found);
    return found.size() == 1 ? std::optional(std::move(found[0].value)) : std::nullopt;
  }

  bool takes(const Value& value) const override { return type_->takes(value); }
  std::optional<Value> from_hint(std::string_view text) const override { return type_->from_hint(text); }

 private:
  std::unique_ptr<const Recogniser> type_;
  std::unique_ptr<const Recogniser> words_;
};

}  // namespace

std::unique_ptr<const Recogniser> make_extended_type(const config::Entity& entity, const Vocabulary& vocabulary,
                                                     config::Diagnostics& findings) {
  auto type = make_built_in(entity.extends.value);
  auto words = make_value_list(entity, vocabulary, findings);
  if (!type || !words) return nullptr;
  auto made = std::make_unique<ExtendedType>(std::move(type), std::move(words));
  bool is_usable = true;
  for (const config::EntityValue& value : entity.values) {
    if (made->value_of(value.value.to_text(), {})) continue;
    findings.error(
        "E412", value.canonical.mark, value.canonical.value,
        config::quoted(value.value.to_text()) + " is not a value of the type " + config::quoted(entity.extends.value),
        "add 'value' with a text that this type reads, such as 'from 12 to 14' for a time_range");
    is_usable = false;
  }
  return is_usable ? std::move(made) : nullptr;
}

}  // namespace parley::intents
