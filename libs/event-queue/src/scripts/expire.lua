-- Ends queues. ARGV: 'slot' (all of them; the slot then starts at the given place, whatever it was before)
-- or 'epoch' (those that a new epoch of the log contradicts), epoch, seq (of 'epoch': the epoch's first one), of 'epoch'
-- also the epoch that it follows ('' = unknown).
local mode, epoch, seq = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local meta = redis.call('HMGET', META, 'epoch', 'seq', 'version')
local all = mode == 'slot'
local target = seq
if not all then
  local refused = refusal()
  if refused then return { refused } end
  if tonumber(meta[1]) >= epoch then return { 'done', {} } end
  -- An epoch that was never seen may have begun further back than this one, and one that the log forgot went on from it.
  all = tonumber(meta[1]) ~= tonumber(ARGV[4])
  target = math.min(tonumber(meta[2]), seq - 1)
end

local parked = {}
local states = redis.call('HGETALL', STATES)
for index = 1, #states, 2 do
  local id, state = states[index], cmsgpack.unpack(states[index + 1])
  if all or state[SEQ] >= seq or state[HOLDS_SNAPSHOT] == 1 then
    if state[UNTIL] > 0 then parked[#parked + 1] = { id, state[GATEWAY], state[NONCE] } end
    kill(id, state, mode)
  end
end
redis.call('HSET', META, 'epoch', epoch, 'seq', target)
if mode == 'slot' then
  -- A server that rolled back repeats versions: jump, and make every consumer load anew.
  redis.call('DEL', CHANGES)
  redis.call('HSET', META, 'version', math.max(tonumber(meta[3] or 0) + 1, now_ms()), 'run', server_run_id())
end
return { 'done', parked }
