-- The client of a parked request is gone. ARGV: queue id, nonce.
local refused = refusal()
if refused then return { refused } end
local state = read_state(ARGV[1])
if state and state[NONCE] == ARGV[2] then
  leave_park(state)
  state[CLOCK] = now_ms()
  write_state(ARGV[1], state)
end
return { 'done' }
