// Parses templates. "{{" and "}}" are literal braces. "{name}" and "{name.member}" are placeholders. "{name, format}"
// and "{name, format, style}" are placeholders with a format. Every other brace is an error (E305).
//
// In the branches of a format, braces are never literal. In the branches of a plural, '#' is the number. In the main
// text of an `each` it is the number of the item, and in its `more` the number of the items that are left out.
#include "config/template.h"

#include <algorithm>
#include <charconv>

#include "base/locale.h"
#include "base/text.h"

namespace parley::config {
namespace {

using Piece = Template::Piece;
using Branch = Template::Branch;

constexpr int kMaxDepth = 4;    // nesting of branches
constexpr int kMaxItems = 100;  // that an `each` says
constexpr const char* kItem = "item";

bool is_name_byte(char c) { return c == '-' || (base::is_word_byte(c) && static_cast<unsigned char>(c) < 0x80); }

// Accepts "order_id" and "refund.items.0".
bool is_placeholder(std::string_view name) {
  if (name.empty() || name.front() == '-' || (name.front() >= '0' && name.front() <= '9')) return false;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const bool dot = i > 0 && name[i] == '.' && i + 1 < name.size() && is_name_byte(name[i + 1]);
    if (!dot && !is_name_byte(name[i])) return false;
  }
  return true;
}

bool is_plural(std::string_view format) { return format == kPlural || format == kOrdinalPlural; }

bool is_guard(std::string_view format) { return format == kIf || format == kEach; }

bool has_branches(std::string_view format) { return is_plural(format) || format == kSelect || is_guard(format); }

bool is_member_of_item(std::string_view path) { return path.substr(0, path.find('.')) == kItem; }

std::vector<std::string> known_formats() {
  std::vector<std::string> formats = base::Locale::types();
  for (const char* other : {kPlain, kPlural, kOrdinalPlural, kSelect, kIf, kEach}) formats.emplace_back(other);
  return formats;
}

// The keys of a format with a main text.
std::vector<std::string> keys_of(std::string_view format) {
  if (format == kIf) return {kElse};
  return {kSeparator, "at_most", kMore, kElse};
}

// Accepts "one" and "=5".
bool is_plural_key(std::string_view key) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (key.size() > 1 && key[0] == '=') return std::all_of(key.begin() + 1, key.end(), is_digit);
  for (const char* form : {"zero", "one", "two", "few", "many", "other"}) {
    if (key == form) return true;
  }
  return false;
}

class TemplateReader {
 public:
  TemplateReader(const Text& text, Formats formats, Diagnostics& findings)
      : text_(text), formats_(formats), findings_(findings) {}

  Template read() { return {text_.value, read_pieces({}), text_.mark}; }

 private:
  // ---- the text, byte by byte
  std::string_view rest() const { return std::string_view(text_.value).substr(at_); }
  char next() const { return at_ < text_.value.size() ? text_.value[at_] : '\0'; }
  bool at_end() const { return at_ >= text_.value.size(); }
  bool skip(char c) {
    skip_space();
    if (next() != c || at_end()) return false;
    ++at_;
    return true;
  }
  void skip_space() { at_ = std::min(text_.value.find_first_not_of(" \t\n", at_), text_.value.size()); }
  std::string_view read_until(const char* ends) {
    const std::size_t begin = at_;
    at_ = std::min(text_.value.find_first_of(ends, at_), text_.value.size());
    return base::trim(std::string_view(text_.value).substr(begin, at_ - begin));
  }

  // The meaning of '#': the number of the placeholder `path`. Empty: '#' is literal.
  struct Counted {
    std::string path;
    bool of_item = false;
  };

  // Reads to the end of the text or to the closing brace of a branch.
  std::vector<Piece> read_pieces(const Counted& counted) {
    std::vector<Piece> pieces;
    std::string literal;
    const auto add = [&](Piece piece) {
      piece.literal = std::exchange(literal, {});
      pieces.push_back(std::move(piece));
    };
    while (!at_end() && !(depth_ > 0 && next() == '}')) {
      const char c = next();
      if (depth_ == 0 && (c == '{' || c == '}') && rest().substr(1, 1) == rest().substr(0, 1)) {
        literal += c;
        at_ += 2;
      } else if (c == '{') {
        if (auto piece = read_placeholder(counted); piece) add(std::move(*piece));
      } else if (c == '}') {
        report_stray(at_, at_ + 1);
      } else if (c == '#' && !counted.path.empty()) {
        Piece number(counted.path, at_++);
        number.format = kCount;
        number.of_item = counted.of_item;
        add(std::move(number));
      } else {
        literal += c;
        ++at_;
      }
    }
    if (!literal.empty()) pieces.emplace_back(std::move(literal));
    return pieces;
  }

