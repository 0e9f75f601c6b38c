#include "server/outbox.h"

#include <exception>
#include <utility>

#include "server/http_text.h"

namespace parley::server {

Outbox::Added Outbox::add(std::string bytes) { return put(std::move(bytes), std::nullopt); }
Outbox::Added Outbox::add_last(std::string bytes, End end) { return put(std::move(bytes), end); }

Outbox::Added Outbox::put(std::string bytes, std::optional<End> end) {
  const std::lock_guard lock(mutex_);
  if (is_closed_ || has_overflowed_) return Added::kDropped;
  const std::size_t size = bytes.size();
  queue_.push_back(std::move(bytes));
  size_ += size;
  if (end) {
    end_ = end;
  } else if (size_ > most_bytes_) {
    has_overflowed_ = true;
    return Added::kOverflow;
  }
  return std::exchange(is_writing_, true) ? Added::kNothing : Added::kWrite;
}

void Outbox::begin_stream() {
  const std::lock_guard lock(mutex_);
  is_stream_ = true;
}

Outbox::Added Outbox::give_up() {
  const std::lock_guard lock(mutex_);
  if (is_closed_ || std::exchange(has_given_up_, true)) return Added::kDropped;
  must_write_overloaded_ = true;
  end_ = End::kClose;
  return std::exchange(is_writing_, true) ? Added::kNothing : Added::kWrite;
}

void Outbox::on_close(std::function<void()> gone) {
  {
    const std::lock_guard lock(mutex_);
    if (!is_closed_) {
      gone_ = std::move(gone);
      return;
    }
  }
  gone();
}

std::optional<std::array<std::string_view, 2>> Outbox::take() {
  const std::lock_guard lock(mutex_);
  if (is_closed_) return std::nullopt;
  taken_.clear();
  if (queue_.size() == 1) {
    taken_ = std::move(queue_.front());
  } else {
    for (const std::string& part : queue_) taken_ += part;
  }
  queue_.clear();
  const bool adds_overloaded = std::exchange(must_write_overloaded_, false) && !is_stream_;
  return std::array{std::string_view(taken_), adds_overloaded ? kOverloaded : std::string_view()};
}

Outbox::Next Outbox::written() {
  const std::lock_guard lock(mutex_);
  if (is_closed_) return Next::kWait;
  size_ -= taken_.size();
  std::string().swap(taken_);  // many connections may be idle
  if (!queue_.empty() || must_write_overloaded_) return Next::kWrite;
  is_writing_ = false;
  const std::optional<End> end = std::exchange(end_, std::nullopt);
  if (!end) return Next::kWait;
  return *end == End::kNextRequest ? Next::kNextRequest : Next::kClose;
}

void Outbox::close() {
  std::function<void()> gone;
  {
    const std::lock_guard lock(mutex_);
    is_closed_ = true;
    queue_.clear();
    gone.swap(gone_);
  }
  try {
    if (gone) gone();
  } catch (const std::exception&) {  // out of memory
  }
}

}  // namespace parley::server
