// Tested by tests/intents/declared_entities_test.cc.
#include "intents/entities/pattern_entity.h"

#include <algorithm>
#include <optional>
#include <string>

#include "base/boundaries.h"
#include "base/text.h"
#include "intents/entities/matches.h"
#include "intents/entities/spelling.h"

namespace parley::intents {
namespace {

constexpr std::string_view kValue = "value";

bool has_group(const Pattern& pattern, std::string_view name) {
  const std::vector<std::string> names = pattern.group_names();
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Returns the regex of a named group; empty if there is none.
std::string_view regex_of_group(std::string_view regex, std::string_view name) {
  const std::string head = "(?P<" + std::string(name) + ">";
  const std::size_t begin = regex.find(head);
  if (begin == std::string_view::npos) return {};
  bool in_class = false;
  int depth = 1;
  std::size_t at = begin + head.size();
  for (; at < regex.size(); ++at) {
    const char c = regex[at];
    if (c == '\\') {
      ++at;
    } else if (in_class) {
      in_class = c != ']';
    } else if (c == '[') {
      in_class = true;
      at += regex.substr(at + 1, 2) == "^]" ? 2 : regex.substr(at + 1, 1) == "]" ? 1 : 0;
    } else if (c == '(') {
      ++depth;
    } else if (c == ')' && --depth == 0) {
      break;
    }
  }
  return regex.substr(begin + head.size(), std::min(at, regex.size()) - begin - head.size());
}

std::string escaped(std::string_view literal) {
  std::string regex;
  for (const char c : literal) {
    if (!base::is_word_byte(c)) regex += '\\';
    regex += c;
  }
  return regex;
}

class PatternEntity : public Recogniser {
 public:
  PatternEntity(const config::Entity& entity, Prefilter& prefilter, config::Diagnostics& findings) : entity_(entity) {
    for (const config::Text& regex : entity.patterns) {
      auto pattern = compile_pattern(regex, findings);
      if (!pattern) continue;
      check_canonical(*pattern, findings);
      const int number = prefilter.share(required_literals(pattern->regex()), Prefilter::Text::kFolded);
      const bool names_value = pattern->regex().find("P<value>") != std::string::npos;
      patterns_.push_back({std::move(*pattern), number, names_value});
    }
  }

  bool is_usable() const { return patterns_.size() == entity_.patterns.size(); }

  void find(const Reading& reading, std::vector<Found>& out) const override {
    base::Recycled<std::vector<Found>> found;
    for (const Compiled& one : patterns_) {
      if (reading.passed && !reading.passed->may_match(one.number)) continue;
      for_each_match(one.pattern, reading.text, [&](const auto& groups, std::size_t begin, std::size_t end) {
        found->push_back({canonical(one, groups), begin, end});
      });
    }
    if (found->empty() && reading.asked) find_spelt(reading.text, *found);
    keep_longest(*found);
    std::move(found->begin(), found->end(), std::back_inserter(out));
  }

  bool may_find(const Prefilter::Passed& passed) const override {
    return std::any_of(patterns_.begin(), patterns_.end(),
                       [&](const Compiled& one) { return passed.may_match(one.number); });
  }

  // A hint has only the group `value`.
  std::optional<Value> from_hint(std::string_view text) const override {
    if (!entity_.canonical) return Value(text);
    std::string out;
    for (const config::Template::Piece& piece : entity_.canonical->pieces) {
      out += piece.literal;
      if (piece.placeholder.empty()) continue;
      if (piece.placeholder != kValue) return std::nullopt;
      out += text;
    }
    return Value(std::move(out));
  }

  bool has_form(std::string_view text) const override {
    return std::any_of(patterns_.begin(), patterns_.end(), [&](const Compiled& one) {
      const Pattern form(form_of(one.pattern.regex()));
      return form.is_valid() && !form.is_too_large() && form.covers(text);
    });
  }

 private:
  struct Compiled {
    Pattern pattern;
    int number = 0;            // in the prefilter
    bool names_value = false;  // may have the group `value`
  };

  // Returns a regex for the values that a pattern with this regex yields.
  std::string form_of(std::string_view regex) const {
    const auto group = [&](std::string_view name) {
      const std::string_view inner = regex_of_group(regex, name);
      return inner.empty() ? "(?:" + std::string(regex) + ")" : "(?:" + std::string(inner) + ")?";
    };
    if (!entity_.canonical) return group(kValue);
    std::string form;
    for (const config::Template::Piece& piece : entity_.canonical->pieces) {
      form += escaped(piece.literal);
      if (!piece.placeholder.empty()) form += group(piece.placeholder);
    }
    return form;
  }

  // Finds a value that an answer says in words: "c t twelve", "one two three four five". All of it must match a
  // pattern.
  void find_spelt(std::string_view text, std::vector<Found>& out) const {
    constexpr std::size_t kMaxWords = 24;  // of a run
    for (const std::vector<Spelt>& run : spelt_out(text)) {
      const std::size_t size = std::min(run.size(), kMaxWords);
      bool is_found = false;  // one value for each run: the user may correct it
      for (std::size_t count = size; count > 1 && !is_found; --count) {
        for (std::size_t first = 0; first + count <= size && !is_found; ++first) {
          std::string written;
          bool has_word = false, has_letter = false, has_group = false;
          for (std::size_t i = first; i < first + count; ++i) {
            written += run[i].characters;
            const std::size_t length = run[i].end - run[i].begin;
            has_word = has_word || length != run[i].characters.size();
            has_letter = has_letter || !base::is_digit(text[run[i].begin]);
            has_group = has_group || (length > 1 && base::is_digit(text[run[i].begin]));
          }
          // "c t 12" and "1 2 3" are spelled. "o 12345" is not, and "49 171 2345678" is a phone number.
          const bool is_spelt = has_word || (count > 2 && (has_letter || !has_group));
          if (!is_spelt) continue;
          if (auto value = read_spelt(written)) {
            is_found = true;
            const bool is_repeated = !out.empty() && out.back().value == *value;
            if (!is_repeated) out.push_back({std::move(*value), run[first].begin, run[first + count - 1].end});
          }
        }
      }
    }
  }

  // "oh" may be the digit 0 or the letter O.
  std::optional<Value> read_spelt(const std::string& written) const {
    std::string digits(written), letter(written);
    std::replace(digits.begin(), digits.end(), 'O', '0');
    if (letter.front() == '0') letter.front() = 'O';
    for (const std::string& one : {written, digits, letter}) {
      for (const Compiled& compiled : patterns_) {
        Pattern::Groups groups;
        if (compiled.pattern.find(one, 0, groups) && groups[0].size() == one.size()) return canonical(compiled, groups);
      }
    }
    return std::nullopt;
  }

  void check_canonical(const Pattern& pattern, config::Diagnostics& findings) const {
    if (!entity_.canonical || findings.is_known_valid()) return;
    for (const config::Template::Piece& wanted : entity_.canonical->pieces) {
      const std::string& name = wanted.placeholder;
      if (name.empty() || name == kValue || has_group(pattern, name)) continue;
      const std::string near = config::did_you_mean(name, pattern.group_names());
      findings.error("E405", findings.inside({entity_.canonical->source, entity_.canonical->mark}, wanted.index), name,
                     "'canonical' names the group " + config::quoted(name) + ", which is missing from the pattern " +
                         config::quoted(pattern.regex()),
                     near.empty() ? "write the group as (?P<" + name + ">...)" : near);
    }
  }

  static std::string_view value_of(const Compiled& one, const Pattern::Groups& groups) {
    const std::string_view value = one.names_value ? one.pattern.group(groups, kValue) : std::string_view();
    return value.data() ? value : groups[0];
  }

  Value canonical(const Compiled& one, const Pattern::Groups& groups) const {
    if (!entity_.canonical) return Value(value_of(one, groups));
    std::string out;
    for (const config::Template::Piece& piece : entity_.canonical->pieces) {
      out += piece.literal;
      if (piece.placeholder.empty()) continue;
      out += piece.placeholder == kValue ? value_of(one, groups) : one.pattern.group(groups, piece.placeholder);
    }
    return Value(std::move(out));
  }

  const config::Entity& entity_;
  std::vector<Compiled> patterns_;
};

}  // namespace

std::unique_ptr<const Recogniser> make_pattern_entity(const config::Entity& entity, Prefilter& prefilter,
                                                      config::Diagnostics& findings) {
  auto made = std::make_unique<PatternEntity>(entity, prefilter, findings);
  return made->is_usable() ? std::move(made) : nullptr;
}

}  // namespace parley::intents
