#include "server/access_log.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <utility>

#include <arpa/inet.h>

#include "server/call.h"

namespace parley::server {
namespace {

// A client may send any word as the method.
std::string known_method(const std::string& method) {
  static constexpr std::array kMethods{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"};
  return std::find(kMethods.begin(), kMethods.end(), method) != kMethods.end() ? method : "other";
}

std::string network_of(const std::string& address) {
  std::array<unsigned char, 16> bytes{};
  std::array<char, INET6_ADDRSTRLEN> text{};
  const bool is_v4 = inet_pton(AF_INET, address.c_str(), bytes.data()) == 1;
  if (!is_v4 && inet_pton(AF_INET6, address.c_str(), bytes.data()) != 1) return {};
  std::fill(bytes.begin() + (is_v4 ? 3 : 6), bytes.end(), static_cast<unsigned char>(0));
  inet_ntop(is_v4 ? AF_INET : AF_INET6, bytes.data(), text.data(), text.size());
  return std::string(text.data()) + (is_v4 ? "/24" : "/48");
}

void put_text(Value::Object& line, const char* name, const std::string& text) {
  if (!text.empty()) line[name] = text;
}

std::string line_of(const AccessEntry& entry, LoggedAddress addresses) {
  Value::Object line{{"at", iso_time(entry.at)},     {"method", known_method(entry.method)},
                     {"operation", entry.operation}, {"status", entry.status},
                     {"bytes", entry.bytes},         {"ms", std::round(entry.ms * 1000) / 1000}};
  put_text(line, "route", entry.route);
  put_text(line, "key", entry.key);
  put_text(line, "request", entry.request);
  if (entry.clear) line["clear"] = true;
  put_text(line, "peer", logged_address(entry.peer, addresses));
  return Value(std::move(line)).to_json();
}

}  // namespace

std::optional<LoggedAddress> logged_address_named(std::string_view name) {
  if (name == "none") return LoggedAddress::kNone;
  if (name == "network") return LoggedAddress::kNetwork;
  if (name == "whole") return LoggedAddress::kWhole;
  return std::nullopt;
}

std::string logged_address(const std::string& address, LoggedAddress how_much) {
  switch (how_much) {
    case LoggedAddress::kNone: return {};
    case LoggedAddress::kNetwork: return network_of(address);
    case LoggedAddress::kWhole: break;
  }
  return address;
}

AccessLog::AccessLog(std::shared_ptr<TelemetrySink> sink, LoggedAddress addresses, std::size_t most_waiting)
    : sink_(std::move(sink)), addresses_(addresses), most_waiting_(most_waiting), thread_([this] { run(); }) {}

AccessLog::~AccessLog() {
  {
    const std::lock_guard lock(mutex_);
    is_stopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void AccessLog::add(const AccessEntry& entry) {
  try {
    std::string line = line_of(entry, addresses_);
    const std::lock_guard lock(mutex_);
    if (waiting_.size() >= most_waiting_) {
      ++lost_;
      return;
    }
    waiting_.push_back(std::move(line));
    if (waiting_.size() > 1) return;  // the thread is awake, or has been woken
  } catch (const std::exception&) {   // out of memory: the answer is more important
    const std::lock_guard lock(mutex_);
    ++lost_;
    return;
  }
  changed_.notify_one();
}

std::int64_t AccessLog::lost() const {
  const std::lock_guard lock(mutex_);
  return lost_;
}

std::size_t AccessLog::write(const std::vector<std::string>& lines) const {
  try {
    const auto written = sink_->write(lines);
    return written ? *written : 0;
  } catch (const std::exception&) {  // out of memory
    return 0;
  }
}

void AccessLog::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return is_stopping_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    const std::vector<std::string> lines = std::exchange(waiting_, {});
    lock.unlock();
    const std::size_t written = write(lines);
    lock.lock();
    lost_ += static_cast<std::int64_t>(lines.size() - std::min(lines.size(), written));
  }
}

}  // namespace parley::server
