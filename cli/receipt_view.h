// Shows what an erasure erased and what it could not reach, for people.
#pragma once

#include "parley/sessions.h"

namespace parley::cli {

void print_receipt(const ForgetReceipt& receipt);

}  // namespace parley::cli
