// Properties of uk_planning_checker over every combination of its closed inputs, one depth per band, sizes on both
// sides of a limit and a word for every use class: that a rule always decides, and that no answer is better than the
// law allows.
import { describe, expect, test } from "vitest";
import { leavesOf } from "../src/engine/language/entries.js";
import { asking } from "./asking.js";
import { ownTool } from "./definitions.js";

const PROPERTIES = ["house", "flat", "commercial", "industrial", "agricultural", "mixed"];
const PROPOSALS = ["extension", "loft", "outbuilding", "cou", "newdwelling", "subdivision", "demolition"];
const WORKS = ["extension", "loft", "outbuilding"];
const CLASSES = ["C1", "C2", "C2A", "C3", "C4", "E", "B2", "B8", "F1", "F2", "SG", "AGRI"];
const NAMED_USES = [
  "pub",
  "gastropub",
  "launderette",
  "casino",
  "theatre",
  "hospital",
  "university",
  "museum",
];
const USES = [undefined, ...CLASSES, ...NAMED_USES, "A1", "D1", "nonsense"];
const PROPOSED = [undefined, "same", ...CLASSES, "gastropub", "academy", "A1", "nonsense"];
/** Sizes and shapes that a rule turns on, for a house and for anything else. */
const HOUSE_SHAPES: readonly Input[] = [
  {},
  { created_by_pd: "yes" },
  { position: "side" },
  { storeys: 2 },
  { height_m: 4.2 },
  { height_m: 4.2, storeys: 1 },
  { roof_volume_m3: 45 },
];
const OTHER_SHAPES: readonly Input[] = [
  {},
  { height_m: 5.5 },
  { floor_area_m2: 120 },
  { floor_area_m2: 400 },
  { floor_area_m2: 2000 },
  { boundary_distance_m: 1 },
];
const DEPTHS = [undefined, 2, 3.5, 5, 7, 9];
const DETACHED = [undefined, "yes", "no"];
const LOCATIONS = ["england", "wales", "scotland", "ni"];
const YES_NO = ["no", "yes"];
const ARTICLE_4 = ["no", "unknown", "yes"];

type Input = Readonly<Record<string, string | number>>;
interface Answer {
  readonly verdict: "likely_pd" | "complex" | "requires_permission";
  readonly applicable_class: string | null;
  readonly legal_basis: string;
  readonly matched_rule: string;
  readonly certainty: string;
  readonly prior_approval: string;
  readonly prior_approval_matters: readonly string[];
  readonly prior_approval_days: number | null;
  readonly depth_assessment: Readonly<Record<string, unknown>> | null;
  readonly limit_checks: readonly { readonly status: string }[];
  readonly existing_use_class: string;
  readonly proposed_use_class: string | null;
  readonly other_consents: readonly string[];
  readonly primary_route: string;
  readonly indicative_fee_gbp: number | null;
  readonly flags: readonly string[];
  readonly warnings: readonly string[];
  readonly recommendations: readonly string[];
}

/** What the caller would rather hear. */
const RANK = { likely_pd: 2, complex: 1, requires_permission: 0 } as const;
const ROUTES: Readonly<Record<Answer["verdict"], readonly string[]>> = {
  likely_pd: ["lawful_development_certificate", "prior_approval_application"],
  requires_permission: [
    "householder_application",
    "full_planning_application",
    "listed_building_consent",
    "planning_application_relevant_demolition",
  ],
  complex: ["local_planning_authority_advice", "listed_building_consent", "devolved_administration_guidance"],
};

const tool = ownTool("uk_planning_checker");
const ask = asking<Answer>(tool, (input) => tool.compute(input));

function given(fields: Readonly<Record<string, string | number | undefined>>): Input {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string | number] => entry[1] !== undefined),
  );
}

function shapesOf(property: string, proposal: string): readonly Input[] {
  if (property === "house") return WORKS.includes(proposal) ? HOUSE_SHAPES : [{}];
  return proposal === "cou" || proposal === "extension" || proposal === "outbuilding" ? OTHER_SHAPES : [{}];
}

