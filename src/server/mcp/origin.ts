// Against DNS rebinding: a page in someone's browser must not reach a service that listens on their machine.
import type { FastifyRequest } from "fastify";
import { show } from "../../engine/run/validate.js";
import { type Problem, problem } from "../http/problems.js";

export interface Allowed {
  /** Names in the Host header, with or without port; undefined for any. */
  readonly hosts: readonly string[] | undefined;
  /** Origins such as https://example.org, or bare host names for any scheme and port. */
  readonly origins: readonly string[];
}

export function refuseStrangers({ hosts, origins }: Allowed, request: FastifyRequest): Problem | undefined {
  const { host = "" } = request.headers;
  if (hosts !== undefined && !answersTo(hosts, host))
    return problem(
      "forbidden",
      `The host ${show(host.toLowerCase())} is not one that this endpoint answers to.`,
    );
  const { origin } = request.headers;
  // Only browsers send it, and only they need the check.
  if (origin === undefined || allowsOrigin(origins, origin)) return undefined;
  return problem("forbidden", `The origin ${show(origin)} is not allowed here.`);
}

/** Whether a name in the Host header, with or without its port, is one of these. */
export function answersTo(hosts: readonly string[], given: string): boolean {
  const host = given.toLowerCase();
  return hosts.includes(host) || hosts.includes(withoutPort(host));
}

export function allowsOrigin(origins: Allowed["origins"], origin: string): boolean {
  return origins.includes("*") || origins.includes(origin) || origins.includes(hostOf(origin));
}

function withoutPort(host: string): string {
  return host.replace(/:\d+$/, "");
}

function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).hostname : "";
}
