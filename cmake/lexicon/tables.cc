#include "cmake/lexicon/tables.h"

#include <algorithm>
#include <cstdio>
#include <map>

#include "cmake/lexicon/phrases.h"

namespace parley::lexicon {
namespace {

constexpr auto kFirstLanguage = "en";

// Returns "before_yes" for "before yes".
std::string member_name(std::string_view name) {
  std::string member(name);
  std::replace(member.begin(), member.end(), ' ', '_');
  return member;
}

// Returns "BeforeYes" for "before yes".
std::string type_name(std::string_view name) {
  std::string type;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const bool is_first = i == 0 || name[i - 1] == ' ' || name[i - 1] == '_';
    const bool is_small = name[i] >= 'a' && name[i] <= 'z';
    if (name[i] != ' ' && name[i] != '_')
      type += static_cast<char>(is_first && is_small ? name[i] - 'a' + 'A' : name[i]);
  }
  return type;
}

std::string literal(std::string_view text) {
  constexpr std::size_t kLine = 90;
  std::string out = "\"";
  std::size_t length = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (length++ == kLine) out += "\"\n    \"", length = 1;
    if (c == '"' || c == '\\') out += '\\';
    if (byte < 0x80) {
      out += c;
    } else {
      char octal[5];
      std::snprintf(octal, sizeof(octal), "\\%03o", static_cast<unsigned>(byte));
      out += octal;
    }
  }
  return out + "\"";
}

std::string_view type_of(Section::Kind kind) {
  switch (kind) {
    case Section::Kind::kPhrases: return "std::string_view";
    case Section::Kind::kWords: return "base::WordList";
    case Section::Kind::kGroups: return "std::span<const std::string_view>";
  }
  return {};
}