/** Every proposal that the tool tells apart, before location and constraints. */
function* proposals(): Generator<Input> {
  for (const property_type of PROPERTIES) {
    for (const proposal of PROPOSALS) {
      const usesMatter = proposal === "cou" || proposal === "subdivision";
      const depthMatters = property_type === "house" && proposal === "extension";
      for (const use_class of USES) {
        for (const proposed_use of usesMatter ? PROPOSED : [undefined]) {
          for (const shape of shapesOf(property_type, proposal)) {
            for (const extension_depth_m of depthMatters ? DEPTHS : [undefined]) {
              for (const detached of depthMatters ? DETACHED : [undefined]) {
                const fields = {
                  property_type,
                  proposal,
                  use_class,
                  proposed_use,
                  extension_depth_m,
                  detached,
                };
                yield { ...given(fields), ...shape };
              }
            }
          }
        }
      }
    }
  }
}

function* sites(): Generator<Input> {
  for (const listed of YES_NO) {
    for (const conservation_area of YES_NO) {
      for (const national_park_aonb of YES_NO) {
        for (const article_4 of ARTICLE_4) yield { listed, conservation_area, national_park_aonb, article_4 };
      }
    }
  }
}

/** Fails with the input: `expect` on every combination would take minutes. */
function must(holds: boolean, what: string, input: Input, answer: Answer): void {
  if (!holds) throw new Error(`${what}: ${JSON.stringify(input)} gives ${JSON.stringify(answer)}`);
}

/** The ids of the rules in the definition's lists; the safety net below them is none. */
function ruleIds(): Set<string> {
  const lists = tool.plan.def.values.filter((value) => value.kind === "decide");
  const ids = lists.flatMap((list) => leavesOf(list.entries).map((leaf) => leaf.entry.id));
  return new Set(ids.filter((id) => id !== undefined));
}

