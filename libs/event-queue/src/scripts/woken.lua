-- Queues with events whose request was woken and whose client has not been seen since.
-- ARGV: cursor. Returns the next cursor and id, gateway, nonce of each.
local refused = refusal()
if refused then return { refused } end
local page = redis.call('HSCAN', STATES, ARGV[1], 'COUNT', 500)
local woken = {}
for index = 1, #page[2], 2 do
  local state = cmsgpack.unpack(page[2][index + 1])
  if state[GATEWAY] ~= '' and state[UNTIL] == 0 and state[COUNT] > 0 then
    woken[#woken + 1] = { page[2][index], state[GATEWAY], state[NONCE] }
  end
end
return { 'done', page[1], woken }
