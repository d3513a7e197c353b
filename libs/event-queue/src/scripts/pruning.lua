-- Shared by the scripts that forget what a client has acknowledged.

-- The entries of the list as it was, and which of them is the first that is left, or nil: the event that is acknowledged was
-- not in the queue. Uses of the texts of what went are counted in `released`.
local function prune(list, state, acknowledged, released)
  local entries = {}
  if state[COUNT] > 0 then entries = redis.call('LRANGE', list, 0, -1) end
  if acknowledged <= state[PRUNED] then return entries, 1 end
  local first, bytes, found, pruned = 1, 0, false, {}
  for index, entry in ipairs(entries) do
    local event_id, size, _, refs = parse_entry(entry)
    if event_id > acknowledged then break end
    bytes = bytes + size
    pruned[index] = refs
    first = index + 1
    found = event_id == acknowledged
  end
  if not found then return nil end
  for _, refs in ipairs(pruned) do count_uses(released, refs, 1) end
  redis.call('LTRIM', list, first - 1, -1)
  state[PRUNED] = acknowledged
  state[COUNT] = state[COUNT] - (first - 1)
  state[BYTES] = state[BYTES] - bytes
  return entries, first
end
