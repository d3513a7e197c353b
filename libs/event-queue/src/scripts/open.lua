-- Drops what the snapshot contains, numbers the rest and keeps the snapshot until `forget` (design.md I4).
-- KEYS[10] event list. ARGV: queue id, snapshot, epoch of the log that the snapshot was taken in, pending ms.
local id, text, list = ARGV[1], ARGV[2], KEYS[10]
local refused, epoch = refusal()
if refused then return { refused } end
local state = read_state(id)
if not state then return { 'gone' } end
if state[STATUS] == OPEN then return { 'opened' } end
if epoch ~= tonumber(ARGV[3]) then return { 'epoch' } end
local now = now_ms()
if now - state[CLOCK] > tonumber(ARGV[4]) then
  kill(id, state, 'unopened')
  return { 'gone' }
end

local snapshot = parse_snapshot(text)
local dropped, kept, bytes, next_id = {}, {}, 0, 0
local tail_key, tail_bytes, tail_refs
for _, entry in ipairs(redis.call('LRANGE', list, 0, -1)) do
  local xid, size, merge_key, refs = parse_entry(entry)
  if is_visible(snapshot, xid) then
    count_uses(dropped, refs, 1)
  else
    bytes = bytes + size
    if merge_key ~= '-' and merge_key == tail_key then
      tail_bytes, tail_refs = tail_bytes + size, tail_refs .. ' ' .. refs
    else
      kept[#kept + 1] = ''
      tail_key, tail_bytes, tail_refs = merge_key, size, refs
    end
    kept[#kept] = next_id .. ' ' .. tail_bytes .. ' ' .. tail_key .. ' ' .. tail_refs
    next_id = next_id + 1
  end
end
redis.call('DEL', list)
push_all(list, kept)
release(dropped)
redis.call('HSET', SNAPSHOTS, id, text)
state[STATUS], state[NEXT], state[COUNT], state[BYTES], state[CLOCK] = OPEN, next_id, #kept, bytes, now
write_state(id, state)
return { 'opened' }
