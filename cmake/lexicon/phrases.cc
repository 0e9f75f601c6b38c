#include "cmake/lexicon/phrases.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string_view>

namespace parley::lexicon {
namespace {

constexpr auto kWord = R"(\w+)";
constexpr auto kAnything = ".+";
constexpr int kMostWords = 9;

// Piece is a part of a phrase: a run of letters, a group or a reference.
struct Piece {
  std::string regex;
  bool follows_space = false;
  bool may_be_absent = false;
  bool repeats = false;
};

// The sections that are being translated, outermost first. A section that refers to itself is among them.
using Path = std::vector<const Section*>;

class Translator {
 public:
  Translator(const std::vector<File>& files, const File& file, Path& path, Problems& problems)
      : files_(files), file_(file), path_(path), problems_(problems) {}

  std::string regex_of(const Section& section) {
    if (std::find(path_.begin(), path_.end(), &section) != path_.end()) {
      problems_.push_back({file_.path, section.line, "the section [" + section.name + "] refers to itself"});
      return {};
    }
    path_.push_back(&section);
    std::string regex;
    for (const Entry& entry : section.entries) regex += (regex.empty() ? "" : "|") + regex_of(entry);
    path_.pop_back();
    return "(?:" + regex + ")";
  }

 private:
  std::string regex_of(const Entry& entry) {
    text_ = entry.text;
    line_ = entry.line;
    at_ = 0;
    is_wrong_ = false;
    if (text_.front() == '/') return raw();
    std::string regex = sequence();
    if (!is_wrong_ && at_ < text_.size()) error(std::string("no bracket opens before this ") + text_[at_]);
    return regex;
  }

  // Reports only the first error of an entry.
  void error(const std::string& message) {
    if (!is_wrong_) problems_.push_back({file_.path, line_, "\"" + std::string(text_) + "\": " + message});
    is_wrong_ = true;
    at_ = text_.size();
  }

  std::string raw() {
    if (text_.size() < 3 || text_.back() != '/') error("a regex ends with / as it begins");
    return std::string(text_.substr(1, text_.size() - 2));
  }

  bool is_at(char c) const { return at_ < text_.size() && text_[at_] == c; }
  bool take(char c) {
    if (!is_at(c)) return false;
    ++at_;
    return true;
  }

  // Reads up to the end of the entry, of an alternative or of a bracket.
  std::string sequence() {
    std::vector<Piece> pieces;
    while (!ends_sequence()) {
      const bool follows_space = skip_spaces();
      if (follows_space && (pieces.empty() || ends_sequence())) {
        error("a space next to a bracket or | has no meaning; write (thats|that is), not that(s| is)");
        break;
      }
      pieces.push_back(piece());
      pieces.back().follows_space = follows_space;
    }
    return joined(pieces);
  }

  bool ends_sequence() const { return at_ == text_.size() || is_at('|') || is_at(')') || is_at(']'); }

  bool skip_spaces() {
    const std::size_t begin = at_;
    while (take(' ')) {
    }
    return at_ > begin;
  }

  Piece piece() {
    if (text_.substr(at_, 3) == "[ ]") return {optional_space()};
    if (take('(')) return group(')');
    if (take('[')) return group(']');
    if (take('<')) return {reference()};
    return {letters()};
  }

  Piece group(char end) {
    std::string alternatives = sequence();
    while (take('|')) alternatives += "|" + sequence();
    if (!take(end)) error(std::string("the bracket has no end; write ") + end);
    Piece piece{"(?:" + alternatives + ")"};
    piece.may_be_absent = end == ']';
    if (end == ')' && take('*')) piece.may_be_absent = piece.repeats = true;
    if (end == ')' && take('+')) piece.regex += "(?: " + piece.regex + ")*";
    return piece;
  }

  // "never[ ]mind"
  std::string optional_space() {
    at_ += 3;
    return " ?";
  }

