-- Each of some requests: validate, prune, then answer or park, in one step (realtime.md 3.2). A stream is answered and parked.
-- ARGV: park ms, then (queue id, user id, last event id, dont block (1/0), gateway, nonce) of each.
local park_ms = tonumber(ARGV[1])
local refused = refusal()
if refused then return { refused } end
local now = now_ms()
-- Uses of texts, which are given up once for all requests.
local released = {}

local function poll(list, id, user_id, last_event_id, dont_block, gateway, nonce)
  local state, user, acknowledged = states[id], tonumber(user_id), tonumber(last_event_id)
  if not state or state[STATUS] ~= OPEN or state[USER] ~= user then return { 'bad-queue' } end
  if acknowledged < state[PRUNED] then return { 'pruned' } end
  if acknowledged >= state[NEXT] then return { 'unknown-event' } end

  local entries, first = prune(list, state, acknowledged, released)
  if not entries then return { 'unknown-event' } end

  -- A request that was sent twice must not supersede itself.
  local superseded = state[NONCE] ~= nonce and parked_poll(state)
  return_from_away(id, state)
  state[CLOCK] = now
  local parks = dont_block == '0' and (first > #entries or is_stream(nonce))
  local events = {}
  if first <= #entries then
    events = read_events(id, state, entries, first)
    if not events then return { 'bad-queue' } end
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

local replies = answer_together(2, 6, poll)
release(released)
return { 'done', replies }
