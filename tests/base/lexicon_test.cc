// Tests the program that compiles the lexicon: cmake/lexicon.
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "cmake/lexicon/lexicon_file.h"
#include "cmake/lexicon/phrases.h"
#include "cmake/lexicon/tables.h"

namespace {

namespace lexicon = parley::lexicon;

using Texts = std::vector<std::string>;

Texts texts_of(const lexicon::Problems& problems) {
  Texts texts;
  for (const lexicon::Problem& problem : problems) texts.push_back(text_of(problem));
  return texts;
}

// Returns the regex of [test], or the errors.
std::string regex_of(const std::string& phrases, const std::string& more = "") {
  lexicon::Problems problems;
  const std::vector<lexicon::File> files = {
      lexicon::read_file("x/en/acts.lex", "[test]\n" + phrases + "\n" + more, problems),
      lexicon::read_file("x/en/other.lex", "[tail]\nend\n[list: words]\na, b\n", problems)};
  const std::string regex = regex_of(files, files[0], *files[0].find("test"), problems);
  return problems.empty() ? regex : text_of(problems.front());
}

lexicon::Problems problems_of(const std::vector<std::pair<std::string, std::string>>& contents,
                              lexicon::Tables* tables = nullptr) {
  lexicon::Problems problems;
  std::vector<lexicon::File> files;
  for (const auto& [path, text] : contents) files.push_back(lexicon::read_file(path, text, problems));
  const lexicon::Tables made = lexicon::tables_of("room", files, problems);
  if (tables) *tables = made;
  return problems;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("phrases become regexes") {
  struct Case {
    std::string phrases, regex;
  };
  const std::vector<Case> cases = {
      {"yes", "(?:yes)"},
      {"yes, of course\nsure", "(?:yes|of course|sure)"},
      {"yes+", "(?:yes+)"},
      {"any* one", "(?:any\\w* one)"},
      {"ok[ay]", "(?:ok(?:ay)?)"},
      {"ma[']am", "(?:ma(?:')?am)"},
      {"never[ ]mind", "(?:never ?mind)"},
      {"(can|could)[ ]not", "(?:(?:can|could) ?not)"},
      {"p.s.", "(?:p\\.s\\.)"},
      {"(cancel|stop) it", "(?:(?:cancel|stop) it)"},
      {"stop [it]", "(?:stop(?: (?:it))?)"},
      {"[please] stop", "(?:(?:(?:please) )?stop)"},
      {"i [really] want", "(?:i(?: (?:really))? want)"},
      {"[oh] [please] stop", "(?:(?:(?:oh) )?(?:(?:please) )?stop)"},
      {"[re]start [now]", "(?:(?:re)?start(?: (?:now))?)"},
      {"skip [it|that|(this|the) one]", "(?:skip(?: (?:it|that|(?:this|the) one))?)"},
      {"my [e]mail", "(?:my (?:e)?mail)"},
      {"[thanks] [good[ ]]bye", "(?:(?:(?:thanks) )?(?:good ?)?bye)"},
      {"(oh|well)* stop (please|now)*", "(?:(?:(?:oh|well) )*stop(?: (?:please|now))*)"},
      {"(very|so)+ good", "(?:(?:very|so)(?: (?:very|so))* good)"},
      {"my <word>", "(?:my \\w+)"},
      {"my <words 1-3> [<words 2-2>]", "ERROR"},
      {"my <words 1-3>", "(?:my \\w+(?: \\w+){0,2})"},
      {"with <anything>", "(?:with .+)"},
      {"stop <more>", "(?:stop (?:now|then))"},
      {"<other.tail> <other.list>", "(?:(?:end) (?:a|b))"},
      {"/(?:ha){2,}, h?/", "(?:(?:ha){2,}, h?)"},
      {"na\xC3\xAFve \xF0\x9F\x91\x8D", "(?:na\xC3\xAFve \xF0\x9F\x91\x8D)"},
  };
  for (const Case& one : cases) {
    CAPTURE(one.phrases);
    if (one.regex == "ERROR") {
      CHECK(has(regex_of(one.phrases), "x/en/acts.lex:2: error: "));
    } else {
      CHECK(regex_of(one.phrases, "[more]\nnow, then\n") == one.regex);
    }
  }
}

TEST_CASE("a wrong phrase is reported with its line") {
  struct Case {
    std::string phrase, message;
  };
  const std::vector<Case> cases = {
      {"(a|b", "the bracket has no end; write )"},
      {"[a", "the bracket has no end; write ]"},
      {"a)", "no bracket opens before this )"},
      {"a|b", "no bracket opens before this |"},
      {"that(s| is)", "a space next to a bracket or | has no meaning; write (thats|that is), not that(s| is)"},
      {"(a )b", "a space next to a bracket or | has no meaning; write (thats|that is), not that(s| is)"},
      {"()", "an alternative has no words"},
      {"(a|)", "an alternative has no words"},
      {"a [|b]", "an alternative has no words"},
      {"[a] [b]", "a phrase needs a word that cannot be absent"},
      {"(a|b)*", "a phrase needs a word that cannot be absent"},
      {"Yes", "unexpected character Y; write words in lower case"},
      {"a?", "unexpected character ?; write words in lower case"},
      {"+", "unexpected character +; write words in lower case"},
      {"<nothing>", "no section [nothing]"},
      {"<other.nothing>", "no section [other.nothing]"},
      {"<yes", "the reference has no end; write >"},
      {"<words 3-1>", "write a range of words as <words 1-3>"},
      {"<words many>", "write a range of words as <words 1-3>"},
      {"/a", "a regex ends with / as it begins"},
  };
  for (const Case& one : cases) {
    CAPTURE(one.phrase);
    CHECK(regex_of("yes\n\n" + one.phrase) == "x/en/acts.lex:4: error: \"" + one.phrase + "\": " + one.message);
  }
}

TEST_CASE("a section that refers to itself is an error") {
  CHECK(regex_of("<test>") == "x/en/acts.lex:1: error: the section [test] refers to itself");
  CHECK(regex_of("<more>", "[more]\n<test>\n") == "x/en/acts.lex:1: error: the section [test] refers to itself");
}

TEST_CASE("a wrong file of a lexicon is reported with its line") {
  struct Case {
    std::string text, problem;
  };
  const std::vector<Case> cases = {
      {"", "en/a.lex: error: the file has no section; begin one with a heading such as [yes]"},
      {"# only a comment\n", "en/a.lex: error: the file has no section; begin one with a heading such as [yes]"},
      {"yes\n[yes]\nyes\n",
       "en/a.lex:1: error: words before the first heading; begin a section with a heading such as [yes]"},
      {"[yes]\n\n[no]\nno\n", "en/a.lex:1: error: the section [yes] has no words"},
      {"[yes]\nyes\n[no]", "en/a.lex:3: error: the section [no] has no words"},
      {"[yes]\nyes\n[yes]\nyep\n", "en/a.lex:3: error: the section [yes] begins on line 1 already"},
      {"[Yes]\nyes\n", "en/a.lex:1: error: a heading is a name of lower-case letters, digits and spaces: [before yes]"},
      {"[]\nyes\n", "en/a.lex:1: error: a heading is a name of lower-case letters, digits and spaces: [before yes]"},
      {"[not]\nno\n",
       "en/a.lex:1: error: [not] is a word of C++, which has a member for each section; choose another name"},
      {"[word]\nno\n", "en/a.lex:1: error: <word> has a meaning of its own; choose another name"},
      {"[words 2]\nno\n", "en/a.lex:1: error: <words 2> has a meaning of its own; choose another name"},
      {"[yes: words]\nyes, No\n", "en/a.lex:2: error: \"No\": write words in lower case, with one space between them"},
      {"[yes: words]\nyes, of  course\n",
       "en/a.lex:2: error: \"of  course\": write words in lower case, with one space between them"},
      {"[yes: list]\nyes\n",
       "en/a.lex:1: error: unknown kind of section: list; write [name], [name: words] or [name: groups]"},
      {"[yes: words]\nyes, ok[ay]\n",
       "en/a.lex:2: error: \"ok[ay]\": [yes] is a list of plain words; remove the brackets, or the kind in the "
       "heading"},
      {"[yes]\nyes, yep\nyes\n", "en/a.lex:3: error: \"yes\" is on line 2 already"},
      {"[yes]\nyes,, yep\n", "en/a.lex:2: error: a comma without words before it"},
  };
  for (const Case& one : cases) {
    CAPTURE(one.text);
    lexicon::Problems problems;
    lexicon::read_file("en/a.lex", one.text, problems);
    CHECK(texts_of(problems) == Texts{one.problem});
  }
}

TEST_CASE("the folders and files of a lexicon have names that C++ can use") {
  for (const std::string path : {"EN/a.lex", "a.lex", "en/follow-ups.lex", "pt-BR/a.lex", "en/new.lex", "en/a b.lex"}) {
    CAPTURE(path);
    lexicon::Problems problems;
    lexicon::read_file(path, "[yes]\nyes\n", problems);
    CHECK(texts_of(problems) ==
          Texts{path + ": error: name folders and files with lower-case letters, digits and _: en/follow_ups.lex"});
  }
  lexicon::Problems problems;
  lexicon::read_file("a b/pt_br/follow_ups.lex", "[yes]\nyes\n", problems);
  CHECK(problems.empty());
}

TEST_CASE("a file of a lexicon has a language, a subject, sections and comments") {
  lexicon::Problems problems;
  const lexicon::File file =
      lexicon::read_file("/home/x/en/acts.lex",
                         "# About the file.\n\n# A yes.\n# Two lines.\n[clear yes]\r\n  yes , yep\n"
                         "# inside\nok\n[list: words]\nno way,nope\n[all: groups]\na b\nb c, d\n",
                         problems);
  CHECK(problems.empty());
  CHECK(file.language == "en");
  CHECK(file.subject == "acts");
  REQUIRE(file.sections.size() == 3);
  CHECK(file.sections[0].name == "clear yes");
  CHECK(file.sections[0].comment == "A yes.\nTwo lines.");
  CHECK(file.sections[0].line == 5);
  REQUIRE(file.sections[0].entries.size() == 3);
  CHECK(file.sections[0].entries[1].text == "yep");
  CHECK(file.sections[0].entries[2].line == 8);
  CHECK(file.sections[1].kind == lexicon::Section::Kind::kWords);
  CHECK(file.sections[1].entries[0].text == "no way");
  CHECK(file.sections[2].entries[1].text == "b c, d");
  CHECK(file.find("list") == &file.sections[1]);
  CHECK(file.find("other") == nullptr);
}

TEST_CASE("the tables of a lexicon have a member for each section and a constant for each language") {
  lexicon::Tables tables;
  const auto problems = problems_of({{"de/acts.lex", "[weak: words]\ngut\n[clear yes]\nja\n"},
                                     {"en/acts.lex", "# A yes.\n[clear yes]\nyes+\n[weak: words]\nok, fine\n"},
                                     {"en/topics.lex", "[all: groups]\na \xC3\xA9\n"},
                                     {"de/topics.lex", "[all: groups]\nz\n"}},
                                    &tables);
  CHECK(problems.empty());
  CHECK(has(tables.header, "struct Acts {\n  // A yes.\n  std::string_view clear_yes;\n  base::WordList weak;\n};"));
  CHECK(has(tables.header, "struct Lexicon {\n  Acts acts;\n  Topics topics;\n};"));
  CHECK(has(tables.header, "extern const Lexicon kDe;\nextern const Lexicon kEn;\n"));
  CHECK(has(tables.source, "constexpr std::string_view kEnActsWeak[] = {\n    \"fine\",\n    \"ok\",\n};"));
  CHECK(has(tables.source, "        \"(?:ja)\",\n        base::WordList(kDeActsWeak),\n"));
  CHECK(has(tables.source, "    \"a \\303\\251\",\n"));
}

TEST_CASE("each language of a lexicon has the sections of English") {
  const std::string english = "[yes]\nyes\n[weak: words]\nok\n";
  struct Case {
    std::vector<std::pair<std::string, std::string>> files;
    std::string problem;
  };
  const std::vector<Case> cases = {
      {{{"de/a.lex", english}}, "room/lexicon: error: no folder en: English defines the sections"},
      {{{"en/a.lex", english}, {"de/a.lex", "[yes]\nja\n"}},
       "de/a.lex: error: no section [weak], which begins on line 3 of en/a.lex"},
      {{{"en/a.lex", english}, {"de/a.lex", english + "[more]\nja\n"}},
       "de/a.lex:5: error: no section [more] in en/a.lex"},
      {{{"en/a.lex", english}, {"de/a.lex", "[yes: words]\nja\n[weak: words]\ngut\n"}},
       "de/a.lex:1: error: the section [yes] is of another kind on line 1 of en/a.lex"},
      {{{"en/a.lex", english}, {"en/b.lex", english}, {"de/a.lex", english}},
       "de/b.lex: error: no such file, but en/b.lex exists"},
      {{{"en/a.lex", english}, {"de/a.lex", english}, {"de/b.lex", english}},
       "de/b.lex: error: no file of this name in en"},
  };
  for (const Case& one : cases) {
    CAPTURE(one.problem);
    CHECK(texts_of(problems_of(one.files)) == Texts{one.problem});
  }
  CHECK(problems_of({{"en/a.lex", english}, {"de/a.lex", "[weak: words]\ngut\n[yes]\nja\n"}}).empty());
}
