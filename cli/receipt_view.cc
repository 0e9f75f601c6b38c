// Tested by tests/cli/forget_test.
#include "cli/receipt_view.h"

#include <fmt/format.h>

#include "cli/terminal.h"

namespace parley::cli {

void print_receipt(const ForgetReceipt& receipt) {
  const ForgetReceipt::Items& items = receipt.items;
  fmt::print("Erased: {} sessions, {} turns, {} messages\n", receipt.sessions.size(), receipt.turns, receipt.messages);
  fmt::print("        {} summaries, {} topic lists, {} packed message groups, {} tool results, {} other items\n",
             items.summaries, items.topics, items.packed, items.results, items.others);
  fmt::print("        {} telemetry events\n", receipt.events);
  fmt::print("Not erased; handle these yourself:\n");
  for (const std::string& destination : receipt.outside) fmt::print("  - {}\n", printable(destination));
}

}  // namespace parley::cli
