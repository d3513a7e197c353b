-- The queue takes every event from here on (pending). ARGV: queue id, user id, lifespan ms, descriptor.
local refused, _, seq = refusal()
if refused then return { refused } end
local id = ARGV[1]
if redis.call('HEXISTS', STATES, id) == 1 then return { 'created' } end
local state = { tonumber(ARGV[2]), PENDING, 0, -1, seq, 0, 0, -1, now_ms(), tonumber(ARGV[3]), '', '', 0, 1 }
write_state(id, state)
redis.call('HSET', QUEUES, id, ARGV[4])
redis.call('HSET', SNAPSHOTS, id, '')
bump(id)
return { 'created' }
