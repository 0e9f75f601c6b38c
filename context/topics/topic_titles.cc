// Tested by tests/context/topics/topic_tracker_test.cc and reading_test.cc.
#include "context/topics/topic_titles.h"

#include <algorithm>

#include "base/text.h"
#include "context/summaries/cut_text.h"
#include "context/topics/similarity.h"

namespace parley::context {
namespace {

constexpr std::size_t kLongestTitle = 80;  // code points

}  // namespace

std::string title_of(std::string_view text) {
  std::string line = on_one_line(text);
  if (base::count_code_points(line) <= kLongestTitle) return line;
  std::size_t end = 0;
  for (std::size_t count = 0; count < kLongestTitle; ++count) base::next_code_point(line, end);
  const std::size_t blank = line.rfind(' ', end);
  return line.substr(0, blank == std::string::npos ? end : blank);
}

std::vector<std::string> keywords_of(const Topic& topic, std::size_t most) {
  struct Counted {
    std::string word;
    int count;
  };
  std::vector<Counted> counted;
  const auto count_words = [&](std::string_view text) {
    for (std::string& word : telling_words(text)) {
      const auto known = std::find_if(counted.begin(), counted.end(), [&](const Counted& c) { return c.word == word; });
      if (known != counted.end()) {
        ++known->count;
      } else {
        counted.push_back({std::move(word), 1});
      }
    }
  };
  count_words(topic.title);
  for (const Message& message : topic.recent) {
    if (message.role == Role::kUser) count_words(message.text);
  }
  std::stable_sort(counted.begin(), counted.end(), [](const auto& a, const auto& b) { return a.count > b.count; });
  std::vector<std::string> keywords;
  for (const Counted& c : counted) {
    if (keywords.size() < most) keywords.push_back(c.word);
  }
  return keywords;
}

std::string searched_text(const Topic& topic) {
  std::string text = topic.title;
  for (const std::string& tag : topic.tags) text.append("\n").append(tag);
  text.append("\n").append(topic.summary);
  for (const Message& message : topic.recent) text.append("\n").append(message.text);
  return text;
}

}  // namespace parley::context