  // Reads a placeholder from its opening brace. Returns nullopt after reporting that it is invalid.
  std::optional<Piece> read_placeholder(const Counted& counted) {
    const std::size_t begin = at_;
    const std::size_t end = text_.value.find_first_of("{},", begin + 1);
    const bool has_format = formats_ == Formats::kAllowed && end != std::string::npos && text_.value[end] == ',';
    if (!has_format) return read_bare(begin);
    std::string_view name = base::trim(std::string_view(text_.value).substr(begin + 1, end - begin - 1));
    if (!is_placeholder(name)) return read_bare(begin);
    Piece piece(std::string(name), text_.value.find(name, begin));
    piece.of_item = in_item_ && is_member_of_item(name);
    at_ = end + 1;
    return read_format(piece, counted) && expect('}', begin) ? std::optional(std::move(piece)) : std::nullopt;
  }

  std::optional<Piece> read_bare(std::size_t begin) {
    const std::size_t end = text_.value.find_first_of("{}", begin + 1);
    if (end == std::string::npos || text_.value[end] == '{') {
      report_stray(begin, std::min({text_.value.find_first_of(" \t\n", begin), end, text_.value.size()}));
      return std::nullopt;
    }
    const std::string name = text_.value.substr(begin + 1, end - begin - 1);
    if (!is_placeholder(name)) {
      report_stray(begin, end + 1);
      return std::nullopt;
    }
    at_ = end + 1;
    Piece piece(name, begin + 1);
    piece.of_item = in_item_ && is_member_of_item(name);
    return piece;
  }

  // Reads "date", "date, full" or "plural, one {...} other {...}". Returns false after reporting that it is invalid.
  bool read_format(Piece& piece, const Counted& counted) {
    skip_space();
    const std::size_t begin = at_;
    piece.format = read_until(",{}");
    if (!is_known(piece.format, known_formats(), begin)) return give_up();
    if (has_branches(piece.format)) return expect(',', begin) && read_branches(piece, begin, counted);
    if (!skip(',')) return true;
    skip_space();
    const std::size_t style = at_;
    piece.style = read_until("{}");
    if (base::Locale::is_style(piece.format, piece.style)) return true;
    report("E314", style, piece.style,
           "unknown style " + quoted(piece.style) + " of the format " + quoted(piece.format),
           "docs/bot-format.md lists the styles; for example {day, date, full}");
    return give_up();
  }

  bool read_branches(Piece& piece, std::size_t begin, const Counted& counted) {
    if (depth_ == kMaxDepth) {
      report("E314", begin, piece.format, "formats are nested too deeply", "nest fewer formats in one text");
      return give_up();
    }
    if (piece.format == kEach) piece.at_most = kMaxItems;
    for (skip_space(); !at_end() && next() != '}'; skip_space()) {
      const std::size_t key_at = at_;
      const std::string key(read_until(piece.format == kSelect ? "{}" : " \t\n{}"));
      const bool is_main = key.empty() && is_guard(piece.format) && piece.branches.empty();
      if (!is_main && !is_key_of(piece.format, key, key_at)) return false;
      if (key == "at_most" && piece.format == kEach) {
        if (!read_at_most(piece)) return false;
        continue;
      }
      if (!expect('{', key_at)) return false;
      if (has(piece.branches, key)) {
        report("E314", key_at, key, "duplicate branch " + quoted(key), "remove one of the branches");
        return give_up();
      }
      std::vector<Piece> inner = read_branch(piece, key, counted);
      if (!expect('}', key_at)) return false;
      piece.branches.push_back({key, std::move(inner)});
    }
    return has_required_branch(piece, begin);
  }

