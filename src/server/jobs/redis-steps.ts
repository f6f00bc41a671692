// What must be done whole or not at all on Redis, as scripts inside it: one that fails has done nothing, and one whose answer was
// lost does nothing when it is sent again.
import type { JobsOptions } from "bullmq";
import { MOST_TRIES, RETRY_MS } from "./queue.js";

/** The last turn that BullMQ knows; whoever comes after it comes in the order of arrival. */
const LAST_TURN = 2 ** 21;
/** Seconds for which BullMQ remembers a part that was given up: long enough to tell whose it was. */
const GIVEN_UP_S = 3600;

/** How BullMQ treats a part, in its turn. */
export function partOptions(jobId: string, turn: number): JobsOptions {
  return {
    ...{ jobId, priority: Math.min(LAST_TURN, turn), attempts: MOST_TRIES },
    backoff: { type: "fixed", delay: RETRY_MS },
    removeOnComplete: true,
    removeOnFail: { age: GIVEN_UP_S },
  };
}

/** All steps of a transaction, or the error of the first that failed. */
export async function done(step: { exec(): Promise<[Error | null, unknown][] | null> }): Promise<void> {
  for (const [error] of (await step.exec()) ?? []) if (error !== null) throw error;
}

/** A part is done, by the first who says so, of a job that is open. */
export const FINISH = `
local job, done, out, input = unpack(KEYS)
local number, tally, output, life, rows, bytes = unpack(ARGV)
if redis.call('HGET', job, 'state') ~= 'open' then return 0 end
if redis.call('HSETNX', done, number, tally) == 0 then return 0 end
redis.call('PEXPIRE', done, life)
redis.call('SET', out, output, 'PX', life)
redis.call('HINCRBY', job, 'computed', rows)
redis.call('HINCRBY', job, 'bytes', bytes)
redis.call('HINCRBY', job, 'stored', #output - redis.call('STRLEN', input))
redis.call('DEL', input)
return 1`;

/** A job that is open ends: what of it is not computed is deleted, and given back. */
export const END = `
local job, done, refunds, input = unpack(KEYS)
local state, failure = unpack(ARGV)
local was, parts, rows, computed, counted, owner =
  unpack(redis.call('HMGET', job, 'state', 'parts', 'rows', 'computed', 'counted', 'owner'))
if was ~= 'open' or redis.call('HLEN', done) == tonumber(parts) then return 0 end
redis.call('HSET', job, 'state', state)
if failure ~= '' then redis.call('HSET', job, 'failure', failure) end
local calls = tonumber(rows) - (state == 'failed' and 0 or tonumber(computed))
redis.call('RPUSH', refunds, cjson.encode({owner, calls, counted}))
for number = 0, parts - 1 do redis.call('DEL', input .. ':' .. number) end
return 1`;

/** Some refunds are taken, for whoever asks under this name. */
export const TAKE_REFUNDS = `
local refunds, taken = unpack(KEYS)
if redis.call('EXISTS', taken) == 0 then
  for _, refund in ipairs(redis.call('LRANGE', refunds, 0, ARGV[1] - 1)) do redis.call('RPUSH', taken, refund) end
  redis.call('LTRIM', refunds, ARGV[1], -1)
  redis.call('PEXPIRE', taken, 600000)
end
return redis.call('LRANGE', taken, 0, -1)`;
