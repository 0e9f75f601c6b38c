// Tested by tests/intents/misspellings_test.cc.
#include "intents/vocabulary.h"

#include <cstddef>

#include "intents/folded_text.h"
#include "intents/words.h"

namespace parley::intents {
namespace {

// Common words that differ by one letter from a word that a list may contain. A three-letter word never counts as
// misspelled.
constexpr std::string_view kCommonWords =
    "about above across actually address after afternoon again against almost alone along already also although always "
    "among another answer anyone anything anyway april around asked august aware away back bank based basically "
    "because "
    "become been before began begin behind being believe below best better between beyond body book both bring brought "
    "build business call called came can't cannot care case cause certain certainly change charge check choose city "
    "clear close closed cold come coming company correct could country couple course customer date days dear december "
    "decide deal deep dinner direct does doing done don't door double down drink drive during each early earlier easy "
    "eight eighteen eighty either eleven else enough even evening ever every everyone everything exact exactly example "
    "expect fact fair fall family fast feel february feel fever fifteen fifth fifty final find fine first five follow "
    "food force form forty found four fourteen fourth friday friend from front full further gave general gets getting "
    "give given goes going gone good great greet group grow guess guest guide half hand happen happy hard have haven't "
    "having hear heard heart heavy hello help here hers herself high himself hold home hope hotel hour hours house "
    "however human hundred idea important inside instead into issue it's itself january july june just keep kind knew "
    "know known large last later latter learn least leave left less letter level life light like likely line list "
    "listen "
    "little live lived living local long look looked lose lost love lower lunch made mail main make making many march "
    "matter maybe mean meant meet message might million mine minute minutes monday money month more morning most "
    "mother "
    "mouth move much must myself name near need needed never next night nine nineteen ninety nobody noon normal north "
    "nothing november number october offer office often okay once only open option order other others ought ours over "
    "page paid paper part party past payment people perhaps person phone piece place plain plan play please point "
    "police "
    "possible power prefer present press price problem provide public quick quickly quiet quit quite rather reach read "
    "ready real really reason receive regard remember repeat reply report request rest return right room round same "
    "saturday says school second seem seems seen self send sense sent september serve service seven seventeen seventy "
    "several shall share sheet ship shop short should shout show side simple simply since single sister site sixteen "
    "sixty size sleep slow small soon some somebody someone something sometimes sorry sort sound south speak spend "
    "spent "
    "staff stand start state station stay step still stock stop store story street strong study such sunday supper "
    "sure "
    "table take taken taking talk team tell tenth test than thank thanks that their them then there these they thing "
    "things think third thirteen thirty this those though thought thousand three through thursday tight till time "
    "times "
    "tired title today together told tomorrow tonight took toward town track trade train tried trouble true trust "
    "truth "
    "trying tuesday turn twelve twenty twice type under understand unless until upon used useful using usual usually "
    "very visit voice wait waiting walk want wanted warm wasn't watch water ways wednesday week weeks weight well went "
    "were what whatever when where whether which while white whole whom whose will wind wish with within without woman "
    "women won't wonder word words work worked world worry worse worst worth would write wrong wrote year years "
    "yesterday young your yours yourself";

}  // namespace

bool Vocabulary::knows(std::string_view plain_word) const {
  std::call_once(is_gathered_, [this] { gather(); });
  return words_.count(std::string(plain_word)) != 0;
}

void Vocabulary::gather() const {
  add(kCommonWords);
  for (const config::Entity& entity : bot_.entities) add(entity);
  for (const config::TemplateRule& rule : bot_.rules) add(rule.text.value);
  for (const config::Text& phrase : bot_.skip_words) add(phrase.value);
  for (const config::Intent& intent : bot_.intents) {
    for (const config::Rule& rule : intent.rules) add(rule.regex.value);
    for (const config::Text& example : intent.examples) add(example.value);
    for (const config::Sentences& sentences : intent.sentences) {
      for (const config::Text& text : sentences.templates) add(text.value);
      for (const config::TemplateRule& rule : sentences.rules) add(rule.text.value);
      for (const config::Entity& list : sentences.lists) add(list);
    }
  }
}

void Vocabulary::add(const config::Entity& entity) const {
  for (const config::Text& regex : entity.patterns) add(regex.value);
  for (const config::Text& text : entity.templates) add(text.value);
  for (const config::EntityValue& value : entity.values) {
    add(value.canonical.value);
    for (const config::Text& synonym : value.synonyms) add(synonym.value);
  }
}

// Adds the letters of a regex or a template, without escapes such as `\b`.
void Vocabulary::add(std::string_view text) const {
  std::string plain(text);
  for (std::size_t at = plain.find('\\'); at != std::string::npos; at = plain.find('\\', at + 1)) {
    plain.replace(at, 2, 2, ' ');
  }
  for (char& c : plain) {
    if (c == '_') c = ' ';
  }
  const FoldedText folded(plain);
  const Words words(folded.text());
  for (std::size_t i = 0; i < words.size(); ++i) words_.emplace(words.text(i, 1));
}

}  // namespace parley::intents
