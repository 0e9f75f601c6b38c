// The parts of a server that `parley serve` opens from its options.
#pragma once

#include <memory>
#include <string>

#include "server/access_log.h"
#include "server/listener.h"
#include "server/webhooks.h"

namespace parley::cli {

// Reads "127.0.0.1:7272" or "[::1]:7272" into `listener`.
Result<void> read_place(const std::string& text, server::ListenerOptions& listener);

// Returns the listening socket that the service manager has opened (systemd's socket activation); -1: none.
int inherited_socket();

// `file` empty: returns null. "-": the standard output. `addresses`: a name of server::logged_address_named().
Result<std::shared_ptr<server::AccessLog>> open_access_log(const std::string& file, const std::string& addresses);

// Returns null if `url` and `secret_file` are empty.
Result<std::unique_ptr<server::Webhooks>> open_webhooks(const std::string& url, const std::string& secret_file,
                                                        std::shared_ptr<Clock> clock);

}  // namespace parley::cli
