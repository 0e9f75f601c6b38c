// Tested by tests/report/message_clusters_test.cc.
#include "report/message_clusters.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/text.h"
#include "context/topics/similarity.h"
#include "report/sanitize_text.h"

namespace parley::report {
namespace {

// Higher than the threshold of topics, which suits long messages. Two short messages that share only words like "what
// is my" must not be grouped. Measured on the messages of tests/report/message_clusters_test.cc.
constexpr double kMinSimilarity = 0.35;
constexpr std::size_t kMaxWords = 200;
constexpr std::size_t kMaxKnownTexts = 50'000;
constexpr std::size_t kMaxKnownTextBytes = 200;  // bytes
constexpr std::size_t kExamples = 3;
constexpr std::size_t kLongestExample = 120;  // characters
constexpr std::size_t kWordsShown = 4;

double dot(const std::vector<float>& a, const std::vector<float>& b) {
  float sums[4] = {};
  for (std::size_t i = 0; i + 3 < a.size(); i += 4) {
    for (std::size_t k = 0; k < 4; ++k) sums[k] += a[i + k] * b[i + k];
  }
  return static_cast<double>(sums[0]) + static_cast<double>(sums[1]) + static_cast<double>(sums[2]) +
         static_cast<double>(sums[3]);
}

}  // namespace

MessageClusters::MessageClusters(std::size_t most) : most_(std::max<std::size_t>(most, 1)) {}

double MessageClusters::similarity(const Group& group, const std::vector<float>& vector) {
  if (group.sum.empty() || vector.empty() || group.length <= 0) return 0;
  return dot(group.sum, vector) / group.length;
}

std::size_t MessageClusters::group_for(const std::vector<float>& vector) {
  std::size_t best = groups_.size();
  double most = kMinSimilarity;
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    const double alike = similarity(groups_[i], vector);
    if (alike >= most) best = i, most = alike;
  }
  return best;
}

// Returns the position for a new group: the end, or the position of the smallest group if the maximum is reached.
std::size_t MessageClusters::new_group() {
  if (groups_.size() < most_) {
    groups_.emplace_back();
    return groups_.size() - 1;
  }
  const auto smallest = std::min_element(groups_.begin(), groups_.end(), [](const Group& a, const Group& b) {
    return a.count != b.count ? a.count < b.count : a.serial < b.serial;
  });
  *smallest = Group();
  return static_cast<std::size_t>(smallest - groups_.begin());
}

void MessageClusters::add(const std::string& text) {
  ++texts_;
  const std::string key = base::lower_ascii(base::trim(text));
  const auto known_text = known_texts_.find(key);
  std::size_t index = groups_.size();
  if (known_text != known_texts_.end() && groups_[known_text->second.index].serial == known_text->second.serial) {
    index = known_text->second.index;
  }
  const std::vector<float> vector = context::lexical_embedding(text);
  if (index == groups_.size()) index = group_for(vector);
  if (index == groups_.size()) {
    index = new_group();
    groups_[index].serial = ++serials_;
  }

  Group& group = groups_[index];
  ++group.count;
  if (group.sum.empty()) group.sum.resize(vector.size());
  if (group.sum.size() == vector.size()) {
    for (std::size_t i = 0; i < vector.size(); ++i) group.sum[i] += vector[i];
    group.length = std::sqrt(dot(group.sum, group.sum));
  }
  std::set<std::string> words;
  for (std::string& word : context::telling_words(text)) words.insert(std::move(word));
  for (const std::string& word : words) {
    const auto known = group.words.find(word);
    if (known != group.words.end()) {
      ++known->second;
    } else if (group.words.size() < kMaxWords) {
      group.words.emplace(word, 1);
    }
  }
  const std::string example = shortened(text, kLongestExample);
  const bool is_new = std::find(group.examples.begin(), group.examples.end(), example) == group.examples.end();
  if (group.examples.size() < kExamples && is_new) group.examples.push_back(example);
  if (key.size() <= kMaxKnownTextBytes && (known_text != known_texts_.end() || known_texts_.size() < kMaxKnownTexts)) {
    known_texts_[key] = {index, group.serial};
  }
}

void MessageClusters::merge(Group& into, Group& from) {
  into.count += from.count;
  for (std::size_t i = 0; i < into.sum.size(); ++i) into.sum[i] += from.sum[i];
  into.length = std::sqrt(dot(into.sum, into.sum));
  for (const auto& [word, count] : from.words) into.words[word] += count;
  for (std::string& example : from.examples) {
    if (into.examples.size() < kExamples) into.examples.push_back(std::move(example));
  }
}

// Returns the words that half of the texts share. The words that are rarest in other texts come first. If no word is
// that common, returns the most distinctive word.
std::string MessageClusters::words_of(const Group& group, const std::map<std::string, std::int64_t, std::less<>>& all) {
  struct Word {
    double weight = 0;
    std::int64_t count = 0;
    std::string text;
  };
  std::vector<Word> words;
  for (const auto& [word, count] : group.words) {
    const auto in_all = static_cast<double>(all.find(word)->second);
    words.push_back({static_cast<double>(count) * std::log(1 + static_cast<double>(texts_) / in_all), count, word});
  }
  std::sort(words.begin(), words.end(),
            [](const Word& a, const Word& b) { return a.weight != b.weight ? a.weight > b.weight : a.text < b.text; });
  std::string text;
  std::size_t shown = 0;
  for (const Word& word : words) {
    const bool is_shared = 2 * word.count >= group.count;
    if (!is_shared || shown == kWordsShown) continue;
    text += (shown++ > 0 ? ", " : "") + word.text;
  }
  return text.empty() && !words.empty() ? words.front().text : text;
}

std::vector<MessageCluster> MessageClusters::largest(std::size_t most, std::int64_t& elsewhere) && {
  std::sort(groups_.begin(), groups_.end(), [](const Group& a, const Group& b) {
    return a.count != b.count ? a.count > b.count : a.serial < b.serial;
  });
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    for (std::size_t k = i + 1; k < groups_.size();) {
      const double length = groups_[k].length;
      const bool alike = length > 0 && similarity(groups_[i], groups_[k].sum) / length >= kMinSimilarity;
      if (alike) merge(groups_[i], groups_[k]);
      alike ? void(groups_.erase(groups_.begin() + static_cast<std::ptrdiff_t>(k))) : void(++k);
    }
  }
  std::stable_sort(groups_.begin(), groups_.end(), [](const Group& a, const Group& b) { return a.count > b.count; });
  std::map<std::string, std::int64_t, std::less<>> all;  // number of texts with each word
  for (const Group& group : groups_) {
    for (const auto& [word, count] : group.words) all[word] += count;
  }
  std::vector<MessageCluster> clusters;
  elsewhere = texts_;
  for (Group& group : groups_) {
    if (clusters.size() == most) break;
    elsewhere -= group.count;
    clusters.push_back({words_of(group, all), group.count, std::move(group.examples)});
  }
  return clusters;
}

}  // namespace parley::report
