#include "config/markdown_text.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace parley::config {
namespace {

constexpr char kRemoved =
    '\x01';  // takes the place of a character that is removed at the end; pages have no control bytes

bool is_markup_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\0'; }
bool is_tag_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_part_of_word(char c) {
  return is_tag_letter(c) || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80;
}
bool is_escapable(char c) { return c > ' ' && c < '\x7F' && !is_part_of_word(c); }

struct CharacterName {
  std::string_view name;
  std::string_view text;
};
constexpr CharacterName kCharacterNames[] = {{"&amp;", "&"},  {"&lt;", "<"},   {"&gt;", ">"}, {"&quot;", "\""},
                                             {"&apos;", "'"}, {"&nbsp;", " "}, {"&#39;", "'"}};

class PlainText {
 public:
  explicit PlainText(std::string_view markup) : in_(markup) { out_.reserve(markup.size()); }

  std::string take() {
    while (at_ < in_.size()) read_one();
    out_.erase(std::remove(out_.begin(), out_.end(), kRemoved), out_.end());
    return std::move(out_);
  }

 private:
  // Finds the next occurrence of a character. Keeps it, so that many searches together take linear time.
  class Finder {
   public:
    explicit Finder(char wanted) : wanted_(wanted) {}
    std::size_t from(std::string_view text, std::size_t at) {
      if (found_ != std::string::npos && found_ < at) found_ = text.find(wanted_, at);
      if (!has_searched_) found_ = text.find(wanted_, at);
      has_searched_ = true;
      return found_;
    }

   private:
    char wanted_;
    bool has_searched_ = false;
    std::size_t found_ = 0;
  };

  char at(std::size_t place) const { return place < in_.size() ? in_[place] : '\0'; }
  char before() const { return at_ == 0 ? '\0' : in_[at_ - 1]; }

  void read_one() {
    switch (at(at_)) {
      case '\\': return read_escape();
      case '`': return read_code();
      case '!': return at(at_ + 1) == '[' ? open_link(2) : copy();
      case '[': return open_link(1);
      case ']': return close_link();
      case '<': return read_tag();
      case '&': return read_entity();
      case '*':
      case '_':
      case '~': return read_emphasis();
      default: return copy();
    }
  }

  void copy() { out_ += in_[at_++]; }

  void read_escape() {
    if (is_escapable(at(at_ + 1))) ++at_;
    copy();
  }

  void read_code() {
    const std::size_t first = in_.find_first_not_of('`', at_);
    const std::size_t begin = first == std::string::npos ? in_.size() : first;
    const std::size_t end = backtick_.from(in_, begin);
    if (end == std::string::npos) {
      at_ = begin;
      return;
    }
    out_.append(in_.substr(begin, end - begin));
    at_ = std::min(in_.find_first_not_of('`', end), in_.size());
  }

  void open_link(std::size_t length) {
    open_.push_back(out_.size());
    out_ += '[';
    at_ += length;
  }

  void close_link() {
    const std::size_t opened = open_.empty() ? std::string::npos : open_.back();
    if (!open_.empty()) open_.pop_back();
    const std::size_t end = opened == std::string::npos ? std::string::npos : end_of_target();
    if (end == std::string::npos) return copy();
    out_[opened] = kRemoved;
    at_ = end;
  }

  // Returns the end of "](url)" or "][name]"; std::string::npos if the brackets are no link.
  std::size_t end_of_target() {
    if (at(at_ + 1) == '[') {
      const std::size_t end = bracket_.from(in_, at_ + 2);
      return end == std::string::npos ? std::string::npos : end + 1;
    }
    if (at(at_ + 1) != '(') return std::string::npos;
    std::size_t end = parenthesis_.from(in_, at_ + 2);
    if (end == std::string::npos) return std::string::npos;
    const bool is_nested = in_.substr(at_ + 2, end - at_ - 2).find('(') != std::string::npos;
    if (is_nested && at(end + 1) == ')') ++end;
    return end + 1;
  }

  void read_tag() {
    const char next = at(at_ + 1);
    const std::size_t end =
        is_tag_letter(next) || next == '/' || next == '!' ? angle_.from(in_, at_) : std::string::npos;
    if (end == std::string::npos) return copy();
    const std::string_view inside = in_.substr(at_ + 1, end - at_ - 1);
    const bool is_address = inside.find(' ') == std::string::npos && inside.find_first_of(":@") != std::string::npos;
    if (is_address) out_.append(inside);
    if (inside.starts_with("br")) out_ += ' ';
    at_ = end + 1;
  }

  void read_entity() {
    for (const CharacterName& entity : kCharacterNames) {
      if (in_.substr(at_, entity.name.size()) != entity.name) continue;
      out_.append(entity.text);
      at_ += entity.name.size();
      return;
    }
    copy();
  }

  void read_emphasis() {
    const char mark = at(at_);
    const std::size_t end = std::min(in_.find_first_not_of(mark, at_), in_.size());
    const char previous = before(), next = at(end);
    const bool is_alone = is_markup_space(previous) && is_markup_space(next);
    const bool is_inside_word = mark != '*' && is_part_of_word(previous) && is_part_of_word(next);
    const bool is_single_tilde = mark == '~' && end - at_ < 2;
    if (is_alone || is_inside_word || is_single_tilde) out_.append(in_.substr(at_, end - at_));
    at_ = end;
  }

  std::string_view in_;
  std::string out_;
  std::size_t at_ = 0;
  std::vector<std::size_t> open_;  // where `out_` has the '[' of links that are not closed yet
  Finder backtick_{'`'}, bracket_{']'}, parenthesis_{')'}, angle_{'>'};
};

}  // namespace

std::string plain_markdown(std::string_view markup) { return PlainText(markup).take(); }

}  // namespace parley::config
