// Tests blocks of the word index: every message is found by its words, and only until its session is removed.
#include "memory/sqlite/word_block.h"

#include <map>
#include <set>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

using namespace parley::memory;

namespace {

using Message = std::pair<std::int64_t, std::int64_t>;  // session, seq

// The messages of a block with a word, by session id.
std::set<Message> found(const WordBlock& block, const std::string& word) {
  const std::uint32_t hash = word_hash(word);
  std::set<Message> all;
  for (const WordPlace& place : places_in_part(block.parts.at(WordBlock::part_of(hash)), hash)) {
    if (const std::int64_t session = session_at(block.sessions, place.place)) all.insert({session, place.seq});
  }
  return all;
}

// Few words, so that messages share them.
std::string any_word() { return "w" + std::to_string(*rc::gen::inRange(0, 40)); }

struct Sample {
  std::map<std::string, std::set<Message>> model;
  std::vector<std::int64_t> sessions;
  WordBlockBuilder builder;

  static Sample any() {
    Sample sample;
    std::int64_t session = 0;
    for (int i = *rc::gen::inRange(0, 12); i > 0; --i) {
      session += *rc::gen::inRange<std::int64_t>(1, std::int64_t{1} << 34);
      sample.sessions.push_back(session);
      std::int64_t seq = 0;
      for (int message = *rc::gen::inRange(1, 6); message > 0; --message) {
        seq += *rc::gen::inRange(1, 1 << 16);
        std::vector<std::string> words(static_cast<std::size_t>(*rc::gen::inRange(0, 6)));
        for (std::string& word : words) {
          word = any_word();
          sample.model[word].insert({session, seq});
        }
        sample.builder.add(session, seq, words);
      }
    }
    return sample;
  }
  void forget(std::int64_t session) {
    for (auto& [word, messages] : model) {
      std::erase_if(messages, [&](const Message& each) { return each.first == session; });
    }
  }
  void require_in(const WordBlock& block) const {
    for (const auto& [word, messages] : model) RC_ASSERT(found(block, word) == messages);
    RC_ASSERT(found(block, "other").empty());
  }
};

}  // namespace

TEST_CASE("a block finds exactly the messages with a word") {
  CHECK(rc::check([] {
    Sample sample = Sample::any();
    sample.require_in(sample.builder.build());
  }));
}

TEST_CASE("a session that is removed from a block leaves no place and no word in it") {
  CHECK(rc::check([] {
    Sample sample = Sample::any();
    RC_PRE(!sample.sessions.empty());
    const std::int64_t gone = *rc::gen::elementOf(sample.sessions);
    Sample other = sample;
    other.builder.remove(gone);
    WordBlock block = sample.builder.build();
    const auto places = empty_places(block.sessions, {gone});
    RC_ASSERT(places.size() == 1U);
    for (std::string& part : block.parts) part = part_without(part, places);
    sample.forget(gone);
    sample.require_in(block);
    // The same as if the session had never been there.
    const WordBlock without = other.builder.build();
    RC_ASSERT(block.parts == without.parts);
    RC_ASSERT(block.sessions == without.sessions);
    RC_ASSERT(empty_places(block.sessions, {gone}).empty());
  }));
}

TEST_CASE("damaged rows of a block are read without harm") {
  CHECK(rc::check([] {
    Sample sample = Sample::any();
    WordBlock block = sample.builder.build();
    for (std::string& part : block.parts) {
      for (int i = 0; i < 3 && !part.empty(); ++i) {
        part[*rc::gen::inRange<std::size_t>(0, part.size())] = *rc::gen::arbitrary<char>();
      }
      if (*rc::gen::arbitrary<bool>()) part.resize(part.size() / 2);
      (void)part_without(part, {0, 2});
    }
    block.sessions.resize(block.sessions.size() / 2);
    for (int i = 0; i < 40; ++i) (void)found(block, "w" + std::to_string(i));
  }));
}
