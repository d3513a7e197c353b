-- Appends one chunk of a batch to many queues (design.md I3). KEYS[10...] event lists, in the order of the groups.
-- An empty `from` means events that are no changes (typing, presence): no place is checked or moved, queues that are
-- not open yet, have no room or whose client is away do not get them, and their seq only has to be there.
-- ARGV: epoch, from, position to move to ('' = not yet), version that the slot must have ('' = any), most events, most
-- bytes, length of a list key's prefix, number of bodies, then (ref, text) each; then groups until the end: number of
-- queues, number of entries, then (seq, xid, index of body, merge key) each.
local epoch_given, from, move_to, version_given = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3], tonumber(ARGV[4])
local max_events, max_bytes, prefix_length = tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7])
-- A merged entry is rewritten on every merge, so it must not grow for ever.
local LONGEST_MERGED_ENTRY = 8192

local refused, epoch, seq, version = refusal()
if refused then return { refused } end
local ephemeral = from == nil
if not ephemeral then
  if epoch ~= epoch_given then return { 'epoch' } end
  if seq ~= from then return { 'position' } end
  if version_given and version ~= version_given then return { 'version' } end
end

local now = now_ms()
local cursor = 8
local function read()
  cursor = cursor + 1
  return ARGV[cursor]
end

local refs, texts = {}, {}
for index = 1, tonumber(ARGV[8]) do refs[index], texts[index] = read(), read() end

local wakes, overflowed, gone, uses = {}, {}, {}, {}
local new_states = {}

local function read_entries(count)
  local entries = {}
  for index = 1, count do
    local entry_seq, xid, body, merge_key = tonumber(read()), read(), tonumber(read()), read()
    local size = #texts[body]
    entries[index] = {
      seq = entry_seq, xid = tonumber(xid), xid_text = xid, body = body, ref = refs[body], size = size,
      merge_key = merge_key, uses = 0, tail = ' ' .. size .. ' ' .. merge_key .. ' ' .. refs[body],
    }
  end
  return entries
end

local snapshots = {}
local function snapshot_of(id)
  local text = redis.call('HGET', SNAPSHOTS, id)
  if not snapshots[text] then snapshots[text] = parse_snapshot(text) end
  return snapshots[text]
end

