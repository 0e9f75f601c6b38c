// Serializes a trained scorer. The bytes are a name with a version, the key, the parts of the model with little-endian
// numbers, and a checksum of all that. load() checks the checksum before it reads anything else. After that it also
// checks every length.
// Tested by tests/intents/scorer_test.cc.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <unordered_set>

#include "base/hash.h"
#include "intents/scoring/linear_scorer.h"

namespace parley::intents::scoring {
namespace {

constexpr std::string_view kName = "parley scorer 4\n";
constexpr std::size_t kChecksum = 32;  // hex digits of base::fingerprint

class Writer {
 public:
  void put(std::uint64_t number) {
    for (int shift = 0; shift < 64; shift += 8) bytes_ += static_cast<char>(number >> shift & 0xFF);
  }
  void put(float number) {
    const auto bits = std::bit_cast<std::uint32_t>(number);
    for (int shift = 0; shift < 32; shift += 8) bytes_ += static_cast<char>(bits >> shift & 0xFF);
  }
  void put(std::string_view text) {
    put(std::uint64_t{text.size()});
    bytes_ += text;
  }
  std::string with_checksum() && { return bytes_ + base::fingerprint(bytes_); }

 private:
  std::string bytes_ = std::string(kName);
};

// Reader reads what a Writer wrote. After the end it returns zeros and empty texts, and is_whole() returns false.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : left_(bytes) {}

  std::uint64_t number() { return little_endian(8); }
  float real() { return std::bit_cast<float>(static_cast<std::uint32_t>(little_endian(4))); }
  std::string_view text() { return take(number()); }
  // Reads the number of the parts that follow; each has at least `size` bytes.
  std::size_t count(std::size_t size) { return fitting(number(), size); }
  // Returns `count` if that many parts of `size` bytes can follow, otherwise 0.
  std::size_t fitting(std::uint64_t count, std::size_t size) {
    if (count <= left_.size() / size) return count;
    is_whole_ = false;
    return 0;
  }
  bool is_whole() const { return is_whole_ && left_.empty(); }

 private:
  std::string_view take(std::uint64_t size) {
    if (size > left_.size()) {
      is_whole_ = false;
      left_ = {};
      return {};
    }
    const std::string_view taken = left_.substr(0, size);
    left_.remove_prefix(size);
    return taken;
  }
  std::uint64_t little_endian(std::size_t size) {
    std::uint64_t number = 0;
    const std::string_view taken = take(size);
    for (std::size_t i = 0; i < taken.size(); ++i) {
      number |= std::uint64_t{static_cast<unsigned char>(taken[i])} << (8 * i);
    }
    return number;
  }

  std::string_view left_;
  bool is_whole_ = true;
};

Unexpected unusable(const char* reason) { return Unexpected(ErrorCode::kFileUnreadable, reason); }

}  // namespace

std::string LinearScorer::save(std::string_view key) const {
  Writer out;
  out.put(key);
  out.put(std::uint64_t{intents_.size()});
  for (const std::string& intent : intents_) out.put(std::string_view(intent));
  const std::vector<FeatureSpace::Column> columns = features_.list();
  out.put(std::uint64_t{columns.size()});
  for (const FeatureSpace::Column& column : columns) {
    out.put(column.id);
    out.put(column.rarity);
  }
  for (const float weight : weights_) out.put(weight);
  for (const Known& known : known_) {
    out.put(known.examples);
    out.put(std::uint64_t{known.stems.size()});
    for (const std::uint32_t stem : known.stems) out.put(std::uint64_t{stem});
  }
  return std::move(out).with_checksum();
}

Result<LinearScorer> LinearScorer::load(std::string_view bytes, std::string_view key) {
  if (bytes.substr(0, kName.size()) != kName) return unusable("it has another version, or is not a model");
  if (bytes.size() < kName.size() + kChecksum) return unusable("it is truncated");
  const std::string_view content = bytes.substr(0, bytes.size() - kChecksum);
  if (base::fingerprint(content) != bytes.substr(content.size())) return unusable("it is damaged");

  Reader in(content.substr(kName.size()));
  if (in.text() != key) return unusable("it was trained on other examples");
  LinearScorer scorer;
  scorer.intents_.resize(in.count(8));
  for (std::string& intent : scorer.intents_) intent = in.text();
  std::vector<FeatureSpace::Column> columns(in.count(12));
  std::unordered_set<std::uint64_t> ids;
  for (FeatureSpace::Column& column : columns) {
    column = {in.number(), in.real()};
    ids.insert(column.id);
  }
  scorer.features_ = FeatureSpace(columns);
  const std::size_t per_column = scorer.intents_.size();
  scorer.weights_.resize(in.fitting(scorer.features_.columns(), 4 * std::max<std::size_t>(per_column, 1)) * per_column);
  for (float& weight : scorer.weights_) weight = in.real();
  scorer.known_.resize(scorer.intents_.size());
  for (Known& known : scorer.known_) {
    known.examples = in.number();
    known.stems.resize(in.count(8));
    for (std::uint32_t& stem : known.stems) stem = static_cast<std::uint32_t>(in.number());
  }
  if (!in.is_whole() || ids.size() != columns.size() || per_column == 0) return unusable("it is inconsistent");
  return scorer;
}

}  // namespace parley::intents::scoring