std::string comment_lines(std::string_view text) {
  std::string lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.append("  // ").append(text.substr(0, end)).append("\n");
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string struct_of(const File& file) {
  std::string text = "// The sections of " + file.subject + ".lex.\nstruct " + type_name(file.subject) + " {\n";
  for (const Section& section : file.sections) {
    text += comment_lines(section.comment);
    text.append("  ").append(type_of(section.kind)).append(" ").append(member_name(section.name)).append(";\n");
  }
  return text + "};\n\n";
}

class Language {
 public:
  Language(std::string name, std::vector<File> files, Problems& problems)
      : name_(std::move(name)), files_(std::move(files)), problems_(problems) {}

  const std::string& name() const { return name_; }
  const std::vector<File>& files() const { return files_; }
  std::string constant() const { return "k" + type_name(name_); }

  const File* find(std::string_view subject) const {
    const auto found =
        std::find_if(files_.begin(), files_.end(), [&](const File& file) { return file.subject == subject; });
    return found == files_.end() ? nullptr : &*found;
  }

  // Reports what this language lacks or has in addition to `first`.
  void compare(const Language& first) const {
    for (const File& wanted : first.files_) {
      if (const File* own = find(wanted.subject)) {
        compare(*own, wanted);
      } else {
        const std::string folder = files_.front().path.substr(0, files_.front().path.rfind('/') + 1);
        problems_.push_back({folder + wanted.subject + ".lex", 0, "no such file, but " + wanted.path + " exists"});
      }
    }
    for (const File& own : files_) {
      if (!first.find(own.subject)) problems_.push_back({own.path, 0, "no file of this name in " + first.name_});
    }
  }

  // Returns the lists, then the constant, with the sections in the order of `first`.
  std::string definition(const Language& first) const {
    std::string lists, subjects;
    for (const File& wanted : first.files_) {
      const File* const own = find(wanted.subject);
      if (!own) continue;
      subjects += "    {  // " + own->subject + "\n";
      for (const Section& section : wanted.sections) {
        if (const Section* const mine = own->find(section.name)) subjects += value(*own, *mine, lists);
      }
      subjects += "    },\n";
    }
    return "namespace {\n\n" + lists + "}  // namespace\n\nconstinit const Lexicon " + constant() + " = {\n" +
           subjects + "};\n\n";
  }

 private:
  void compare(const File& own, const File& wanted) const {
    for (const Section& section : wanted.sections) {
      const std::string place = " on line " + std::to_string(section.line) + " of " + wanted.path;
      const Section* const mine = own.find(section.name);
      if (!mine) {
        problems_.push_back({own.path, 0, "no section [" + section.name + "], which begins" + place});
      } else if (mine->kind != section.kind) {
        problems_.push_back({own.path, mine->line, "the section [" + section.name + "] is of another kind" + place});
      }
    }
    for (const Section& section : own.sections) {
      if (wanted.find(section.name)) continue;
      problems_.push_back({own.path, section.line, "no section [" + section.name + "] in " + wanted.path});
    }
  }

  // Appends the words of the section to `lists`. Returns the initializer of its member.
  std::string value(const File& file, const Section& section, std::string& lists) const {
    if (section.kind == Section::Kind::kPhrases) {
      return "        " + literal(regex_of(files_, file, section, problems_)) + ",\n";
    }
    std::vector<std::string> words;
    for (const Entry& entry : section.entries) words.push_back(entry.text);
    if (section.kind == Section::Kind::kWords) std::sort(words.begin(), words.end());
    const std::string list = constant() + type_name(file.subject) + type_name(section.name);
    lists += "constexpr std::string_view " + list + "[] = {\n";
    for (const std::string& word : words) lists += "    " + literal(word) + ",\n";
    lists += "};\n\n";
    return "        " + std::string(type_of(section.kind)) + "(" + list + "),\n";
  }

  std::string name_;
  std::vector<File> files_;
  Problems& problems_;
};

std::vector<Language> languages_of(const std::vector<File>& files, Problems& problems) {
  std::map<std::string, std::vector<File>> by_language;
  for (const File& file : files) by_language[file.language].push_back(file);
  std::vector<Language> languages;
  for (auto& [name, own] : by_language) {
    std::sort(own.begin(), own.end(), [](const File& a, const File& b) { return a.subject < b.subject; });
    languages.emplace_back(name, std::move(own), problems);
  }
  return languages;
}

std::string header_of(std::string_view room, const Language& first, const std::vector<Language>& languages) {
  std::string structs, members, constants;
  for (const File& file : first.files()) {
    structs += struct_of(file);
    members += "  " + type_name(file.subject) + " " + member_name(file.subject) + ";\n";
  }
  for (const Language& language : languages) constants += "extern const Lexicon " + language.constant() + ";\n";
  return "// Generated from the files of " + std::string(room) + "/lexicon; docs/lexicon.md describes them.\n" +
         "// A section of phrases is a regex: \"(?:yes+|yep)\".\n#pragma once\n\n#include <span>\n#include " +
         "<string_view>\n\n#include \"base/word_list.h\"\n\nnamespace parley::" + std::string(room) +
         "::lexicon {\n\n" + structs + "struct Lexicon {\n" + members + "};\n\n" + constants +
         "\n}  // namespace parley::" + std::string(room) + "::lexicon\n";
}

}  // namespace

Tables tables_of(std::string_view room, const std::vector<File>& files, Problems& problems) {
  const std::vector<Language> languages = languages_of(files, problems);
  const auto first = std::find_if(languages.begin(), languages.end(),
                                  [](const Language& language) { return language.name() == kFirstLanguage; });
  if (first == languages.end()) {
    problems.push_back({std::string(room) + "/lexicon", 0, "no folder en: English defines the sections"});
    return {};
  }
  Tables tables{header_of(room, *first, languages), "#include \"" + std::string(room) + "/lexicon.h\"\n\n"};
  tables.source += "namespace parley::" + std::string(room) + "::lexicon {\n";
  for (const Language& language : languages) {
    if (&language != &*first) language.compare(*first);
    tables.source += language.definition(*first);
  }
  tables.source += "}  // namespace parley::" + std::string(room) + "::lexicon\n";
  return tables;
}

}  // namespace parley::lexicon
