// Tests where the new value begins in an answer to a confirmation.
#include "intents/amendment.h"

#include <string>
#include <utility>
#include <vector>

#include "tests/intents/understanding_tables.h"

namespace parley::intents {
namespace {

const char* const kAmendedPayment = R"(
intents:
  - id: a
    match: [{regex: '\bsend\b'}]
    params:
      amount: {type: money, required: true, ask: How much?}
      recipient: {type: first_name, required: true, ask: To whom?, param_mapping: ['\bto (?P<value>\w+)']}
      note: {type: free_text}
    confirm: Send {amount} to {recipient}?
    steps: [{say: Sent.}]
)";

}  // namespace

TEST_CASE("amendments: the new value begins after a yes with 'but', or after a no") {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"yes, but to Percy", "Percy"},
      {"ok but for Percy please", "Percy please"},
      {"no, karen", "karen"},
      {"no, not to Anna, to Ben", "Ben"},
      {"no wait, it should be Percy", "Percy"},
      {"yes, Percy", ""},
      {"yes", ""},
      {"no", ""},
      {"to Percy", ""},
  };
  for (const auto& [message, value] : rows) {
    INFO(message);
    const FoldedText folded(message);
    const auto begin = amendment_begin(Words(folded.text()));
    CHECK((begin ? std::string(folded.text().substr(*begin)) : std::string()) == value);
  }
}

TEST_CASE("5.2 at a confirmation, a name after 'yes, but' or 'no' is a correction") {
  const Bot shop = bot(kAmendedPayment);
  NluContext shown = open_situation("", {"amount", "recipient"});
  shown.confirming = true;
  check(shop, shown,
        {{"Yes, but to Percy", "corrects; recipient=\"Percy\""},
         {"yes but to percy", "corrects; recipient=\"percy\""},
         {"no, karen", "corrects; recipient=\"karen\""},
         {"no, to Karen", "corrects; recipient=\"Karen\""},
         {"yes, but quickly", ""},
         {"yes, but only tomorrow", ""},
         {"yes please", ""},
         {"no thanks", ""},
         {"no, wrong", ""}});
}

}  // namespace parley::intents
