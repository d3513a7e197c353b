-- Descriptors of live queues: those changed since version ARGV[1], or all. Returns version, complete (1/0),
-- descriptors, ids of removed queues.
local version = tonumber(redis.call('HGET', META, 'version') or 0)
local since = tonumber(ARGV[1])
local missing = since and version - since
if not missing or missing < 0 or missing > redis.call('LLEN', CHANGES) then
  return { version, 1, redis.call('HVALS', QUEUES), {} }
end
local found, removed, seen = {}, {}, {}
if missing > 0 then
  for _, id in ipairs(redis.call('LRANGE', CHANGES, 0, missing - 1)) do
    if not seen[id] then
      seen[id] = true
      local descriptor = redis.call('HGET', QUEUES, id)
      if descriptor then found[#found + 1] = descriptor else removed[#removed + 1] = id end
    end
  end
end
return { version, 0, found, removed }
