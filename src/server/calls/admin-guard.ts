// Requires the admin token on the admin interface, and delays clients that guess it.
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Refusal, tooMany } from "../../access/admission.js";
import { networkOf } from "../../access/network.js";
import { bearerOf, sameHash } from "../../access/token.js";
import { WRONG_PER_MINUTE, WrongKeys } from "../../access/wrong-keys.js";
import { sha256 } from "../../definitions/folder.js";
import { problem, sendProblem } from "../http/problems.js";
import { refused, sendAnswer } from "./admission.js";

export const SHORTEST_ADMIN_TOKEN = 24;

const CHALLENGE = 'Bearer realm="plumbline admin"';

export type AdminGuard = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>;

/**
 * Returns a hook that checks the token and disables caching. Only wrong tokens are delayed: an attacker cannot lock
 * the operator out.
 */
export function adminGuard(token: string, now: () => number): AdminGuard {
  const expected = sha256(token);
  const wrong = new WrongKeys();
  return async (request, reply) => {
    const given = bearerOf(request.headers.authorization);
    if (given === undefined || !/^\S+$/.test(given))
      return refuse(reply, CHALLENGE, "This path needs the admin token: Authorization: Bearer <token>.");
    if (sameHash(sha256(given), expected)) return undefined;
    const retry = wrong.note(networkOf(request.ip), now());
    if (retry > 0) return sendAnswer(reply, refused(slowed(retry)));
    return refuse(reply, `${CHALLENGE}, error="invalid_token"`, "This is not the admin token.");
  };
}

function refuse(reply: FastifyReply, challenge: string, detail: string): FastifyReply {
  return sendProblem(reply.header("www-authenticate", challenge), problem("invalid-key", detail));
}

function slowed(retry: number): Refusal {
  const detail = `${WRONG_PER_MINUTE} wrong admin tokens came from this network in a minute. The right one is served; a wrong one is looked at again in ${retry} seconds.`;
  return tooMany("wrong-keys", WRONG_PER_MINUTE, retry, detail);
}
