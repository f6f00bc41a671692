// Properties of the two renovation screens: a better building never scores worse or costs more to renovate.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ownSet } from "./definitions.js";
import { ascending, atMost, dates, type Numbers, near, numeric, Subject, sum, times } from "./relations.js";

const set = ownSet();
const CLASSES = ["G", "F", "E", "D", "C", "B", "A"];
const COUNTRIES =
  "germany FR nl Ireland spain poland uk England scotland northern_ireland norway Atlantis".split(" ");
type Range = Numbers<"low high">;

interface Obligation {
  readonly id: string;
  readonly deadline: string;
  readonly status: string;
  readonly pressure: string;
}
interface Epbd {
  readonly epbd_score: number;
  readonly compliance_level: string;
  readonly score_breakdown: Numbers<"epc_points heating_points solar_points"> & {
    readonly regulatory_points: number | null;
  };
  readonly directive_applies: boolean;
  readonly country_code: string | null;
  readonly compliant_now: boolean | null;
  readonly compliant_2030: boolean | null;
  readonly compliant_2033: boolean | null;
  readonly deadline_pressure: string;
  readonly next_deadline: string | null;
  readonly overdue_since: string | null;
  readonly obligations: readonly Obligation[];
  readonly target_epc: string;
  readonly renovation_depth: string;
  readonly renovation_cost_per_m2_eur: Range;
  readonly renovation_cost_eur: Range;
  readonly renovation_cost_gbp: Range | null;
  readonly energy_saving_pct: Range;
}

describe("assess_epbd_score", () => {
  const HEATING = [
    "oil boiler",
    "gas boiler",
    "peat stove",
    "electric",
    "biomass",
    "district heating",
    "heat pump",
  ];
  const epbd = new Subject<Epbd>(set, "assess_epbd_score", {
    fields: {
      building_type: fc.constantFrom("apartment block", "office", "school", "hospital", "retail", "aquarium"),
      heating_system: fc.constantFrom(...HEATING),
      country: fc.constantFrom(...COUNTRIES),
      year_built: fc.oneof(fc.integer({ min: 1850, max: 2040 }), fc.integer({ min: 2024, max: 2034 })),
      // About the area limits of the Directive
      floor_area_m2: fc.oneof(
        fc.double({ min: 1, max: 6000, noNaN: true }),
        fc.constantFrom(100, 250, 500, 750, 1000, 2000, 1e6),
      ),
      as_of_date: dates("2024-05-28", "2040-12-31"),
    },
    runs: 1000,
  });
  const PRESSURES = ["none", "low", "medium", "high", "critical"];
  const improves = (worse: Epbd, better: Epbd): void => {
    ascending(worse.epbd_score, better.epbd_score);
    ascending(PRESSURES.indexOf(better.deadline_pressure), PRESSURES.indexOf(worse.deadline_pressure));
    for (const when of ["compliant_now", "compliant_2030", "compliant_2033"] as const)
      ascending(Number(worse[when]), Number(better[when]));
  };

  test("a better class never lowers the score nor raises the cost", () => {
    epbd.rising(
      "current_epc",
      (worse, better) => {
        improves(worse, better);
        ascending(better.renovation_cost_eur.low, worse.renovation_cost_eur.low);
        ascending(better.renovation_cost_eur.high, worse.renovation_cost_eur.high);
      },
      CLASSES,
    );
  });

  test("added solar never lowers the score", () => {
    epbd.rising("has_solar_pv", improves, [false, true]);
  });

  test("cleaner heating never lowers the score", () => {
    epbd.rising("heating_system", improves, HEATING);
  });

  test("a duty never goes away: a later date never raises the score", () => {
    epbd.rising("as_of_date", (before, after) => {
      ascending(after.epbd_score, before.epbd_score);
      ascending(Number(after.compliant_now), Number(before.compliant_now));
      expect(after.obligations.map(({ id }) => id)).toEqual(before.obligations.map(({ id }) => id));
    });
  });

  test("the score is the sum of its parts, or of those that are known", () => {
    epbd.always((answer) => {
      const { regulatory_points: law, ...parts } = answer.score_breakdown;
      const known = sum(Object.values(parts));
      near(answer.epbd_score, law === null ? (100 * known) / 80 : known + law, law === null ? 0.5 : 0);
      ascending(0, answer.epbd_score, 100);
      const level = ["critical", "at_risk", "on_track", "aligned"];
      expect(answer.compliance_level).toBe(
        level[[40, 60, 80].filter((limit) => answer.epbd_score >= limit).length],
      );
      expect(
        [answer.compliant_now, answer.compliant_2030, answer.compliant_2033].map((is) => is === null),
      ).toEqual(Array(3).fill(law === null));
      if (law === null) expect(answer.obligations).toEqual([]);
    });
  });

  test("pressure, dates and compliance are those of the obligations", () => {
    epbd.always((answer, input) => {
      const today = String(input.as_of_date);
      const pressures = answer.obligations.map(({ pressure }) => PRESSURES.indexOf(pressure));
      expect(PRESSURES.indexOf(answer.deadline_pressure)).toBe(Math.max(0, ...pressures));
      const overdue = answer.obligations.filter(({ status }) => status === "overdue");
      expect(answer.overdue_since).toBe(overdue.map(({ deadline }) => deadline).sort()[0] ?? null);
      for (const { deadline, pressure } of overdue) {
        atMost(Date.parse(deadline), Date.parse(today));
        expect(pressure).toBe("critical");
      }
      if (answer.next_deadline !== null) expect(answer.next_deadline >= today).toBe(true);
      if (answer.compliant_now === null) return;
      expect(answer.compliant_now).toBe(overdue.length === 0);
      ascending(Number(answer.compliant_2033), Number(answer.compliant_2030));
      if (today <= "2030-12-31") ascending(Number(answer.compliant_2030), Number(answer.compliant_now));
    });
  });

  test("costs are ranges that scale with the floor area, in pounds in the United Kingdom alone", () => {
    epbd.always((answer, input) => {
      const area = numeric(input, "floor_area_m2");
      const {
        renovation_cost_eur: cost,
        renovation_cost_per_m2_eur: each,
        renovation_cost_gbp: pounds,
      } = answer;
      ascending(0, cost.low, cost.high);
      ascending(0, answer.energy_saving_pct.low, answer.energy_saving_pct.high, 100);
      near(each.low * area, cost.low, 0.5 * area + 50);
      near(each.high * area, cost.high, 0.5 * area + 50);
      expect(answer.renovation_depth === "none").toBe(each.high === 0);
      expect(pounds !== null).toBe(answer.country_code === "GB");
      if (pounds !== null) near(pounds.high, cost.high * 0.87, 94);
      ascending(CLASSES.indexOf(String(input.current_epc)), CLASSES.indexOf(answer.target_epc));
    });
    epbd.changed(times(0.5, "floor_area_m2"), (whole, half) => {
      near(half.renovation_cost_eur.high * 2, whole.renovation_cost_eur.high, 150);
      expect(half.renovation_cost_per_m2_eur).toEqual(whole.renovation_cost_per_m2_eur);
    });
  });

  test("words are read in any spelling", () => {
    epbd.changed(
      (input) => ({
        ...input,
        building_type: `  ${String(input.building_type).toUpperCase().replaceAll(" ", " - ")}`,
        heating_system: ` ${String(input.heating_system).toUpperCase().replaceAll(" ", "_")} `,
        country: ` ${String(input.country).toUpperCase()}`,
      }),
      (plain, spelt) => expect(spelt).toEqual(plain),
    );
  });
});

