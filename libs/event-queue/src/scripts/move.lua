-- Moves the slot's position after every chunk of a batch has answered. ARGV: epoch, from, to.
local refused, epoch, seq = refusal()
if refused then return { refused } end
if epoch ~= tonumber(ARGV[1]) then return { 'epoch' } end
if seq ~= tonumber(ARGV[2]) then return { 'position' } end
redis.call('HSET', META, 'seq', ARGV[3])
return { 'moved' }
