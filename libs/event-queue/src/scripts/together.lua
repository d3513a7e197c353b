-- Shared by the scripts that answer many requests to the queues of a slot in one call: states are read and written once for
-- all of them. KEYS[10...] are the queues' event lists, in the order of the requests.
local FIXED_KEYS = 9
-- One reply holds no more than this and one queue's events; requests that come after that are left to another call.
local MOST_BYTES = 1048576

local states, changed = {}, {}

-- The queue's events from `first` on, or nil: a text is missing, and the queue is dead.
local function read_events(id, state, entries, first)
  local events = answer_of(entries, first)
  if events then
    answered = answered + state[BYTES]
  else
    kill(id, state, 'corrupt')
    states[id], changed[id] = nil, nil
  end
  return events
end

-- The reply to one request. What only damage can cause ends its queue and leaves the others alone: they have lost events of
-- their lists by then, and their states must be written.
local function answer_alone(answer, id, list, ...)
  local is_done, reply = pcall(answer, list, id, ...)
  if is_done then return reply end
  if states[id] then kill(id, states[id], 'corrupt') end
  states[id], changed[id] = nil, nil
  return { 'bad-queue' }
end

-- The replies to all requests, each of `answer(list, its values)`. `first`: where in ARGV the values of the first request
-- begin, `count`: how many each has; the id of its queue is the first of them.
local function answer_together(first, count, answer)
  local ids, replies = {}, {}
  for index = 1, #KEYS - FIXED_KEYS do ids[index] = ARGV[first + count * (index - 1)] end
  for index, packed in ipairs(redis.call('HMGET', STATES, unpack(ids))) do
    local is_readable, state = pcall(cmsgpack.unpack, packed or '')
    states[ids[index]] = is_readable and type(state) == 'table' and state or nil
  end
  for index = 1, #ids do
    local at = first + count * (index - 1)
    if answered > MOST_BYTES then
      replies[index] = { 'left' }
    else
      replies[index] = answer_alone(answer, ids[index], KEYS[FIXED_KEYS + index], unpack(ARGV, at + 1, at + count - 1))
    end
  end
  local packed = {}
  for id, state in pairs(changed) do
    packed[#packed + 1] = id
    packed[#packed + 1] = cmsgpack.pack(state)
  end
  if #packed > 0 then redis.call('HSET', STATES, unpack(packed)) end
  return replies
end
