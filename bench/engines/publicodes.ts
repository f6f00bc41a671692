// The calculations as publicodes rules, parsed once; a call sets the situation and evaluates the results.
import Engine, { type Situation } from "publicodes";
import type { OtherEngine } from "./other.js";

type Rules = Record<string, unknown>;

interface Model {
  readonly rules: Rules;
  /** Rules by result path. */
  readonly results: Readonly<Record<string, string>>;
  situation(input: Readonly<Record<string, unknown>>): Situation<string>;
}

const rounded = (valeur: string, decimals: number) => ({ valeur, arrondi: `${decimals} décimales` });
/** The first true condition decides. */
const choose = (otherwise: string, ...cases: readonly (readonly [when: string, then: string])[]) => ({
  variations: [...cases.map(([si, alors]) => ({ si, alors })), { sinon: otherwise }],
});
const all = (...conditions: readonly string[]) => ({ "toutes ces conditions": conditions });
const any = (...conditions: readonly string[]) => ({ "une de ces conditions": conditions });
const word = (text: string) => `'${text}'`;

const PUE: Model = {
  rules: {
    it: null,
    cooling: null,
    ups: null,
    lighting: null,
    tariff: { "par défaut": 0.2533 },
    total: { somme: ["it", "cooling", "ups", "lighting"] },
    // Omitted values are -1, so that they can be compared.
    "year total": { "par défaut": -1 },
    "year it": { "par défaut": -1 },
    year: "year it > 0",
    overhead: "total - it",
    energy: choose("total * 8760", ["year", "year total"]),
    "it energy": choose("it * 8760", ["year", "year it"]),
    "overhead energy of the year": choose("overhead * 8760", ["year", "year total - year it"]),
    score: rounded("total / it", 3),
    "annual score": rounded("year total / year it", 3),
    rated: choose("score", ["year", "annual score"]),
    "least cooling": "0.02 * it * 0.999999999",
    incomplete: any("score < 1.03", "cooling < least cooling"),
    doubtful: choose("incomplete", ["year", "annual score < 1.03"]),
    ratio: rounded("rated - 1", 3),
    // The unrounded ratio, less a billionth in favour of the better class.
    "rated ratio": choose("total / it", ["year", "year total / year it"]),
    "ratio within tolerance": "rated ratio * 0.999999999",
    rating: choose(
      word("Poor"),
      ["ratio within tolerance > 1.9", word("Very Poor")],
      ["doubtful", word("Unproven")],
      ["ratio within tolerance <= 1.15", word("Excellent")],
      ["ratio within tolerance <= 1.4", word("Good")],
      ["ratio within tolerance <= 1.7", word("Average")],
    ),
    "total shown": rounded("total", 2),
    cost: rounded("energy * tariff", 2),
    dcie: rounded("100 / rated ratio", 1),
    "it share": rounded("100 * it / total", 1),
    "overhead shown": rounded("overhead", 2),
    "cooling ratio": rounded("cooling / it", 3),
    "ups ratio": rounded("ups / it", 3),
    "lighting ratio": rounded("lighting / it", 3),
    "cooling share": rounded("100 * cooling / total", 1),
    "ups share": rounded("100 * ups / total", 1),
    "lighting share": rounded("100 * lighting / total", 1),
    "energy shown": rounded("energy", 0),
    "overhead energy": rounded("overhead energy of the year", 0),
    "overhead cost": rounded("overhead energy of the year * tariff", 2),
    "tariff shown": rounded("tariff", 4),
    compared: choose(
      word("equal"),
      ["rated > 1.52", word("worse")],
      ["doubtful", word("unproven")],
      ["rated < 1.52", word("better")],
    ),
    "compared in the eu": choose(
      word("equal"),
      ["rated > 1.36", word("worse")],
      ["doubtful", word("unproven")],
      ["rated < 1.36", word("better")],
    ),
    basis: choose(word("power_snapshot"), ["year", word("annual_energy")]),
  },
  results: {
    pue_score: "rated",
    reading_pue: "score",
    overhead_ratio: "ratio",
    efficiency_rating: "rating",
    total_facility_load_kw: "total shown",
    annual_cost_estimate_gbp: "cost",
    dcie_pct: "dcie",
    overhead_load_kw: "overhead shown",
    "pue_contribution.cooling": "cooling ratio",
    "pue_contribution.ups_losses": "ups ratio",
    "pue_contribution.lighting": "lighting ratio",
    "load_share_pct.it": "it share",
    "load_share_pct.cooling": "cooling share",
    "load_share_pct.ups_losses": "ups share",
    "load_share_pct.lighting": "lighting share",
    annual_energy_kwh: "energy shown",
    annual_overhead_energy_kwh: "overhead energy",
    annual_overhead_cost_gbp: "overhead cost",
    tariff_gbp_per_kwh: "tariff shown",
    compared_with_industry_average: "compared",
    compared_with_eu_average: "compared in the eu",
    measurement_basis: "basis",
  },
  situation(input) {
    const tariff = input.electricity_tariff_gbp_per_kwh as number | undefined;
    const total = input.annual_total_energy_kwh as number | undefined;
    const it = input.annual_it_energy_kwh as number | undefined;
    return {
      it: input.it_load_kw as number,
      cooling: input.cooling_kw as number,
      ups: input.ups_losses_kw as number,
      lighting: input.lighting_kw as number,
      ...(tariff === undefined ? {} : { tariff }),
      ...(total === undefined || it === undefined ? {} : { "year total": total, "year it": it }),
    };
  },
};

