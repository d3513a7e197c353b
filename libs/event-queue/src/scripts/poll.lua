-- Validate, prune, then answer or park, in one step (realtime.md 3.2). A stream is answered and parked.
-- KEYS[10] event list. ARGV: queue id, user id, last event id, dont block (1/0), gateway, nonce, park ms.
local id, user, acknowledged, dont_block = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4] == '1'
local gateway, nonce, park_ms = ARGV[5], ARGV[6], tonumber(ARGV[7])
local list = KEYS[10]

local refused = refusal()
if refused then return { refused } end
local state = read_state(id)
if not state or state[STATUS] ~= OPEN or state[USER] ~= user then return { 'bad-queue' } end
if acknowledged < state[PRUNED] then return { 'pruned' } end
if acknowledged >= state[NEXT] then return { 'unknown-event' } end

local entries = {}
if state[COUNT] > 0 then entries = redis.call('LRANGE', list, 0, -1) end
local first = 1
if acknowledged > state[PRUNED] then
  local uses, bytes, found = {}, 0, false
  for index, entry in ipairs(entries) do
    local event_id, size, _, refs = parse_entry(entry)
    if event_id > acknowledged then break end
    count_uses(uses, refs, 1)
    bytes = bytes + size
    first = index + 1
    found = event_id == acknowledged
  end
  if not found then return { 'unknown-event' } end
  redis.call('LTRIM', list, first - 1, -1)
  release(uses)
  state[PRUNED] = acknowledged
  state[COUNT] = state[COUNT] - (first - 1)
  state[BYTES] = state[BYTES] - bytes
end

-- A request that was sent twice must not supersede itself.
local superseded = state[NONCE] ~= nonce and parked_poll(state)
local now = now_ms()
return_from_away(id, state)
state[CLOCK] = now
local parks = not dont_block and (first > #entries or is_stream(nonce))
local events = {}
if first <= #entries then
  events = answer_of(entries, first)
  if not events then
    kill(id, state, 'corrupt')
    return { 'bad-queue' }
  end
end
if parks then
  state[GATEWAY], state[NONCE], state[UNTIL] = gateway, nonce, now + park_ms
else
  leave_park(state)
end
-- What is answered, or goes on as a stream, is merged with nothing that comes later.
if not parks or is_stream(nonce) then state[FROZEN] = state[NEXT] - 1 end
write_state(id, state)
if parks and #events == 0 then return { 'parked', superseded } end
return { 'answer', superseded, events }
