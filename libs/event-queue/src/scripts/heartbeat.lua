-- Ends the wait of parked requests: with the queued events if the wake was lost, else with a heartbeat event.
-- ARGV: (queue id, nonce) of each. NONCE stays, so that asking twice gives the same answer.
local refused = refusal()
if refused then return { refused } end
local now = now_ms()

local function heartbeat(list, id, nonce)
  local state = states[id]
  if not state then return { 'bad-queue' } end
  if state[NONCE] ~= nonce then return { 'superseded' } end

  if state[COUNT] == 0 then
    if state[UNTIL] == 0 then return { 'superseded' } end
    redis.call('RPUSH', list, state[NEXT] .. ' ' .. #HEARTBEAT_BODY .. ' - ' .. HEARTBEAT_REF)
    state[NEXT] = state[NEXT] + 1
    state[COUNT] = 1
    state[BYTES] = #HEARTBEAT_BODY
  end
  local events = read_events(id, state, redis.call('LRANGE', list, 0, -1), 1)
  if not events then return { 'bad-queue' } end
  state[UNTIL] = 0
  state[CLOCK] = now
  state[FROZEN] = state[NEXT] - 1
  changed[id] = state
  return { 'answer', false, events }
end

return { 'done', answer_together(1, 2, heartbeat) }
