// Fuzz target: sends messages to a bot with params of every type. The first byte selects the open question.
#include "config/definition.h"
#include "parley/parley.h"
#include "tests/fuzz/target.h"
#include "tests/support/bot_of_every_type.h"
#include "tests/support/hostile_messages.h"

namespace parley::fuzz {
namespace {

const Catalog& bot_of_all_types() {
  static const auto loaded = Catalog::parse(bot_of_every_type(config::built_in_types()), "every-type.yaml");
  return **loaded;
}

void fuzz_messages(std::string_view input) {
  if (input.empty()) return;
  const auto state = static_cast<unsigned char>(input.front());
  const std::vector<std::string> params = bot_of_all_types().params("all");
  NluContext nlu_context;
  nlu_context.now = 1'772'442'000'000;
  if (state % 4 != 0) nlu_context.intent = "all";
  if (state % 4 == 1) nlu_context.waiting_for_param = params[state / 4 % params.size()];
  if (state % 4 >= 2) nlu_context.filled = params;
  nlu_context.confirming = state % 4 == 2;
  nlu_context.changing = state % 4 == 3;
  const Understanding understood = bot_of_all_types().understand(input.substr(1), nlu_context);
  for (const DialogAct& act : understood.acts) {
    visit_values(act, [&](const ParamValue& value) {
      if (value.span.end > input.size() - 1 || value.span.begin > value.span.end) __builtin_trap();
    });
  }
  if (state > 127) (void)bot_of_all_types().explain(input.substr(1), nlu_context);
}

std::vector<std::string> message_seeds() {
  std::vector<std::string> all;
  for (const HostileMessage& hostile : hostile_messages()) {
    all.push_back(static_cast<char>(all.size() % 256) + message_of(hostile, 100));
  }
  return all;
}

}  // namespace

const Target kMessages{"messages", fuzz_messages, message_seeds};

}  // namespace parley::fuzz