describe("in England", () => {
  test("one rule always decides, within the limits of the law, and none is idle", () => {
    const reached = new Set<string>();
    for (const proposed of proposals()) {
      for (const site of sites()) {
        const input: Input = { ...proposed, ...site, location: "england" };
        const answer = ask(input);
        reached.add(answer.matched_rule);
        const kind = answer.applicable_class ?? "";
        const isWork = WORKS.includes(String(input.proposal));
        const asks = answer.prior_approval === "required" || answer.prior_approval === "conditional";
        must(answer.matched_rule !== "UKP-DEFAULT", "nothing decides", input, answer);
        must(answer.legal_basis !== "not decided", "no legal basis", input, answer);
        if (site.listed === "yes") must(answer.verdict !== "likely_pd", "listed and free", input, answer);
        if (answer.verdict === "likely_pd") {
          const kept = answer.limit_checks.every(({ status }) => status === "within");
          must(kept, "a right beyond a limit", input, answer);
          must(/^(Part \d|Not development)/.test(kind), "a right of no class", input, answer);
          if (site.article_4 === "yes") {
            must(kind.startsWith("Not development"), "a right that a direction withdrew", input, answer);
          }
        }
        if (input.property_type === "flat" && isWork) {
          must(answer.verdict === "requires_permission", "a flat with rights", input, answer);
        }
        if (input.proposal === "newdwelling") {
          must(answer.verdict === "requires_permission", "a dwelling for nothing", input, answer);
        }
        must(
          ROUTES[answer.verdict].includes(answer.primary_route),
          "a route that leads elsewhere",
          input,
          answer,
        );
        must(asks === answer.prior_approval_matters.length > 0, "matters without approval", input, answer);
        must(asks === (answer.prior_approval_days !== null), "days without approval", input, answer);
        must(answer.warnings.length === answer.flags.length, "a flag without its warning", input, answer);
        must(answer.recommendations.length > 0, "no recommendation", input, answer);
        must(answer.verdict !== "complex" || answer.certainty === "low", "sure of the open", input, answer);
      }
    }
    const outside = ["UKP-LOC-W", "UKP-LOC-S", "UKP-LOC-N"];
    expect([...ruleIds()].filter((id) => !reached.has(id))).toEqual(outside);
  }, 120_000);

  test("no constraint that is set to yes improves a verdict", () => {
    const all = [...sites()];
    const steps = all.flatMap((site, from) =>
      Object.entries(site).flatMap(([name, value]) => {
        const worse = JSON.stringify({ ...site, [name]: "yes" });
        const to = all.findIndex((other) => JSON.stringify(other) === worse);
        return value === "yes" ? [] : [{ name, from, to }];
      }),
    );
    for (const proposed of proposals()) {
      const ranks = all.map((site) => RANK[ask({ ...proposed, ...site }).verdict]);
      for (const { name, from, to } of steps) {
        if ((ranks[to] as number) > (ranks[from] as number)) {
          throw new Error(`${name} improves ${JSON.stringify({ ...proposed, ...all[from] })}`);
        }
      }
    }
  }, 120_000);

  test("more depth never improves the verdict on a house extension", () => {
    const depths = [0.1, 2.999, 3, 3.001, 3.5, 3.999, 4, 4.001, 5, 6, 6.001, 7, 8, 8.001, 20, 50];
    for (const site of sites()) {
      for (const use_class of USES) {
        for (const detached of DETACHED) {
          const house = given({ property_type: "house", proposal: "extension", use_class, detached });
          const ranks = depths.map(
            (extension_depth_m) => RANK[ask({ ...house, ...site, extension_depth_m }).verdict],
          );
          const sorted = [...ranks].sort((a, b) => b - a);
          if (ranks.join() !== sorted.join())
            throw new Error(`${JSON.stringify({ ...house, ...site })}: ${ranks}`);
        }
      }
    }
  });

  test("a larger size or a nearer boundary never improves a verdict", () => {
    const sizes: Readonly<Record<string, readonly number[]>> = {
      height_m: [2, 2.5, 2.6, 3, 3.1, 4, 4.1, 5, 5.1, 6, 6.1, 15, 15.1],
      eaves_height_m: [2.5, 2.6, 3, 3.1],
      covered_pct: [50, 50.1],
      roof_volume_m3: [40, 41, 50, 51],
      floor_area_m2: [50, 51, 100, 101, 150, 151, 200, 201, 500, 501, 1000, 1001, 1500, 1501],
      boundary_distance_m: [20, 10, 9.9, 5, 4.9, 2, 1.9, 0],
    };
    for (const property_type of PROPERTIES) {
      for (const proposal of ["extension", "loft", "outbuilding", "cou"]) {
        for (const use_class of USES) {
          for (const proposed_use of proposal === "cou" ? ["C1", "C3", "B8", "F1"] : [undefined]) {
            for (const shape of shapesOf(property_type, proposal)) {
              for (const conservation_area of YES_NO) {
                const base = given({ property_type, proposal, use_class, proposed_use, conservation_area });
                for (const [name, values] of Object.entries(sizes)) {
                  const ranks = values.map((size) => RANK[ask({ ...base, ...shape, [name]: size }).verdict]);
                  const sorted = [...ranks].sort((a, b) => b - a);
                  if (ranks.join() !== sorted.join())
                    throw new Error(`${name} ${JSON.stringify({ ...base, ...shape })}: ${ranks}`);
                }
              }
            }
          }
        }
      }
    }
  }, 120_000);

  test("a constraint that is not said is taken as absent, and counts against certainty only", () => {
    const said = { location: "england", listed: "no", conservation_area: "no", national_park_aonb: "no" };
    const worth: Readonly<Record<string, number>> = { high: 2, medium: 1, low: 0 };
    for (const proposed of proposals()) {
      const silent = ask(proposed);
      const input = { ...proposed, ...said, article_4: "unknown" };
      const full = ask(input);
      must(full.matched_rule === silent.matched_rule, "silence decides", input, full);
      must((worth[full.certainty] ?? 0) >= (worth[silent.certainty] ?? 0), "silence is surer", input, full);
    }
  });

  test("depth is assessed for houses alone, and as the bands of Class A say", () => {
    const table: readonly (readonly [number, string, string, string, string])[] = [
      // depth, detached, other; on article 2(3) land detached, other
      [3, "likely_pd not_required", "likely_pd not_required", "likely_pd", "likely_pd"],
      [4, "likely_pd not_required", "likely_pd required", "likely_pd", "requires_permission"],
      [6, "likely_pd required", "likely_pd required", "requires_permission", "requires_permission"],
      [8, "likely_pd required", "requires_permission", "requires_permission", "requires_permission"],
      [8.1, "requires_permission", "requires_permission", "requires_permission", "requires_permission"],
    ];
    for (const [extension_depth_m, ...expected] of table) {
      const answers = ["no", "yes"].flatMap((conservation_area) =>
        ["yes", "no"].map((detached) =>
          ask({
            property_type: "house",
            proposal: "extension",
            extension_depth_m,
            detached,
            conservation_area,
          }),
        ),
      );
      expected.forEach((words, index) => {
        const [verdict, approval] = words.split(" ");
        const answer = answers[index];
        expect(answer?.verdict).toBe(verdict);
        if (approval !== undefined) expect(answer?.prior_approval).toBe(approval);
        expect(answer?.depth_assessment).not.toBeNull();
      });
    }
    for (const property_type of PROPERTIES) {
      for (const proposal of PROPOSALS) {
        if (property_type === "house" && proposal === "extension") continue;
        const answer = ask({ property_type, proposal, extension_depth_m: 5 });
        expect(answer.depth_assessment).toBeNull();
        expect(answer.flags).toContain("extension_depth_ignored");
      }
    }
  });
});