interface Phase extends Numbers<"phase cumulative_saving_pct primary_energy_after_kwh_m2"> {
  readonly cost: Range;
  readonly energy_saving_pct: Range;
  readonly epc_after: string;
}
interface Passport
  extends Numbers<
    | "total_energy_saving_pct baseline_primary_energy_kwh_m2 annual_primary_energy_saving_kwh"
    | "country_cost_factor"
  > {
  readonly currency: string;
  readonly phases: readonly [Phase, Phase, Phase];
  readonly epc_trajectory: readonly string[];
  readonly final_epc: string;
  readonly total_cost: Range;
  readonly total_cost_per_m2: Range;
  readonly already_compliant: boolean;
  readonly lock_in_risk: boolean;
  readonly country_recognised: boolean;
  readonly labels: Readonly<Record<string, string | null>>;
}

describe("digital_renovation_passport", () => {
  const passport = new Subject<Passport>(set, "digital_renovation_passport", {
    fields: { country: fc.option(fc.constantFrom(...COUNTRIES, "", " "), { nil: undefined }) },
  });
  const LIMITS = { A: 70, B: 110, C: 180, D: 250, E: 330, F: 420, G: Number.POSITIVE_INFINITY };
  const classOf = (energy: number): string =>
    Object.entries(LIMITS).find(([, limit]) => energy <= limit)?.[0] ?? "none";

  test("no phase worsens the class, and every plan ends in A or B", () => {
    passport.always((answer, input) => {
      const letters = [String(input.current_epc), ...answer.phases.map(({ epc_after }) => epc_after)];
      expect(answer.epc_trajectory).toEqual(letters);
      ascending(...letters.map((letter) => CLASSES.indexOf(letter)));
      expect(answer.final_epc).toBe(letters[3]);
      expect(["A", "B"]).toContain(answer.final_epc);
      const energies = answer.phases.map((phase) => phase.primary_energy_after_kwh_m2);
      ascending(
        energies[2] ?? Number.NaN,
        energies[1] ?? 0,
        energies[0] ?? 0,
        answer.baseline_primary_energy_kwh_m2,
      );
      atMost(energies[2] ?? Number.NaN, 100);
      expect([answer.baseline_primary_energy_kwh_m2, ...energies].map(classOf)).toEqual(letters);
    });
  });

  test("the trajectories are those of the reference sheet", () => {
    const gas = "AAAA BBAA CCBA DDCA EDCB FEDB GFEB";
    const electric = "AAAA BBAA CCBA DDBA EDCA FECB GFDB";
    const network = "AAAA BBBA CCBB DDCB EDDB FEEB GFFB";
    const biomass = "AAAA BBAA CCBA DDCB EDDB FEEB GFEB";
    const sheet = {
      gas,
      oil: gas.replace("GFEB", "GFDB"),
      electric,
      biomass,
      district: network,
      hp: network,
    };
    for (const [heating, lines] of Object.entries(sheet))
      for (const line of lines.split(" ")) {
        const { epc_trajectory } = passport.ask({ floor_area_m2: 100, current_epc: line[0], heating });
        expect(`${heating} ${epc_trajectory.join("")}`).toBe(`${heating} ${line}`);
      }
  });

  test("savings and costs add up and are ranges", () => {
    passport.always((answer, input) => {
      const [area, start] = [numeric(input, "floor_area_m2"), answer.baseline_primary_energy_kwh_m2];
      for (const { cost, energy_saving_pct: saving, ...phase } of answer.phases) {
        ascending(0, cost.low, cost.high);
        ascending(0, saving.low, saving.high, 90);
        near(phase.cumulative_saving_pct, 100 * (1 - phase.primary_energy_after_kwh_m2 / start), 0.6);
        if (saving.high === 0) expect(cost.high).toBe(0);
      }
      const last = answer.phases[2];
      expect(answer.total_energy_saving_pct).toBe(last.cumulative_saving_pct);
      const saved = (start - last.primary_energy_after_kwh_m2) * area;
      near(answer.annual_primary_energy_saving_kwh, saved, 0.05 * area + 0.5);
      for (const end of ["low", "high"] as const) {
        expect(answer.total_cost[end]).toBe(sum(answer.phases.map(({ cost }) => cost[end])));
        near(answer.total_cost_per_m2[end], answer.total_cost[end] / area, 0.5);
      }
    });
  });

  test("more area or a worse class never costs less, and a class A without a fire costs nothing", () => {
    const dearer = (less: Passport, more: Passport): void => {
      ascending(less.total_cost.low, more.total_cost.low);
      ascending(less.total_cost.high, more.total_cost.high);
      ascending(less.annual_primary_energy_saving_kwh, more.annual_primary_energy_saving_kwh);
    };
    passport.rising("floor_area_m2", dearer);
    passport.rising("current_epc", (worse, better) => dearer(better, worse), CLASSES);
    passport.always((answer, input) => {
      const fire = ["gas", "oil", "electric"].includes(String(input.heating));
      expect(answer.already_compliant).toBe(input.current_epc === "A" && !fire);
      expect(answer.total_cost.high === 0).toBe(answer.already_compliant);
      expect(answer.lock_in_risk).toBe("EFG".includes(String(input.current_epc)) && fire);
    });
  });

  test("the country scales the cost alone; labels are given back and change nothing", () => {
    passport.always((answer, input) => {
      const average = passport.ask({ ...input, country: undefined });
      const rate = answer.country_cost_factor * (answer.currency === "GBP" ? 0.87 : 1);
      near(answer.total_cost.high, average.total_cost.high * rate, 15 + 15 * rate);
      expect(answer.epc_trajectory).toEqual(average.epc_trajectory);
      const british = ["uk", "England", "scotland", "northern_ireland"].includes(String(input.country));
      expect(answer.currency).toBe(british ? "GBP" : "EUR");
      if (!answer.country_recognised) expect(answer.country_cost_factor).toBe(1);
      const { labels, ...numbers } = answer;
      const bare = { address: undefined, building_type: undefined, era: undefined };
      const { labels: none, ...same } = passport.ask({ ...input, ...bare });
      expect(same).toEqual(numbers);
      expect(Object.values(none)).toEqual([null, null, null]);
      for (const [name, label] of Object.entries(labels)) expect(label).toBe(input[name] ?? null);
    });
  });
});
