#include "config/passages.h"

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace parley::config {
namespace {

constexpr std::size_t kLongestTitle = 300;  // bytes of all headings above a passage

std::size_t count_passage_words(std::string_view text) {
  std::size_t words = 0;
  bool is_in_word = false;
  for (const char c : text) {
    const bool is_space = c == ' ' || c == '\n' || c == '\t';
    if (!is_space && !is_in_word) ++words;
    is_in_word = !is_space;
  }
  return words;
}

// Returns the end of the sentence that begins at `begin`, after the blank that follows it.
std::size_t end_of_sentence(std::string_view text, std::size_t begin) {
  for (std::size_t at = text.find_first_of(".!?\n", begin); at != std::string::npos;
       at = text.find_first_of(".!?\n", at + 1)) {
    if (text[at] == '\n') return at + 1;
    const std::size_t end = std::min(text.find_first_of(" \n", at), text.size());
    if (end - at <= 2) return std::min(end + 1, text.size());  // the mark, and perhaps a quote or parenthesis
  }
  return text.size();
}

std::string page_name(const std::string& path) {
  std::string name = path.substr(path.rfind('/') + 1);
  name.erase(std::min(name.rfind('.'), name.size()));
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == '-' || c == '_'; }, ' ');
  return name;
}

std::string joined_headings(const std::vector<std::string>& headings, std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) {
    if (out.size() + headings[i].size() > kLongestTitle) break;
    if (!headings[i].empty()) out += (out.empty() ? "" : " > ") + headings[i];
  }
  return out;
}

// Collects the text of one section, and divides it into passages of at most kLongestPassage words.
class Packer {
 public:
  Packer(KnowledgePassage under, std::vector<KnowledgePassage>& out) : under_(std::move(under)), out_(out) {}
  ~Packer() { end(); }
  Packer(const Packer&) = delete;
  Packer& operator=(const Packer&) = delete;

  void add(std::string_view block) {
    if (fits(block)) return append(block, "\n");
    if (count_passage_words(block) <= kLongestPassage) {
      end();
      return append(block, "");
    }
    const char* between = "\n";
    for (std::size_t begin = 0; begin < block.size();) {
      const std::size_t after = end_of_sentence(block, begin);
      const std::string_view sentence = base::trim(block.substr(begin, after - begin));
      if (!fits(sentence)) end();
      append(sentence, between);
      between = " ";
      begin = after;
    }
  }

 private:
  bool fits(std::string_view text) const { return words_ + count_passage_words(text) <= kLongestPassage; }

  void append(std::string_view text, const char* between) {
    if (text.empty()) return;
    if (!under_.text.empty()) under_.text += between;
    under_.text += text;
    words_ += count_passage_words(text);
  }

  void end() {
    if (!under_.text.empty()) out_.push_back(under_);
    under_.text.clear();
    words_ = 0;
  }

  KnowledgePassage under_;
  std::vector<KnowledgePassage>& out_;
  std::size_t words_ = 0;
};

}  // namespace

std::vector<KnowledgePassage> passages_of(std::string_view page, const std::string& path) {
  std::vector<KnowledgePassage> passages;
  bool is_first = true;  // the first heading is the title of the page, which needs no anchor
  for (const MarkdownSection& section : read_markdown(page)) {
    KnowledgePassage passage;
    const std::vector<std::string>& headings = section.headings;
    passage.heading = headings.empty() ? page_name(path) : headings.back().substr(0, kLongestTitle);
    passage.heading = base::valid_utf8(passage.heading);  // a cut may have divided a character
    passage.above = headings.empty() ? "" : joined_headings(headings, headings.size() - 1);
    const std::string anchor = headings.empty() || is_first ? "" : anchor_of(passage.heading);
    passage.source = anchor.empty() ? path : path + "#" + anchor;
    passage.mark.offset = section.offset;
    is_first = is_first && headings.empty();
    Packer packer(std::move(passage), passages);
    for (const std::string& block : section.blocks) packer.add(block);
  }
  return passages;
}

std::string cut_at_sentence(std::string_view text, std::size_t longest) {
  if (base::count_code_points(text) <= longest) return std::string(text);
  std::size_t most = 0;
  for (std::size_t i = 0; i < longest && most < text.size(); ++i) base::next_code_point(text, most);
  std::size_t end = 0;
  for (std::size_t next = end_of_sentence(text, 0); base::trim(text.substr(0, next)).size() <= most;
       next = end_of_sentence(text, next)) {
    end = next;
    if (next >= text.size()) break;
  }
  if (end > 0) return std::string(base::trim(text.substr(0, end)));
  const std::string_view start = text.substr(0, most);
  const std::size_t blank = start.find_last_of(" \n");
  return std::string(base::trim(start.substr(0, blank == std::string::npos ? most : blank))) + "...";
}

std::string anchor_of(std::string_view heading) {
  std::string anchor;
  for (const char c : base::lower_ascii(heading)) {
    if (c == ' ' || c == '-') {
      anchor += '-';
    } else if (base::is_word_byte(c)) {
      anchor += c;
    }
  }
  return anchor;
}

}  // namespace parley::config
