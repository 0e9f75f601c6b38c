-- turns.lua: the load of scripts/bench_server, a script of wrk. Each request is the next message of a conversation.
--
-- 96 conversations go on side by side. They are more than wrk has connections, so that no two requests in flight belong
-- to one session. When a conversation is over, another one begins.
local texts = { "I want to check my order", "hm let me see", "It's O-12345" }
local side_by_side = 96
local sent = 0

function request()
  local message = math.floor(sent / side_by_side)
  local session = sent % side_by_side .. "-" .. math.floor(message / #texts)
  sent = sent + 1
  return wrk.format("POST", "/v1/sessions/bench-" .. session .. "/turns", { ["Content-Type"] = "application/json" },
    '{"text":"' .. texts[message % #texts + 1] .. '"}')
end

function done(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  print(string.format("result %.1f %.2f %d", summary.requests / summary.duration * 1e6, latency:percentile(99) / 1000, failed))
end
