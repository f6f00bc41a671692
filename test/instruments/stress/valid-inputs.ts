// Random valid inputs over HTTP: results equal the engine's, are finite and match their schema; some are also
// compared with the interpreter.
import { Ajv2020 } from "ajv/dist/2020.js";
import { FREE_TIER } from "../../../src/access/admission.js";
import { breathe, Progress } from "../../../src/cli/progress.js";
import { randomInputs } from "../../../src/workbench/arbitraries.js";
import { type Answer, headerOf } from "../load/answers.js";
import { closedLoop, type Job, postOf } from "../load/raw-client.js";
import { Faults, type Outcome, type SetContext } from "./scenario.js";
import { newKeys, startServer } from "./server-process.js";
import { keyHeader, type Target, targetsOf } from "./targets.js";

export interface ValidInputs {
  /** Inputs per tool. */
  readonly count: number;
  /** The interpreter computes one in this many inputs. */
  readonly compareEvery: number;
  readonly connections: number;
}

type Input = Readonly<Record<string, unknown>>;

/** Inputs in one batch. */
const CHUNK = 500;
/** Concurrent requests per connection. */
const PIPELINED = 8;

export async function validInputs(around: SetContext, options: ValidInputs): Promise<Outcome> {
  const { cli, set, stopped } = around;
  const { folder, tiers, keys, remove } = await newKeys();
  // Shedding is off, because only correctness is tested here.
  const server = await startServer(cli, { LIMITS: "off", MAX_LAG_MS: "0", DATA_DIR: folder });
  const faults = new Faults();
  const targets = targetsOf(set);
  const progress = new Progress("random inputs:", targets.length * options.count);
  const done = { answered: 0, refused: 0, compared: 0 };
  const began = performance.now();
  for (const target of targets) {
    const key = target.face === "main" ? undefined : keys.get(target.face);
    const headers: Record<string, string> = key === undefined ? {} : { [keyHeader(tiers, target.face)]: key };
    const check = checker(target);
    for (let from = 0; from < options.count && !stopped(); from += CHUNK) {
      const size = Math.min(CHUNK, options.count - from);
      const inputs = drawn(target, size, `${around.seed}:${from}`);
      if (inputs.length < size)
        faults.add(`${target.label}: only ${inputs.length} of ${size} inputs were valid`);
      const queue = inputs.values();
      const next = (): Job | undefined => {
        const { value: input, done: last } = queue.next();
        if (last === true || stopped()) return undefined;
        const say = (fault: string): void =>
          faults.add(`${target.label}: ${fault} for ${JSON.stringify(input)}`);
        return {
          bytes: postOf(target.path, JSON.stringify(input), headers),
          done: (answer) => {
            done.answered++;
            if (answer.status === 422) done.refused++;
            const fault = check(input, answer);
            if (fault !== undefined) say(fault);
          },
          lost: say,
        };
      };
      const compare = async (): Promise<void> => {
        for (let at = 0; at < inputs.length && !stopped(); at += options.compareEvery) {
          const fault = disagreement(target, inputs[at] ?? {});
          if (fault !== undefined) faults.add(`${target.label}: ${fault} for ${JSON.stringify(inputs[at])}`);
          done.compared++;
          await breathe();
        }
      };
      const { connections } = options;
      await Promise.all([
        closedLoop({ port: server.port, connections, pipelining: PIPELINED, next }),
        compare(),
      ]);
      progress.step(size);
    }
  }
  progress.end();
  const exit = server.exit();
  if (exit !== undefined) faults.add(`the service ended by itself (${exit.code ?? exit.signal})`);
  if (server.complaints() !== "") faults.add(`the service complained: ${server.complaints()}`);
  await server.stop();
  remove();
  const rate = Math.round(done.answered / ((performance.now() - began) / 1000));
  return {
    lines: [
      `${done.answered} random inputs of ${targets.length} tools answered, ${rate} a second with all checks; ` +
        `${done.refused} of them refused by a rule of the tool; ${done.compared} computed by both evaluators`,
    ],
    faults: faults.list(),
  };
}

function drawn({ tool, label, examples }: Target, count: number, seed: string): Input[] {
  const valid = (input: unknown) => tool.validate(input).length === 0;
  return randomInputs({ schema: tool.inputSchema, valid, count, seed: `${seed}:${label}`, examples });
}

/** Returns the error of an answer to a valid input. */
function checker({ tool, face }: Target): (input: Input, answer: Answer) => string | undefined {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
  const fits = ajv.addVocabulary(["unit", "choices", "symbol"]).compile(tool.outputSchema);
  return (input, answer) => {
    const outcome = tool.run(input);
    const text = answer.body.toString();
    if (answer.status !== (outcome.ok ? 200 : 422))
      return `status ${answer.status} instead of ${outcome.ok ? 200 : 422}: ${text.slice(0, 300)}`;
    if (!outcome.ok) {
      const problems = (JSON.parse(text) as { errors?: unknown }).errors;
      if (headerOf(answer, "content-type") !== "application/problem+json") return "a refusal is no problem";
      return JSON.stringify(problems) === JSON.stringify(outcome.problems)
        ? undefined
        : `refused with ${text}`;
    }
    const { result } = outcome;
    const expected = JSON.stringify(face === "main" ? { ...result, tier: FREE_TIER } : result);
    if (text !== expected) return `answered ${text} instead of ${expected}`;
    const odd = notFinite(result, "");
    if (odd !== undefined) return `${odd} is not a finite number`;
    return fits(result) ? undefined : `does not fit its schema: ${JSON.stringify(fits.errors)}`;
  };
}

/** JSON writes non-finite numbers as null, so the result object is checked. */
function notFinite(value: unknown, path: string): string | undefined {
  if (typeof value === "number") return Number.isFinite(value) && !Object.is(value, -0) ? undefined : path;
  if (value === undefined) return path;
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const found = notFinite(inner, `${path}/${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function disagreement({ tool }: Target, input: Input): string | undefined {
  const [one, other] = [JSON.stringify(tool.run(input)), JSON.stringify(tool.interpret(input))];
  return one === other ? undefined : `compiled code and interpreter disagree: ${one} and ${other}`;
}
