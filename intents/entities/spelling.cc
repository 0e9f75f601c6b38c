// Tested by tests/intents/identifiers_test.cc.
#include "intents/entities/spelling.h"

#include <algorithm>
#include <array>

#include "base/boundaries.h"
#include "base/text.h"
#include "intents/entities/recogniser.h"

namespace parley::intents {
namespace {

struct Sound {
  std::string_view word;
  char character;
};

// The radio telephony alphabet, and words that sound like letters and digits. Sorted by word.
constexpr std::array kSounds = {
    Sound{"alfa", 'A'},   Sound{"alpha", 'A'},   Sound{"and", 'N'},     Sound{"are", 'R'},      Sound{"be", 'B'},
    Sound{"bee", 'B'},    Sound{"bravo", 'B'},   Sound{"charlie", 'C'}, Sound{"dee", 'D'},      Sound{"delta", 'D'},
    Sound{"echo", 'E'},   Sound{"eh", 'A'},      Sound{"eight", '8'},   Sound{"ell", 'L'},      Sound{"ess", 'S'},
    Sound{"ex", 'X'},     Sound{"five", '5'},    Sound{"for", '4'},     Sound{"four", '4'},     Sound{"foxtrot", 'F'},
    Sound{"gee", 'G'},    Sound{"golf", 'G'},    Sound{"hotel", 'H'},   Sound{"india", 'I'},    Sound{"jay", 'J'},
    Sound{"juliet", 'J'}, Sound{"juliett", 'J'}, Sound{"kay", 'K'},     Sound{"kilo", 'K'},     Sound{"lima", 'L'},
    Sound{"mike", 'M'},   Sound{"nine", '9'},    Sound{"nought", '0'},  Sound{"november", 'N'}, Sound{"oh", '0'},
    Sound{"one", '1'},    Sound{"oscar", 'O'},   Sound{"papa", 'P'},    Sound{"pee", 'P'},      Sound{"quebec", 'Q'},
    Sound{"queue", 'Q'},  Sound{"romeo", 'R'},   Sound{"sea", 'C'},     Sound{"see", 'C'},      Sound{"seven", '7'},
    Sound{"sierra", 'S'}, Sound{"six", '6'},     Sound{"tango", 'T'},   Sound{"tea", 'T'},      Sound{"tee", 'T'},
    Sound{"three", '3'},  Sound{"to", '2'},      Sound{"too", '2'},     Sound{"two", '2'},      Sound{"uniform", 'U'},
    Sound{"vee", 'V'},    Sound{"victor", 'V'},  Sound{"whiskey", 'W'}, Sound{"whisky", 'W'},   Sound{"why", 'Y'},
    Sound{"won", '1'},    Sound{"xray", 'X'},    Sound{"yankee", 'Y'},  Sound{"you", 'U'},      Sound{"zed", 'Z'},
    Sound{"zee", 'Z'},    Sound{"zero", '0'},    Sound{"zulu", 'Z'}};
constexpr bool sorts_before(const Sound& a, const Sound& b) { return a.word < b.word; }
static_assert(std::is_sorted(kSounds.begin(), kSounds.end(), sorts_before));
constexpr std::size_t kLongestPiece = 8;  // "sw1a1aa"

struct SpokenNumber {
  std::string_view word;
  std::string_view digits;
};
constexpr std::array kSpokenNumbers = {
    SpokenNumber{"ten", "10"},      SpokenNumber{"eleven", "11"},    SpokenNumber{"twelve", "12"},
    SpokenNumber{"thirteen", "13"}, SpokenNumber{"fourteen", "14"},  SpokenNumber{"fifteen", "15"},
    SpokenNumber{"sixteen", "16"},  SpokenNumber{"seventeen", "17"}, SpokenNumber{"eighteen", "18"},
    SpokenNumber{"nineteen", "19"}, SpokenNumber{"twenty", "20"},    SpokenNumber{"thirty", "30"},
    SpokenNumber{"forty", "40"},    SpokenNumber{"fifty", "50"},     SpokenNumber{"sixty", "60"},
    SpokenNumber{"seventy", "70"},  SpokenNumber{"eighty", "80"},    SpokenNumber{"ninety", "90"}};

// Returns the digits of "twelve" or "twenty"; empty for another word.
std::string_view number_spelt_by(std::string_view word) {
  const auto number =
      std::find_if(kSpokenNumbers.begin(), kSpokenNumbers.end(), [&](const auto& one) { return one.word == word; });
  return number == kSpokenNumbers.end() ? std::string_view() : number->digits;
}

struct SpelledToken {
  std::string_view word;
  std::size_t begin = 0;
  std::size_t end = 0;
};

std::vector<SpelledToken> tokens_of(std::string_view text) {
  std::vector<SpelledToken> all;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    while (at < text.size() && (base::is_word_byte(text[at]) || text[at] == '\'')) ++at;
    if (at > begin) {
      all.push_back({text.substr(begin, at - begin), begin, at});
    } else {
      ++at;
    }
  }
  return all;
}

// Returns true for a word whose characters are the spelled text: "w20", "td", "4".
bool is_literal(std::string_view word) {
  const bool is_plain =
      std::all_of(word.begin(), word.end(), [](char c) { return base::is_digit(c) || (c >= 'a' && c <= 'z'); });
  return is_plain &&
         (word.size() <= 2 || (word.size() <= kLongestPiece && std::any_of(word.begin(), word.end(), base::is_digit)));
}

// Whether two tokens are an amount such as "44.80", and not groups of a longer number such as "44.80.12".
bool is_amount(std::string_view text, const std::vector<SpelledToken>& tokens, std::size_t first) {
  const auto is_number = [](const SpelledToken& token) {
    return std::all_of(token.word.begin(), token.word.end(), base::is_digit);
  };
  const auto is_joined = [&](std::size_t left) {
    return left + 1 < tokens.size() && tokens[left + 1].begin == tokens[left].end + 1 &&
           text[tokens[left].end] == '.' && is_number(tokens[left]) && is_number(tokens[left + 1]);
  };
  return is_joined(first) && tokens[first + 1].word.size() == 2 && !is_joined(first + 1) &&
         (first == 0 || !is_joined(first - 1));
}

std::string spelt_by(std::string_view word) {
  const auto sound = std::lower_bound(kSounds.begin(), kSounds.end(), Sound{word, 0}, sorts_before);
  if (sound != kSounds.end() && sound->word == word) return std::string(1, sound->character);
  std::string upper;
  for (const char c : is_literal(word) ? word : std::string_view())
    upper += base::is_digit(c) ? c : static_cast<char>(c - 'a' + 'A');
  return upper;
}

}  // namespace

