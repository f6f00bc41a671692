// Properties of building_readiness over all 96,000 inputs.
import { expect, test } from "vitest";
import { asking } from "./asking.js";
import { ownTool } from "./definitions.js";

const FIELDS = {
  current_use: ["office", "industrial", "retail", "residential"],
  proposed_use: ["office", "residential", "healthcare", "industrial", "retail"],
  year_built: ["post2010", "1990-2010", "1970-1990", "1945-1970", "pre1945"],
  structure: ["concrete", "steel", "masonry", "timber", "unknown"],
  floors: ["1-3", "4-6", "7-10", "10+"],
  condition: ["good", "fair", "unknown", "poor"],
  location: ["uk", "western-eu", "eastern-eu", "uae"],
  bim: ["yes", "partial", "no"],
} as const;
type Field = keyof typeof FIELDS;
type Input = Readonly<Record<Field, string>>;
const NAMES = Object.keys(FIELDS) as Field[];

interface Domain {
  readonly score: number;
  readonly rag: string;
  readonly weight_pct: number;
  readonly deductions?: Readonly<Record<string, number>>;
  readonly base?: number;
  readonly adjustment?: number;
}
const DOMAINS = ["structural", "mep", "compliance", "digital_bim"] as const;
interface Answer {
  readonly readiness_score: number;
  readonly weighted_score: number;
  readonly overall_rag: string;
  readonly green_withheld: readonly string[];
  readonly project_complexity: string;
  readonly domains: Readonly<Record<(typeof DOMAINS)[number], Domain>>;
  readonly weakest_domain: (typeof DOMAINS)[number];
  readonly technical_reds: number;
  readonly change_of_use: boolean;
  readonly imposed_load: { readonly load_ratio: number };
  readonly material_change_of_use: boolean | null;
  readonly material_change_limb: string | null;
  readonly higher_risk_building: boolean;
  readonly planning_route: string;
  readonly flags: readonly string[];
  readonly warnings: readonly string[];
  readonly recommendations: readonly string[];
}

/** Reasons that keep a domain from green. */
const KEEPS: Readonly<Record<(typeof DOMAINS)[number], readonly string[]>> = {
  structural: ["structure_unknown", "condition_unknown", "condition_poor", "load_increase"],
  mep: ["condition_unknown", "condition_poor"],
  compliance: ["structure_unknown", "outside_fire_guidance", "higher_risk_building", "height_unknown"],
  digital_bim: ["structure_unknown"],
};
const notGreen = (rag: string, withheld: boolean): string => (withheld && rag === "green" ? "amber" : rag);

const COMPLEXITY = ["low", "moderate", "high", "very_high"];
const rating = (score: number): string => (score >= 70 ? "green" : score >= 45 ? "amber" : "red");
const total = (points: Readonly<Record<string, number>>): number =>
  Object.values(points).reduce((sum, each) => sum + each, 0);
const clamp = (score: number): number => Math.min(100, Math.max(0, score));

const tool = ownTool("building_readiness");
const ask = asking<Answer>(tool, (input) => tool.compute(input));

function* inputs(names: readonly Field[] = NAMES): Generator<Input> {
  const [name, ...rest] = names;
  if (name === undefined) {
    yield {} as Input;
    return;
  }
  for (const value of FIELDS[name]) {
    for (const others of inputs(rest)) yield { [name]: value, ...others } as Input;
  }
}

function must(holds: boolean, what: string, input: Input, answer: Answer): void {
  if (!holds) throw new Error(`${what}: ${JSON.stringify(input)} gives ${JSON.stringify(answer)}`);
}

/** Scores of all inputs by their values in the order of FIELDS. */
const scores = new Map<string, number>();
const keyOf = (input: Input): string => NAMES.map((name) => input[name]).join("|");

test("scores, ratings and complexity agree with each other for every input", () => {
  let count = 0;
  for (const input of inputs()) {
    count += 1;
    const answer = ask(input);
    scores.set(keyOf(input), answer.readiness_score);
    const domains = DOMAINS.map((name) => answer.domains[name]);
    for (const domain of domains) {
      const made =
        domain.deductions === undefined
          ? (domain.base ?? Number.NaN) + (domain.adjustment ?? Number.NaN)
          : 100 - total(domain.deductions);
      must(domain.score === clamp(made), "a score of its own making", input, answer);
      const name = DOMAINS[domains.indexOf(domain)] ?? "structural";
      const kept = answer.green_withheld.some((reason) => KEEPS[name].includes(reason));
      must(domain.rag === notGreen(rating(domain.score), kept), "a rating that does not fit", input, answer);
      must(
        Object.values(domain.deductions ?? {}).every((points) => points >= 0),
        "a gift",
        input,
        answer,
      );
    }
    const hundredfold = domains.reduce((sum, domain) => sum + domain.weight_pct * domain.score, 0);
    must(
      total(Object.fromEntries(domains.map((d, i) => [i, d.weight_pct]))) === 100,
      "weights",
      input,
      answer,
    );
    must(Math.abs(answer.weighted_score - hundredfold / 100) < 1e-9, "weighted", input, answer);
    must(answer.readiness_score === Math.floor((hundredfold + 50) / 100), "halves go up", input, answer);

    const reds = domains.slice(0, 3).filter((domain) => domain.rag === "red").length;
    const base = rating(answer.readiness_score);
    const open = reds === 1 || answer.green_withheld.length > 0;
    const capped = reds >= 2 ? "red" : notGreen(base, open);
    must(answer.technical_reds === reds, "reds", input, answer);
    must(answer.overall_rag === capped, "overall rating", input, answer);

    const lowest = Math.min(...domains.map((domain) => domain.score));
    must(
      answer.weakest_domain === DOMAINS[domains.findIndex((d) => d.score === lowest)],
      "weakest",
      input,
      answer,
    );

    const complexity = COMPLEXITY.indexOf(answer.project_complexity);
    const score = answer.readiness_score;
    must(
      complexity >= (score >= 75 ? 0 : score >= 60 ? 1 : score >= 45 ? 2 : 3),
      "complexity",
      input,
      answer,
    );
    must(complexity >= 2 || !answer.higher_risk_building, "a simple higher-risk building", input, answer);
    must(complexity >= 1 || input.proposed_use !== "healthcare", "a simple hospital", input, answer);
    must(complexity >= 1 || answer.green_withheld.length === 0, "simple with open points", input, answer);
    must(
      complexity >= 2 || (answer.domains.structural.rag !== "red" && answer.domains.compliance.rag !== "red"),
      "a simple project with a red frame or red compliance",
      input,
      answer,
    );
    must(
      complexity >= 2 || input.condition !== "unknown" || input.structure !== "unknown",
      "blind",
      input,
      answer,
    );
  }
  expect(count).toBe(96_000);
}, 120_000);

