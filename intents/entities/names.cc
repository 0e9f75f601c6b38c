#include "intents/entities/names.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "intents/entities/calendar_words.h"
#include "intents/entities/matches.h"

namespace parley::intents {
namespace {

using WordList = std::vector<std::string_view>;

bool is_listed(std::string_view list, std::string_view word) {
  return list.find(" " + base::lower_ascii(word) + " ") != std::string_view::npos;
}

// Returns true for words that occur in answers but never in names. The list separates them by spaces.
bool is_never_name(std::string_view word) {
  static constexpr std::string_view kNoNames =
      " a about absolutely actually afraid again ah alone already alright all also am an and another any anyone are "
      "around "
      "as "
      "ask at aye back bad be because before belongs below better book booked booking brunch business but bye call "
      "called calling cancel card change cheers come coming confirm correct could course crazy dinner do does doesn't "
      "dunno "
      "doing don't done dont each eight eleven enough evening every everyone family fine first five for forget four "
      "friend from full fuck fucking gave get give go going good goodbye great had has have having he hello help her "
      "here hey hi his hold how hungry i i'd idk i'll i'm i've idea idiot if important in incorrect indoors inside is "
      "isn't "
      "it it's its just know last late later like listed looking lost lunch made make making matter maybe me mine "
      "morning move my name named names need never night nine no nobody none nope not nothing now of off oh ok okay "
      "old "
      "on one only or order other our out outdoors outside party pass people person personal phone please private "
      "probably put quite ready really refuse reservation right rude running said same say secret see seven she should "
      "silly six skip so some somebody someone something soon sorry speaking stop strange stupid sure table take tell "
      "ten thank thanks thankyou that that's the their them then there these they thing think this those three time to "
      "today "
      "tomorrow tonight too true trying twelve two under unfortunately unsure us very waiting want was way we "
      "we're weird well were what what's whatever when where which who who's whose why wish with won't would "
      "wrong yeah yep yes yesterday yet you your ";
  return is_listed(kNoNames, word);
}

bool is_of_calendar(std::string_view word) {
  static const Pattern kCalendar("(?:" + std::string(kMonthNames) + "|" + std::string(kWeekdayNames) + "|" +
                                 std::string(kShortWeekdays) + "|christmas|easter|valentine'?s?|new|year'?s?|eve)\\.?");
  return kCalendar.covers(word);
}

// "April" is also a name; "Friday" is not.
bool is_weekday(std::string_view word) {
  static const Pattern kWeekday("(?:" + std::string(kWeekdayNames) + ")\\.?");
  return kWeekday.covers(word);
}

bool is_particle(std::string_view word) {
  return is_listed(" van von der den de del della da dos das du bin ibn ter ", word);
}

bool is_capital(std::string_view word) {
  static const Pattern kCapital("^\\p{Lu}", Pattern::Case::kCounts);
  return kCapital.occurs_in(word);
}

bool is_all_capitals(std::string_view text) {
  static const Pattern kSmall("\\p{Ll}", Pattern::Case::kCounts);
  return !kSmall.occurs_in(text);
}

WordList words_of(std::string_view run) {
  WordList words;
  for (std::size_t at = 0; at < run.size();) {
    const std::size_t end = std::min(run.find(' ', at), run.size());
    if (end > at) words.push_back(run.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

// The full stop in "Smith." ends a sentence; in "J." it marks an initial.
void drop_full_stop(WordList& words) {
  std::string_view& last = words.back();
  while (last.size() > 2 && last.back() == '.') last.remove_suffix(1);
}

// Returns how many words from the front form a name.
std::size_t length_of_name(const WordList& words, bool allows_lower_case, bool is_weak, std::string_view text) {
  if (words.empty() || is_never_name(words[0])) return 0;
  const bool by_capitals = is_capital(words[0]) && !is_all_capitals(text);
  if (!by_capitals && !allows_lower_case) return 0;
  std::size_t length = 0;
  for (; length < words.size(); ++length) {
    const std::string_view word = words[length];
    const bool is_joint = is_particle(word) && length + 1 < words.size();
    if (is_never_name(word) || (is_weak && is_of_calendar(word))) break;
    if (by_capitals ? !is_capital(word) && !is_joint : length >= 2 && !is_particle(words[length - 1])) break;
    if (word.back() == '.' && word.size() > 2) return length + 1;
  }
  while (length > 0 && words[length - 1].size() < 2 && !by_capitals) --length;
  return length;
}

enum class NameSide { kUnknown, kFirst, kLast };

// Returns the index of the word at which the last name begins.
std::size_t start_of_last(const WordList& words, NameSide side) {
  if (side != NameSide::kUnknown) return side == NameSide::kFirst ? words.size() : 0;
  if (words.size() < 2) return words.size();
  if (is_particle(words[0]) && (words.size() > 2 || !is_capital(words[0]))) return 0;
  std::size_t start = words.size() - 1;
  while (start > 1 && is_particle(words[start - 1])) --start;
  return start;
}

std::string joined(const WordList& words) {
  std::string out;
  for (const std::string_view word : words) {
    if (!out.empty()) out += ' ';
    out += word;
  }
  return out;
}

NamePart place(const WordList& words, std::size_t from, std::size_t to, std::string_view text) {
  if (from >= to) return {};
  const auto begin = static_cast<std::size_t>(words[from].data() - text.data());
  return {begin, static_cast<std::size_t>(words[to - 1].data() - text.data()) + words[to - 1].size()};
}

SaidName named(WordList words, NameSide side, std::string_view text) {
  drop_full_stop(words);
  const std::size_t start = start_of_last(words, side);
  return {place(words, 0, start, text), place(words, start, words.size(), text), place(words, 0, words.size(), text),
          joined(words), side != NameSide::kUnknown || words.size() > 1};
}

NameSide named_part(const Pattern& pattern, const Pattern::Groups& groups) {
  if (!pattern.group(groups, "first").empty()) return NameSide::kFirst;
  return pattern.group(groups, "last").empty() ? NameSide::kUnknown : NameSide::kLast;
}

// A single name is a last name after a title ("Mr Doe") or in a booking ("under Doe").
NameSide part_of_single_word(NameSide side, const WordList& words, bool is_last_name_context) {
  return side == NameSide::kUnknown && words.size() == 1 && is_last_name_context ? NameSide::kLast : side;
}

// Parts of the patterns.
constexpr std::string_view kFirstName = "(?P<first>(?:first|given|christian) ?name|forename)";
constexpr std::string_view kLastName = "(?P<last>(?:last|family|second) ?name|surname)";
constexpr std::string_view kTitle = R"((?P<title>(?:mr|mrs|ms|miss|mx|dr|prof|professor|doctor)\b\.? +)?)";
constexpr std::string_view kNameWord = R"(\pL[\pL\pM'.-]*)";
constexpr std::string_view kNoLetter = R"([^\pL\pN])";
std::string name_words(std::string_view quantifier = {}) {
  return "(?P<name>" + std::string(kNameWord) + "(?: +" + std::string(kNameWord) + "){0,3}" + std::string(quantifier) +
         ")";
}

}  // namespace

Names::Names()
    : answer_("^" + std::string(kNoLetter) +
              R"(*(?:(?:yes|yeah|yep|sure|ok|okay|hi|hello|hey|well|no|sorry),? +)?(?:i (?:think|believe|said) +)?)"
              R"((?:(?:(?:my|the) +)?(?:)" +
              std::string(kFirstName) + "|" + std::string(kLastName) +
              R"(|(?:full )?names?)(?:'s| is|:)? +)?)"
              R"((?:(?:i am|i'm|im|it is|it's|its|this is|that's|that is|i am called|i'?m called|)"
              R"(you can call me|(?:please )?call me|(?:they|people) call me|i go by|put it|under|for) +){0,2})" +
              std::string(kTitle) + name_words("?") + "(?:,? +(?:here|speaking|please|thanks|thank you))?" +
              std::string(kNoLetter) + "*$"),
      last_first_("^" + std::string(kNoLetter) + "*(?:(?:it's|my name is|for|under) +)?(?P<last>" +
                  std::string(kNameWord) + "(?: +" + std::string(kNameWord) + ")?), ?(?P<first>" +
                  std::string(kNameWord) + ")" + std::string(kNoLetter) + "*$"),
      introduced_(R"(\b(?:(?:)" + std::string(kFirstName) + "|" + std::string(kLastName) +
                  R"()(?:'s| is| was)?|(?P<not_person>restaurant(?:'s)? names?(?: is| of)?|by the name of|)"
                  R"((?:look|search|ask|wait)(?:ing)? for|websites? for)|)"
                  R"((?:(?:(?:my|full) )*names?(?:'s| is| was| of)?|call(?:s|ed)? me|)"
                  R"(i go by|i am called|i'?m called|known as)|(?P<under>under)|)"
                  R"((?P<weak>this is|i am|i'm|it's for|it is for|its for|it's|reservation is|)"
                  R"((?P<two_words>for|by|with)))[ :,"]+(?:i (?:think|believe) +)?)" +
                  std::string(kTitle) + name_words()),
      after_(name_words() + ",? (?:is (?:my|the) (?:" + std::string(kFirstName) + "|" + std::string(kLastName) +
             "|(?:full )?name)|(?P<weak>here|speaking))\\b") {}

std::vector<SaidName> Names::find(std::string_view text, bool asked) const {
  std::vector<SaidName> names;
  if (asked && find_answer(text, names)) return names;
  find_introduced(text, names);
  return names;
}

bool Names::find_answer(std::string_view text, std::vector<SaidName>& out) const {
  Pattern::Groups groups;
  const auto is_name = [](const WordList& words) { return std::none_of(words.begin(), words.end(), is_never_name); };
  if (last_first_.find(text, 0, groups)) {
    WordList last = words_of(last_first_.group(groups, "last"));
    WordList first = words_of(last_first_.group(groups, "first"));
    if (!is_name(last) || !is_name(first)) return false;
    drop_full_stop(first);
    const NamePart first_place = place(first, 0, first.size(), text), last_place = place(last, 0, last.size(), text);
    out.push_back(
        {first_place, last_place, {last_place.begin, first_place.end}, joined(first) + " " + joined(last), true});
    return true;
  }
  if (!answer_.find(text, 0, groups)) return false;
  const WordList words = words_of(answer_.group(groups, "name"));
  if (!is_name(words) || std::all_of(words.begin(), words.end(), is_weekday)) return false;
  if (words.size() == 1 && !is_capital(words[0]) && base::trim(text).back() == '?') return false;  // "pizza?"
  const bool is_titled = !answer_.group(groups, "title").empty();
  out.push_back(named(words, part_of_single_word(named_part(answer_, groups), words, is_titled), text));
  return true;
}

void Names::find_introduced(std::string_view text, std::vector<SaidName>& out) const {
  Pattern::Groups groups;
  std::size_t from = 0;
  for (std::size_t count = 0; count < kMaxFound && introduced_.find(text, from, groups); ++count) {
    const auto has = [&](std::string_view name) { return !introduced_.group(groups, name).empty(); };
    const std::string_view run = introduced_.group(groups, "name");
    const auto begin = static_cast<std::size_t>(run.data() - text.data());
    const bool is_weak = has("weak"), is_under = has("under");
    WordList words = words_of(run);
    words.resize(length_of_name(words, !is_weak && !is_under, is_weak || is_under, text));
    from = begin;
    if (words.empty() || has("not_person") || (has("two_words") && words.size() < 2 && !has("title"))) continue;
    const NameSide side = part_of_single_word(named_part(introduced_, groups), words, is_under || has("title"));
    out.push_back(named(words, side, text));
    from = out.back().whole.end;
  }
  if (!out.empty() || !after_.find(text, 0, groups)) return;
  const bool is_weak = !after_.group(groups, "weak").empty();
  WordList words = words_of(after_.group(groups, "name"));
  const auto no_name = std::find_if(words.rbegin(), words.rend(), is_never_name);
  words.erase(words.begin(), no_name.base());
  if (words.empty() || length_of_name(words, !is_weak, is_weak, text) < words.size()) return;
  out.push_back(named(words, named_part(after_, groups), text));
}

}  // namespace parley::intents
