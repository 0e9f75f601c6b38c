// Shows what an erasure erased and what it could not reach, for people and programs.
#pragma once

#include "parley/sessions.h"

namespace parley::cli {

Value view_of(const ForgetReceipt& receipt);
void print_receipt(const ForgetReceipt& receipt);

}  // namespace parley::cli
