// person_name and its parts first_name and last_name (names.h). "Jane Doe" contains a whole name and both parts. A
// single word is the part that the bot asked for, or else the first name, unless the context shows which part it is.
// Tested by tests/intents/names_test.cc.
#include <string>

#include "intents/entities/built_in.h"
#include "intents/entities/names.h"

namespace parley::intents {
namespace {

class PersonName : public Recogniser {
 public:
  void find(const Reading& reading, std::vector<Found>& out) const override {
    for (const SaidName& name : names_.find(reading.text, reading.asked || reading.whole_asked)) {
      const NamePart part = part_of(name, reading);
      if (!part.is_said()) continue;
      const bool is_all = part.begin == name.whole.begin && part.end == name.whole.end;
      out.push_back({Value(is_all ? name.text : std::string(reading.text.substr(part.begin, part.end - part.begin))),
                     part.begin, part.end});
    }
  }

  bool takes(const Value& value) const override { return value.if_string() != nullptr; }
  bool needs_context() const override { return true; }

 protected:
  virtual NamePart part_of(const SaidName& name, const Reading&) const { return name.whole; }

 private:
  Names names_;
};

class FirstName : public PersonName {
 public:
  std::string_view whole() const override { return "person_name"; }

 protected:
  NamePart part_of(const SaidName& name, const Reading& reading) const override {
    return name.is_clear || reading.asked || !reading.whole_asked ? name.first : NamePart{};
  }
};

class LastName : public PersonName {
 public:
  std::string_view whole() const override { return "person_name"; }

 protected:
  NamePart part_of(const SaidName& name, const Reading& reading) const override {
    return name.is_clear || !reading.asked ? name.last : name.whole;
  }
};

}  // namespace

std::unique_ptr<const Recogniser> make_person_name() { return std::make_unique<PersonName>(); }
std::unique_ptr<const Recogniser> make_first_name() { return std::make_unique<FirstName>(); }
std::unique_ptr<const Recogniser> make_last_name() { return std::make_unique<LastName>(); }

}  // namespace parley::intents
