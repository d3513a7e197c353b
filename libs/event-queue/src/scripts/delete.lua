-- ARGV: queue id, user id.
local refused = refusal()
if refused then return { refused } end
local state = read_state(ARGV[1])
if not state or state[USER] ~= tonumber(ARGV[2]) then return { 'bad-queue' } end
local parked = parked_poll(state)
kill(ARGV[1], state, 'deleted')
return { 'deleted', parked }
