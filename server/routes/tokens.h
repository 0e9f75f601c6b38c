// Tokens for web pages.
#pragma once

#include "server/call.h"

namespace parley::server {

Answer create_token(Call& call);  // POST /v1/tokens
Answer renew_token(Call& call);   // POST /v1/tokens:renew

}  // namespace parley::server
