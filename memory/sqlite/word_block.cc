#include "memory/sqlite/word_block.h"

#include <algorithm>

#include "base/byte_codec.h"

namespace parley::memory {
namespace {

constexpr std::size_t kIdBytes = 5;  // an id is less than 2^39

std::int64_t id_at(std::string_view sessions, std::size_t at) {
  std::uint64_t id = 0;
  for (std::size_t i = kIdBytes; i-- > 0;) id = id << 8 | static_cast<unsigned char>(sessions[at + i]);
  return static_cast<std::int64_t>(id);
}

void append_id(std::string& out, std::int64_t id) {
  for (std::size_t i = 0; i < kIdBytes; ++i) out += static_cast<char>(id >> (8 * i));
}

// A row is a sequence of words, sorted by their hash: the difference to the last hash, the bytes of its places, the
// places. A place is the difference to the last place, and its message number, or the difference to the last message of
// the same place.
class PartWriter {
 public:
  void add(std::uint32_t hash, const WordPlace& place) {
    if (places_.empty() || hash != hash_) {
      end_word();
      last_ = WordPlace();
      hash_ = hash;
    }
    base::ByteWriter out(places_);
    out.number(place.place - last_.place);
    out.number(static_cast<std::uint64_t>(place.place == last_.place ? place.seq - last_.seq : place.seq));
    last_ = place;
  }
  std::string take() {
    end_word();
    return std::move(out_);
  }

 private:
  void end_word() {
    if (places_.empty()) return;
    base::ByteWriter out(out_);
    out.number(hash_ - written_);
    out.number(places_.size());
    out_ += places_;
    places_.clear();
    written_ = hash_;
  }

  std::string out_, places_;
  std::uint32_t hash_ = 0, written_ = 0;
  WordPlace last_;
};

// Calls take(hash, bytes of its places) for each word, until it returns false.
template <class Take>
void each_word(std::string_view part, Take take) {
  std::uint32_t hash = 0;
  while (!part.empty()) {
    base::ByteReader in(part);
    hash += static_cast<std::uint32_t>(in.number());
    const std::uint64_t size = in.number();
    const std::size_t head = part.size() - in.left();
    if (in.failed() || size > part.size() - head) return;
    if (!take(hash, part.substr(head, size))) return;
    part.remove_prefix(head + size);
  }
}

// Calls take(place) for each place of a word.
template <class Take>
void each_place(std::string_view bytes, Take take) {
  base::ByteReader in(bytes);
  WordPlace last;
  while (!in.is_at_end()) {
    const std::uint64_t further = in.number(), seq = in.number();
    if (in.failed()) return;
    last.seq = static_cast<std::int64_t>(further == 0 ? static_cast<std::uint64_t>(last.seq) + seq : seq);
    last.place += static_cast<std::uint32_t>(further);
    take(last);
  }
}

}  // namespace

// FNV-1a, with its upper half mixed into the lower one.
std::uint32_t word_hash(std::string_view word) {
  std::uint64_t hash = 14695981039346656037U;
  for (const char c : word) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  return static_cast<std::uint32_t>(hash ^ hash >> 32);
}

void WordBlockBuilder::add(std::int64_t session, std::int64_t seq, const std::vector<std::string>& words) {
  if (sessions_.empty() || sessions_.back() != session) sessions_.push_back(session);
  const auto place = static_cast<std::uint32_t>(sessions_.size() - 1);
  for (const std::string& word : words) entries_.push_back({word_hash(word), place, seq});
  ++messages_;
}

void WordBlockBuilder::remove(std::int64_t session) {
  const auto found = std::find(sessions_.begin(), sessions_.end(), session);
  if (found == sessions_.end()) return;
  *found = 0;
  const auto place = static_cast<std::uint32_t>(found - sessions_.begin());
  std::erase_if(entries_, [&](const Entry& entry) { return entry.place == place; });
}

WordBlock WordBlockBuilder::build() {
  std::sort(entries_.begin(), entries_.end());
  entries_.erase(std::unique(entries_.begin(), entries_.end()), entries_.end());
  WordBlock block;
  for (const std::int64_t session : sessions_) append_id(block.sessions, session);
  std::vector<PartWriter> parts(WordBlock::kParts);
  for (const Entry& entry : entries_) {
    parts[WordBlock::part_of(entry.hash)].add(entry.hash, {entry.place, entry.seq});
  }
  for (PartWriter& part : parts) block.parts.push_back(part.take());
  return block;
}

std::vector<WordPlace> places_in_part(std::string_view part, std::uint32_t hash) {
  std::vector<WordPlace> places;
  each_word(part, [&](std::uint32_t each, std::string_view bytes) {
    if (each == hash) each_place(bytes, [&](const WordPlace& place) { places.push_back(place); });
    return each < hash;
  });
  return places;
}

std::int64_t session_at(std::string_view sessions, std::uint32_t place) {
  return (place + std::size_t{1}) * kIdBytes > sessions.size() ? 0 : id_at(sessions, place * kIdBytes);
}

std::vector<std::uint32_t> empty_places(std::string& sessions, const std::vector<std::int64_t>& gone) {
  std::vector<std::uint32_t> places;
  for (std::size_t at = 0; at + kIdBytes <= sessions.size(); at += kIdBytes) {
    const std::int64_t id = id_at(sessions, at);
    if (id == 0 || !std::binary_search(gone.begin(), gone.end(), id)) continue;
    sessions.replace(at, kIdBytes, kIdBytes, '\0');
    places.push_back(static_cast<std::uint32_t>(at / kIdBytes));
  }
  return places;
}

std::string part_without(std::string_view part, const std::vector<std::uint32_t>& places) {
  PartWriter out;
  each_word(part, [&](std::uint32_t hash, std::string_view bytes) {
    each_place(bytes, [&](const WordPlace& place) {
      if (!std::binary_search(places.begin(), places.end(), place.place)) out.add(hash, place);
    });
    return true;
  });
  return out.take();
}

}  // namespace parley::memory
