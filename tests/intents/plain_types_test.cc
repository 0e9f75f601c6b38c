// Tests boolean and free_text: values and positions of answers.
#include "intents/entities/built_in.h"
#include "tests/intents/recogniser_tables.h"

namespace parley::intents {
namespace {

TEST_CASE("boolean: an answer is a yes or no, or begins with one") {
  check(*make_boolean(),
        {
            {"[yes]", {"true"}},
            {"[Yes], please!", {"true"}},
            {"oh [yeah] thanks", {"true"}},
            {"[of course]", {"true"}},
            {"[I do]", {"true"}},
            {"[no problem]", {"true"}},
            {"[sounds good]", {"true"}},
            {"[ok]", {"true"}},
            {"[yes], it stopped on Tuesday", {"true"}},
            {"[\U0001f44d]", {"true"}},
            {"[no]", {"false"}},
            {"[nope], sorry", {"false"}},
            {"[not really]", {"false"}},
            {"[I don\u2019t]", {"false"}},
            {"[it is not]", {"false"}},
            {"[it isn't]", {"false"}},
            {"[no], it never did", {"false"}},
            {"[that's wrong]", {"false"}},
            {"I have no idea"},
            {"I have a question"},
            {"ok but what is this"},
            {"know"},
            {"yesterday"},
            {"notebook"},
            {"there is no power"},
            {""},
        },
        true);
  CHECK(make_boolean()->only_when_asked());
}

TEST_CASE("free_text: the value is the trimmed message") {
  check(*make_free_text(), {{"[it broke]", {"\"it broke\""}}, {"  [a b] \n", {"\"a b\""}}, {"   "}, {""}}, true);
  CHECK(make_free_text()->only_when_asked());
  CHECK(make_free_text()->takes_whole_message());
}

}  // namespace
}  // namespace parley::intents
