// `consumer DATABASE`: uses the installed parley. Checks that the headers compile, that the library links with all of
// its dependencies, and that a bot replies.
#include <cstdio>

#include "parley/parley.h"

constexpr const char* kBot = R"(
parley: 1
bot: {id: consumer}
intents:
  - id: greet
    match: [{regex: '\bhello\b'}]
    steps: [{say: Hello from parley.}]
)";

int main(int, char** argv) {
  const auto bot = parley::Catalog::parse(kBot, "consumer.yaml");
  const auto store = parley::open_sqlite_store(argv[1]);
  if (!bot || !store) return std::puts((bot ? store.error() : bot.error()).to_string().c_str()), 1;
  auto engine = parley::Engine::create(*bot, *store);
  if (!engine) return std::puts(engine.error().to_string().c_str()), 1;
  const auto turn = (*engine)->handle(parley::Request::text("s1", "hello there"));
  if (!turn) return std::puts(turn.error().to_string().c_str()), 1;
  return std::puts(turn->say.empty() ? "parley said nothing" : turn->say[0].c_str()), turn->say.empty() ? 1 : 0;
}