describe("outside England", () => {
  test("nothing English is granted or refused", () => {
    const rules: Readonly<Record<string, string>> = {
      wales: "UKP-LOC-W",
      scotland: "UKP-LOC-S",
      ni: "UKP-LOC-N",
    };
    for (const location of LOCATIONS.slice(1)) {
      for (const proposed of proposals()) {
        for (const site of sites()) {
          const input = { ...proposed, ...site, location };
          const answer = ask(input);
          must(answer.matched_rule === rules[location], "another rule decides", input, answer);
          must(answer.verdict === "complex", "a verdict", input, answer);
          must(answer.applicable_class === null, "an English class", input, answer);
          must(answer.depth_assessment === null, "an English limit", input, answer);
          must(answer.indicative_fee_gbp === null, "an English fee", input, answer);
          must(answer.other_consents.length === 0, "an English consent", input, answer);
          must(answer.prior_approval === "not_applicable", "an English prior approval", input, answer);
        }
      }
    }
  }, 240_000);
});

describe("use classes", () => {
  /** Changes that Part 3 names, by the rule that decides on a free site; every other change of class has no right. */
  const NAMED: Readonly<Record<string, string>> = {
    "C1 F1": "UKP-COU-T",
    "C2 F1": "UKP-COU-T",
    "C2A F1": "UKP-COU-T",
    "E F1": "UKP-COU-T",
    "C3 C4": "UKP-COU-L",
    "C4 C3": "UKP-COU-L",
    "E C3": "UKP-COU-MA",
    "B2 B8": "UKP-COU-I",
    "SG C3": "UKP-COU-MN",
    "SG E": "UKP-COU-A",
    "SG SG": "UKP-COU-SG",
    "AGRI C1": "UKP-COU-R",
    "AGRI E": "UKP-COU-R",
    "AGRI B8": "UKP-COU-R",
    "AGRI B2": "UKP-COU-RX",
    "AGRI F2": "UKP-COU-RX",
    "AGRI C3": "UKP-COU-Q",
    "AGRI F1": "UKP-COU-S",
  };

  test.each(CLASSES)("every change from %s is decided by the rule of its class", (from) => {
    for (const to of CLASSES) {
      const property_type = from === "AGRI" ? "agricultural" : "commercial";
      const answer = ask({ property_type, proposal: "cou", use_class: from, proposed_use: to });
      const same = from === to || to === "AGRI" ? "UKP-ND-01" : "UKP-COU-X";
      expect(`${to} ${answer.matched_rule}`).toBe(`${to} ${NAMED[`${from} ${to}`] ?? same}`);
    }
  });

  const WORDS: Readonly<Record<string, string>> = {
    C1: "C1, hotel, guest house",
    C2: "C2, hospital, care home, nursing home",
    C2A: "C2A, prison",
    C3: "C3, C3(a), C3(b), C3(c), dwelling, dwellinghouse, house, flat, residential",
    C4: "C4, HMO, small HMO",
    E: `E, E(a), E(b), E(c), E(c)(i), E(c)(ii), E(c)(iii), E(d), E(e), E(f), E(g), E(g)(i), E(g)(ii), E(g)(iii),
      office, shop, retail, restaurant, cafe, gym, clinic, nursery, light industrial, A1, A2, A3, B1, B1(a), B1(b), B1(c)`,
    B2: "B2, industrial, general industrial, factory",
    B8: "B8, warehouse, storage, distribution",
    F1: `F1, F.1, F.1(a), F.1(b), F.1(c), F.1(d), F.1(e), F.1(f), F.1(g), school, academy, college, university,
      museum, library, church`,
    F2: "F2, F.2, F.2(a), F.2(b), F.2(c), F.2(d), swimming pool",
    SG: `SG, sui generis, pub, takeaway, hot food takeaway, betting office, launderette, casino, theatre, large HMO,
      nightclub, A4, A5, SG (pub), sui generis: cinema, laundrette, bookmaker, hostel`,
    AGRI: "AGRI, ag, agriculture, agricultural, farm",
    UNKNOWN: "D1, D2, class, use class, nonsense, E(h), C5, SG C3, SG hospital",
  };

  test.each(Object.keys(WORDS))("the words of %s are read in any spelling", (name) => {
    for (const word of (WORDS[name] ?? "").split(",").map((each) => each.trim())) {
      for (const spelled of [word, word.toUpperCase(), `Class ${word}`, `use class: ${word.toLowerCase()}`]) {
        const answer = ask({ property_type: "mixed", proposal: "cou", proposed_use: spelled });
        expect(`${spelled} is ${answer.proposed_use_class}`).toBe(`${spelled} is ${name}`);
        const now = ask({ property_type: "mixed", proposal: "cou", use_class: spelled }).existing_use_class;
        expect(`${spelled} is ${now}`).toBe(`${spelled} is ${name === "UNKNOWN" ? "MIXED" : name}`);
      }
    }
  });
});

