-- Ends the wait of a parked request: with the queued events if its wake was lost, else with a heartbeat event.
-- KEYS[10] event list. ARGV: queue id, nonce. NONCE stays, so that asking twice gives the same answer.
local id, nonce, list = ARGV[1], ARGV[2], KEYS[10]

local refused = refusal()
if refused then return { refused } end
local state = read_state(id)
if not state then return { 'bad-queue' } end
if state[NONCE] ~= nonce then return { 'superseded' } end

if state[COUNT] == 0 then
  if state[UNTIL] == 0 then return { 'superseded' } end
  redis.call('RPUSH', list, state[NEXT] .. ' ' .. #HEARTBEAT_BODY .. ' - ' .. HEARTBEAT_REF)
  state[NEXT] = state[NEXT] + 1
  state[COUNT] = 1
  state[BYTES] = #HEARTBEAT_BODY
end
local events = answer_of(redis.call('LRANGE', list, 0, -1), 1)
if not events then
  kill(id, state, 'corrupt')
  return { 'bad-queue' }
end
state[UNTIL] = 0
state[CLOCK] = now_ms()
state[FROZEN] = state[NEXT] - 1
write_state(id, state)
return { 'answer', false, events }
