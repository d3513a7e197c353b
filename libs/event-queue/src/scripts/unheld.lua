-- Which of some held requests nothing will wake any more. ARGV: queue id, nonce, id of the last event that a stream got
-- ('' for a poll) of each. Returns their numbers, from 1.
local refused = refusal()
if refused then return { refused } end
local ids = {}
for index = 1, #ARGV, 3 do ids[#ids + 1] = ARGV[index] end
local states, unheld = redis.call('HMGET', STATES, unpack(ids)), {}
for index = 1, #ids do
  local state, got = states[index] and cmsgpack.unpack(states[index]), tonumber(ARGV[3 * index])
  local is_held = state and state[NONCE] == ARGV[3 * index - 1] and state[UNTIL] ~= 0
  if not is_held or (got and state[NEXT] - 1 > got) then unheld[#unheld + 1] = index end
end
return { 'done', unheld }
