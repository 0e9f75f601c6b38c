// Takes private values out of text. What is private: params the bot marks `sensitive` or names under
// `redaction.params`, recognised by their type, and the types under `redaction.detect`.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "parley/catalog.h"
#include "parley/session.h"

namespace parley::engine {

class Redactor {
 public:
  explicit Redactor(std::shared_ptr<const Catalog> catalog);

  // For showing to people: every private value becomes its name, "{order_id}". Also those that `state` holds,
  // whatever they look like: a free text has no shape to be known by.
  std::string for_display(std::string_view text, const SessionState& state = {}) const;

  Value value_for_display(const Value& value, const SessionState& state) const;

  // For the store: what a sensitive param was given, or was asked for and not given, is not kept in messages, whatever
  // intent the value is for.
  std::string for_store(std::string_view text, const Understanding& heard, const Situation& now) const;
  // The same for what the bot says: a reply may echo a sensitive param.
  // `told`: a param and a form of its value.
  std::string for_store(std::string_view reply, std::string_view intent, const Value::Object& params,
                        const std::vector<std::pair<std::string, std::string>>& told) const;
  // The same for what a tool is called with: a value that would change is left as the text that it changes to.
  Value value_for_store(const Value& value, std::string_view intent, const Value::Object& params,
                        const std::vector<std::pair<std::string, std::string>>& told) const;

 private:
  const std::string* label_of(std::string_view param) const;  // null: not private
  bool is_sensitive(std::string_view intent, std::string_view param) const;

  struct Private {
    std::string label;
    std::string type;
    bool is_param;
  };
  std::shared_ptr<const Catalog> catalog_;
  std::vector<Private> privates_;
};

}  // namespace parley::engine
