// Properties of the data-centre indicators: energy balances, and what more load or a later date may do.
import { describe, expect, test } from "vitest";
import { ownSet } from "./definitions.js";
import { ascending, atMost, dates, type Numbers, near, numeric, Subject, sum, times } from "./relations.js";

const set = ownSet();

interface Pue
  extends Numbers<
    | "pue_score overhead_ratio total_facility_load_kw overhead_load_kw dcie_pct"
    | "annual_cost_estimate_gbp annual_overhead_cost_gbp annual_energy_kwh annual_overhead_energy_kwh"
  > {
  readonly annual_pue: number | null;
  readonly potential_annual_saving_gbp: number | null;
  readonly efficiency_rating: string;
  readonly pue_contribution: Numbers<"cooling ups_losses lighting">;
  readonly load_share_pct: Numbers<"it cooling ups_losses lighting">;
  readonly flags: readonly string[];
}

describe("calculate_pue", () => {
  // Readings alone: with the energies of a year, these decide rating and cost
  const pue = new Subject<Pue>(set, "calculate_pue", {
    mend: ({ annual_total_energy_kwh, annual_it_energy_kwh, ...readings }) => readings,
  });
  const LOADS = ["it_load_kw", "cooling_kw", "ups_losses_kw", "lighting_kw"];
  const RATINGS = ["Excellent", "Good", "Average", "Poor", "Very Poor"];
  const LADDER = [1.2, 1.5, 1.8, 2.5];

  test("loads, shares and contributions add up", () => {
    pue.always((answer, input) => {
      const [it = 0, ...overheads] = LOADS.map((name) => numeric(input, name));
      near(answer.total_facility_load_kw, it + sum(overheads), 0.005);
      near(answer.overhead_load_kw, sum(overheads), 0.005);
      near(sum(Object.values(answer.load_share_pct)), 100, 0.2);
      near(1 + sum(Object.values(answer.pue_contribution)), answer.pue_score, 0.002);
      near(answer.overhead_ratio, answer.pue_score - 1, 0.0005);
      near(answer.dcie_pct, 100 / (1 + sum(overheads) / it), 0.05);
      near(answer.annual_energy_kwh - answer.annual_overhead_energy_kwh, it * 8760, 1);
    });
  });

  test("PUE is at least 1, is 1 without overhead, and the ladder rates it", () => {
    pue.always((answer) => {
      atMost(1, answer.pue_score);
      const steps = LADDER.filter((limit) => answer.pue_score > limit).length;
      expect([RATINGS[steps], steps < RATINGS.length - 1 ? "Unproven" : ""]).toContain(
        answer.efficiency_rating,
      );
      expect(answer.efficiency_rating === "Unproven").toBe(
        answer.potential_annual_saving_gbp === null && answer.pue_score <= 2.5,
      );
      expect(answer.flags.includes("zero_overhead")).toBe(answer.pue_score === 1);
      ascending(
        0,
        answer.potential_annual_saving_gbp ?? 0,
        answer.annual_overhead_cost_gbp,
        answer.annual_cost_estimate_gbp,
      );
    });
    pue.changed(times(0, "cooling_kw", "ups_losses_kw", "lighting_kw"), (_, none) => {
      expect([none.pue_score, none.dcie_pct, none.potential_annual_saving_gbp]).toEqual([1, 100, null]);
    });
  });

  test("halving all loads leaves the ratios and halves the cost", () => {
    pue.changed(times(0.5, ...LOADS), (whole, half) => {
      expect(half.pue_score).toBe(whole.pue_score);
      expect(half.load_share_pct).toEqual(whole.load_share_pct);
      near(half.annual_cost_estimate_gbp * 2, whole.annual_cost_estimate_gbp, 0.015);
    });
  });

  test.each(LOADS.slice(1))("more %s never improves anything", (load) => {
    pue.rising(load, (less, more) => {
      ascending(less.pue_score, more.pue_score);
      ascending(less.annual_cost_estimate_gbp, more.annual_cost_estimate_gbp);
      // What is unproven may turn out good once the missing reading is there
      if (less.potential_annual_saving_gbp === null || more.potential_annual_saving_gbp === null) return;
      ascending(less.potential_annual_saving_gbp, more.potential_annual_saving_gbp);
      ascending(RATINGS.indexOf(less.efficiency_rating), RATINGS.indexOf(more.efficiency_rating));
    });
  });

  test("more IT load on the same overhead never raises PUE", () => {
    pue.rising("it_load_kw", (less, more) => ascending(more.pue_score, less.pue_score));
  });
});