  // "yes+" stretches the last letter; "any*" may have more letters.
  std::string letters() {
    std::string regex;
    const std::size_t begin = at_;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      const bool is_letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80;
      if (is_letter || c == '\'' || c == '-' || c == '&' || (c == '+' && at_ > begin)) {
        regex += c;
        ++at_;
      } else if (c == '.') {
        regex += "\\.";
        ++at_;
      } else if (c == '*' && at_ > begin) {
        regex += "\\w*";
        ++at_;
      } else {
        break;
      }
    }
    if (at_ == begin) error(std::string("unexpected character ") + text_[at_] + "; write words in lower case");
    return regex;
  }

  // <word>, <words 1-3>, <anything>, <yes>, <acts.yes>
  std::string reference() {
    const std::size_t end = text_.find('>', at_);
    if (end == std::string_view::npos) return error("the reference has no end; write >"), std::string();
    const std::string_view name = text_.substr(at_, end - at_);
    at_ = end + 1;
    if (name == "word") return kWord;
    if (name == "anything") return kAnything;
    if (name.substr(0, 6) == "words ") return several_words(name.substr(6));
    const std::size_t dot = name.find('.');
    const auto is_named = [&](const File& file) { return file.subject == name.substr(0, dot); };
    const auto found =
        dot == std::string_view::npos ? files_.end() : std::find_if(files_.begin(), files_.end(), is_named);
    const File& file = found == files_.end() ? file_ : *found;
    const Section* section = file.find(found == files_.end() ? name : name.substr(dot + 1));
    if (!section) return error("no section [" + std::string(name) + "]"), std::string();
    return Translator(files_, file, path_, problems_).regex_of(*section);
  }

  std::string several_words(std::string_view range) {
    const auto is_digit = [](char c) { return c >= '1' && c <= '0' + kMostWords; };
    const bool is_range = range.size() == 3 && is_digit(range[0]) && range[1] == '-' && is_digit(range[2]);
    if (!is_range || range[0] >= range[2]) return error("write a range of words as <words 1-3>"), std::string();
    const auto times = [](char count) { return std::to_string(count - '1'); };
    return std::string(kWord) + "(?: " + kWord + "){" + times(range[0]) + "," + times(range[2]) + "}";
  }

  std::string joined(const std::vector<Piece>& pieces) {
    std::string regex;
    bool is_begun = false;   // a piece that cannot be absent is before this one
    bool has_space = false;  // the piece before this one took the space between them
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      const Piece& piece = pieces[i];
      const bool takes_before = piece.follows_space && !has_space;
      const bool takes_after = !is_begun && i + 1 < pieces.size() && pieces[i + 1].follows_space;
      has_space = false;
      if (!piece.may_be_absent) {
        regex += (takes_before ? " " : "") + piece.regex;
        is_begun = true;
        continue;
      }
      const char* const often = piece.repeats ? "*" : "?";
      const bool begins_word = i + 1 < pieces.size() && !pieces[i + 1].follows_space;  // "[e]mail"
      if (takes_before && is_begun && !begins_word) {
        regex += "(?: " + piece.regex + ")" + often;
      } else if (takes_after) {
        regex += "(?:" + piece.regex + " )" + often;
        has_space = true;
      } else {
        regex += (takes_before ? " " : "") + piece.regex + often;
      }
    }
    if (pieces.empty()) error("an alternative has no words");
    if (!is_begun) error("a phrase needs a word that cannot be absent");
    return regex;
  }

  const std::vector<File>& files_;
  const File& file_;
  Path& path_;
  Problems& problems_;
  std::string_view text_;  // of the entry
  int line_ = 0;
  std::size_t at_ = 0;
  bool is_wrong_ = false;
};

}  // namespace

std::string regex_of(const std::vector<File>& files, const File& file, const Section& section, Problems& problems) {
  Path path;
  return Translator(files, file, path, problems).regex_of(section);
}

}  // namespace parley::lexicon
