// Tries a conversation another way: `simulate BOT.yaml` runs three messages, and then another second message.
#include <iostream>

#include "parley/parley.h"

using parley::Simulation;
using parley::SimulationInput;

int fail(const parley::Error& error) {
  std::cerr << error.to_string() << '\n';
  return 1;
}

parley::Result<void> say(Simulation& simulation, const char* message) {
  auto step = simulation.run(SimulationInput::text(message));
  if (!step) return parley::Unexpected(step.error());
  if (step->error) return parley::Unexpected(*step->error);  // the engine has refused the message
  std::cout << "> " << message << '\n';
  for (const std::string& text : step->turn->say) std::cout << text << '\n';
  for (const parley::ValueChange& change : step->changes) {
    if (change.path.find("/params/") != std::string::npos) std::cout << "  " << change.path << '\n';
  }
  return {};
}

int main(int argc, char** argv) {
  if (argc != 2) return std::cerr << "simulate BOT.yaml\n", 2;
  auto bot = parley::Catalog::load(argv[1]);
  if (!bot) return fail(bot.error());
  auto simulation = Simulation::create(*bot);
  if (!simulation) return fail(simulation.error());
  for (const char* message : {"I want to cancel my order", "O-12345", "yes"}) {
    if (auto said = say(**simulation, message); !said) return fail(said.error());
  }

  std::cout << "--- another second message\n";
  auto branch = (*simulation)->branch(2);
  if (!branch) return fail(branch.error());
  if (auto said = say(**branch, "look it up"); !said) return fail(said.error());

  auto saved = (*branch)->conversation();
  if (!saved) return fail(saved.error());
  std::cout << "--- the branch as a test\n" << saved->yaml;
  return saved->passed ? 0 : 1;
}
