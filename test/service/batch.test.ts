// Batches and sweeps.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startKeyed } from "../helpers/keyed-service.js";
import { PUE, problemOf, type Running, startService } from "../helpers/running-service.js";

let service: Running;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

interface Answer {
  readonly status: number;
  readonly result?: Record<string, unknown>;
  readonly problem?: { readonly type: string; readonly errors?: { readonly pointer: string }[] };
}

describe("batch", () => {
  const batch = async (calls: unknown) => {
    const response = await service.post("/v1/batch", { calls });
    expect(response.status).toBe(200);
    return (await response.json()) as {
      answers: Answer[];
      count: number;
      failed: number;
      definitions: Record<string, string>;
    };
  };

  test("answers in order, and one bad call never spoils the others", async () => {
    const { answers, count, failed, definitions } = await batch([
      { tool: "calculate_pue", input: PUE },
      { tool: "calculate_peu", input: PUE },
      { tool: "calculate_pue", input: { ...PUE, it_load_kw: 0 } },
      { tool: "calculate_pue" },
      "calculate_pue",
      { tool: 3, input: {}, inputs: {} },
      { tool: "calculate_pue", input: null },
      { tool: "part_s_ev", input: { building_type: "residential", works: "new", parking_spaces: 4 } },
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 404, 422, 422, 422, 422, 422, 200]);
    expect({ count, failed }).toEqual({ count: 8, failed: 6 });
    expect(answers[0]?.result).toMatchObject({ pue_score: 1.37, tier: "free" });
    expect(answers[1]?.problem).toMatchObject({ type: "/problems/unknown-tool" });
    expect(answers[2]?.problem?.errors?.[0]?.pointer).toBe("/it_load_kw");
    expect(answers[5]?.problem?.errors?.map((error) => error.pointer)).toEqual(["/inputs", "/tool"]);
    expect(answers[7]?.result).toMatchObject({ required_charge_points: 4 });
    expect(Object.keys(definitions).map((label) => label.split("@")[0])).toEqual([
      "calculate_pue",
      "part_s_ev",
    ]);
  });

  test("an answer is the same as the call alone", async () => {
    const alone = await (await service.post("/v1/tools/calculate_pue", PUE)).json();
    const { answers } = await batch([{ tool: "calculate_pue", input: PUE }]);
    expect(answers[0]?.result).toEqual(alone);
  });

  test("a thousand calls, and not one more", async () => {
    const calls = Array.from({ length: 1001 }, (_, at) => ({
      tool: "calculate_pue",
      input: { ...PUE, it_load_kw: at + 1 },
    }));
    const { answers, failed } = await batch(calls.slice(0, 1000));
    expect(failed).toBe(0);
    expect(answers[499]?.result).toMatchObject({ pue_score: 1.37 });
    const { errors } = await problemOf(await service.post("/v1/batch", { calls }), "invalid-input");
    expect(errors?.[0]?.message).toBe("calls must have 1 to 1000 calls, not 1001.");
  });

  test.each([
    [[], "", "The body must be one JSON object with calls."],
    [{}, "/calls", "calls must be a list of {tool, input}."],
    [{ calls: [] }, "/calls", "calls must have 1 to 1000 calls, not 0."],
    [{ call: [], calls: [1] }, "/call", '"call" is not part of a batch. Did you mean calls?'],
  ])("refuses %j as a whole", async (body, pointer, message) => {
    const { errors } = await problemOf(await service.post("/v1/batch", body), "invalid-input");
    expect(errors?.[0]).toEqual({ pointer, message });
  });
});

