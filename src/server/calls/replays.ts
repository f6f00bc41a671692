// Idempotency-Key: a retry after a lost answer receives the first answer and costs nothing. Answers are kept in
// memory, with a time limit and a size limit.
import type { FastifyReply, FastifyRequest } from "fastify";
import { costOf, type Reading } from "../../access/reading.js";
import { sha256 } from "../../definitions/folder.js";
import { problem, sendProblem } from "../http/problems.js";
import { refused, sendAnswer } from "./admission.js";

/** Milliseconds that an answer is kept. */
const KEPT_MS = 10 * 60_000;
/** Characters of all kept answers, and of the longest one. */
const MOST_CHARACTERS = 64 * 1024 * 1024;
const LONGEST_ANSWER = 4 * 1024 * 1024;
const RETRY_S = 1;

export interface WholeAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

interface Kept {
  readonly request: string;
  readonly since: number;
  /** Undefined until the first request is answered. */
  answer: WholeAnswer | undefined;
}

export class Replays {
  private readonly kept = new Map<string, Kept>();
  private characters = 0;

  constructor(
    private readonly now: () => number,
    private readonly reading: Reading,
  ) {}

  /**
   * Returns the first answer to this key, or does the work. The work returns undefined if it sent a refusal itself. The
   * key is claimed before the work begins. A repeated request is charged as a read.
   */
  async once(
    caller: string,
    request: FastifyRequest,
    reply: FastifyReply,
    work: () => Promise<WholeAnswer | undefined>,
  ): Promise<FastifyReply> {
    const key = keyOf(request);
    if (key instanceof Error) return sendProblem(reply, problem("bad-request", key.message));
    if (key === undefined) return send(reply, await work());
    const name = `${caller} ${key}`;
    const content = `${request.method} ${sha256(request.url)} ${request.digest}`;
    this.forget();
    const known = this.kept.get(name);
    const cost = known?.request === content ? costOf(known.answer?.text.length ?? 0) : 1;
    const refusal = known === undefined ? undefined : this.reading(request, cost);
    if (refusal !== undefined) return sendAnswer(reply, refused(refusal));
    if (known !== undefined && known.request !== content) return sendProblem(reply, otherRequest());
    if (known?.answer !== undefined) return send(reply.header("idempotency-replayed", "true"), known.answer);
    if (known !== undefined)
      return sendProblem(
        reply.header("retry-after", RETRY_S),
        problem("conflict", "The first request with this Idempotency-Key is still being answered."),
      );
    const own: Kept = { request: content, since: this.now(), answer: undefined };
    this.kept.set(name, own);
    try {
      const answer = await work();
      if (answer !== undefined && answer.text.length <= LONGEST_ANSWER) {
        own.answer = answer;
        this.characters += answer.text.length;
      }
      return send(reply, answer);
    } finally {
      if (own.answer === undefined) this.kept.delete(name);
    }
  }

  private forget(): void {
    for (const [name, { since, answer }] of this.kept) {
      if (this.characters <= MOST_CHARACTERS && this.now() - since < KEPT_MS) return;
      if (answer === undefined) continue;
      this.characters -= answer.text.length;
      this.kept.delete(name);
    }
  }
}

function send(reply: FastifyReply, answer: WholeAnswer | undefined): FastifyReply {
  return answer === undefined ? reply : reply.code(answer.status).headers(answer.headers).send(answer.text);
}

/** Returns the key, undefined if the header is absent, or an error if it is invalid. */
function keyOf({ headers }: FastifyRequest): string | Error | undefined {
  const { "idempotency-key": given } = headers;
  if (given === undefined) return undefined;
  const plain = String(given).replace(/^"(.*)"$/, "$1");
  return /^[\x21-\x7e]{1,200}$/.test(plain)
    ? plain
    : new Error("Idempotency-Key must be 1 to 200 letters, digits and signs without spaces.");
}

function otherRequest() {
  return problem("conflict", "This Idempotency-Key came with another request before. Take a new one.");
}
