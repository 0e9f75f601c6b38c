#include "cmake/lexicon/lexicon_file.h"

#include <algorithm>
#include <iterator>

namespace parley::lexicon {
namespace {

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r");
  return begin == std::string_view::npos ? "" : text.substr(begin, text.find_last_not_of(" \t\r") + 1 - begin);
}

bool is_name(std::string_view text) {
  const auto is_part = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == ' '; };
  return !text.empty() && text.front() >= 'a' && text.front() <= 'z' && std::all_of(text.begin(), text.end(), is_part);
}

bool is_word_of_cpp(std::string_view name) {
  constexpr std::string_view kWords[] = {"and",    "auto", "break", "case",  "catch", "continue", "default",
                                         "delete", "do",   "else",  "false", "for",   "goto",     "if",
                                         "new",    "not",  "or",    "short", "long",  "this",     "throw",
                                         "true",   "try",  "using", "void",  "while"};
  return std::find(std::begin(kWords), std::end(kWords), name) != std::end(kWords);
}

// Languages and files become names of C++.
bool is_identifier(std::string_view text) {
  std::string name(text);
  std::replace(name.begin(), name.end(), '_', ' ');
  return is_name(name) && text.find(' ') == std::string_view::npos && !is_word_of_cpp(text);
}

// Names that phrases.cc reads as something else than a section.
bool is_built_in(std::string_view name) {
  return name == "word" || name == "anything" || name.substr(0, 6) == "words ";
}

class Reader {
 public:
  Reader(File& file, Problems& problems) : file_(file), problems_(problems) {}

  void read(std::string_view text) {
    for (std::size_t begin = 0; begin < text.size(); ++number_) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      read_line(trimmed(text.substr(begin, end - begin)));
      begin = end + 1;
    }
    end_section();
    if (file_.sections.empty()) error(0, "the file has no section; begin one with a heading such as [yes]");
  }

 private:
  void error(int line, std::string message) { problems_.push_back({file_.path, line, std::move(message)}); }

  void read_line(std::string_view line) {
    if (line.empty()) {
      comment_.clear();
    } else if (line.front() == '#') {
      comment_.append(comment_.empty() ? "" : "\n").append(trimmed(line.substr(1)));
    } else if (is_heading(line)) {
      begin_section(line.substr(1, line.size() - 2));
    } else if (file_.sections.empty()) {
      error(number_, "words before the first heading; begin a section with a heading such as [yes]");
    } else {
      add_entries(line);
      comment_.clear();
    }
  }

  // A line such as "[please] stop [it]" is no heading.
  static bool is_heading(std::string_view line) {
    return line.front() == '[' && line.back() == ']' && line.find(']') + 1 == line.size();
  }

  void begin_section(std::string_view heading) {
    end_section();
    Section section;
    const std::size_t colon = heading.find(':');
    section.name = trimmed(heading.substr(0, colon));
    section.line = number_;
    section.comment = std::move(comment_);
    comment_.clear();
    if (colon != std::string_view::npos) section.kind = kind_of(trimmed(heading.substr(colon + 1)));
    if (!is_name(section.name)) {
      error(number_, "a heading is a name of lower-case letters, digits and spaces: [before yes]");
    }
    if (is_built_in(section.name)) {
      error(number_, "<" + section.name + "> has a meaning of its own; choose another name");
    }
    if (is_word_of_cpp(section.name)) {
      error(number_,
            "[" + section.name + "] is a word of C++, which has a member for each section; choose another name");
    }
    if (const Section* other = file_.find(section.name)) {
      error(number_, "the section [" + section.name + "] begins on line " + std::to_string(other->line) + " already");
    }
    file_.sections.push_back(std::move(section));
  }

  Section::Kind kind_of(std::string_view name) {
    if (name == "words") return Section::Kind::kWords;
    if (name == "groups") return Section::Kind::kGroups;
    error(number_, "unknown kind of section: " + std::string(name) + "; write [name], [name: words] or [name: groups]");
    return Section::Kind::kPhrases;
  }

  void end_section() {
    if (!file_.sections.empty() && file_.sections.back().entries.empty()) {
      error(file_.sections.back().line, "the section [" + file_.sections.back().name + "] has no words");
    }
  }

  void add_entries(std::string_view line) {
    const bool is_whole = line.front() == '/' || file_.sections.back().kind == Section::Kind::kGroups;
    while (!line.empty()) {
      const std::size_t comma = is_whole ? line.size() : std::min(line.find(','), line.size());
      add_entry(trimmed(line.substr(0, comma)));
      line = comma < line.size() ? trimmed(line.substr(comma + 1)) : std::string_view();
    }
  }

  static bool is_plain(std::string_view text) {
    const auto is_capital = [](char c) { return c >= 'A' && c <= 'Z'; };
    return text.find("  ") == std::string_view::npos && text.find('\t') == std::string_view::npos &&
           std::none_of(text.begin(), text.end(), is_capital);
  }

  void add_entry(std::string_view text) {
    Section& section = file_.sections.back();
    if (text.empty()) return error(number_, "a comma without words before it");
    if (section.kind != Section::Kind::kPhrases && text.find_first_of("()[]<>|*+/\\") != std::string_view::npos) {
      return error(number_, "\"" + std::string(text) + "\": [" + section.name +
                                "] is a list of plain words; remove the brackets, or the kind in the heading");
    }
    if (section.kind != Section::Kind::kPhrases && !is_plain(text)) {
      return error(number_, "\"" + std::string(text) + "\": write words in lower case, with one space between them");
    }
    const auto same = std::find_if(section.entries.begin(), section.entries.end(),
                                   [&](const Entry& other) { return other.text == text; });
    if (same != section.entries.end()) {
      return error(number_, "\"" + std::string(text) + "\" is on line " + std::to_string(same->line) + " already");
    }
    section.entries.push_back({std::string(text), number_});
  }

  File& file_;
  Problems& problems_;
  int number_ = 1;       // of the line
  std::string comment_;  // the lines of comment before this line
};

}  // namespace

std::string text_of(const Problem& problem) {
  return problem.path + ":" + (problem.line > 0 ? std::to_string(problem.line) + ":" : "") +
         " error: " + problem.message;
}

const Section* File::find(std::string_view name) const {
  const auto found =
      std::find_if(sections.begin(), sections.end(), [&](const Section& section) { return section.name == name; });
  return found == sections.end() ? nullptr : &*found;
}

File read_file(std::string path, std::string_view text, Problems& problems) {
  File file;
  const std::size_t name = path.rfind('/') + 1;  // 0 if there is no folder
  if (name > 0) {
    const std::size_t folder = path.rfind('/', name - 2) + 1;
    file.language = path.substr(folder, name - 1 - folder);
  }
  file.subject = path.substr(name, path.rfind('.') - name);
  file.path = std::move(path);
  for (const std::string& part : {file.language, file.subject}) {
    if (is_identifier(part)) continue;
    problems.push_back(
        {file.path, 0, "name folders and files with lower-case letters, digits and _: en/follow_ups.lex"});
  }
  Reader(file, problems).read(text);
  return file;
}

}  // namespace parley::lexicon
