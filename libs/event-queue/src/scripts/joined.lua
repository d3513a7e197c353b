-- Several calls of the script above, which is the function `run`, in one: each on keys and values of its own. One that fails
-- leaves the others alone.
-- ARGV: number of calls; number of keys and number of values of each; then the values. KEYS: those of all calls.
local replies, key, value = {}, 0, 1 + 2 * ARGV[1]
for call = 1, tonumber(ARGV[1]) do
  local keys, values = {}, {}
  for index = 1, tonumber(ARGV[2 * call]) do keys[index] = KEYS[key + index] end
  for index = 1, tonumber(ARGV[2 * call + 1]) do values[index] = ARGV[value + index] end
  key, value = key + #keys, value + #values
  local is_done, reply = pcall(run, keys, values)
  if is_done then
    replies[call] = { reply }
  else
    replies[call] = { err = type(reply) == 'table' and reply.err or 'ERR ' .. tostring(reply) }
  end
end
return replies
