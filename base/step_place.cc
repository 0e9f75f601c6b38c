// Tested by tests/base/step_place_test.cc.
#include "parley/step_place.h"

#include <charconv>
#include <utility>

namespace parley {
namespace {

using List = StepPlace::List;

constexpr std::pair<List, std::string_view> kListNames[] = {
    {List::kThen, "then"}, {List::kElse, "else"}, {List::kOnFailure, "on_failure"}, {List::kOnTimeout, "on_timeout"},
    {List::kDo, "do"},
};

std::string_view name_of(List list) {
  for (const auto& [known, name] : kListNames) {
    if (known == list) return name;
  }
  return {};
}

std::optional<List> list_of(std::string_view name) {
  for (const auto& [list, known] : kListNames) {
    if (known == name) return list;
  }
  return std::nullopt;
}

std::string_view cut_word(std::string_view& text) {
  const std::size_t dot = text.find('.');
  const std::string_view word = text.substr(0, dot);
  text.remove_prefix(dot == std::string_view::npos ? text.size() : dot + 1);
  return word;
}

bool read_number(std::string_view word, std::size_t& number) {
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  return error == std::errc() && end == word.data() + word.size();
}

void append_number(std::string& out, std::size_t number) {
  char digits[20];
  out.append(digits, std::to_chars(std::begin(digits), std::end(digits), number).ptr);
}

}  // namespace

std::optional<StepPlace> StepPlace::parse(std::string_view text) {
  if (text.empty() || text.back() == '.') return std::nullopt;
  StepPlace place;
  place.levels.clear();
  Level level;
  while (true) {
    if (level.list == List::kDo && !read_number(cut_word(text), level.item)) return std::nullopt;
    if (!read_number(cut_word(text), level.index)) return std::nullopt;
    place.levels.push_back(level);
    if (text.empty()) return place;
    const auto list = list_of(cut_word(text));
    if (!list) return std::nullopt;
    level = {*list, 0, 0};
  }
}

std::string to_string(const StepPlace& place) {
  std::string out;
  for (const StepPlace::Level& level : place.levels) {
    if (level.list != List::kSteps) out.append(1, '.').append(name_of(level.list)).append(1, '.');
    if (level.list == List::kDo) {
      append_number(out, level.item);
      out += '.';
    }
    append_number(out, level.index);
  }
  return out;
}

}  // namespace parley
