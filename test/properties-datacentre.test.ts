// Properties of the data-centre indicators: energy balances, and what more load or a later date may do.
import { describe, expect, test } from "vitest";
import { ownSet } from "./definitions.js";
import { ascending, atMost, dates, type Numbers, near, numeric, Subject } from "./relations.js";

const set = ownSet();

type Pue = Numbers<"pue_score">;

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
    Record<string, { met: boolean | null; in_force: boolean; value: number | null; limit: number }>
  >;
}

describe("eed_datacentre_pack", () => {
  const pack = new Subject<Pack>(set, "eed_datacentre_pack", {
    fields: { as_of_date: dates("2024-05-15", "2040-12-31") },
    mend: (input) => {
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
      expect(answer.reporting_obligation).toBe(answer.in_scope ? "mandatory" : "not_required");
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
        ascending(Number(benchmark.in_force), Number(later?.in_force));
        expect(later).toMatchObject({ value: benchmark.value, met: benchmark.met, limit: benchmark.limit });
      }
    });
  });

  test("a benchmark is met on the right side of its limit", () => {
    pack.always(({ advisory_benchmarks }) => {
      for (const [name, { value, limit, met }] of Object.entries(advisory_benchmarks)) {
        const most = !/erf|renewable/.test(name);
        expect(met).toBe(value === null ? null : most ? value <= limit : value >= limit);
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
