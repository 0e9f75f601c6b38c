// ResponseRenderer renders the texts of a bot in the session's language, for the session's channel.
//
//   1. A value is formatted by the type of its param: "March 2, 2026", "$12.50". A tool's value has no type and stays
//      unchanged, unless the placeholder has a format.
//   2. A text with several variants never repeats a variant at once. The name of the session, the turn and the text
//      select the next variant, so a replay selects the same variants. SessionState::ways stores the last variant. A
//      variant whose placeholder has no value is used only if every variant has such a placeholder.
//   3. When a text contains the value of a sensitive param, the renderer records the form of the value in that text, so
//      that the engine can redact the text.
//   4. In the text of an `each`, `item` is an item of the list. An item of a list param is formatted like the param.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "config/definition.h"
#include "config/value_place.h"
#include "parley/session.h"
#include "parley/value.h"
#include "planner/variables.h"

namespace parley::planner {

// Sensitive params, each with a form in which a text contains its value.
using DisclosedValues = std::vector<std::pair<std::string, std::string>>;

class ResponseRenderer {
 public:
  // All arguments must outlive the renderer. `disclosed` may be null.
  ResponseRenderer(const config::BotDefinition& bot, SessionState& state, const Value& context,
                   DisclosedValues* disclosed);

  // Renders a text. `name` and `value` are an additional variable, such as {options} or {result.id}. Without a name,
  // the members of an object are such variables.
  std::string say(const config::TextVariants& text, std::string_view name = {}, const Value& value = {});

  // Returns the places of the values in the text that say() has rendered. Empty if the text may not be rephrased.
  std::vector<config::ValuePlace> take_value_places() { return std::exchange(places_, {}); }

  // Returns the attachments of a text for the session's channel (planner/attachments.cc). Leaves out a link, an image,
  // or a button whose URL has no value or is not one of a web page.
  std::vector<Attachment> attachments(const config::TextVariants& text);

  // Returns the placeholders without a value in the texts that say() and attachments() have rendered.
  const std::vector<std::string>& missing_placeholders() const { return missing_; }

  // Formats a value in the language of the session. `type` is empty if the value has no type.
  // `in_past`: an open range begins in the past ("since Monday").
  std::string format_value(const Value& value, std::string_view type, bool in_past = false) const;
  std::string format_choice(const std::vector<std::string>& items) const;  // "a, b, or c"

 private:
  std::string format_record(const Value& value) const;
  const config::Template& select_variant(const config::TextVariants& text);
  std::string plain(const config::Template& text);
  std::string url(const config::Template& text);  // empty: it is not one of a web page
  bool build(const config::AttachmentText& text, Attachment& attachment);
  // Append to `out`, and the placeholders without a value to `missing`.
  void render(const std::vector<config::Template::Piece>& pieces, std::string& out,
              std::vector<std::string>& missing) const;
  void render(const config::Template::Piece& piece, std::string& out, std::vector<std::string>& missing) const;
  void append_value(const std::string& name, std::string text, std::string& out) const;
  std::vector<std::size_t> usable(const config::TextVariants::Ways& ways) const;
  void find_missing(const std::vector<config::Template::Piece>& pieces, std::vector<std::string>& missing) const;
  const config::Template::Branch& branch_of(const config::Template::Piece& piece, const Value* value) const;
  void render_each(const config::Template::Piece& piece, const Value* list, std::string& out,
                   std::vector<std::string>& missing) const;
  void find_missing_in_each(const config::Template::Piece& piece, const Value* list,
                            std::vector<std::string>& missing) const;
  const Value* find(const config::Template::Piece& piece) const;
  // Returns the param whose value the placeholder is a part of; null if there is none.
  const config::Param* param(const config::Template::Piece& piece) const;

  // The item of an `each`, while its text is rendered.
  struct Item {
    const Value* value = nullptr;  // null in the branch kMore
    std::size_t number = 0;        // from 1; in the branch kMore, of the items that are left out
    const config::Param* of = nullptr;
    const Item* outer = nullptr;
  };
  class ItemScope;

  const config::BotDefinition& bot_;
  SessionState& state_;
  Variables known_;
  std::string_view channel_;
  DisclosedValues* disclosed_;
  std::shared_ptr<const base::Locale> locale_;
  std::string_view name_;
  const Value* value_ = nullptr;
  mutable const Item* item_ = nullptr;
  std::vector<std::string> missing_;
  bool marks_values_ = false;                     // while say() renders a text that may be rephrased
  mutable std::vector<std::string> value_names_;  // of the marked values, in their order
  std::vector<config::ValuePlace> places_;
};

}  // namespace parley::planner
