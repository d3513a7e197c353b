-- Forgets the snapshots that no future event can be visible in (design.md I4). ARGV: epoch, xmin, head of a beat.
local refused, epoch, seq = refusal()
if refused then return { refused } end
if epoch ~= tonumber(ARGV[1]) then return { 'epoch' } end
local xmin, head = tonumber(ARGV[2]), tonumber(ARGV[3])
if seq >= head then
  local kept = redis.call('HGETALL', SNAPSHOTS)
  for index = 1, #kept, 2 do
    local id, text = kept[index], kept[index + 1]
    if text ~= '' and parse_snapshot(text).xmax <= xmin then
      local state = read_state(id)
      state[HOLDS_SNAPSHOT] = 0
      -- What the client knows may come from any change up to here, which matters if the log loses its tail.
      if state[SEQ] < seq then state[SEQ] = seq end
      write_state(id, state)
      redis.call('HDEL', SNAPSHOTS, id)
    end
  end
end
return { 'done', redis.call('HLEN', SNAPSHOTS) }
