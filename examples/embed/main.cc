// Embeds a bot: `embed BOT.yaml DATABASE` talks to one user, line by line.
#include <iostream>

#include "parley/parley.h"

int fail(const parley::Error& error) {
  std::cerr << error.to_string() << '\n';
  return 1;
}

// Runs the bot's tool `orders.track`. A real program asks its own systems here.
parley::ToolOutcome track(const parley::ToolCall& call) {
  if (call.args.at("order") != parley::Value("O-12345")) return parley::ToolOutcome::failed("no such order");
  return parley::ToolOutcome::ok(parley::Value::Object{{"place", "on a lorry near you"}});
}

int main(int argc, char** argv) {
  if (argc != 3) return std::cerr << "embed BOT.yaml DATABASE\n", 2;

  auto bot = parley::Catalog::load(argv[1]);
  if (!bot) return fail(bot.error());
  auto store = parley::open_sqlite_store(argv[2]);
  if (!store) return fail(store.error());
  parley::EngineOptions options;
  options.tools["orders.track"] = track;
  auto engine = parley::Engine::create(*bot, *store, options);
  if (!engine) return fail(engine.error());

  for (std::string line; std::getline(std::cin, line);) {
    auto turn = (*engine)->handle(parley::Request::text("user-1", line));
    if (!turn) return fail(turn.error());
    for (const std::string& text : turn->say) std::cout << text << '\n';
  }
}
