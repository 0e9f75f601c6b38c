// Tested by tests/cli/forget_test.
#include "cli/receipt_view.h"

#include <fmt/format.h>

#include "cli/terminal.h"

namespace parley::cli {

Value view_of(const ForgetReceipt& receipt) {
  const ForgetReceipt::Items& items = receipt.items;
  return Value::Object{{"sessions", Value::Array(receipt.sessions.begin(), receipt.sessions.end())},
                       {"turns", receipt.turns},
                       {"messages", receipt.messages},
                       {"items", Value::Object{{"summaries", items.summaries},
                                               {"topics", items.topics},
                                               {"packed", items.packed},
                                               {"results", items.results},
                                               {"others", items.others}}},
                       {"events", receipt.events},
                       {"outside", Value::Array(receipt.outside.begin(), receipt.outside.end())}};
}

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
