#!lua flags=allow-oom
-- KEYS[1] lease. ARGV: holder, milliseconds. Takes a free lease or prolongs the holder's own. Returns 1 or 0.
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
