-- Gives a slot without a position one. ARGV: epoch, seq. Versions never repeat, even if Redis lost everything:
-- they start at the clock, which runs faster than queues are made.
if redis.call('HEXISTS', META, 'epoch') == 1 then return { 'exists' } end
local version = math.max(tonumber(redis.call('HGET', META, 'version') or 0), now_ms())
redis.call('HSET', META, 'version', version, 'epoch', ARGV[1], 'seq', ARGV[2], 'run', server_run_id())
return { 'done' }
