// The texts of a bot file, and what a bot says.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parley::config {

// Where something stands. Line and column start at 1, columns count code points; `offset` is in bytes.
struct Mark {
  int file = 0;  // index into BotDefinition::files
  int line = 0;
  int column = 0;
  std::size_t offset = 0;
};

// A text of the bot file and its place.
struct Text {
  std::string value;
  Mark mark;
};

// A text with placeholders: "Refund {order_id}?". A literal brace is written twice. Parsed when read.
//
// In what is said, though not in what is passed on, a placeholder may have a format, as in ICU's MessageFormat:
// "{day, date, full}", "{count, plural, one {# parcel} other {# parcels}}".
struct Template {
  struct Branch;
  struct Piece {
    Piece() = default;
    explicit Piece(std::string said) : literal(std::move(said)) {}
    Piece(std::string path, std::size_t at) : placeholder(std::move(path)), index(at) {}

    std::string literal;           // said before the placeholder
    std::string placeholder;       // its path; empty: there is none (only in the last piece)
    std::size_t index = 0;         // of the path in `source`, in bytes
    std::string format;            // empty: as the value's type is said
    std::string style;             // of the format, where it has any
    std::vector<Branch> branches;  // kPlural, kOrdinalPlural and kSelect; one has the key "other"
  };
  struct Branch {
    std::string key;  // "one", "=0"; of kSelect, a value
    std::vector<Piece> pieces;
  };
  std::string source;
  std::vector<Piece> pieces;
  Mark mark;
};

// The formats of a Piece that are none of base::Locale's types.
inline constexpr const char* kPlural = "plural";
inline constexpr const char* kOrdinalPlural = "selectordinal";
inline constexpr const char* kSelect = "select";
inline constexpr const char* kCount = "#";      // in the branches of the plurals: the number itself
inline constexpr const char* kPlain = "plain";  // as the value stands

// One thing said: in one of several ways, of which no two follow each other, and in others on some channels.
struct TextVariants {
  using Ways = std::vector<Template>;  // not empty

  Ways any;
  std::vector<std::pair<std::string, Ways>> channels;  // by the fact `context.channel`

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

}  // namespace parley::config
