// head_count: a number of people. "7 people", "11 of us", "me and my wife", "5 adults and 1 child", "a couple", and the
// two in "a table for two".
//
// Listed people are added up: a number with a noun for people, a person by relation ("my wife", "a friend"), and the
// speaker. A list with an unknown number of people ("my kids") has no count. A bare number counts people if the context
// says so or if it is the answer. A number that belongs to a date or a time never counts people.
// Tested by tests/intents/answers_test.cc.
#include <algorithm>
#include <string>

#include "base/boundaries.h"
#include "base/work_budget.h"
#include "intents/entities/built_in.h"
#include "intents/entities/number_words.h"
#include "intents/entities/token_boundaries.h"
#include "intents/pattern.h"

namespace parley::intents {
namespace {

constexpr std::int64_t kMaxHeads = 99'999;
constexpr std::size_t kCountReach = 120;  // bytes; how far before a number the text may say what it counts

std::string_view before(std::string_view text, std::size_t at) {
  const std::size_t from = at - std::min(at, kCountReach);
  return text.substr(from, at - from);
}

struct Member {
  std::int64_t count = 0;  // 0: an unknown number
  std::size_t begin = 0;
  std::size_t end = 0;
  bool has_number = false;
  bool has_noun = false;
  bool are_all = false;  // "7 people": includes the people that are listed after it
};

// Nouns for people in general.
constexpr std::string_view kPeople = "peoples?|persons?|guests?|diners?|attendees?|folks";
constexpr std::string_view kPersonNouns =
    "adults?|child(?:ren)?|kids?|bab(?:y|ies)|infants?|toddlers?|teen(?:ager)?s?|seniors?|friends?|m[ae]n|wom[ae]n|"
    "boys?|"
    "girls?|guys?|lad(?:y|ies)|wi(?:fe|ves)|husbands?|hubby|spouses?|partners?|sons?|daughters?|mothers?|fathers?|mom|"
    "mum|dad|nan|parent|sisters?|sis|brothers?|siblings?|boyfriends?|girlfriends?|cousins?|colleagues?|co[- ]?workers?|"
    "boss|"
    "aunts?|uncles?|nephews?|nieces?|grand(?:mother|father|ma|pa|son|daughter|child|children)s?|mates?|budd(?:y|ies)|"
    "associates?|members?|others?";
constexpr std::string_view kPluralNouns =
    "peoples?|persons|guests|diners|attendees|folks|adults|children|kids|babies|infants|toddlers|teens|teenagers|"
    "seniors|"
    "friends|"
    "men|women|boys|girls|guys|ladies|sons|daughters|sisters|brothers|siblings|cousins|colleagues|co[- ]?workers|aunts|"
    "uncles|"
    "nephews|nieces|grandchildren|mates|buddies|associates|members|others";

class HeadCount : public Recogniser {
 public:
  void find(const Reading& reading, std::vector<Found>& out) const override {
    const std::string_view text = reading.text;
    if (!hint_.occurs_in(text)) return;
    std::vector<Found> dated;
    Reading strict{text, reading.now, false};
    strict.for_param = true;
    date_->find(strict, dated);
    time_->find(strict, dated);
    if (reading.asked) drop_vague(text, dated);
    std::vector<Found> listed, bare;
    for (std::size_t at = 0;
         at < text.size() && listed.size() + bare.size() < kMaxFound && base::WorkBudget::spend(1);) {
      const std::vector<Member> members = list_at(text, at, dated);
      if (members.empty()) {
        at = next_token(text, at);
        continue;
      }
      at = members.back().end;
      if (is_list(members)) {
        if (added_before_.occurs_in(before(text, members[0].begin))) continue;
        if (const std::int64_t count = total(members)) listed.push_back({Value(count), members[0].begin, at});
      } else if (members[0].has_number && counts_people(reading, members[0])) {
        bare.push_back({Value(members[0].count), members[0].begin, at});
      }
    }
    std::vector<Found>& found = listed.empty() ? bare : listed;
    if (found.empty()) find_alone(reading, found);
    std::move(found.begin(), found.end(), std::back_inserter(out));
  }

  bool takes(const Value& value) const override { return value.if_int() != nullptr; }
  bool needs_context() const override { return true; }

 private:
  static std::int64_t total(const std::vector<Member>& members) {
    std::int64_t sum = 0;
    for (const Member& member : members) {
      if (member.count == 0) return 0;
      sum += member.count;
    }
    return sum;
  }

