// What was forgotten, and what was not reached, for people and for programs.
#pragma once

#include "parley/sessions.h"

namespace parley::cli {

Value view_of(const ForgetReceipt& receipt);
void print_receipt(const ForgetReceipt& receipt);

}  // namespace parley::cli