test("an explanation holds one rule that decided, and what stands below it was not read", async () => {
  const witnesses = new Map<string, Input>();
  const witness = (input: Input): unknown => witnesses.set(ask(input).matched_rule, input);
  for (const location of LOCATIONS) witness({ property_type: "house", proposal: "loft", location });
  for (const proposed of proposals()) for (const site of sites()) witness({ ...proposed, ...site });
  expect(new Set(witnesses.keys())).toEqual(ruleIds());
  const lists = ["preliminary", "part_1", "part_3", "parts_6_7_11"];
  for (const [id, input] of witnesses) {
    const { explanation } = await tool.explain(input);
    const tried = (explanation?.steps ?? [])
      .filter((step) => lists.includes(step.name))
      .flatMap((step) => step.rules ?? []);
    const holding = tried.findIndex((rule) => rule.outcome === "holds");
    expect(tried[holding]?.id).toBe(id);
    expect(tried[holding]?.because).toMatch(/\.$/);
    expect(tried[holding]?.citations.length).toBeGreaterThan(0);
    expect(tried.slice(0, holding).every((rule) => rule.outcome === "fails")).toBe(true);
    expect(tried.slice(holding + 1).every((rule) => rule.outcome === "not reached")).toBe(true);
  }
}, 240_000);
