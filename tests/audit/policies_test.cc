#include "audit/policies.h"

#include <catch2/catch.hpp>

#include "intents/catalog_access.h"
#include "parley/catalog.h"

using namespace parley;
using audit::Destination;

namespace {

std::shared_ptr<const Catalog> bot_with_redaction(const std::string& redaction) {
  auto catalog = Catalog::parse(R"(
parley: 1
bot: {id: shop}
intents:
  - id: pay
    match: [{regex: '\bpay'}]
    params:
      card: {type: credit_card, required: true, ask: "Which card?", sensitive: true}
      name: {type: free_text, ask: "Who?"}
    steps: [{say: Done.}]
)" + redaction,
                                "shop.yaml");
  if (!catalog) FAIL(catalog.error().to_string());
  return *catalog;
}

// Returns the outputs in which the param is private: t(elemetry), s(tore), e(xports), m(odels).
std::string places(const std::string& redaction, const std::string& param) {
  const auto catalog = bot_with_redaction(redaction);
  const audit::Policies policies(intents::definition_of(*catalog));
  std::string out;
  if (policies.is_private(param, Destination::kTelemetry)) out += 't';
  if (policies.is_private(param, Destination::kStore)) out += 's';
  if (policies.is_private(param, Destination::kExports)) out += 'e';
  if (policies.is_private(param, Destination::kModels)) out += 'm';
  return out;
}

}  // namespace

TEST_CASE("the bot file decides where a param is private") {
  struct Row {
    const char* redaction;
    const char* param;
    const char* places;
  };
  for (const Row& row :
       {Row{"", "name", "t"}, Row{"", "card", "tsem"}, Row{"redaction: {params: [name]}", "name", "tem"},
        Row{"redaction: {policies: {name: mask}}", "name", "tsem"},
        Row{"redaction: {policies: {name: {store: hash}}}", "name", "tsem"},
        Row{"redaction: {policies: {card: {telemetry: keep, store: partial}}}", "card", "sem"},
        Row{"redaction: {policies: {name: {store: mask, exports: keep}}}", "name", "tsm"}}) {
    INFO(row.redaction);
    CHECK(places(row.redaction, row.param) == row.places);
  }
}

TEST_CASE("the bot file decides where a type is private, and telemetry always treats it as private") {
  const auto catalog = bot_with_redaction("redaction: {detect: [email], policies: {phone: {store: mask}}}");
  const audit::Policies policies(intents::definition_of(*catalog));
  CHECK(policies.is_private_type("email", Destination::kTelemetry));
  CHECK(policies.is_private_type("iban", Destination::kTelemetry));
  CHECK(policies.is_private_type("email", Destination::kExports));
  CHECK_FALSE(policies.is_private_type("email", Destination::kStore));
  CHECK_FALSE(policies.is_private_type("iban", Destination::kExports));
  CHECK(policies.is_private_type("phone", Destination::kStore));
  CHECK(policies.is_sensitive("pay", "card"));
  CHECK_FALSE(policies.is_sensitive("pay", "name"));
  CHECK_FALSE(policies.is_sensitive("pay", "nothing"));
  CHECK_FALSE(policies.is_sensitive("", ""));
}