  // Reads the text of a branch up to its closing brace.
  std::vector<Piece> read_branch(const Piece& piece, std::string_view key, const Counted& outer) {
    const bool is_item = piece.format == kEach && key == kMain, is_rest = piece.format == kEach && key == kMore;
    Counted counted;
    if (is_plural(piece.format)) counted = {piece.placeholder, piece.of_item};
    if (piece.format == kIf) counted = outer;
    if (is_item || is_rest) counted = {kItemNumber, true};
    const bool was_in_item = std::exchange(in_item_, in_item_ || is_item);
    ++depth_;
    std::vector<Piece> inner = read_pieces(counted);
    --depth_;
    in_item_ = was_in_item;
    return inner;
  }

  bool is_key_of(const std::string& format, const std::string& key, std::size_t key_at) {
    if (key.empty()) return malformed(key_at);
    if (is_plural(format) && !is_plural_key(key)) {
      report("E314", key_at, key, quoted(key) + " is not a plural form",
             "use zero, one, two, few, many, other, or a number such as =0");
      return give_up();
    }
    const std::vector<std::string> known = keys_of(format);
    if (!is_guard(format) || std::find(known.begin(), known.end(), key) != known.end()) return true;
    report("E314", key_at, key, quoted(key) + " is not a part of the format " + quoted(format),
           did_you_mean_or_list(key, known));
    return give_up();
  }

  bool read_at_most(Piece& piece) {
    skip_space();
    const std::size_t begin = at_;
    const std::string number(read_until(" \t\n{}"));
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), piece.at_most);
    const bool is_whole = error == std::errc() && end == number.data() + number.size();
    if (is_whole && piece.at_most >= 1 && piece.at_most <= kMaxItems) return true;
    report("E308", begin, number, "at_most takes a number from 1 to " + std::to_string(kMaxItems),
           "for example at_most 5");
    return give_up();
  }

  bool has_required_branch(const Piece& piece, std::size_t begin) {
    if (has(piece.branches, is_guard(piece.format) ? kMain : "other")) return true;
    if (is_guard(piece.format)) {
      report("E314", begin, piece.format, "missing text in the format " + quoted(piece.format),
             piece.format == kIf ? "write it like {note, if, { for {note}}}"
                                 : "write it like {orders, each, {{item.name}}}");
    } else {
      report("E314", begin, piece.format, "missing branch 'other' in a " + piece.format,
             "add other {...} for all remaining values");
    }
    return give_up();
  }

  static bool has(const std::vector<Branch>& branches, std::string_view key) {
    return std::any_of(branches.begin(), branches.end(), [&](const Branch& branch) { return branch.key == key; });
  }

  bool is_known(const std::string& word, const std::vector<std::string>& known, std::size_t index) {
    if (std::find(known.begin(), known.end(), word) != known.end()) return true;
    const std::string first = word.substr(0, word.find(' '));
    const bool lacks_comma = first != word && std::find(known.begin(), known.end(), first) != known.end();
    report("E314", index, word, "unknown format " + quoted(word),
           lacks_comma ? "write a comma after " + quoted(first) : did_you_mean_or_list(word, known));
    return false;
  }

  bool expect(char c, std::size_t begin) { return skip(c) || malformed(begin); }

  bool malformed(std::size_t begin) {
    if (!gave_up_) {
      report("E305", begin, text_.value.substr(begin, 1), "the braces of this format do not match",
             "write it like {day, date, full} or {n, plural, one {# day} other {# days}}");
    }
    return give_up();
  }

  // Stops reading after an error in a format; the rest of the text is not checked.
  bool give_up() {
    gave_up_ = true;
    at_ = text_.value.size();
    return false;
  }

  void report_stray(std::size_t begin, std::size_t end) {
    const std::string token = text_.value.substr(begin, end - begin);
    report("E305", begin, token, quoted(token) + " is not a placeholder",
           token == "}" ? "write '}}' for a brace" : "write {name}, or '{{' for a brace");
    at_ = end;
  }

  void report(const char* code, std::size_t index, const std::string& what, const std::string& message,
              const std::string& hint) {
    findings_.error(code, findings_.inside(text_, index), what, message, hint);
  }

  const Text& text_;
  Formats formats_;
  Diagnostics& findings_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool in_item_ = false;  // inside the main text of an `each`
  bool gave_up_ = false;
};

}  // namespace

Template parse_template(const Text& text, Formats formats, Diagnostics& findings) {
  return TemplateReader(text, formats, findings).read();
}

}  // namespace parley::config
