// Sends requests to a URL of the operator, for webhooks.
#pragma once

#include <chrono>
#include <string>

#include "parley/result.h"
#include "server/http.h"

namespace parley::server {

// kInvalidRequest: not an http or https URL, or plain http to another machine.
Result<void> check_webhook_url(const std::string& url);

// Sends a POST and returns the status of the answer. 0: none came within `timeout`, the certificate is not valid, or
// the URL is not valid. Follows no redirects.
int post(const std::string& url, const Headers& headers, const std::string& body, std::chrono::milliseconds timeout);

}  // namespace parley::server
