// `sources` and `verify`: citations of a source, and recomputed results.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { type Repository, repositoryOf, smallSet } from "../helpers/git-repository.js";
import { runCli } from "../helpers/processes.js";
import { call } from "../helpers/run-command.js";

const made: Repository[] = [];

function repository(files: Readonly<Record<string, string>> = smallSet()): Repository {
  const one = repositoryOf(files);
  made.push(one);
  return one;
}

/** If the last argument is a text, it is written to the file that the command reads. */
const cli = (
  one: Repository,
  [name, ...args]: readonly ["verify" | "sources" | "explain" | "check", ...string[]],
  input?: string,
) => {
  if (input !== undefined) one.write("stored.json", input);
  const given = args.map((arg) => (arg === "-" ? join(one.home, "stored.json") : arg));
  return call(name, [...given, "--definitions", one.definitions]);
};

const explained = async (one: Repository) =>
  (await cli(one, ["explain", "small", "--json", "--power_kw", "12", "--days", '["2026-01-01"]'])).stdout;

afterEach(() => {
  for (const one of made.splice(0)) one.remove();
});

describe("verify", () => {
  test("an explanation, and a response of the service, from the working tree; a file or standard input", async () => {
    const one = repository();
    const text = await explained(one);
    const explanation = JSON.parse(text) as { result: object };
    one.write("result.json", text);
    const { status, stdout } = await cli(one, ["verify", join(one.home, "result.json")]);
    expect(stdout).toContain("identical: small 1.0.0 gives the stored result");
    expect(stdout).toContain("tools/small.yaml  in the working tree");
    expect(status).toBe(0);
    const response = { ...explanation.result, tier: "free", explanation };
    expect((await cli(one, ["verify", "-"], JSON.stringify(response))).status).toBe(0);
  });

  test("a definition that has changed since is found in the history, with the common texts of its day", async () => {
    const one = repository();
    const first = one.commit("first");
    const stored = await explained(one);
    for (const [path, text] of Object.entries(smallSet({ limit: 12, disclaimer: "Ask an engineer." })))
      one.write(path, text);
    one.commit("second");
    rmSync(join(one.definitions, "tools/small.yaml"));
    one.write("definitions/tools/other.yaml", "name: other\n");
    one.commit("third");
    const { status, stdout } = await cli(one, ["verify", "-"], stored);
    expect(stdout).toContain("identical: ");
    expect(stdout).toContain(`tools/small.yaml  in commit ${first.slice(0, 12)}`);
    expect(status).toBe(0);
  });

  test("what was tampered with is named: the result, the result of the explanation, a step", async () => {
    const one = repository();
    const explanation = JSON.parse(await explained(one)) as {
      result: { spare_kw: number };
      steps: { value: unknown }[];
    };
    const verified = (value: unknown) => cli(one, ["verify", "-"], JSON.stringify(value));
    const wrong = await verified({ ...explanation, result: { ...explanation.result, spare_kw: -3 } });
    expect(wrong.status).toBe(1);
    expect(wrong.stdout).toContain("differs: small 1.0.0 does not give the stored result");
    expect(wrong.stdout).toContain("spare_kw\n    stored     -3\n    recomputed -2\n");
    const outside = await verified({ ...explanation.result, spare_kw: -3, tier: "free", explanation });
    expect(outside.stdout).toContain("spare_kw\n    stored     -3\n    recomputed -2\n");
    const added = await verified({ ...explanation.result, bonus: 1, tier: "free", explanation });
    expect(added.stdout).toContain("bonus\n    stored     1\n    recomputed (absent)\n");
    const step = await verified({
      ...explanation,
      steps: [{ ...explanation.steps[0], value: 7 }, ...explanation.steps.slice(1)],
    });
    expect(step.status).toBe(1);
    expect(step.stdout).toContain("gives the stored result again, but not its explanation");
    const more = await verified({ ...explanation, steps: explanation.steps.map(({ value }) => ({ value })) });
    expect(more.status).toBe(0);
  });

  test("files that cannot be found are named, with and without git", async () => {
    const one = repository();
    const stored = (await explained(one)).replace(/"[0-9a-f]{64}"/, `"${"0".repeat(64)}"`);
    one.commit("first");
    const { status, stdout } = await cli(one, ["verify", "-"], stored);
    expect(status).toBe(1);
    expect(stdout).toContain("files that are not in the working tree and the git history:\n  0000");
    rmSync(join(one.home, ".git"), { recursive: true });
    expect((await cli(one, ["verify", "-"], stored)).status).toBe(1);
  });

  test("inputs that the definition refuses are said", async () => {
    const one = repository();
    const { status, stdout } = await cli(
      one,
      ["verify", "-"],
      (await explained(one)).replace(/"value": 12\b/, '"value": 1200'),
    );
    expect(status).toBe(1);
    expect(stdout).toContain("power_kw must be");
  });

  test.each([
    ["", "it is neither a sheet, a PDF of one, a link nor JSON"],
    ["[1]", "it must be one JSON object"],
    ['{"spare_kw": 1}', "it has no explanation; request the result with explain"],
  ])("wrong usage: %s", async (input, message) => {
    const { status, stderr } = await cli(repository(), ["verify", "-"], input);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });

  test("no file, two files and unknown options are wrong usage", async () => {
    const one = repository();
    for (const args of [[], ["a", "b"], ["--fast"], ["nowhere.json"]])
      expect((await cli(one, ["verify", ...args])).status).toBe(2);
  });
});

describe("sources", () => {
  const more = "act: {title: Act, reference: 2020 c. 1, evidence: law, review_by: 2026-10-31}\n";

  test("each source with evidence, review date and the places that cite it", async () => {
    const files = smallSet();
    const one = repository({
      ...files,
      "definitions/sources.yaml": files["definitions/sources.yaml"] + more,
    });
    const { status, stdout } = await cli(one, ["sources"]);
    expect(status).toBe(0);
    expect(stdout).toBe(
      "handbook  [standard]  review by 2027-11-01\n  Handbook, 1st edition\n  tools/small.yaml:13  Table 1\n\n" +
        "act  [law]  review by 2026-10-31, before the edition 2026-11-01\n  Act, 2020 c. 1\n  Nothing cites it.\n\n" +
        "2 sources, cited in 1 place\n",
    );
    expect((await cli(one, ["check"])).status).toBe(1);
  });

  test("one of them, as data, and wrong usage", async () => {
    const one = repository();
    expect((await cli(one, ["sources", "handbook"])).stdout).toContain("tools/small.yaml:13  Table 1");
    expect(JSON.parse((await cli(one, ["sources", "--json"])).stdout)).toMatchObject([
      { id: "handbook", uses: [{ file: "tools/small.yaml", line: 13, clause: "Table 1" }] },
    ]);
    const unknown = await cli(one, ["sources", "handbok"]);
    expect(unknown.status).toBe(2);
    expect(unknown.stderr).toContain("There is no source handbok. Did you mean handbook?");
    expect((await cli(one, ["sources", "--all"])).status).toBe(2);
    expect((await cli(one, ["sources", "a", "b"])).status).toBe(2);
  });
});

test("the command line knows both", () => {
  const one = repository();
  const folder = ["--definitions", one.definitions];
  expect(runCli(["sources", "handbook", ...folder])).toMatchObject({ status: 0, stderr: "" });
  const { status, stderr } = runCli(["verify", "-", ...folder], "{}");
  expect(status).toBe(2);
  expect(stderr).toContain("- is not a stored result: it has no explanation");
});