test("the score runs from 8 to 95, with a mean of 52.2", () => {
  const all = [...scores.values()];
  expect(all.reduce((low, score) => Math.min(low, score))).toBe(8);
  expect(all.reduce((high, score) => Math.max(high, score))).toBe(95);
  expect(all.reduce((sum, score) => sum + score, 0) / all.length).toBeCloseTo(52.2, 1);
  expect(scores.get("residential|healthcare|1945-1970|timber|10+|poor|uae|no")).toBe(8);
  expect(scores.get("office|office|post2010|concrete|1-3|good|uk|yes")).toBe(95);
});

/** Chains along which the score never rises; pre-war frames can beat post-war ones, so `year_built` ends in 1970. */
const CHAINS: readonly (readonly [Field, readonly string[]])[] = [
  ["condition", ["good", "fair", "unknown"]],
  ["condition", ["good", "fair", "poor"]],
  ["floors", ["1-3", "4-6", "7-10", "10+"]],
  ["bim", ["yes", "partial", "no"]],
  ["year_built", ["post2010", "1990-2010", "1970-1990"]],
];

test.each(CHAINS)("the score never rises along %s %j", (field, chain) => {
  for (const input of inputs()) {
    if (input[field] !== chain[0]) continue;
    const run = chain.map((value) => scores.get(keyOf({ ...input, [field]: value })) ?? Number.NaN);
    for (let at = 1; at < run.length; at += 1) {
      if (!((run[at] as number) <= (run[at - 1] as number)))
        throw new Error(`${keyOf(input)}: ${run.join(" ")}`);
    }
  }
});

test("more height or less documented strength of the floors never improves score or rating", () => {
  const RAGS = ["red", "amber", "green"];
  const worth = (answer: Answer) => answer.readiness_score * 3 + RAGS.indexOf(answer.overall_rag);
  const ladders = [
    { name: "height_m", values: [5, 10.9, 11, 16.9, 17, 17.9, 18, 30, 70] },
    { name: "design_floor_load_kn_m2", values: [50, 5, 4, 3, 2.5, 2, 1.5, 0.5] },
  ];
  for (const input of inputs()) {
    if (input.bim !== "partial" || input.condition !== "good") continue;
    for (const { name, values } of ladders) {
      const run = values.map((value) => worth(ask({ ...input, [name]: value } as Input)));
      const sorted = [...run].sort((a, b) => b - a);
      if (run.join() !== sorted.join()) throw new Error(`${name} ${keyOf(input)}: ${run.join(" ")}`);
    }
  }
}, 120_000);

test("the law beside the score holds for every input", () => {
  for (const input of inputs()) {
    const answer = ask(input);
    const uk = input.location === "uk";
    const tall = input.floors === "7-10" || input.floors === "10+";
    const sleeping = input.proposed_use === "residential" || input.proposed_use === "healthcare";
    must(answer.change_of_use === (input.current_use !== input.proposed_use), "change of use", input, answer);
    must(answer.higher_risk_building === (uk && tall && sleeping), "higher-risk building", input, answer);
    must((answer.material_change_of_use === null) === !uk, "regulation 5 abroad", input, answer);
    must(
      (answer.material_change_limb !== null) === (answer.material_change_of_use === true),
      "limb",
      input,
      answer,
    );
    must((answer.planning_route === "local_authority_confirmation") === !uk, "English route", input, answer);
    if (uk)
      must((answer.planning_route === "no_change_of_use") !== answer.change_of_use, "route", input, answer);
    const load = answer.domains.structural.deductions?.load ?? Number.NaN;
    must(load > 0 === answer.imposed_load.load_ratio > 1, "load points", input, answer);
    must(answer.warnings.length === answer.flags.length, "a flag without its warning", input, answer);
    must(answer.recommendations.length > 0, "no recommendation", input, answer);
  }
}, 120_000);
