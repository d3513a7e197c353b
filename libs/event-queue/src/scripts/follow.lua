-- Goes on with a stream: what it has not got, and a mark for another park time. KEYS[10] event list.
-- ARGV: queue id, nonce, id of the last event that the stream got, park ms, bytes after which no event is added. Nothing is
-- acknowledged by it. Answers also the id of the newest event.
local id, nonce, got, park_ms, list = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4]), KEYS[10]
local most_bytes = tonumber(ARGV[5])

local refused = refusal()
if refused then return { refused } end
local state = read_state(id)
if not state then return { 'bad-queue' } end
if state[NONCE] ~= nonce then return { 'superseded' } end

local entries, first, newest = {}, 1, got
if state[NEXT] - 1 > got then
  entries = redis.call('LRANGE', list, 0, -1)
  while first <= #entries and parse_entry(entries[first]) <= got do first = first + 1 end
  if first <= #entries then newest = parse_entry(entries[#entries]) end
  local bytes, last = 0, first
  while last <= #entries and bytes < most_bytes do
    local _, size = parse_entry(entries[last])
    bytes = bytes + size
    last = last + 1
  end
  for index = #entries, last, -1 do entries[index] = nil end
end
local events = answer_of(entries, first)
if not events then
  kill(id, state, 'corrupt')
  return { 'bad-queue' }
end
local now = now_ms()
return_from_away(id, state)
state[UNTIL], state[CLOCK], state[FROZEN] = now + park_ms, now, state[NEXT] - 1
write_state(id, state)
return { 'answer', false, events, newest }