-- Returns the entry that `entry` can be merged with, and whether it is the list's stored tail.
local function mergeable_tail(state, values, list, entry)
  local tail, stored = values[#values], false
  if not tail and state[COUNT] > 0 then tail, stored = redis.call('LINDEX', list, -1), true end
  if not tail or #tail > LONGEST_MERGED_ENTRY then return nil end
  local id, size, merge_key, names = parse_entry(tail)
  if merge_key ~= entry.merge_key or id <= state[FROZEN] then return nil end
  return { size = size, names = names }, stored
end

-- Works out the list values to push for the entries that the queue has not got and its snapshot does not contain.
local function plan(id, state, list, entries)
  local applied, pending = state[SEQ], state[STATUS] == PENDING
  local snapshot = not pending and state[HOLDS_SNAPSHOT] == 1 and snapshot_of(id)
  local values, taken, bytes, pops = {}, {}, 0, false
  for _, entry in ipairs(entries) do
    if entry.seq > applied then
      state[SEQ] = entry.seq
      if pending then
        values[#values + 1] = entry.xid_text .. entry.tail
        taken[#taken + 1] = entry
        bytes = bytes + entry.size
      elseif not (snapshot and is_visible(snapshot, entry.xid)) then
        local tail, stored
        if entry.merge_key ~= '-' then tail, stored = mergeable_tail(state, values, list, entry) end
        if tail then
          pops = pops or stored
          local slot = stored and 1 or #values
          values[slot] = state[NEXT] .. ' ' .. (tail.size + entry.size) .. ' ' .. entry.merge_key .. ' '
            .. tail.names .. ' ' .. entry.ref
        else
          values[#values + 1] = state[NEXT] .. entry.tail
        end
        state[NEXT] = state[NEXT] + 1
        taken[#taken + 1] = entry
        bytes = bytes + entry.size
      end
    end
  end
  return values, taken, bytes, pops
end

-- Tells the gateway of a parked request what was pushed. The event list of a parked poll was empty, so that is its whole
-- answer. A stream stays parked until its deadline, and is told which event went before: it notices what it has missed.
local function wake(key_index, state, events, before)
  local target = key_index .. ' ' .. state[GATEWAY] .. ' ' .. state[NONCE]
  if is_stream(state[NONCE]) then
    if state[UNTIL] <= now then return end
    target = target .. ' ' .. before
  else
    state[UNTIL], state[CLOCK] = 0, now
  end
  wakes[#wakes + 1] = target .. '\n' .. events
  state[FROZEN] = state[NEXT] - 1
end

-- The path of a large fan-out: one new event that cannot merge, for an open queue with room and without snapshot.
-- Returns false if that is not so.
local function append_plainly(key_index, state, entries)
  local entry = entries[1]
  if ephemeral or entries[2] or entry.merge_key ~= '-' or state[STATUS] ~= OPEN or state[HOLDS_SNAPSHOT] == 1
    or state[SEQ] >= entry.seq or state[COUNT] >= max_events or state[BYTES] + entry.size > max_bytes then
    return false
  end
  local value = state[NEXT] .. entry.tail
  redis.call('RPUSH', KEYS[key_index], value)
  entry.uses = entry.uses + 1
  state[SEQ], state[NEXT] = entry.seq, state[NEXT] + 1
  state[COUNT], state[BYTES] = state[COUNT] + 1, state[BYTES] + entry.size
  if state[UNTIL] > 0 then wake(key_index, state, value, state[NEXT] - 2) end
  return true
end

-- Returns whether the state changed.
local function append_ephemeral(key_index, state, entries)
  if state[STATUS] ~= OPEN or is_away(state) then return false end
  local values, bytes = {}, 0
  for index, entry in ipairs(entries) do
    values[index] = (state[NEXT] + index - 1) .. entry.tail
    bytes = bytes + entry.size
  end
  if state[COUNT] + #values > max_events or state[BYTES] + bytes > max_bytes then return false end
  push_all(KEYS[key_index], values)
  for _, entry in ipairs(entries) do entry.uses = entry.uses + 1 end
  local before = state[NEXT] - 1
  state[NEXT] = state[NEXT] + #values
  state[COUNT], state[BYTES] = state[COUNT] + #values, state[BYTES] + bytes
  if state[UNTIL] > 0 then wake(key_index, state, table.concat(values, '\n'), before) end
  return true
end

local function append_to(key_index, id, state, entries)
  if ephemeral then return append_ephemeral(key_index, state, entries) end
  local list, before = KEYS[key_index], state[NEXT] - 1
  local values, taken, bytes, pops = plan(id, state, list, entries)
  local count = state[COUNT] + #values - (pops and 1 or 0)
  if count > max_events or state[BYTES] + bytes > max_bytes then
    local parked = parked_poll(state)
    overflowed[#overflowed + 1] = { key_index, parked and parked[1] or '', parked and parked[2] or '' }
    kill(id, state, 'overflow')
    return false
  end
  if pops then redis.call('RPOP', list) end
  if #values == 1 then redis.call('RPUSH', list, values[1]) else push_all(list, values) end
  for _, entry in ipairs(taken) do entry.uses = entry.uses + 1 end
  state[COUNT], state[BYTES] = count, state[BYTES] + bytes
  if #values > 0 and state[UNTIL] > 0 then wake(key_index, state, table.concat(values, '\n'), before) end
  return true
end

local next_key = 10
while cursor < #ARGV do
  local queue_count, entry_count = tonumber(read()), tonumber(read())
  local entries, ids = read_entries(entry_count), {}
  for index = 1, queue_count do ids[index] = string.sub(KEYS[next_key + index - 1], prefix_length + 1) end
  local states = redis.call('HMGET', STATES, unpack(ids))
  for index = 1, queue_count do
    if states[index] then
      local state = cmsgpack.unpack(states[index])
      if append_plainly(next_key, state, entries) or append_to(next_key, ids[index], state, entries) then
        new_states[#new_states + 1] = ids[index]
        new_states[#new_states + 1] = cmsgpack.pack(state)
      end
    else
      gone[#gone + 1] = next_key
    end
    next_key = next_key + 1
  end
  for _, entry in ipairs(entries) do uses[entry.ref] = (uses[entry.ref] or 0) + entry.uses end
end

if #new_states > 0 then redis.call('HSET', STATES, unpack(new_states)) end
for index, ref in ipairs(refs) do
  if (uses[ref] or 0) > 0 then
    if redis.call('HINCRBY', COUNTS, ref, uses[ref]) == uses[ref] then redis.call('HSET', BODIES, ref, texts[index]) end
  end
end
if move_to ~= '' then redis.call('HSET', META, 'seq', move_to) end
return { 'applied', wakes, overflowed, gone }
