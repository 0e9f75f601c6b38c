// StandIns: takes the private values out of a conversation and puts made-up ones in their place.
//
// Private are the params that the bot calls `sensitive` or names under `redaction.params`, by their type or, for a free
// text, by what was given for them; the types under `redaction.detect`; and what is private whoever says it. Detectors
// (privacy/detectors.h) see more ways of writing some types than an answer may have.
//
// Invariants
//   1. The same value has the same stand-in wherever it stands, however it is written. Two values have two, which read
//      as two values; where a type has too few of them, shared() names the type.
//   2. A stand-in reads as its type, and the params of that type take it or refuse it as they do the value. One for a
//      value that is not stored is valid for all of them.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "intents/entities/recogniser.h"
#include "parley/catalog.h"
#include "parley/clock.h"
#include "privacy/detectors.h"

namespace parley::engine {

class StandIns {
 public:
  explicit StandIns(const Catalog& catalog);
  ~StandIns();

  std::string replaced(std::string_view text, TimeMs now);

  // What private params without a shape were given: from now on it is private wherever it stands.
  void learn(const std::string& intent, const Value::Object& params);

  // The text with its private values, and what stands for them, shown as their type: "{email}". Two texts that differ
  // in private values only are the same then.
  std::string blurred(std::string_view text, TimeMs now) const;

  std::map<std::string, int> counts() const;  // different values replaced, by type
  std::vector<std::string> shared() const;    // types of which different values got one stand-in

 private:
  // The bot's own private types are read as leniently as an answer. A type that it declares and does not call private
  // is left as it is, even where another could be seen in it.
  enum class Kind { kBotsOwn, kPublic, kAlways };
  struct KnownType {
    std::string type;
    const intents::Recogniser* reads;  // null: it has no shape
    Kind kind;
  };
  struct PrivateParam {
    std::string intent;
    std::string param;
    std::string type;
  };
  struct Place {
    Span span;
    std::string type;
    std::string value;  // tells it from others of its type
    bool is_public;
  };

  void add_type(const std::string& type, Kind kind);
  std::vector<Place> places_in(std::string_view text, TimeMs now) const;
  std::string value_of(const std::string& type, std::string written, const intents::Now& when) const;
  const std::string& stand_in_for(const Place& place, std::string_view original, const intents::Now& when);
  std::string read(const std::string& type, const std::string& text, const intents::Now& when) const;
  std::optional<Value> whole_value(const std::string& type, std::string_view text, const intents::Now& when) const;
  std::vector<std::string> candidates_for(const Place& place, std::string_view original,
                                          const intents::Now& when) const;
  // Which of the private params of a type take a value.
  std::vector<bool> takers_of(const std::string& value, const std::string& type) const;

  const Catalog& catalog_;
  std::vector<std::unique_ptr<const intents::Recogniser>> own_;  // of types that the bot does not use
  std::vector<KnownType> types_;                                 // of two that see the same, the first is right
  privacy::PrivateTypes detected_;                               // of those that are private
  std::vector<PrivateParam> params_;
  std::map<std::string, std::string> literals_;                                       // texts, with their type
  std::map<std::string, std::map<std::string, std::string, std::less<>>> stand_ins_;  // by type, by value
  std::map<std::string, std::set<std::string>> read_;                                 // how they read, by type
};

}  // namespace parley::engine
