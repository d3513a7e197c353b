-- Shared by all scripts of a slot. KEYS 1 to 9 are the slot's own; event lists of queues follow.
--
-- meta       hash   version, epoch, seq (position), run (id of the server that the slot was last served by), release
-- states     hash   queue id -> state (msgpack array, fields below)
-- queues     hash   queue id -> descriptor (JSON); exists exactly as long as the state
-- changes    list   ids of queues that were created, amended or died, newest first: one per version
-- snapshots  hash   queue id -> snapshot text of queues that still need it; '' while pending
-- dead       hash   queue id -> '<reason> <gateway> <nonce> <descriptor>'; its event list still exists; the descriptor has
--                   isHandedOver if what waited was handed over while the queue lived
-- bodies     hash   ref -> event text without id
-- counts     hash   ref -> number of list entries that use it
-- owners     hash   user id -> ids of the user's queues, oldest first, with spaces between
-- event list        entries '<id> <bytes> <merge key or -> <ref> [<ref> ...]', oldest first;
--                   while the queue is pending the first number is the transaction id instead
local META, STATES, QUEUES, CHANGES, SNAPSHOTS, DEAD, BODIES, COUNTS, OWNERS =
  KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6], KEYS[7], KEYS[8], KEYS[9]

-- Fields of a state. UNTIL is the deadline (ms) of the park mark, 0 when no request is parked. GATEWAY and NONCE stay
-- after an append took the mark off, until the client is seen again: a lost wake can be repeated.
local USER, STATUS, NEXT, PRUNED, SEQ, COUNT, BYTES = 1, 2, 3, 4, 5, 6, 7
local FROZEN, CLOCK, LIFESPAN, GATEWAY, NONCE, UNTIL, HOLDS_SNAPSHOT = 8, 9, 10, 11, 12, 13, 14
-- Both are the time of the last poll when they were written, absent before; a later poll makes them void.
local AWAY, HANDED_OVER = 15, 16
local PENDING, OPEN = 0, 1
-- A nonce that begins with this is a stream's: events do not take its mark off, they go on to it until its deadline.
local STREAM_BYTE = string.byte('~')

local HEARTBEAT_REF = '*'
local HEARTBEAT_BODY = '{"type":"heartbeat"}'
local CHANGES_KEPT = 2048
local RUN_ID_LENGTH = 40
-- Lua's unpack overflows its stack near 8,000 values.
local UNPACK_LIMIT = 4000

local function now_ms()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

-- The server is asked, not the client: after a failover no cached answer can be right.
local function server_run_id()
  if run_id then return run_id end
  local text = redis.call('INFO', 'server')
  -- Plain: a pattern would be tried at each of the text's characters, which took longer than all else that a poll does.
  local _, before = string.find(text, 'run_id:', 1, true)
  run_id = string.sub(text, before + 1, before + RUN_ID_LENGTH)
  return run_id
end

-- Returns why the slot must not be touched, or nil, epoch, seq and version.
local function refusal()
  local meta = redis.call('HMGET', META, 'run', 'epoch', 'seq', 'version')
  if not meta[2] then return 'not-ready' end
  if meta[1] ~= server_run_id() then return 'run-id' end
  return nil, tonumber(meta[2]), tonumber(meta[3]), tonumber(meta[4] or 0)
end

local function read_state(id)
  local packed = redis.call('HGET', STATES, id)
  return packed and cmsgpack.unpack(packed)
end

local function write_state(id, state)
  redis.call('HSET', STATES, id, cmsgpack.pack(state))
end

local function bump(id)
  redis.call('HINCRBY', META, 'version', 1)
  redis.call('LPUSH', CHANGES, id)
  redis.call('LTRIM', CHANGES, 0, CHANGES_KEPT - 1)
end

-- When a client was last there. A parked request counts until its deadline.
local function last_seen(state)
  return math.max(state[CLOCK], state[UNTIL])
end

local function is_away(state)
  return state[AWAY] ~= nil and state[AWAY] >= last_seen(state)
end

local function is_handed_over(state)
  return state[HANDED_OVER] ~= nil and state[HANDED_OVER] >= last_seen(state)
end

-- The client is there again. Readers of the slot hear of it.
local function return_from_away(id, state)
  if state[AWAY] == nil then return end
  state[AWAY], state[HANDED_OVER] = nil, nil
  bump(id)
end

-- The ids of a user's queues, all but one of them if named.
local function queues_of(user, without)
  local ids = {}
  for id in string.gmatch(redis.call('HGET', OWNERS, user) or '', '%S+') do
    if id ~= without then ids[#ids + 1] = id end
  end
  return ids
end

local function write_queues_of(user, ids)
  if #ids == 0 then
    redis.call('HDEL', OWNERS, user)
  else
    redis.call('HSET', OWNERS, user, table.concat(ids, ' '))
  end
end

-- The queue is unknown to everyone from here on; its events go when the collector has reported it.
local function kill(id, state, reason)
  local gateway, nonce = '-', '-'
  if state[UNTIL] > 0 then gateway, nonce = state[GATEWAY], state[NONCE] end
  local descriptor = redis.call('HGET', QUEUES, id)
  if is_handed_over(state) then descriptor = '{"isHandedOver":true,' .. string.sub(descriptor, 2) end
  redis.call('HSET', DEAD, id, reason .. ' ' .. gateway .. ' ' .. nonce .. ' ' .. descriptor)
  redis.call('HDEL', STATES, id)
  redis.call('HDEL', QUEUES, id)
  redis.call('HDEL', SNAPSHOTS, id)
  write_queues_of(state[USER], queues_of(state[USER], id))
  bump(id)
end

local function parse_entry(entry)
  local number, bytes, merge_key, refs = string.match(entry, '^(%S+) (%S+) (%S+) (.+)$')
  return tonumber(number), tonumber(bytes), merge_key, refs
end

-- Counts one use less (or more) per ref in `uses`.
local function count_uses(uses, refs, by)
  for ref in string.gmatch(refs, '%S+') do
    if ref ~= HEARTBEAT_REF then uses[ref] = (uses[ref] or 0) + by end
  end
end

-- Subtracts `uses` from the counts; the last use removes the text.
local function release(uses)
  for ref, count in pairs(uses) do
    if redis.call('HINCRBY', COUNTS, ref, -count) <= 0 then
      redis.call('HDEL', COUNTS, ref)
      redis.call('HDEL', BODIES, ref)
    end
  end
end

local function push_all(list, values)
  local total = #values
  for first = 1, total, UNPACK_LIMIT do
    redis.call('RPUSH', list, unpack(values, first, math.min(first + UNPACK_LIMIT - 1, total)))
  end
end

-- 'xmin:xmax:xip,xip' as PostgreSQL writes a pg_snapshot. Transaction ids stay far below 2^53.
local function parse_snapshot(text)
  local xmin, xmax, list = string.match(text, '^(%d+):(%d+):([%d,]*)$')
  local snapshot = { xmin = tonumber(xmin), xmax = tonumber(xmax), running = {} }
  for xid in string.gmatch(list or '', '%d+') do snapshot.running[tonumber(xid)] = true end
  return snapshot
end

local function is_visible(snapshot, xid)
  return xid < snapshot.xmin or (xid < snapshot.xmax and not snapshot.running[xid])
end

-- A parked request's mark, or false.
local function parked_poll(state)
  return state[UNTIL] > 0 and { state[GATEWAY], state[NONCE] }
end

local function is_stream(nonce)
  return string.byte(nonce) == STREAM_BYTE
end

local function leave_park(state)
  state[GATEWAY], state[NONCE], state[UNTIL] = '', '', 0
end
