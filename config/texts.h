// Positions, texts and templates of a bot file.
// Tested by tests/config/template_test.cc.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "parley/attachment.h"

namespace parley::config {

// A position in a file. Line and column start at 1, columns count code points; `offset` is in bytes.
struct Mark {
  int file = 0;  // index into BotDefinition::files
  int line = 0;
  int column = 0;
  std::size_t offset = 0;
};

// A text of the bot file with its position.
struct Text {
  std::string value;
  Mark mark;
};

// A text with placeholders: "Refund {order_id}?". Literal braces are doubled. The reader parses it once.
//
// In texts that the bot says, a placeholder may have a format, as in ICU's MessageFormat: "{day, date, full}" or
// "{count, plural, one {# parcel} other {# parcels}}". Values passed to tools and intents have no formats.
// "{note, if, {...} else {...}}" and "{orders, each, {{item.name}} at_most 5 more {# more}}" have no match in ICU.
struct Template {
  struct Branch;
  struct Piece {
    Piece() = default;
    explicit Piece(std::string said) : literal(std::move(said)) {}
    Piece(std::string path, std::size_t at) : placeholder(std::move(path)), index(at) {}

    std::string literal;           // text before the placeholder
    std::string placeholder;       // its path; empty when there is no placeholder (only in the last piece)
    std::size_t index = 0;         // byte offset of the path in `source`
    std::string format;            // empty: the format of the value's type
    std::string style;             // style of the format, if any
    std::vector<Branch> branches;  // of the formats that choose or repeat texts
    int at_most = 0;               // kEach: the number of items that the bot says
    bool of_item = false;          // `item` or kItemNumber in the text of a kEach; not a name of the intent
  };
  struct Branch {
    std::string key;  // "one", "=0"; for kSelect a value; kMain, kElse, kSeparator or kMore for kIf and kEach
    std::vector<Piece> pieces;
  };
  // Whether the text is a single placeholder.
  bool is_one_value() const {
    return pieces.size() == 1 && pieces[0].literal.empty() && !pieces[0].placeholder.empty();
  }

  std::string source;
  std::vector<Piece> pieces;
  Mark mark;
};

// The formats of a Piece in addition to the types of base::Locale.
inline constexpr const char* kPlural = "plural";
inline constexpr const char* kOrdinalPlural = "selectordinal";
inline constexpr const char* kSelect = "select";  // one branch has the key "other", like in plurals
inline constexpr const char* kIf = "if";          // one text if there is a value, another one if not
inline constexpr const char* kEach = "each";      // a text for each item of a list
inline constexpr const char* kCount = "#";        // in the branches of plurals: the number itself
inline constexpr const char* kPlain = "plain";    // the value without a localized form

inline constexpr const char* kItemNumber = "#";  // '#' in kEach: the placeholder

// The branches of kIf and kEach.
inline constexpr const char* kMain = "";                // the text without a key
inline constexpr const char* kElse = "else";            // instead, if there is no value or no item
inline constexpr const char* kSeparator = "separator";  // between the items. Without it: a list in the bot's language
inline constexpr const char* kMore = "more";            // after the last item, if there are more than `at_most`

// A button of an attachment. Either `message` or `url` is set.
struct ButtonText {
  Template label, message, url;
};

// An attachment of a text (parley/attachment.h), with placeholders. Members that its kind lacks are empty.
struct AttachmentText {
  Attachment::Kind kind = Attachment::Kind::kLink;
  std::string channel;  // it belongs to the variants of this channel; empty: to `any`
  Template url, title, text, image, alt;
  std::vector<ButtonText> buttons;
};

// A text that the bot says, in several variants, with other variants for some channels. The bot never uses the same
// variant twice in a row.
struct TextVariants {
  using Ways = std::vector<Template>;  // not empty

  Ways any;
  std::vector<std::pair<std::string, Ways>> channels;  // selected by the fact `context.channel`
  std::vector<AttachmentText> attachments = {};        // of `any` and of all channels
  bool may_be_rephrased = false;                       // `rephrase`: a language model may say it in other words

  bool has_own(std::string_view channel) const {
    return std::any_of(channels.begin(), channels.end(), [&](const auto& own) { return own.first == channel; });
  }
  const Ways& on(std::string_view channel) const {
    for (const auto& [name, ways] : channels) {
      if (name == channel) return ways;
    }
    return any;
  }
};

// `Words` may be const.
template <class Words, class Visit>
void for_each_variant(Words& wording, const Visit& visit) {
  for (auto& way : wording.any) visit(way);
  for (auto& channel : wording.channels) {
    for (auto& way : channel.second) visit(way);
  }
}

// Visit the texts of the attachments, or their URLs. `Words` may be const.
template <class Words, class Visit>
void for_each_attachment_text(Words& wording, const Visit& visit) {
  for (auto& one : wording.attachments) {
    for (auto* text : {&one.title, &one.text, &one.alt}) visit(*text);
    for (auto& button : one.buttons) {
      visit(button.label);
      visit(button.message);
    }
  }
}
template <class Words, class Visit>
void for_each_url(Words& wording, const Visit& visit) {
  for (auto& one : wording.attachments) {
    visit(one.url);
    visit(one.image);
    for (auto& button : one.buttons) visit(button.url);
  }
}

// Visits everything in which a placeholder may be: the variants, the texts of the attachments and their URLs.
template <class Words, class Visit>
void for_each_template(Words& wording, const Visit& visit) {
  for_each_variant(wording, visit);
  for_each_attachment_text(wording, visit);
  for_each_url(wording, visit);
}

}  // namespace parley::config
