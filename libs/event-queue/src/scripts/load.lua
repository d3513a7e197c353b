-- Descriptors of live queues: those changed since version ARGV[1], or all. Returns version, complete (1/0),
-- descriptors, ids of removed queues and, if ARGV[2] is 1, of those among the live ones whose client is away.
local version = tonumber(redis.call('HGET', META, 'version') or 0)
local since = tonumber(ARGV[1])
local missing = since and version - since
if not missing or missing < 0 or missing > redis.call('LLEN', CHANGES) then
  local away, states = {}, ARGV[2] == '1' and redis.call('HGETALL', STATES) or {}
  for index = 1, #states, 2 do
    if is_away(cmsgpack.unpack(states[index + 1])) then away[#away + 1] = states[index] end
  end
  return { version, 1, redis.call('HVALS', QUEUES), {}, away }
end
local found, removed, seen, away = {}, {}, {}, {}
if missing > 0 then
  for _, id in ipairs(redis.call('LRANGE', CHANGES, 0, missing - 1)) do
    if not seen[id] then
      seen[id] = true
      local descriptor = redis.call('HGET', QUEUES, id)
      if descriptor then found[#found + 1] = descriptor else removed[#removed + 1] = id end
      if descriptor and ARGV[2] == '1' and is_away(read_state(id)) then away[#away + 1] = id end
    end
  end
end
return { version, 0, found, removed, away }