interface Pack extends Numbers<"pue overhead_energy_kwh it_load_factor_pct average_it_power_kw"> {
  readonly wue_m3_per_mwh: number | null;
  readonly erf: number | null;
  readonly ref: number | null;
  readonly ref_uncapped: number | null;
  readonly in_scope: boolean;
  readonly reporting_obligation: string;
  readonly margin_to_threshold_kw: number;
  readonly size_category: string;
  readonly target_values_mandated: boolean;
  readonly waste_heat_duty_likely: boolean;
  readonly missing_indicators: readonly string[];
  readonly indicators_complete: boolean;
  readonly outstanding_items: readonly string[];
  readonly reporting_year: number;
  readonly next_reporting_deadline: string;
  readonly advisory_benchmarks: Readonly<
    Record<string, { met: boolean | null; in_force: boolean | null; value: number | null; limit: number }>
  >;
}

describe("eed_datacentre_pack", () => {
  const pack = new Subject<Pack>(set, "eed_datacentre_pack", {
    fields: {
      as_of_date: dates("2024-05-15", "2040-12-31"),
      operation_start_date: dates("1950-01-01", "2040-12-31"),
    },
    // In the EU, where something is owed
    mend: ({ country, freshwater_input_m3, ...input }) => {
      const total = numeric(input, "total_energy_kwh");
      const within = (field: string): number | undefined =>
        input[field] === undefined ? undefined : Math.min(numeric(input, field), total);
      return { ...input, it_energy_kwh: within("it_energy_kwh"), reused_heat_kwh: within("reused_heat_kwh") };
    },
  });
  const SIZES = ["below_100_kw", "very_small", "small", "medium", "large", "very_large"];

  test("PUE, WUE, ERF and REF are the ratios of Annex III", () => {
    pack.always((answer, input) => {
      const [total, it] = [numeric(input, "total_energy_kwh"), numeric(input, "it_energy_kwh")];
      near(answer.pue, total / it, 0.0005);
      atMost(1, answer.pue);
      near(answer.overhead_energy_kwh, total - it, 0.5);
      near(answer.average_it_power_kw, it / 8760, 0.005);
      near(answer.it_load_factor_pct, (100 * it) / (numeric(input, "it_power_kw") * 8760), 0.05);
      const ratios = [
        [answer.wue_m3_per_mwh, "water_input_m3", it / 1000, 0.0005],
        [answer.erf, "reused_heat_kwh", total, 0.00005],
        [answer.ref_uncapped, "renewable_energy_kwh", total, 0.00005],
      ] as const;
      for (const [value, field, base, slack] of ratios) {
        expect(value === null).toBe(input[field] === undefined);
        if (value !== null) near(value, numeric(input, field) / base, slack);
      }
      if (answer.erf !== null) ascending(0, answer.erf, 1);
      expect(answer.ref).toBe(answer.ref_uncapped === null ? null : Math.min(1, answer.ref_uncapped));
    });
  });

  test("it is the PUE that calculate_pue finds in the same year of average loads", () => {
    const snapshot = new Subject<Pue>(set, "calculate_pue");
    pack.always((answer, input) => {
      const it = numeric(input, "it_energy_kwh") / 2 ** 20;
      const cooling_kw = (numeric(input, "total_energy_kwh") - numeric(input, "it_energy_kwh")) / 2 ** 20;
      const { pue_score } = snapshot.ask({ it_load_kw: it, cooling_kw, ups_losses_kw: 0, lighting_kw: 0 });
      near(answer.pue, pue_score, 0);
    });
  });

  test("the duty begins at 500 kW and grows with the power; no target value is law", () => {
    pack.always((answer, input) => {
      expect(answer.in_scope).toBe(numeric(input, "it_power_kw") >= 500);
      const known = String(input.as_of_date) <= "2027-11-01";
      expect(answer.reporting_obligation).toBe(
        known ? (answer.in_scope ? "mandatory" : "not_required") : "unknown",
      );
      expect(answer.margin_to_threshold_kw >= 0 || !answer.in_scope).toBe(true);
      expect(answer.target_values_mandated).toBe(false);
      expect(answer.outstanding_items.length > 0).toBe(answer.in_scope);
    });
    pack.rising("it_power_kw", (less, more) => {
      ascending(Number(less.in_scope), Number(more.in_scope));
      ascending(Number(less.waste_heat_duty_likely), Number(more.waste_heat_duty_likely));
      ascending(SIZES.indexOf(less.size_category), SIZES.indexOf(more.size_category));
    });
  });

  test("exactly the inputs that were not given are missing", () => {
    const inputs = { wue: "water_input_m3", ref: "renewable_energy_kwh", erf: "reused_heat_kwh" };
    pack.always((answer, input) => {
      const missing = Object.entries(inputs).filter(([, field]) => input[field] === undefined);
      expect(answer.missing_indicators).toEqual(missing.map(([code]) => code));
      expect(answer.indicators_complete).toBe(missing.length === 0);
    });
  });

  test("the next deadline is ahead, covers the year before and never moves back; the date changes no indicator", () => {
    pack.always((answer, input) => {
      ascending(Date.parse(String(input.as_of_date)), Date.parse(answer.next_reporting_deadline));
      atMost(Date.parse(answer.next_reporting_deadline) - Date.parse(String(input.as_of_date)), 366 * 864e5);
      expect(answer.next_reporting_deadline).toMatch(/^(2024-09-15|\d{4}-05-15)$/);
      expect(answer.reporting_year).toBe(Number(answer.next_reporting_deadline.slice(0, 4)) - 1);
    });
    pack.rising("as_of_date", (before, after) => {
      ascending(Date.parse(before.next_reporting_deadline), Date.parse(after.next_reporting_deadline));
      for (const [name, benchmark] of Object.entries(before.advisory_benchmarks)) {
        const later = after.advisory_benchmarks[name];
        // What has been in force may only become unknown
        if (benchmark.in_force !== false) expect(later?.in_force).not.toBe(false);
        expect(later).toMatchObject({ value: benchmark.value, met: benchmark.met, limit: benchmark.limit });
      }
    });
  });

  test("a benchmark is met on the right side of its limit", () => {
    pack.always(({ advisory_benchmarks, pue }) => {
      for (const [name, { value, limit, met }] of Object.entries(advisory_benchmarks)) {
        const most = !/erf|renewable/.test(name);
        const unusable = pue < 1.03 && most && !name.includes("wue");
        expect(met).toBe(value === null || unusable ? null : most ? value <= limit : value >= limit);
      }
    });
  });

  test("more energy out than in is refused by name", () => {
    pack.always((_, input) => {
      const beyond = numeric(input, "total_energy_kwh") * 1.001;
      if (beyond > 1e11 || beyond <= numeric(input, "total_energy_kwh")) return;
      expect(pack.refused({ ...input, it_energy_kwh: beyond, reused_heat_kwh: 0 })).toEqual([
        "/it_energy_kwh",
      ]);
      expect(pack.refused({ ...input, reused_heat_kwh: beyond })).toEqual(["/reused_heat_kwh"]);
    });
  });
});
