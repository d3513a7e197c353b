-- Removes the events of dead queues. KEYS[10...] event lists, ARGV their queue ids.
local uses = {}
for index, id in ipairs(ARGV) do
  if redis.call('HDEL', DEAD, id) == 1 then
    local list = KEYS[9 + index]
    for _, entry in ipairs(redis.call('LRANGE', list, 0, -1)) do
      local _, _, _, refs = parse_entry(entry)
      count_uses(uses, refs, 1)
    end
    redis.call('DEL', list)
  end
end
release(uses)
return { 'done' }
