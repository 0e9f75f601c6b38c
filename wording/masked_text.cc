#include "wording/masked_text.h"

#include <algorithm>

#include "models/json_answer.h"

namespace parley::wording {
MaskedText::MaskedText(std::string_view text, const std::vector<config::ValuePlace>& places) {
  const auto is_taken = [&](const std::string& mask) {
    return std::any_of(masks_.begin(), masks_.end(), [&](const auto& one) { return one.first == mask; });
  };
  std::size_t at = 0;
  for (const config::ValuePlace& place : places) {
    std::string mask = "{value." + place.name + "}";
    for (int number = 2; is_taken(mask); ++number) mask = "{value." + place.name + "_" + std::to_string(number) + "}";
    shown_.append(text.substr(at, place.span.begin - at)).append(mask);
    masks_.emplace_back(std::move(mask), text.substr(place.span.begin, place.span.end - place.span.begin));
    at = place.span.end;
  }
  shown_ += text.substr(at);
}

std::string MaskedText::without_masks(std::string_view text) {
  std::string out;
  int depth = 0;
  for (const char c : text) {
    if (c == '{') ++depth;
    if (depth == 0) out += c;
    if (c == '}' && depth > 0 && --depth == 0) out += ' ';
  }
  return out;
}

Result<std::string> MaskedText::restore(std::string_view text) const {
  std::string out;
  std::vector<bool> is_used(masks_.size(), false);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = std::min(text.find_first_of("{}", at), text.size());
    out += text.substr(at, begin - at);
    if (begin == text.size()) break;
    const std::size_t end = text.find('}', begin);
    if (end == std::string_view::npos) return models::invalid_answer("it has a single brace");
    const std::string_view mask = text.substr(begin, end - begin + 1);
    const auto found = std::find_if(masks_.begin(), masks_.end(), [&](const auto& one) { return one.first == mask; });
    if (found == masks_.end()) return models::invalid_answer("it has a placeholder that the original lacks");
    const auto place = static_cast<std::size_t>(found - masks_.begin());
    if (is_used[place]) return models::invalid_answer("it has the placeholder " + found->first + " twice");
    is_used[place] = true;
    out += found->second;
    at = end + 1;
  }
  for (std::size_t i = 0; i < masks_.size(); ++i) {
    if (!is_used[i]) return models::invalid_answer("it lacks the placeholder " + masks_[i].first);
  }
  return out;
}

}  // namespace parley::wording
