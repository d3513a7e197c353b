-- Shared by the scripts that answer a poll.

local function fetch_bodies(refs)
  local bodies = {}
  for first = 1, #refs, UNPACK_LIMIT do
    local last = math.min(first + UNPACK_LIMIT - 1, #refs)
    local texts = redis.call('HMGET', BODIES, unpack(refs, first, last))
    for index = 1, #texts do bodies[refs[first + index - 1]] = texts[index] end
  end
  return bodies
end

-- Turns entries from `first` on into { id, text, text ... } each, or nil if a text is missing.
local function answer_of(entries, first)
  local events, refs, known = {}, {}, {}
  for index = first, #entries do
    local id, _, _, names = parse_entry(entries[index])
    local event = { id }
    for ref in string.gmatch(names, '%S+') do
      event[#event + 1] = ref
      if ref ~= HEARTBEAT_REF and not known[ref] then
        known[ref] = true
        refs[#refs + 1] = ref
      end
    end
    events[#events + 1] = event
  end
  local bodies = fetch_bodies(refs)
  bodies[HEARTBEAT_REF] = HEARTBEAT_BODY
  for _, event in ipairs(events) do
    for index = 2, #event do
      local text = bodies[event[index]]
      if not text then return nil end
      event[index] = text
    end
  end
  return events
end