describe("sweep", () => {
  const fixed = { cooling_kw: 150, ups_losses_kw: 30, lighting_kw: 5 };
  const sweep = async (body: unknown) => {
    const response = await service.post("/v1/tools/calculate_pue/sweep", body);
    expect(response.status).toBe(200);
    return (await response.json()) as {
      points: number;
      shape: number[];
      inputs: Record<string, unknown[]>;
      columns: Record<string, unknown[]>;
      refusals: number;
      refused: { point: number; errors: { pointer: string }[] }[];
    };
  };

  test("one input over a list", async () => {
    const vary = { it_load_kw: [250, 500, 1000] };
    const columns = ["pue_score", "efficiency_rating", "load_share_pct.it"];
    const answer = await sweep({ input: fixed, vary, columns });
    expect(answer).toMatchObject({ points: 3, shape: [3], inputs: vary, refusals: 0 });
    expect(answer.columns.pue_score).toEqual([1.74, 1.37, 1.185]);
    expect(Object.keys(answer.columns)).toEqual(columns);
    for (const it_load_kw of vary.it_load_kw) {
      const alone = (await (
        await service.post("/v1/tools/calculate_pue", { ...fixed, it_load_kw })
      ).json()) as Record<string, unknown>;
      expect(answer.columns.efficiency_rating?.[vary.it_load_kw.indexOf(it_load_kw)]).toBe(
        alone.efficiency_rating,
      );
    }
  });

  test("ranges by step and by points, with clean decimals", async () => {
    const columns = ["pue_score"];
    const stepped = await sweep({
      input: PUE_WITHOUT_LIGHT,
      vary: { lighting_kw: { from: 0, to: 1, step: 0.1 } },
      columns,
    });
    expect(stepped.inputs.lighting_kw).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]);
    const down = await sweep({
      input: PUE_WITHOUT_LIGHT,
      vary: { lighting_kw: { from: 3, to: 1, step: -1 } },
      columns,
    });
    expect(down.inputs.lighting_kw).toEqual([3, 2, 1]);
    const pointed = await sweep({
      input: PUE_WITHOUT_LIGHT,
      vary: { lighting_kw: { from: 0, to: 1, points: 5 } },
      columns,
    });
    expect(pointed.inputs.lighting_kw).toEqual([0, 0.25, 0.5, 0.75, 1]);
  });

  test("two inputs: the last runs fastest, and refused points are null", async () => {
    const answer = await sweep({
      input: { ups_losses_kw: 30, lighting_kw: 5 },
      vary: { it_load_kw: [0, 500], cooling_kw: { from: 100, to: 200, step: 50 } },
      columns: ["pue_score"],
    });
    expect(answer.shape).toEqual([2, 3]);
    expect(answer.inputs).toEqual({
      it_load_kw: [0, 0, 0, 500, 500, 500],
      cooling_kw: [100, 150, 200, 100, 150, 200],
    });
    expect(answer.columns.pue_score).toEqual([null, null, null, 1.27, 1.37, 1.47]);
    expect(answer.refusals).toBe(3);
    expect(answer.refused.map(({ point }) => point)).toEqual([0, 1, 2]);
    expect(answer.refused[0]?.errors[0]?.pointer).toBe("/it_load_kw");
  });

  test("ten thousand points, while others are served", async () => {
    const long = sweep({
      input: fixed,
      vary: { it_load_kw: { from: 1, to: 10000, step: 1 } },
      columns: ["pue_score"],
    });
    expect((await service.get("/health")).status).toBe(200);
    expect((await long).columns.pue_score).toHaveLength(10000);
  });

  test.each([
    [{ input: fixed, vary: {}, columns: ["pue_score"] }, "/vary", "one or two inputs, not 0"],
    [{ input: {}, vary: { a: [1] }, columns: ["pue_score"] }, "/vary/a", "not an input of this tool"],
    [
      { input: fixed, vary: { it_load_kw: 3 }, columns: ["pue_score"] },
      "/vary/it_load_kw",
      "a list of values",
    ],
    [{ input: fixed, vary: { it_load_kw: [] }, columns: ["pue_score"] }, "/vary/it_load_kw", "empty"],
    [
      { input: fixed, vary: { it_load_kw: { from: 1, to: 2, step: 0 } }, columns: ["pue_score"] },
      "/vary/it_load_kw/step",
      "leads from",
    ],
    [
      { input: fixed, vary: { it_load_kw: { from: 1, to: 2, step: 1e-7 } }, columns: ["pue_score"] },
      "/vary/it_load_kw",
      "larger step",
    ],
    [
      { input: fixed, vary: { it_load_kw: { from: 1, to: 2 } }, columns: ["pue_score"] },
      "/vary/it_load_kw",
      "either step or points",
    ],
    [
      {
        input: {},
        vary: {
          it_load_kw: { from: 1, to: 101, points: 101 },
          cooling_kw: { from: 1, to: 100, points: 100 },
        },
        columns: ["pue_score"],
      },
      "/vary",
      "at most 10000 points, not 10100",
    ],
    [
      { input: fixed, vary: { cooling_kw: [1] }, columns: ["pue_score"] },
      "/input/cooling_kw",
      "fixed as well",
    ],
    [
      { input: fixed, vary: { it_load_kw: [1] }, columns: ["pue_scor"] },
      "/columns/0",
      "Did you mean pue_score",
    ],
    [
      { input: fixed, vary: { it_load_kw: [1] }, columns: ["recommendations"] },
      "/columns/0",
      "single result field",
    ],
    [{ input: fixed, vary: { it_load_kw: [1] }, columns: [] }, "/columns", "1 to 40 result fields"],
  ])("refuses %j", async (body, pointer, words) => {
    const response = await service.post("/v1/tools/calculate_pue/sweep", body);
    const { errors } = await problemOf(response, "invalid-input");
    const found = errors?.find((error) => error.pointer === pointer);
    expect(found?.message).toContain(words);
  });

  test("of an unknown tool", async () => {
    await problemOf(await service.post("/v1/tools/pue/sweep", {}), "unknown-tool");
  });
});

const PUE_WITHOUT_LIGHT = { it_load_kw: 500, cooling_kw: 150, ups_losses_kw: 30 };

describe("Idempotency-Key", () => {
  const CALLS = JSON.stringify({
    calls: Array.from({ length: 400 }, () => ({ tool: "calculate_pue", input: PUE })),
  });

  test("is claimed before the work, names the whole request, and a repetition costs a read and no call", async () => {
    const keyed = await startKeyed({ readsPerMinute: 120 });
    const { key, token } = await keyed.keyService.create({ name: "n", plan: "enterprise" });
    const headers = { "x-api-key": token, "idempotency-key": "one" };
    const send = (body = CALLS, path = "/v1/batch") => keyed.post(path, body, headers);
    const statuses = (await Promise.all([send(), send(), send()])).map(({ status }) => status).sort();
    expect(statuses[0]).toBe(200);
    const again = await send();
    expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([200, "true"]);
    expect((await again.text()).length).toBeGreaterThan(64 * 1024);
    for (const other of [send(`${CALLS} `), send(CALLS, "/v1/batch?a=b")])
      await problemOf(await other, "conflict");
    expect((await keyed.keyService.usage(key.id)).calls).toBe(400);
    // Each repetition costs a read for every 64 KiB of its answer.
    let repeated = 0;
    let last = await send();
    while (last.status === 200 && repeated++ < 20) last = await send();
    expect(await problemOf(last, "too-many-requests")).toMatchObject({ limit: "reads" });
    expect(repeated).toBeLessThan(15);
    // A new request is a call, which the reads do not refuse.
    const fresh = { ...headers, "idempotency-key": "two" };
    expect(
      (await keyed.post("/v1/batch", { calls: [{ tool: "calculate_pue", input: PUE }] }, fresh)).status,
    ).toBe(200);
    await keyed.close();
  });
});
