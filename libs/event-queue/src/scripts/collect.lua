-- Marks queues dead that were idle too long or never opened. ARGV: cursor, pending ms. Returns the next cursor.
-- A parked queue never expires; a park mark past its deadline is a dead gateway's and starts the idle clock.
local refused = refusal()
if refused then return { refused } end
local now, pending_ms = now_ms(), tonumber(ARGV[2])
local page = redis.call('HSCAN', STATES, ARGV[1], 'COUNT', 500)
for index = 1, #page[2], 2 do
  local id, state = page[2][index], cmsgpack.unpack(page[2][index + 1])
  if state[STATUS] == PENDING then
    if now - state[CLOCK] > pending_ms then kill(id, state, 'unopened') end
  elseif now - math.max(state[CLOCK], state[UNTIL]) > state[LIFESPAN] then
    kill(id, state, 'idle')
  end
end
return { 'done', page[1] }
