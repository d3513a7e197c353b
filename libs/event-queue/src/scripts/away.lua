-- Finds queues that outlive their client's absence. ARGV: cursor, ms without a poll after which a client is away.
-- Returns the next cursor and id, time of the last poll, descriptor of those whose absence was noticed at an earlier call
-- and not handed over yet: what was under way at the first call has arrived by then.
local refused = refusal()
if refused then return { refused } end
local now, away_ms = now_ms(), tonumber(ARGV[2])
local page = redis.call('HSCAN', STATES, ARGV[1], 'COUNT', 500)
local away = {}
for index = 1, #page[2], 2 do
  local id, state = page[2][index], cmsgpack.unpack(page[2][index + 1])
  local seen = last_seen(state)
  if state[STATUS] == OPEN and state[LIFESPAN] > away_ms and now - seen > away_ms then
    if not is_away(state) then
      state[AWAY] = seen
      write_state(id, state)
      bump(id)
    elseif not is_handed_over(state) then
      away[#away + 1] = { id, seen, redis.call('HGET', QUEUES, id) }
    end
  end
end
return { 'done', page[1], away }
