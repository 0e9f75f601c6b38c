// MessageClusters groups messages without an intent by the words they share.
//
// Each text joins the group with the most similar words, or starts a new one. The similarity is the cosine of hashed
// words and word pieces (context/topics/similarity.h). A repeated text joins the same group as before. At the end,
// groups that have become similar are merged.
//
// Invariant: there are never more than the maximum number of groups. A new group replaces the smallest, or the oldest
// of the smallest. Of the replaced group, only the number of texts is kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "parley/report.h"

namespace parley::report {

class MessageClusters {
 public:
  explicit MessageClusters(std::size_t most);

  // Adds a text that is already redacted.
  void add(const std::string& text);
  std::int64_t texts() const { return texts_; }

  // Returns the `most` largest groups. `elsewhere` is the number of texts outside of them.
  std::vector<MessageCluster> largest(std::size_t most, std::int64_t& elsewhere) &&;

 private:
  struct Group {
    std::uint64_t serial = 0;
    std::int64_t count = 0;
    std::vector<float> sum;  // sum of the vectors of its texts; empty if the texts have no vector
    double length = 0;       // norm of `sum`
    std::map<std::string, std::int64_t, std::less<>> words;  // number of texts with each word; at most kMaxWords
    std::vector<std::string> examples;
  };
  std::size_t group_for(const std::vector<float>& vector);
  std::size_t new_group();
  static double similarity(const Group& group, const std::vector<float>& vector);
  static void merge(Group& into, Group& from);
  std::string words_of(const Group& group, const std::map<std::string, std::int64_t, std::less<>>& all);

  std::size_t most_;
  std::vector<Group> groups_;
  struct KnownText {
    std::size_t index = 0;
    std::uint64_t serial = 0;
  };
  std::unordered_map<std::string, KnownText> known_texts_;  // the group of each text; at most kMaxKnownTexts
  std::uint64_t serials_ = 0;
  std::int64_t texts_ = 0;
};

}  // namespace parley::report
