// Messages that no intent was found for, in groups of those that share words.
//
// The idea: each text goes to the group whose words it is most like (the cosine of hashed words and pieces of words,
// context/topics/similarity.h), or begins one. What was said before in the same words goes where it went then. At the
// end groups that have grown alike are one.
//
// Invariant: there are never more groups than it was made for; for a new one the smallest, of equals the oldest, gives
// way and is only counted.
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

  // A text that may be shown.
  void add(const std::string& text);
  std::int64_t texts() const { return texts_; }

  // The largest, and how many texts are in none of these.
  std::vector<MessageCluster> largest(std::size_t most, std::int64_t& elsewhere) &&;

 private:
  struct Group {
    std::uint64_t serial = 0;
    std::int64_t count = 0;
    std::vector<float> sum;  // of the vectors of its texts; empty: they have none, and are the same text
    double length = 0;       // of `sum`
    std::map<std::string, std::int64_t, std::less<>> words;  // in how many texts; at most kMostWords
    std::vector<std::string> examples;
  };
  std::size_t place_of(const std::vector<float>& vector);
  std::size_t room();
  static double likeness(const Group& group, const std::vector<float>& vector);
  static void take_in(Group& into, Group& from);
  std::string words_of(const Group& group, const std::map<std::string, std::int64_t, std::less<>>& all);

  std::size_t most_;
  std::vector<Group> groups_;
  struct Before {
    std::size_t place = 0;
    std::uint64_t serial = 0;
  };
  std::unordered_map<std::string, Before> before_;  // by the text; at most kMostBefore
  std::uint64_t serials_ = 0;
  std::int64_t texts_ = 0;
};

}  // namespace parley::report