/** For whole numbers: a fifth rounded up equals a fifth plus two fifths rounded. */
const oneInFive = (of: string) => rounded(`(${of}) / 5 + 0.4`, 0);
/** Omitted values are -1, so that they can be compared. */
const ABSENT = -1;

/** Costs are compared with the definitions' tolerance of a billionth. */
const PART_S: Model = {
  rules: {
    building: { "par défaut": word("residential") },
    works: { "par défaut": word("new") },
    spaces: null,
    "is changed": { "par défaut": "non" },
    supply: { "par défaut": ABSENT },
    dwellings: { "par défaut": ABSENT },
    "covered given": { "par défaut": ABSENT },
    "is covered": { "par défaut": "non" },
    connection: { "par défaut": ABSENT },
    "renovation cost": { "par défaut": ABSENT },
    "works cost": { "par défaut": ABSENT },
    "cable cost": { "par défaut": ABSENT },
    residential: "building = 'residential'",
    "old building": "works = 'major_renovation'",
    "new homes": all("residential", "old building = non"),
    changed: all("residential", "old building", "is changed"),
    renovation: all("old building", "changed = non"),
    requirement: choose(
      word("S4"),
      ["new homes", word("S1")],
      ["changed", word("S2")],
      ["residential", word("S3")],
      ["renovation", word("S5")],
    ),
    regulation: choose(
      word("44G"),
      ["new homes", word("44D")],
      ["changed", word("44E")],
      ["residential", word("44F")],
      ["renovation", word("44H")],
    ),
    threshold: choose("10", ["new homes", "0"], ["changed", "0"]),
    scope: "spaces > threshold",
    "few new homes": all("new homes", "spaces <= 10"),
    small: any("changed", "few new homes"),
    "assumed homes": { valeur: "spaces", plancher: 1 },
    homes: choose("assumed homes", ["dwellings >= 0", "dwellings"]),
    "named covered": choose("spaces", ["covered given >= 0", "covered given"]),
    covered: choose("0", ["is covered", "named covered"]),
    open: "spaces - covered",
    "needed points": { valeur: "spaces", plafond: "homes" },
    "open points": { valeur: "needed points", plafond: "open" },
    "one point": { valeur: "open", plafond: 1 },
    wanted: choose("one point", ["scope = non", "0"], ["residential", "open points"]),
    "old homes": all("residential", "old building"),
    short: all("old homes", "scope", "supply >= 0", "supply < wanted"),
    "points before": choose("wanted", ["short", "supply"]),
    "fifth of rest": oneInFive("spaces - points before"),
    "routes before": choose(
      "fifth of rest",
      ["scope = non", "0"],
      ["small", "needed points - points before"],
      ["residential", "spaces - points before"],
    ),
    cap: "0.07 * renovation cost",
    "all works": choose(String(ABSENT), ["points before = 0", "works cost"]),
    "route cost": choose("all works", ["cable cost >= 0", "cable cost"]),
    "connection counts": all("new homes", "points before > 0"),
    "connection status": choose(
      word("exceeded"),
      ["connection < 0", word("not_tested")],
      ["connection <= 3600.0000036", word("within_cap")],
    ),
    "renovation counts": all("renovation", "scope"),
    "renovation status": choose(
      word("exceeded"),
      ["renovation cost < 0", word("not_tested")],
      ["works cost < 0", word("not_tested")],
      ["works cost <= cap * 1.000000001", word("within_cap")],
    ),
    status: choose(
      word("not_applicable"),
      ["connection counts", "connection status"],
      ["renovation counts", "renovation status"],
    ),
    effect: choose(
      word("charge_points_exempt_cable_routes_required"),
      ["status != 'exceeded'", word("none")],
      ["new homes", word("install_maximum_within_cap_rest_cable_routes")],
      ["route cost > cap * 1.000000001", word("fully_exempt")],
    ),
    exempt: "effect = 'fully_exempt'",
    lifted: any("exempt", "effect = 'charge_points_exempt_cable_routes_required'"),
    points: choose("points before", ["lifted", "0"]),
    limited: all("short", "lifted = non"),
    "fifth of all": oneInFive("spaces"),
    routes: choose(
      "fifth of all",
      ["lifted = non", "routes before"],
      ["exempt", "0"],
      ["residential", "spaces"],
    ),
    equipped: "points + routes",
    without: "spaces - equipped",
    both: all("points > 0", "routes > 0"),
    verdict: choose(
      word("no_requirement"),
      ["both", word("charge_points_and_cable_routes")],
      ["points > 0", word("charge_points_only")],
      ["routes > 0", word("cable_routes_only")],
    ),
    rule: choose(
      word("one_in_five_of_all"),
      ["scope = non", word("none")],
      ["exempt", word("none")],
      ["small", word("dwelling_count_only")],
      ["residential", word("all_remaining_spaces")],
      ["points > 0", word("one_in_five_of_remaining")],
    ),
    power: "7 * points",
    "future power": "7 * equipped",
  },
  results: {
    verdict: "verdict",
    in_scope: "scope",
    requirement: "requirement",
    regulation: "regulation",
    required_charge_points: "points",
    required_cable_routes: "routes",
    total_spaces_equipped: "equipped",
    spaces_without_provision: "without",
    threshold_spaces: "threshold",
    covered_spaces_used: "covered",
    supply_limited: "limited",
    cable_route_rule: "rule",
    total_minimum_power_kw: "power",
    future_total_power_kw: "future power",
    cost_cap_status: "status",
    cap_effect: "effect",
  },
  situation(input) {
    const situation: Record<string, string | number> = {
      building: word(String(input.building_type)),
      works: word(String(input.works)),
      spaces: input.parking_spaces as number,
      "is covered": input.covered_car_park === "yes" ? "oui" : "non",
      "is changed": input.material_change_of_use === "yes" ? "oui" : "non",
    };
    for (const [name, field] of Object.entries(OPTIONAL))
      if (input[field] !== undefined) situation[name] = input[field] as number;
    return situation;
  },
};
const OPTIONAL = {
  dwellings: "dwellings",
  supply: "supply_capacity_charge_points",
  "covered given": "covered_spaces",
  connection: "average_connection_cost_gbp",
  "renovation cost": "renovation_cost_gbp",
  "works cost": "ev_works_cost_gbp",
  "cable cost": "cable_route_cost_gbp",
};

const MODELS: Readonly<Record<string, Model>> = { calculate_pue: PUE, part_s_ev: PART_S };

export function publicodes(): OtherEngine {
  return {
    name: "publicodes",
    model(tool) {
      const model = MODELS[tool];
      if (model === undefined) throw new Error(`no rules of ${tool}`);
      const logger = { log: () => undefined, warn: () => undefined, error: () => undefined };
      const engine = new Engine(model.rules as ConstructorParameters<typeof Engine>[0], { logger });
      return (input) => {
        engine.setSituation(model.situation(input));
        const result: Record<string, unknown> = {};
        for (const path in model.results)
          result[path] = engine.evaluate(model.results[path] as string).nodeValue;
        return result;
      };
    },
    close: () => undefined,
  };
}
