-- Which of some held requests nothing will wake any more. ARGV: queue id, nonce of each. Returns their numbers, from 1.
local refused = refusal()
if refused then return { refused } end
local ids = {}
for index = 1, #ARGV, 2 do ids[#ids + 1] = ARGV[index] end
local states, unheld = redis.call('HMGET', STATES, unpack(ids)), {}
for index = 1, #ids do
  local state = states[index] and cmsgpack.unpack(states[index])
  if not state or state[NONCE] ~= ARGV[2 * index] or state[UNTIL] == 0 then unheld[#unheld + 1] = index end
end
return { 'done', unheld }
