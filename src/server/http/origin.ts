// Which hosts and origins are answered: a page in someone's browser must not reach a service that listens on their machine (DNS
// rebinding), nor use up the limits of its visitor. Browsers say where a request comes from in headers that no page can forge.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { show } from "../../engine/run/validate.js";
import { type Problem, problem, sendProblem } from "./problems.js";

export interface Allowed {
  /** Names in the Host header, with or without port; undefined for any. */
  readonly hosts: readonly string[] | undefined;
  /** Origins such as https://example.org, or bare host names for any scheme and port. */
  readonly origins: readonly string[];
}

/** A service that listens on this machine alone is asked under its names: a page must not reach it under another. */
export function refuseHosts(app: FastifyInstance, hosts: readonly string[]): void {
  app.addHook("onRequest", ({ headers }, reply, done) => {
    if (headers.host === undefined || answersTo(hosts, headers.host)) return done();
    const detail = `The host ${show(headers.host)} is not one that this service answers to.`;
    sendProblem(reply, problem("forbidden", detail));
  });
}

/** Refuses what a page of another site has sent, unless its origin is allowed. Links that lead here are followed. */
export function refuseCrossSite(app: FastifyInstance, origins: Allowed["origins"]): void {
  app.addHook("onRequest", ({ headers, method }, reply, done) => {
    const { origin = "", "sec-fetch-site": site, "sec-fetch-mode": mode } = headers;
    const isForeign = site === "cross-site" || site === "same-site";
    const isLink = mode === "navigate" && (method === "GET" || method === "HEAD");
    if (!isForeign || isLink || method === "OPTIONS" || allowsOrigin(origins, origin)) return done();
    const detail =
      "A page of another site has sent this request. Its origin is not one that may call from a browser.";
    sendProblem(reply, problem("forbidden", detail));
  });
}

/** Why the endpoint of MCP refuses a request; undefined where it does not. */
export function strangerProblem(
  { hosts, origins }: Allowed,
  { headers }: FastifyRequest,
): Problem | undefined {
  const { host = "", origin } = headers;
  if (hosts !== undefined && !answersTo(hosts, host)) {
    const detail = `The host ${show(host.toLowerCase())} is not one that this endpoint answers to.`;
    return problem("forbidden", detail);
  }
  // Only browsers send it, and only they need the check.
  if (origin === undefined || allowsOrigin(origins, origin)) return undefined;
  return problem("forbidden", `The origin ${show(origin)} is not allowed here.`);
}

/** Whether a name in the Host header, with or without its port, is one of these. */
function answersTo(hosts: readonly string[], given: string): boolean {
  const host = given.toLowerCase();
  return hosts.includes(host) || hosts.includes(host.replace(/:\d+$/, ""));
}

function allowsOrigin(origins: Allowed["origins"], origin: string): boolean {
  const host = URL.canParse(origin) ? new URL(origin).hostname : "";
  return origins.includes("*") || origins.includes(origin) || origins.includes(host);
}
