#include "config/markdown.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "config/markdown_text.h"

namespace parley::config {
namespace {

bool has_only_these(std::string_view line, std::string_view characters) {
  return !line.empty() && line.find_first_not_of(characters) == std::string::npos;
}

// "---", "* * *", "___"
bool is_thematic_break(std::string_view line) {
  for (const char mark : {'-', '*', '_'}) {
    const char allowed[] = {mark, ' ', '\0'};
    if (has_only_these(line, allowed) && std::count(line.begin(), line.end(), mark) >= 3) return true;
  }
  return false;
}

// Returns the length of "- ", "* ", "+ ", "1. " or "1) " at the start of a line; 0: it is no item of a list.
std::size_t item_marker(std::string_view line) {
  std::size_t end = 0;
  if (!line.empty() && std::string_view("-*+").find(line.front()) != std::string::npos) {
    end = 1;
  } else {
    end = std::min(line.find_first_not_of("0123456789"), line.size());
    if (end == 0 || end > 9 || end >= line.size() || (line[end] != '.' && line[end] != ')')) return 0;
    ++end;
  }
  return end < line.size() && line[end] == ' ' ? end + 1 : 0;
}

// The marks that open a block of code: at least three backticks or tildes. Empty: the line opens none.
std::string_view fence_of(std::string_view line) {
  if (!line.starts_with("```") && !line.starts_with("~~~")) return {};
  return line.substr(0, std::min(line.find_first_not_of(line.front()), line.size()));
}

// "[name]: url"
bool is_link_definition(std::string_view line) {
  const std::size_t end = line.starts_with('[') ? line.find("]:") : std::string::npos;
  return end != std::string::npos && line.find('[', 1) > end;
}

// Returns "a, b" for the row "| a | b |" of a table. Empty for the line of dashes below its header.
std::string table_row(std::string_view line) {
  if (has_only_these(line, "|-: \t")) return {};
  std::string row;
  for (std::size_t begin = 1; begin < line.size();) {
    const std::size_t end = std::min(line.find('|', begin), line.size());
    const std::string cell = plain_markdown(base::trim(line.substr(begin, end - begin)));
    if (!cell.empty()) row += (row.empty() ? "" : ", ") + cell;
    begin = end + 1;
  }
  return row;
}

class MarkdownReader {
 public:
  explicit MarkdownReader(std::string_view page) : page_(page) {
    if (page_.starts_with("\xEF\xBB\xBF")) at_ = 3;
  }

  std::vector<MarkdownSection> read() {
    skip_front_matter();
    while (at_ < page_.size()) read_line(next_line());
    end_paragraph();
    if (sections_.front().blocks.empty()) sections_.erase(sections_.begin());
    return std::move(sections_);
  }

 private:
  std::string_view next_line() {
    line_begin_ = at_;
    const std::size_t end = std::min(page_.find('\n', at_), page_.size());
    std::string_view line = page_.substr(at_, end - at_);
    at_ = end + 1;
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
  }

  // The settings of a site generator, between two lines "---".
  void skip_front_matter() {
    const std::size_t begin = at_;
    if (next_line() == "---") {
      while (at_ < page_.size()) {
        if (next_line() == "---") return;
      }
    }
    at_ = begin;
  }

  void read_line(std::string_view whole) {
    std::string_view line = base::trim(whole);
    if (!fence_.empty()) return read_code(whole, line);
    if (is_in_comment_ || line.starts_with("<!--")) return read_comment(line);
    while (line.starts_with('>')) line = base::trim(line.substr(1));
    if (line.empty()) return end_paragraph();
    if (const std::string_view fence = fence_of(line); !fence.empty()) {
      end_paragraph();
      fence_ = fence;
      return;
    }
    if (read_heading(line) || read_underline(line)) return;
    if (is_thematic_break(line) || is_link_definition(line)) return end_paragraph();
    if (line.starts_with('|')) {
      end_paragraph();
      return add_block(table_row(line));
    }
    if (const std::size_t marker = item_marker(line); marker > 0) {
      end_paragraph();
      is_item_ = true;
      line.remove_prefix(marker);
    }
    if (!paragraph_.empty()) paragraph_ += ' ';
    paragraph_ += line;
  }

  void read_code(std::string_view whole, std::string_view line) {
    if (line.starts_with(fence_) && has_only_these(line, fence_.substr(0, 1))) {
      fence_ = {};
    } else {
      add_block(std::string(whole));
    }
  }

  void read_comment(std::string_view line) {
    end_paragraph();
    is_in_comment_ = line.find("-->") == std::string::npos;
  }

  bool read_heading(std::string_view line) {
    const std::size_t level = std::min(line.find_first_not_of('#'), line.size());
    if (level == 0 || level > 6 || (level < line.size() && line[level] != ' ')) return false;
    std::string_view title = base::trim(line.substr(level));
    const std::size_t last = title.find_last_not_of('#');
    if (last == std::string::npos || title[last] == ' ')
      title = base::trim(title.substr(0, last == std::string::npos ? 0 : last));
    end_paragraph();
    begin_section(level, title);
    return true;
  }

  // A paragraph of one or more lines above "===" or "---" is a heading.
  bool read_underline(std::string_view line) {
    if (paragraph_.empty() || is_item_ || (!has_only_these(line, "=") && !has_only_these(line, "-"))) return false;
    const std::string title = std::exchange(paragraph_, {});
    begin_section(line.front() == '=' ? 1 : 2, title);
    return true;
  }

  void begin_section(std::size_t level, std::string_view title) {
    while (!levels_.empty() && levels_.back() >= level) {
      levels_.pop_back();
      headings_.pop_back();
    }
    levels_.push_back(level);
    headings_.push_back(plain_markdown(title));
    sections_.push_back({headings_, {}, line_begin_});
  }

  void end_paragraph() {
    if (!paragraph_.empty()) add_block((is_item_ ? "- " : "") + plain_markdown(paragraph_));
    paragraph_.clear();
    is_item_ = false;
  }

  void add_block(std::string text) {
    if (!base::trim(text).empty()) sections_.back().blocks.push_back(std::move(text));
  }

  std::string_view page_;
  std::size_t at_ = 0;
  std::size_t line_begin_ = 0;
  std::string_view fence_;  // the marks that end the open block of code; empty: none is open
  bool is_in_comment_ = false;
  bool is_item_ = false;
  std::string paragraph_;  // with its markup
  std::vector<std::size_t> levels_;
  std::vector<std::string> headings_;
  std::vector<MarkdownSection> sections_ = {{}};  // the first one has no heading
};

}  // namespace

std::vector<MarkdownSection> read_markdown(std::string_view page) { return MarkdownReader(page).read(); }

}  // namespace parley::config
