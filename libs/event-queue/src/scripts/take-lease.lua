#!lua flags=allow-oom
-- KEYS[1] lease. ARGV: holder, milliseconds, and the replicas that are alive. Takes a lease that is free or held by none of
-- them, or prolongs the holder's own. Returns 1 or 0.
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then
  for index = 3, #ARGV do
    if ARGV[index] == holder then return 0 end
  end
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
