// bare_sqlite FILE [TURNS [SESSIONS [full|normal]]]: the bare rate, as one JSON line.
#include "benchmarks/bare_sqlite.h"

#include "benchmarks/store_load.h"

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: bare_sqlite FILE [TURNS [SESSIONS [full|normal]]]\n");
    return 2;
  }
  const std::size_t turns = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 20000;
  const std::size_t sessions = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 1000;
  const bool full = argc <= 4 || std::string(argv[4]) != "normal";

  const bare::Sizes sizes;
  const std::string state(sizes.state, 's'), answer(sizes.answer, 'a');
  const std::string user(sizes.user, 'u'), assistant(sizes.assistant, 'b');
  bare::Store store(argv[1], PARLEY_SCHEMA_FILE, full);
  std::vector<std::int64_t> done(sessions);
  load::Order order(sessions);
  load::Timings timings;
  for (std::size_t i = 0; i < turns; ++i) {
    const std::size_t number = order.next();
    const std::string session = load::session_name(number), id = load::message_id(i);
    timings.time([&] { store.turn(session, ++done[number], id, state, answer, user, assistant); });
  }
  std::printf("%s\n", timings.json().c_str());
}
