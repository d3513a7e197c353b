-- Each of some requests: validate, prune, then answer or park, in one step (realtime.md 3.2). A stream is answered and parked.
-- KEYS[10...] event lists, in the order of the requests. ARGV: park ms, then (queue id, user id, last event id,
-- dont block (1/0), gateway, nonce) each. Returns why the slot must not be touched, or 'done' and a reply to each request.
local park_ms = tonumber(ARGV[1])
local FIXED_KEYS, VALUES_EACH = 9, 6
-- One reply holds no more than this and one queue's events; requests that come after that are left to another call.
local MOST_BYTES = 1048576

local refused = refusal()
if refused then return { refused } end
local now = now_ms()

local ids = {}
for index = 1, #KEYS - FIXED_KEYS do ids[index] = ARGV[2 + VALUES_EACH * (index - 1)] end
-- States are read and written, and uses of texts are released, once for all requests.
local states, changed, released = {}, {}, {}
for index, packed in ipairs(redis.call('HMGET', STATES, unpack(ids))) do
  states[ids[index]] = packed and cmsgpack.unpack(packed)
end
local answered = 0

local function poll(list, id, user, acknowledged, dont_block, gateway, nonce)
  if answered > MOST_BYTES then return { 'left' } end
  local state = states[id]
  if not state or state[STATUS] ~= OPEN or state[USER] ~= user then return { 'bad-queue' } end
  if acknowledged < state[PRUNED] then return { 'pruned' } end
  if acknowledged >= state[NEXT] then return { 'unknown-event' } end

  local entries = {}
  if state[COUNT] > 0 then entries = redis.call('LRANGE', list, 0, -1) end
  local first = 1
  if acknowledged > state[PRUNED] then
    local bytes, found, pruned = 0, false, {}
    for index, entry in ipairs(entries) do
      local event_id, size, _, refs = parse_entry(entry)
      if event_id > acknowledged then break end
      bytes = bytes + size
      pruned[index] = refs
      first = index + 1
      found = event_id == acknowledged
    end
    if not found then return { 'unknown-event' } end
    for _, refs in ipairs(pruned) do count_uses(released, refs, 1) end
    redis.call('LTRIM', list, first - 1, -1)
    state[PRUNED] = acknowledged
    state[COUNT] = state[COUNT] - (first - 1)
    state[BYTES] = state[BYTES] - bytes
  end

  -- A request that was sent twice must not supersede itself.
  local superseded = state[NONCE] ~= nonce and parked_poll(state)
  return_from_away(id, state)
  state[CLOCK] = now
  local parks = not dont_block and (first > #entries or is_stream(nonce))
  local events = {}
  if first <= #entries then
    events = answer_of(entries, first)
    if not events then
      kill(id, state, 'corrupt')
      states[id], changed[id] = nil, nil
      return { 'bad-queue' }
    end
    answered = answered + state[BYTES]
  end
  if parks then
    state[GATEWAY], state[NONCE], state[UNTIL] = gateway, nonce, now + park_ms
  else
    leave_park(state)
  end
  -- What is answered, or goes on as a stream, is merged with nothing that comes later.
  if not parks or is_stream(nonce) then state[FROZEN] = state[NEXT] - 1 end
  changed[id] = state
  if parks and #events == 0 then return { 'parked', superseded } end
  return { 'answer', superseded, events }
end

local replies = {}
for index = 1, #KEYS - FIXED_KEYS do
  local at = 1 + VALUES_EACH * (index - 1)
  replies[index] = poll(KEYS[FIXED_KEYS + index], ARGV[at + 1], tonumber(ARGV[at + 2]), tonumber(ARGV[at + 3]),
    ARGV[at + 4] == '1', ARGV[at + 5], ARGV[at + 6])
end

release(released)
local packed = {}
for id, state in pairs(changed) do
  packed[#packed + 1] = id
  packed[#packed + 1] = cmsgpack.pack(state)
end
if #packed > 0 then redis.call('HSET', STATES, unpack(packed)) end
return { 'done', replies }
