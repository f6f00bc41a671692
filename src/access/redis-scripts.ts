// Lua scripts that check a key, count and decide in one atomic step for all processes that share Redis.
import { createHash } from "node:crypto";
import { MONTHS_STORED } from "./store.js";
import type { TierList } from "./tiers.js";

export interface Script {
  readonly lua: string;
  readonly sha: string;
}

/**
 * Seconds until the usage of visitors expires. The usage of keys does not expire, so a wrong clock cannot delete it.
 */
const VISITOR_USAGE_S = 40 * 86_400;
/** Months of usage kept for visitors: one more than the current one, for clocks that are set back. */
const VISITOR_MONTHS = 2;

/**
 * Returns the given time or Redis' time; the calendar month in UTC of a time in milliseconds, and the month before.
 */
const MONTHS = `
local function time_of(given)
  local time = redis.call('TIME')
  return tonumber(given) or tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end
local function month_at(ms)
  local z = math.floor(ms / 86400000) + 719468
  local era = math.floor(z / 146097)
  local day = z - era * 146097
  local year = math.floor((day - math.floor(day / 1460) + math.floor(day / 36524) - math.floor(day / 146096)) / 365)
  local of_year = day - (365 * year + math.floor(year / 4) - math.floor(year / 100))
  local from_march = math.floor((5 * of_year + 2) / 153)
  local month = from_march < 10 and from_march + 3 or from_march - 9
  return string.format('%04d-%02d', year + era * 400 + (month <= 2 and 1 or 0), month)
end
local function month_before(month)
  local months = tonumber(month:sub(1, 4)) * 12 + tonumber(month:sub(6, 7)) - 2
  return string.format('%04d-%02d', math.floor(months / 12), months % 12 + 1)
end`;

/** Adds to a month, never below zero. The first calls of a month delete the oldest months. */
const USAGE = `
local function add_calls(usage, month, calls, is_key)
  local total = redis.call('HINCRBY', usage, month, calls)
  if total < 0 then
    total = 0
    redis.call('HSET', usage, month, 0)
  end
  if total == calls or calls < 0 and redis.call('TTL', usage) < 0 then
    local months = redis.call('HKEYS', usage)
    table.sort(months)
    for at = 1, #months - (is_key and ${MONTHS_STORED + 1} or ${VISITOR_MONTHS}) do
      if months[at] ~= month then redis.call('HDEL', usage, months[at]) end
    end
    if not is_key then redis.call('EXPIRE', usage, ${VISITOR_USAGE_S}) end
  end
  return total
end`;

/**
 * The sliding window of window.ts as a list: `time:calls` entries, oldest first, then their sum. The sum is popped at
 * the start and pushed at the end.
 */
const WINDOW = `
local function parse(entry)
  local time, count = entry:match('^(%d+):(%d+)$')
  return tonumber(time), tonumber(count)
end
local function entry(time, count)
  return string.format('%.0f:%.0f', time, count)
end
local function window_take(key, calls, quota, span, now)
  local used = tonumber(redis.call('RPOP', key)) or 0
  local last = redis.call('LINDEX', key, -1)
  if last and parse(last) > now then
    -- A clock that was set back leaves no entry that would never go.
    local all = redis.call('LRANGE', key, 0, -1)
    redis.call('DEL', key)
    for _, each in ipairs(all) do
      local time, count = parse(each)
      redis.call('RPUSH', key, entry(math.min(time, now), count))
    end
  end
  local function drop(most)
    local time, count = parse(redis.call('LINDEX', key, 0))
    if most < count then
      redis.call('LSET', key, 0, entry(time, count - most))
      used = used - most
    else
      redis.call('LPOP', key)
      used = used - count
    end
  end
  local function add(count)
    used = used + count
    local newest = redis.call('LINDEX', key, -1)
    local time, before = nil, 0
    if newest then time, before = parse(newest) end
    if time == now then redis.call('LSET', key, -1, entry(now, before + count))
    else redis.call('RPUSH', key, entry(now, count)) end
  end
  local first = redis.call('LINDEX', key, 0)
  while first do
    local time, count = parse(first)
    if time > now - span then break end
    drop(count)
    first = redis.call('LINDEX', key, 0)
  end
  local wait = 0
  if used + calls <= quota then if calls > 0 then add(calls) end
  else
    -- A refused request counts too: it takes the place of the oldest, so the list never outgrows the quota.
    while used >= quota do drop(used - quota + 1) end
    add(1)
    local surplus = used + math.min(calls, quota) - quota
    local time = now
    for _, each in ipairs(redis.call('LRANGE', key, 0, math.max(0, surplus - 1))) do
      local at, count = parse(each)
      time = at
      surplus = surplus - count
      if surplus <= 0 then break end
    end
    wait = math.max(1, time + span - now)
  end
  local more = used == 0 and 0 or parse(redis.call('LINDEX', key, 0)) + span - now
  redis.call('RPUSH', key, string.format('%.0f', used))
  redis.call('PEXPIRE', key, span)
  return wait, math.max(0, quota - used), more
end`;

/** Compares every secret in constant time. Returns the expiry of the matching one. */
const SECRETS = `
local function same(a, b)
  if #a ~= #b then return false end
  local differs = 0
  for at = 1, #a do differs = bit.bor(differs, bit.bxor(a:byte(at), b:byte(at))) end
  return differs == 0
end
local function matching(secrets, hash)
  local found, expires = false, nil
  for each, until_ in secrets:gmatch('(%x+):%d+:(%d*)') do
    if same(each, hash) and not found then
      found = true
      expires = tonumber(until_)
    end
  end
  return found, expires
end`;

