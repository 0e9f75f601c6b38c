// BotConstants holds what a bot file itself says: the texts, the links, the pages, and the values of `prefill`,
// `default` and the arguments for tools. A phone number in them is the number of the company. It is not private, even
// if it has the form of a private type.
//
// Tested by tests/engine/bot_constants_test.cc.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "config/definition.h"

namespace parley::engine {

class BotConstants {
 public:
  void add_texts(const config::BotDefinition& bot);  // in one language
  void add_pages(const config::BotDefinition& bot);  // in all languages
  // Must follow the last call of the functions above: has() then finds a value without a search of all texts. Users
  // choose how many values a message has, and a bot may have megabytes of pages.
  void index();

  // Whether the bot file has this value. A value counts if it has six letters or digits or more, and a digit or an @:
  // a short number or a word may have another meaning for the user. A part of a longer number or address does not
  // count.
  bool has(std::string_view value) const;

 private:
  void add(std::string_view text);
  void add(const std::vector<config::Template::Piece>& pieces);
  void add(const config::ValueExpr& value);
  void add(const std::vector<config::KnowledgePassage>& passages);

  std::string_view text_at(std::size_t key) const;

  // Bounds the work for a value, which a user may repeat. If a value is only a part of so many numbers or addresses, it
  // counts as none of the bot's.
  static constexpr int kMostPlaces = 1000;
  static constexpr std::size_t kMostCompared = 64;  // bytes of the text from a key on

  std::string texts_;              // the parts with a digit or an @, a line each
  std::vector<std::size_t> keys_;  // the places in `texts_` at which a look-up begins, in the order of the texts there
};

}  // namespace parley::engine
