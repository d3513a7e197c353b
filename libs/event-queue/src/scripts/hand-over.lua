-- What waits in these queues was handed over, if their clients have not come back since. ARGV: id, time of the last poll of
-- each.
local refused = refusal()
if refused then return { refused } end
for index = 1, #ARGV, 2 do
  local state = read_state(ARGV[index])
  if state and is_away(state) and state[AWAY] == tonumber(ARGV[index + 1]) then
    state[HANDED_OVER] = state[AWAY]
    write_state(ARGV[index], state)
  end
end
return { 'done' }