  // "5ish" and "around 6" are times only if the bot did not ask for a number of people.
  void drop_vague(std::string_view text, std::vector<Found>& dated) const {
    const auto is_vague = [&](const Found& time) {
      const auto number = read_number(text, time.begin);
      if (!number) return false;
      if (number->end < time.end) return is_about(text, number->end) && time.end <= number->end + 4;
      return about_before_.occurs_in(before(text, time.begin));
    };
    dated.erase(std::remove_if(dated.begin(), dated.end(), is_vague), dated.end());
  }

  // "me" and "my wife" count only in a list.
  static bool is_list(const std::vector<Member>& members) {
    return members.size() > 1 || (members[0].has_noun && (members[0].has_number || members[0].count > 1));
  }

  std::vector<Member> list_at(std::string_view text, std::size_t at, const std::vector<Found>& dated) const {
    std::vector<Member> members;
    std::string_view joint;
    while (const auto member = member_at(text, at, joint)) {
      const bool is_dated = std::any_of(dated.begin(), dated.end(), [&](const Found& other) {
        return member->begin < other.end && other.begin < member->end;
      });
      if (is_dated || (!members.empty() && members[0].are_all && (member->has_number || !member->has_noun))) break;
      members.push_back(*member);
      const std::string_view rest = text.substr(member->end);
      const auto next = joint_.find(rest);
      if (!next) break;
      joint = rest.substr(0, next->end);
      if (joint == " " && !(member->has_number && member->has_noun)) break;
      at = member->end + next->end;
    }
    return members;
  }

  // After a `joint`, "wife" without "my" also counts as a person.
  std::optional<Member> member_at(std::string_view text, std::size_t begin, std::string_view joint) const {
    if (base::letter_before(text, begin) || is_tail_of_number(text, begin)) return std::nullopt;
    const bool is_after_conjunction =
        joint.empty() || joint[0] != ',' || joint.find_first_not_of(", ") != std::string_view::npos;
    const bool is_subject = is_after_conjunction && subject_end_.occurs_in(text.substr(begin));
    if (const auto speaker = (is_subject || joint.empty() ? speaker_ : object_).find(text.substr(begin))) {
      return Member{1, begin, begin + speaker->end};
    }
    Member member{1, begin, begin};
    Pattern::Groups groups;
    if (determiner_.find(text.substr(begin), 0, groups)) member.end += groups[0].size();
    const bool has_determiner = member.end > begin;
    const auto number = read_number(text, member.end);
    const std::int64_t* count = number ? number->value.if_int() : nullptr;
    if (number && joint.empty() && minus_before_.occurs_in(before(text, begin))) return std::nullopt;
    if (number && (!count || *count < 1 || *count > kMaxHeads ||
                   (!ends_alone(text, number->end) && !is_about(text, number->end))))
      return std::nullopt;
    if (count) member = {*count, begin, number->end, true};
    if (count && us_after_.find(text.substr(member.end), 0, groups)) {  // "the two of us plus her parents"
      return Member{*count, begin, member.end + groups[1].size(), true, true};
    }
    if (noun_.find(text.substr(member.end), 0, groups)) {
      const std::string_view rest = text.substr(member.end, groups[0].size());
      const bool is_plural = noun_.group(groups, "pair").empty() && plural_.occurs_in(rest);
      member.end += groups[0].size();
      member.has_noun = true;
      member.are_all = !noun_.group(groups, "people").empty();
      if (!noun_.group(groups, "pair").empty()) member.count *= 2;
      if (!noun_.group(groups, "triplets").empty()) member.count *= 3;
      if (!member.has_number && is_plural) member.count = 0;
      if (!member.has_number && of_after_.occurs_in(text.substr(member.end))) return std::nullopt;  // "a couple of"
      const bool may_lack_determiner = !joint.empty() && joint != " ";
      return member.has_number || has_determiner || may_lack_determiner ? std::optional(member) : std::nullopt;
    }
    const bool is_added = joint.find("plus") != std::string_view::npos || joint.find('+') != std::string_view::npos;
    return member.has_number && (joint.empty() || is_added) ? std::optional(member) : std::nullopt;
  }

  bool counts_people(const Reading& reading, const Member& member) const {
    const std::string_view in_front = before(reading.text, member.begin), after = reading.text.substr(member.end);
    const std::string_view member_text = reading.text.substr(member.begin, member.end - member.begin);
    const bool is_one_of = base::lower_ascii(member_text) == "one" && of_after_.occurs_in(after);
    if (is_one_of || more_after_.occurs_in(after)) return false;
    if (people_after_.occurs_in(after) || group_before_.occurs_in(in_front)) return true;
    if (hour_before_.occurs_in(in_front) && !(reading.asked && about_before_.occurs_in(in_front))) return false;
    return reading.asked || (people_before_.occurs_in(in_front) && clause_after_.occurs_in(after));
  }

