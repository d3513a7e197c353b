-- Remembers which release of the service fills the slot. ARGV: release. Answers whether another one did before.
local known = redis.call('HGET', META, 'release')
if known == ARGV[1] then return { 'same' } end
redis.call('HSET', META, 'release', ARGV[1])
return { known and 'changed' or 'same' }
