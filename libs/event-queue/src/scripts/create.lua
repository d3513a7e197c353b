-- The queue takes every event from here on (pending). ARGV: queue id, user id, lifespan ms, descriptor, most queues of a
-- user, percent of the server's memory that may be used. Returns how many queues were ended to make room.
local refused, _, seq = refusal()
if refused then return { refused } end
local id, user, most, percent = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[5]), tonumber(ARGV[6])
if redis.call('HEXISTS', STATES, id) == 1 then return { 'created', 0 } end

-- What is left is for the events of the queues that exist.
local memory = redis.call('INFO', 'memory')
local limit = tonumber(string.match(memory, 'maxmemory:(%d+)'))
if limit > 0 and tonumber(string.match(memory, 'used_memory:(%d+)')) > limit * percent / 100 then return { 'full' } end

local now = now_ms()

-- Of two queues the one that is missed less: never polled before polled, then the longer unseen. One that is polled now is
-- not given away.
local function rank(state)
  if state[UNTIL] > now then return nil end
  local was_polled = state[NONCE] ~= '' or state[PRUNED] >= 0 or state[FROZEN] >= 0
  return (was_polled and 1e15 or 0) + state[CLOCK]
end

-- Ends the queue that is missed least. Returns whether there was one.
local function end_one(ids)
  local states = redis.call('HMGET', STATES, unpack(ids))
  local lowest, victim, victim_state
  for index, packed in ipairs(states) do
    local state = packed and cmsgpack.unpack(packed)
    local value = state and rank(state)
    if value and (not lowest or value < lowest) then lowest, victim, victim_state = value, ids[index], state end
  end
  if victim then kill(victim, victim_state, 'overflow') end
  return victim ~= nil
end

local ids, ended = queues_of(user), 0
while #ids >= most do
  if not end_one(ids) then return { 'too-many' } end
  ended = ended + 1
  ids = queues_of(user)
end

local state = { user, PENDING, 0, -1, seq, 0, 0, -1, now, tonumber(ARGV[3]), '', '', 0, 1 }
write_state(id, state)
redis.call('HSET', QUEUES, id, ARGV[4])
redis.call('HSET', SNAPSHOTS, id, '')
ids[#ids + 1] = id
write_queues_of(user, ids)
bump(id)
return { 'created', ended }