  void find_alone(const Reading& reading, std::vector<Found>& out) const {
    Pattern::Groups groups;
    const Pattern& alone = reading.asked ? asked_alone_ : alone_;
    if (!alone.find(reading.text, 0, groups)) return;
    const std::string_view who = alone.group(groups, "who");
    const auto begin = static_cast<std::size_t>(who.data() - reading.text.data());
    out.push_back({Value(1), begin, begin + who.size()});
  }

  std::unique_ptr<const Recogniser> date_ = make_date();
  std::unique_ptr<const Recogniser> time_ = make_time();
  // Every count of people contains one of these.
  Pattern hint_{
      "[0-9]|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|teen|twent|dozen|hundred|couple|"
      "\\b(?:me|myself|my|our|i|a|alone)\\b"};
  Pattern object_{"^(?:me|myself)\\b"};
  Pattern subject_end_{
      "^i\\b *(?:[.,!?;]|$|(?:at|on|for|please|tonight|today|tomorrow|this|next)\\b)"};  // "my wife and I"
  Pattern speaker_{"^(?:me|myself|i)\\b"};
  Pattern determiner_{"^(?:my|our|his|her|their|the|an?|another)\\b (?:own )?"};
  Pattern noun_{
      "^(?: of (?:my|our|his|her|their|the))? ?(?:(?:other|young|small|little|lady|family|married) )?(?:(?P<people>" +
      std::string(kPeople) + ")|(?P<pair>couples?|parents|grandparents|twins)|(?P<triplets>triplets)|" +
      std::string(kPersonNouns) + ")\\b"};
  Pattern plural_{"\\b(?:" + std::string(kPluralNouns) + ")$"};
  Pattern joint_{"^(?:,? *(?:and|plus|&|\\+|with) +(?:with +)?|, *| )"};
  Pattern people_after_{
      "^ (?:of (?:us|them)|us|top|seater|in total|total|heads|in (?:our|my) party|is the (?:number|amount) of "
      "people)\\b"};
  Pattern minus_before_{"\\b(?:minus|negative) +$"};
  Pattern added_before_{"\\badd(?:ing)? $"};
  Pattern more_after_{"^ more\\b"};
  Pattern of_after_{"^ of\\b"};
  Pattern hour_before_{
      "\\b(?:at|around|about|by|after|before|until|till|from|@|than|rating of|rated(?: an?)?|instead of) *$"};
  Pattern about_before_{"\\b(?:around|about|approximately|roughly|maybe) *$"};
  Pattern us_after_{"^( of (?:us|them)),? +(?:and|plus|&|\\+|with)\\b"};
  Pattern group_before_{
      "\\b(?:(?:table|party|group|family|gang|band|crowd|total|team) of|"
      "(?:number|amount) of (?:people|guests)\\b.{0,80}\\b(?:to|is)) (?:the )?$"};
  Pattern people_before_{
      "\\b(?:for(?: us| just| only)?|(?:reservation|booking) of|seats?|accommodate|all(?: the)?|"
      "there(?: are|'re|'s| is| will be|'ll be)(?: only| just| now| definitely)*|we are|we're|"
      "(?:it|booking|reservation|table|number) to|people is|only|just|expect|gonna be|will be) (?:the )?$"};
  Pattern clause_after_{
      "^(?: *[.,!?;]|$| *(?:at|on|in|for|please|and|under|tomorrow|tonight|today|this|next|from|to|"
      "(?:mon|tues|wednes|thurs|fri|satur|sun)days?|instead|now|soon|right|that|the|inside|outside|indoors?|"
      "outdoors?|around|about|by|with|is|thanks|"
      "seated|together|attending|who|if|will|have|available|would|has|are|@)\\b)"};
  Pattern alone_{"\\b(?:just|only)(?: be| for)? (?P<who>me|myself)\\b"};
  Pattern asked_alone_{
      "^[^\\pL\\pN]*(?:(?:just|only|it's|it is|it will be|for|by|with|i am|i'm|be|dining|eating|coming) "
      ")*(?P<who>me|myself|alone)"
      "(?:,? (?:please|thanks|alone|only))?[^\\pL\\pN]*$"};
};

}  // namespace

std::unique_ptr<const Recogniser> make_head_count() { return std::make_unique<HeadCount>(); }

}  // namespace parley::intents