/**
 * KEYS: record, window, usage. ARGV: time or empty for Redis' time; hash of the token, empty for a visitor;
 * interface; calls; tiers; tier of visitors; calls that count in the window. Returns a fault or the counts.
 */
const TAKE_BODY = `
local now = time_of(ARGV[1])
local hash, face, calls = ARGV[2], ARGV[3], tonumber(ARGV[4])
local tier_id, own_requests, own_month, ends = ARGV[6], nil, nil, nil
local is_key = hash ~= ''
if is_key then
  local record = redis.call('HMGET', KEYS[1], 'secrets', 'revoked', 'expires', 'interface', 'plan',
    'requests', 'calls_per_month')
  if not record[1] then return {'unknown'} end
  local found, secret_ends = matching(record[1], hash)
  if not found then return {'unknown'} end
  if record[2] then return {'revoked'} end
  ends = math.min(tonumber(record[3]) or math.huge, secret_ends or math.huge)
  if ends <= now then return {'expired'} end
  if record[4] ~= face then return {'foreign'} end
  tier_id, own_requests, own_month = record[5], tonumber(record[6]), tonumber(record[7])
end
local tier = cjson.decode(ARGV[5])[tier_id]
if not tier then return {'unknown'} end
local span, requests, per_month = tier[1], tier[2], tier[3]
if tier[4] == 1 then
  requests = own_requests or requests
  per_month = own_month or per_month
end
local refused, wait, left, more = 0, 0, 0, 0
if requests >= 0 then wait, left, more = window_take(KEYS[2], tonumber(ARGV[7]), requests, span * 1000, now) end
if wait > 0 then refused = 1 end
local month = month_at(now)
local used = tonumber(redis.call('HGET', KEYS[3], month)) or 0
if refused == 0 and per_month >= 0 and used + calls > per_month then refused = 2 end
if refused == 0 then
  used = add_calls(KEYS[3], month, calls, is_key)
  if is_key then redis.call('HSET', KEYS[1], 'last_used', string.format('%.0f', now)) end
end
return {'counted', tier_id, requests, per_month, refused, wait, left, more, used, now, month,
  (ends == nil or ends == math.huge) and -1 or ends}`;

/**
 * KEYS: record, usage. ARGV: month; calls, negative to refund; 1 for a key and 0 for a visitor; last use or empty;
 * time or empty for Redis' time. Any month except this and the last comes from a wrong clock, so its calls are added
 * to this month.
 */
const ADD_BODY = `
local is_key = ARGV[3] == '1'
local month, this = ARGV[1], month_at(time_of(ARGV[5]))
if month > this or month < month_before(this) then month = this end
add_calls(KEYS[2], month, tonumber(ARGV[2]), is_key)
local last_used = tonumber(ARGV[4])
-- A record is never made here: only one that is there learns when it was used.
if is_key and last_used and redis.call('EXISTS', KEYS[1]) == 1 then
  local before = tonumber(redis.call('HGET', KEYS[1], 'last_used')) or 0
  if last_used > before then redis.call('HSET', KEYS[1], 'last_used', ARGV[4]) end
end
return 1`;

/** KEYS: record. ARGV: fields and values. Does nothing if the record exists. */
const INSERT_BODY = `
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
redis.call('HSET', KEYS[1], unpack(ARGV))
return 1`;

/**
 * KEYS: record. ARGV: expected secrets and time of revocation, or two empty texts for any; number of fields to
 * delete; those fields; fields and values to set. Returns the changed record.
 */
const CHANGE_BODY = `
if redis.call('EXISTS', KEYS[1]) == 0 then return {} end
if ARGV[1] ~= '' then
  local record = redis.call('HMGET', KEYS[1], 'secrets', 'revoked')
  if record[1] ~= ARGV[1] or (record[2] or '') ~= ARGV[2] then return {} end
end
local gone = tonumber(ARGV[3])
for at = 4, gone + 3 do redis.call('HDEL', KEYS[1], ARGV[at]) end
for at = gone + 4, #ARGV, 2 do redis.call('HSET', KEYS[1], ARGV[at], ARGV[at + 1]) end
return redis.call('HGETALL', KEYS[1])`;

export const TAKE = script(MONTHS, USAGE, WINDOW, SECRETS, TAKE_BODY);
export const ADD = script(MONTHS, USAGE, ADD_BODY);
export const INSERT = script(INSERT_BODY);
export const CHANGE = script(CHANGE_BODY);

/**
 * Returns the tiers of an interface as the script reads them: span, requests, calls per month, custom limits; -1 is
 * unlimited.
 */
export function tiersText({ tiers }: TierList): string {
  const each = tiers.map(({ id, span, requests, callsPerMonth, custom }) => [
    id,
    [span, requests ?? -1, callsPerMonth ?? -1, custom ? 1 : 0],
  ]);
  return JSON.stringify(Object.fromEntries(each));
}

function script(...parts: readonly string[]): Script {
  const lua = parts.map((part) => part.trim()).join("\n");
  return { lua, sha: createHash("sha1").update(lua).digest("hex") };
}
