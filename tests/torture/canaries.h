// Canaries are unique words. Tests search for them in all bytes of all files.
#pragma once

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <random>
#include <string>
#include <unordered_map>
#include <vector>

#include "tests/memory/temp_folder.h"

namespace parley::torture {

// Returns a unique word. Searches use its last eight letters, because a sorted index omits the prefix that a word
// shares with the previous word.
inline std::string canary(int number) {
  std::mt19937_64 random(static_cast<std::uint64_t>(number) + 77);
  std::string word;
  for (int i = 0; i < 20; ++i) word.push_back(static_cast<char>('a' + random() % 26));
  return word;
}

inline std::uint64_t mark_of(const char* bytes) {
  std::uint64_t mark = 0;
  std::memcpy(&mark, bytes, sizeof mark);
  return mark;
}

// Returns how many of the words are in the files of a folder. `where` gets the position of the first word that is
// found.
inline int count_left(const std::filesystem::path& folder, const std::vector<std::string>& words, std::string& where) {
  std::unordered_map<std::uint64_t, int> marks;
  for (const std::string& word : words) marks.emplace(mark_of(word.data() + word.size() - 8), 0);
  int left = 0;
  bool has_read = false;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    const std::string bytes = test::bytes_of(entry.path().string());
    has_read = has_read || !bytes.empty();
    for (std::size_t at = 0; at + 8 <= bytes.size(); ++at) {
      const auto found = marks.find(mark_of(bytes.data() + at));
      if (found == marks.end() || ++found->second > 1) continue;
      if (++left == 1) where = entry.path().filename().string() + " at " + std::to_string(at);
    }
  }
  if (has_read) return left;
  where = "no file to look into";
  return 1;
}

}  // namespace parley::torture
