#include "knowledge/grounding.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/boundaries.h"
#include "base/fold.h"
#include "base/text.h"
#include "knowledge/english_words.h"

namespace parley::knowledge {
namespace {

constexpr std::size_t kShortestStem = 4;  // bytes that two forms of a word share
constexpr std::size_t kFewestWords = 2;   // of an answer that can be judged

bool is_dense(std::string_view text) {
  std::size_t at = 0;
  return !text.empty() && base::is_written_without_blanks(base::next_code_point(text, at));
}

void add_pairs(std::string_view text, std::vector<std::string>& words) {
  std::string before;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    base::next_code_point(text, at);
    std::string one(text.substr(begin, at - begin));
    if (!is_dense(one)) one.clear();
    if (!before.empty() && !one.empty()) words.push_back(before + one);
    before = std::move(one);
  }
}

// Returns the text without email addresses and links.
std::string without_addresses(std::string_view text) {
  std::string out, word;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find_first_of(" \n", at), text.size());
    word = text.substr(at, end - at);
    if (word.find('@') == std::string::npos && word.find("://") == std::string::npos) out += word + " ";
    at = end + 1;
  }
  return out;
}

std::vector<std::string> meaningful_words(std::string_view text, Lexicon lexicon) {
  std::vector<std::string> words = plain_words(without_addresses(text));
  std::erase_if(words, [&](const std::string& word) {
    return is_dense(word) || !carries_meaning(word, lexicon) || std::any_of(word.begin(), word.end(), base::is_digit);
  });
  add_pairs(base::fold(text), words);
  return words;
}

// "cancel" and "cancelling": the beginning that they share is half of the longer word.
bool are_forms_of_one_word(std::string_view one, std::string_view other) {
  if (one == other) return true;
  const auto differs = std::mismatch(one.begin(), one.end(), other.begin(), other.end());
  const auto shared = static_cast<std::size_t>(differs.first - one.begin());
  return shared >= kShortestStem && 2 * shared >= std::max(one.size(), other.size());
}

bool has_word(const std::vector<std::string>& passage, const std::string& word, Lexicon lexicon) {
  std::vector<std::string> ways = {word};
  if (lexicon == Lexicon::kEnglish) {
    for (std::string& synonym : plain_words(synonyms_of(word))) ways.push_back(std::move(synonym));
  }
  return std::any_of(passage.begin(), passage.end(), [&](const std::string& other) {
    return std::any_of(ways.begin(), ways.end(),
                       [&](const std::string& way) { return are_forms_of_one_word(way, other); });
  });
}

}  // namespace

double grounded_share(std::string_view answer, std::string_view passage, Lexicon lexicon) {
  const std::vector<std::string> said = meaningful_words(answer, lexicon), known = meaningful_words(passage, lexicon);
  if (said.size() < kFewestWords) return 0;
  const auto found =
      std::count_if(said.begin(), said.end(), [&](const std::string& word) { return has_word(known, word, lexicon); });
  return static_cast<double>(found) / static_cast<double>(said.size());
}

}  // namespace parley::knowledge
