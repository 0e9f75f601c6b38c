// Fuzz target: loads trained models, as stored next to a bot file.
#include "parley/parley.h"
#include "tests/fuzz/target.h"

namespace parley::fuzz {
namespace {

std::string bot_with_examples() {
  std::string yaml = "parley: 1\nbot: {id: m}\nintents:\n";
  const char* const kVerbs[] = {"track", "cancel", "return", "repair", "insure"};
  for (const std::string verb : kVerbs) {
    yaml += "  - {id: " + verb + ", steps: [{say: ok}], examples: [" + verb + " my parcel, please " + verb +
            " it, I would like to " + verb + " an order]}\n";
  }
  return yaml;
}

void fuzz_models(std::string_view input) {
  CatalogOptions options;
  options.model = input;
  const auto bot = Catalog::parse(bot_with_examples(), "m.yaml", std::move(options));
  if (!bot) __builtin_trap();
  (void)(*bot)->learned();
  (void)(*bot)->understand("could you track that parcel of mine");
}

std::vector<std::string> model_seeds() { return {(*Catalog::parse(bot_with_examples(), "m.yaml"))->model()}; }

}  // namespace

const Target kModels{"models", fuzz_models, model_seeds};

}  // namespace parley::fuzz
