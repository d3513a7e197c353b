import { redisScript } from '../redis-script';

/**
 * KEYS: entries (hash: user id -> '<active or -> <connected> <update id>'), order (sorted set: user ids by update id),
 * meta (hash: counter), dirty (set: user ids to write back), hidden (set: user ids in invisible mode).
 */
const NAMES = 'local ENTRIES, ORDER, META, DIRTY, HIDDEN = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]';

/** Limits of users.md 11, in seconds. */
const LEAST_INTERVAL = 55;
const EVENT_INTERVAL = 130;
const HIDDEN_OFFSET = 320;

/**
 * ARGV: user id ('' to read only), kind (idle, active, hidden or shown), known update id. Stores the report by the rule of
 * users.md 11 and answers what changed after the known id: {1 (0: nothing loaded), is an event due, server time in
 * seconds, counter, user ids, entries}.
 */
export const REPORT_SCRIPT = redisScript(`#!lua
${NAMES}
local counter = redis.call('HGET', META, 'counter')
if not counter then return { 0 } end
local user, kind, known = ARGV[1], ARGV[2], ARGV[3]
local now = tonumber(redis.call('TIME')[1])
local due = 0

local function store(active, connected)
  counter = redis.call('HINCRBY', META, 'counter', 1)
  redis.call('HSET', ENTRIES, user, (active or '-') .. ' ' .. connected .. ' ' .. counter)
  redis.call('ZADD', ORDER, counter, user)
  redis.call('SADD', DIRTY, user)
end

if kind == 'hidden' then
  redis.call('SADD', HIDDEN, user)
  store(now - ${HIDDEN_OFFSET}, now - ${HIDDEN_OFFSET})
  due = 1
elseif kind == 'shown' then
  redis.call('SREM', HIDDEN, user)
  store(now, now)
  due = 1
elseif user ~= '' and redis.call('SISMEMBER', HIDDEN, user) == 0 then
  local is_active = kind == 'active'
  local stored = redis.call('HGET', ENTRIES, user)
  if not stored then
    store(is_active and now or nil, now)
    due = 1
  else
    local active, connected = string.match(stored, '^(%S+) (%S+)')
    active, connected = tonumber(active), tonumber(connected)
    if is_active and (not active or now - active > ${EVENT_INTERVAL}) then due = 1 end
    local changed = false
    if now - connected > ${LEAST_INTERVAL} then connected, changed = now, true end
    if is_active and (not active or now - active > ${LEAST_INTERVAL}) then
      active, connected, changed = now, math.max(connected, now), true
    end
    if changed then store(active, connected) end
  end
end

local users = redis.call('ZRANGEBYSCORE', ORDER, '(' .. known, '+inf')
local entries = {}
for first = 1, #users, 4000 do
  local values = redis.call('HMGET', ENTRIES, unpack(users, first, math.min(first + 3999, #users)))
  for _, value in ipairs(values) do entries[#entries + 1] = value end
end
return { 1, due, now, tonumber(counter), users, entries }
`);

/** ARGV: counter, then (user id, entry, update id) each. Fills what is empty; another process may have been faster. */
export const LOAD_SCRIPT = redisScript(`#!lua
${NAMES}
if redis.call('HEXISTS', META, 'counter') == 1 then return 0 end
redis.call('DEL', ENTRIES, ORDER, DIRTY)
for index = 2, #ARGV, 3 do
  redis.call('HSET', ENTRIES, ARGV[index], ARGV[index + 1])
  redis.call('ZADD', ORDER, ARGV[index + 2], ARGV[index])
end
redis.call('HSET', META, 'counter', ARGV[1])
return 1
`);

/** ARGV: how many. Takes accounts off the list of those to write back: {counter, user ids, entries}. */
export const TAKE_DIRTY_SCRIPT = redisScript(`#!lua
${NAMES}
local users = redis.call('SPOP', DIRTY, ARGV[1])
local counter = redis.call('HGET', META, 'counter')
if #users == 0 or not counter then return { counter or 0, {}, {} } end
return { tonumber(counter), users, redis.call('HMGET', ENTRIES, unpack(users)) }
`);

/** ARGV: user ids. They could not be written back. */
export const PUT_BACK_SCRIPT = redisScript(`#!lua
${NAMES}
redis.call('SADD', DIRTY, unpack(ARGV))
return 1
`);
