-- For clients that poll again and again at one gateway, which keeps their mark on the queue and what they have not
-- acknowledged: prunes what they have, renews the mark or takes it off, and answers what the gateway has not got.
-- ARGV: park ms, then (queue id, nonce, last event id that the client has, last that the gateway has, keep (1/0)) of each.
local park_ms = tonumber(ARGV[1])
local refused = refusal()
if refused then return { refused } end
local now = now_ms()
local released = {}

local function keep(list, id, nonce, acknowledged, got, keeps)
  local state = states[id]
  if not state or state[STATUS] ~= OPEN then return { 'bad-queue' } end
  if state[NONCE] ~= nonce then return { 'superseded' } end
  local entries, first = prune(list, state, tonumber(acknowledged), released)
  if not entries then return { 'superseded' } end
  return_from_away(id, state)
  state[CLOCK] = now
  changed[id] = state
  if keeps == '0' then
    leave_park(state)
    return { 'answer', false, {} }
  end
  while first <= #entries and parse_entry(entries[first]) <= tonumber(got) do first = first + 1 end
  local events = read_events(id, state, entries, first)
  if not events then return { 'bad-queue' } end
  state[UNTIL], state[FROZEN] = now + park_ms, state[NEXT] - 1
  return { 'answer', false, events }
end

local replies = answer_together(2, 5, keep)
release(released)
return { 'done', replies }
