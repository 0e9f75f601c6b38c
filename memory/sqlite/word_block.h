// WordBlock is a part of the search index: the words of some thousand messages, which never get more.
//
// A word is a hash of 32 bits, so a reader must compare the text of a message that it finds. The words of a block are
// in kParts rows by their hash, so that a search reads one row of a block for each word. Messages are stored as the
// number of their session in the block and their own number. Each session of a block has a fixed place in a row of its
// own. A session that is erased leaves its place empty.
//
// Tested by tests/memory/word_block_test.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace parley::memory {

std::uint32_t word_hash(std::string_view word);

// The rows of a block, as bytes.
struct WordBlock {
  static constexpr std::size_t kParts = 32;
  static constexpr std::size_t part_of(std::uint32_t hash) { return hash % kParts; }
  std::string sessions;
  std::vector<std::string> parts;  // kParts of them. Empty: no word
};

// Collects the words of messages. Thread-compatible.
class WordBlockBuilder {
 public:
  // The messages of a session must follow each other.
  void add(std::int64_t session, std::int64_t seq, const std::vector<std::string>& words);
  // Removes a session from the block.
  void remove(std::int64_t session);
  std::size_t messages() const { return messages_; }
  WordBlock build();

 private:
  struct Entry {
    std::uint32_t hash, place;
    std::int64_t seq;
    friend auto operator<=>(const Entry&, const Entry&) = default;
  };
  std::vector<std::int64_t> sessions_;  // 0: removed
  std::vector<Entry> entries_;
  std::size_t messages_ = 0;
};

// A message, by the place of its session in the block.
struct WordPlace {
  std::uint32_t place = 0;
  std::int64_t seq = 0;
  friend auto operator<=>(const WordPlace&, const WordPlace&) = default;
};

// Reads rows of a block. Damaged bytes give wrong or missing places, and no other harm.
std::vector<WordPlace> places_in_part(std::string_view part, std::uint32_t hash);  // sorted
std::int64_t session_at(std::string_view sessions, std::uint32_t place);           // 0: none

// Sets the places of the given sessions, which are sorted, to none, and returns them. Empty: the block has none of
// them.
std::vector<std::uint32_t> empty_places(std::string& sessions, const std::vector<std::int64_t>& gone);
// Returns the row without the messages of these places, which are sorted.
std::string part_without(std::string_view part, const std::vector<std::uint32_t>& places);

}  // namespace parley::memory
