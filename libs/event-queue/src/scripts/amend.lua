-- Replaces the descriptor of a live queue. ARGV: queue id, descriptor.
local refused = refusal()
if refused then return { refused } end
if redis.call('HEXISTS', STATES, ARGV[1]) == 1 then
  redis.call('HSET', QUEUES, ARGV[1], ARGV[2])
  bump(ARGV[1])
end
return { 'done' }
