// The contract for search: a found message contains each word of the query. A query has only words and no operators.
#pragma once

#include <algorithm>
#include <cctype>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "conversation.h"
#include "snapshot.h"

namespace parley::conformance {

using Hits = std::vector<std::pair<std::string, std::int64_t>>;  // session, seq

inline Hits found(SessionStore& store, const SearchQuery& query) {
  const auto hits = store.search(query);
  REQUIRE(hits);
  Hits all;
  for (const SearchHit& hit : *hits) all.emplace_back(hit.session, hit.message.seq);
  return all;
}

inline void check_search_words(SessionStore& store) {
  const std::vector<std::string> texts = {
      /* 1 */ "I want my money back, please!",
      /* 2 */ "What's your order ID?",
      /* 3 */ "O-12345",
      /* 4 */
      "the CAF\xC3\x89 near Stra\xC3\x9F"
      "e 5 or not",
      /* 5 */ "money \"quoted\" AND (parenthesised)",
      /* 6 */ "a*b a.b a-b a_b a:b",
      /* 7 */ "\xE9\x80\x80\xE6\xAC\xBE",  // Chinese
      /* 8 */ "",
  };
  Conversation conversation("s1");
  for (std::size_t i = 0; i < texts.size(); i += 2)
    REQUIRE(store.commit(conversation.next(texts[i], texts[i + 1]).commit()));

  const std::pair<std::string, std::vector<std::int64_t>> cases[] = {
      {"money", {5, 1}},
      {"MONEY", {5, 1}},
      {"back money", {1}},
      {"money, back!", {1}},
      {"mone", {}},  // a part of a word does not match
      {"money money", {5, 1}},
      {"money nowhere", {}},
      {"cafe", {4}},
      {"Cafe\xCC\x81", {4}},
      {"STRASSE", {4}},
      {"12345", {3}},
      {"o-12345", {3}},
      {"\"money back\"", {1}},
      {"\"back money\"", {1}},  // quotes have no meaning
      {"money OR order", {}},
      {"near OR not", {4}},
      {"NEAR(money back)", {}},
      {"NOT money", {}},
      {"money AND quoted", {5}},
      {"mon*", {}},
      {"a*b", {6}},
      {"text:money", {}},
      {"-money", {5, 1}},
      {"^money", {5, 1}},
      {"{money} (back", {1}},
      {"money\"", {5, 1}},
      {"what's", {2}},
      {"'; DROP TABLE message; --", {}},
      {"\xE6\xAC\xBE", {7}},
      {"\xE9\x80\x80\xE6\xAC\xBE", {7}},
      {"", {}},
      {" \t\n", {}},
      {"- . \" * ( ) : ^ + ' %", {}},
      {"\xFF", {}},
      {std::string("money\0back", 10), {1}},
      {std::string(5000, '"'), {}},
  };
  for (const auto& [text, seqs] : cases) {
    INFO(text);
    Hits expected;
    for (std::int64_t seq : seqs) expected.emplace_back("s1", seq);
    CHECK(found(store, {text, kAll, {}}) == expected);
  }
}

inline void check_search_scope(SessionStore& store) {
  TimeMs now = 100;
  const auto begin_with = [&](const std::string& session, const std::string& user) {
    Conversation conversation(session, now += 10);
    PreparedCommit written = conversation.next("find me", "I have been found: find me again");
    written.notes = SessionNotes{"", user, {}, {}, 0};
    REQUIRE(store.commit(written.commit()));
    return conversation;
  };
  Conversation first = begin_with("z", "ann");
  begin_with("y", "bob");
  Conversation last = begin_with("x", "ann");
  first.at(1000);  // the session with the latest message comes first, not the session that began last
  REQUIRE(store.commit(first.next("hello", "find nothing").commit()));

  const Hits all = {{"x", 2}, {"x", 1}, {"y", 2}, {"y", 1}, {"z", 4}, {"z", 2}, {"z", 1}};
  CHECK(found(store, {"find", kAll, {}}) == all);
  CHECK(found(store, {"find", 3, {}}) == Hits(all.begin(), all.begin() + 3));
  CHECK(found(store, {"find", 0, {}}).empty());
  CHECK(found(store, {"find", kAll, "ann"}) == Hits{{"x", 2}, {"x", 1}, {"z", 4}, {"z", 2}, {"z", 1}});
  CHECK(found(store, {"find me", 2, "bob"}) == Hits{{"y", 2}, {"y", 1}});
  CHECK(found(store, {"find", kAll, "nobody"}).empty());
  CHECK(store.search({"find", 1, {}})->front().message == store.messages("x", 1)->front());

  // The user of a session may change. Trimmed and erased messages are no longer found.
  CHECK(*store.annotate("y", SessionNotes{"", "ann", {}, {}, 0}));
  CHECK(found(store, {"find", kAll, "bob"}).empty());
  CHECK(found(store, {"find", kAll, "ann"}).size() == 7);
  PreparedCommit trimmed = last.next("find me here", "ok");
  last.trim(trimmed, 2);
  REQUIRE(store.commit(trimmed.commit()));
  CHECK(found(store, {"find me", kAll, {}}) == Hits{{"x", 3}, {"y", 2}, {"y", 1}, {"z", 2}, {"z", 1}});
  REQUIRE(*erase(store, {"x", "y"}) == 2);
  CHECK(found(store, {"find me", kAll, {}}) == Hits{{"z", 2}, {"z", 1}});
}

// Splits an ASCII text into words, without code of the library.
inline std::set<std::string> plain_words(const std::string& text) {
  std::set<std::string> words;
  std::string word;
  for (const char c : text + ' ') {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    } else if (!word.empty()) {
      words.insert(std::exchange(word, {}));
    }
  }
  return words;
}

// For random messages and queries, a search finds the same messages as a comparison with every message.
inline void check_search_is_a_scan(SessionStore& store) {
  std::mt19937 random(20260302);  // every run uses this seed
  const std::vector<std::string> pieces = {"a",  "b", "AB", "near", "NEAR", "or", "OR", "AND", "not", "1", "a1", " ",
                                           " ",  " ", " ",  "\"",   "'",    "*",  "(",  ")",   "-",   "^", ":",  "%",
                                           "--", "{", "}",  "+",    ".",    ",",  ";",  "/",   "\\",  "_", "\n", "\t"};
  const auto some_text = [&] {
    std::string text;
    for (auto left = random() % 8; left > 0; --left) text += pieces[random() % pieces.size()];
    return text;
  };
  std::vector<std::pair<std::string, Message>> said;  // the latest session first
  for (int i = 0; i < 6; ++i) {
    Conversation conversation("s" + std::to_string(i), 100 + i);
    for (int turn = 0; turn < 8; ++turn) REQUIRE(store.commit(conversation.next(some_text(), some_text()).commit()));
    std::vector<std::pair<std::string, Message>> all;
    for (const Message& message : conversation.kept()) all.emplace(all.begin(), conversation.state().session, message);
    said.insert(said.begin(), all.begin(), all.end());
  }
  for (int i = 0; i < 150; ++i) {
    const std::string query = some_text();
    INFO(query);
    const std::set<std::string> wanted = plain_words(query);
    Hits expected;
    for (const auto& [session, message] : said) {
      const std::set<std::string> words = plain_words(message.text);
      const bool has_all = std::includes(words.begin(), words.end(), wanted.begin(), wanted.end());
      if (!wanted.empty() && has_all) expected.emplace_back(session, message.seq);
    }
    CHECK(found(store, {query, kAll, {}}) == expected);
  }
}

}  // namespace parley::conformance