std::vector<std::vector<Spelt>> spelt_out(std::string_view text) {
  const std::string lower = base::lower_ascii(text);
  const std::vector<SpelledToken> tokens = tokens_of(lower);
  std::vector<std::vector<Spelt>> runs;
  bool continues = false;
  for (std::size_t i = 0; i < tokens.size() && runs.size() < kMaxFound; ++i) {
    if (is_amount(lower, tokens, i)) {
      continues = false;
      ++i;
      continue;
    }
    const std::size_t times = i + 1 == tokens.size()                                     ? 1
                              : tokens[i].word == "double"                               ? 2
                              : tokens[i].word == "triple" || tokens[i].word == "treble" ? 3
                                                                                         : 1;
    const std::size_t begin = tokens[i].begin;
    if (times > 1) ++i;
    std::string characters = spelt_by(tokens[i].word);
    if (characters.empty()) characters = number_spelt_by(tokens[i].word);
    // "twenty three" is 23.
    const bool is_tens = characters.size() == 2 && characters[1] == '0' && !base::is_digit(tokens[i].word[0]);
    const std::string ones = is_tens && characters != "10" && i + 1 < tokens.size() ? spelt_by(tokens[i + 1].word) : "";
    if (ones.size() == 1 && base::is_digit(ones[0]) && ones[0] != '0' && tokens[i + 1].word.size() > 1) {
      characters[1] = ones[0];
      ++i;
    }
    const std::string once = characters;
    for (std::size_t time = 1; time < times; ++time) characters += once;
    // "t for tommy": the word repeats the letter.
    const bool is_letter = characters.size() == 1 && tokens[i].word.size() == 1;
    if (is_letter && i + 2 < tokens.size() && tokens[i + 1].word == "for" &&
        tokens[i + 2].word[0] == tokens[i].word[0]) {
      i += 2;
    }
    if (characters.empty()) {
      continues = false;
      continue;
    }
    if (!continues) runs.emplace_back();
    runs.back().push_back({std::move(characters), begin, tokens[i].end});
    continues = true;
  }
  return runs;
}

}  // namespace parley::intents
