#!lua flags=allow-oom
-- KEYS[1] sorted set of replicas by deadline. ARGV: replica, milliseconds (0 = leave).
-- Returns 1 if the replica was alive before, else 0, and then the replicas that are alive.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
local was_alive = redis.call('ZSCORE', KEYS[1], ARGV[1]) and 1 or 0
if ARGV[2] == '0' then
  redis.call('ZREM', KEYS[1], ARGV[1])
else
  redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
end
return { was_alive, redis.call('ZRANGE', KEYS[1], 0, -1) }
