// Properties of eu_cost_benchmarking, get_technical_dd_quote and roi_calculator on random inputs: sums, ranges, order,
// and the business case against a simulation month by month.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inputOf } from "./arbitraries.js";
import { asking, check, type Fields, without } from "./asking.js";
import { ownTool } from "./definitions.js";

interface Range {
  readonly low: number;
  readonly central: number;
  readonly high: number;
}

function ordered(range: Range): void {
  expect(range.low).toBeLessThanOrEqual(range.central);
  expect(range.central).toBeLessThanOrEqual(range.high);
}

function neverBelow(more: Range, less: Range): void {
  expect(more.low).toBeGreaterThanOrEqual(less.low);
  expect(more.central).toBeGreaterThanOrEqual(less.central);
  expect(more.high).toBeGreaterThanOrEqual(less.high);
}

const growth = fc.double({ min: 1, max: 4, noNaN: true });

describe("eu_cost_benchmarking", () => {
  interface Answer {
    readonly base_cost_per_m2_eur: number;
    readonly country_factor: number;
    readonly city_factor: number | null;
    readonly escalation_years: number;
    readonly specification_factor: number;
    readonly procurement_factor: number;
    readonly programme_factor: number;
    readonly bim_factor: number;
    readonly size_factor: number;
    readonly combined_factor: number;
    readonly cost_per_m2_eur: Range;
    readonly total_cost_eur: Range;
    readonly exchange_rate_per_eur: number;
    readonly local_currency: string;
    readonly cost_per_m2_local: Range;
    readonly total_cost_local: Range;
    readonly cost_breakdown: Readonly<Record<string, { readonly pct: number; readonly cost_eur: number }>>;
    readonly accuracy_range_pct: { readonly low: number; readonly high: number };
    readonly confidence: string;
    readonly implied_it_capacity_mw: number | null;
    readonly implied_cost_per_mw_eur: number | null;
    readonly flags: readonly string[];
    readonly warnings: readonly string[];
  }
  const tool = ownTool("eu_cost_benchmarking");
  const ask = asking<Answer>(tool);
  const inputs = inputOf(tool.inputSchema).filter((input) => tool.run(input).ok); // some inputs need one another
  const LEVELS = ["low", "central", "high"] as const;

  test("nine elements add up exactly to the central total and to 100 percent", () => {
    check([inputs], (input) => {
      const answer = ask(input);
      const elements = Object.values(answer.cost_breakdown);
      expect(elements.length).toBe(9);
      expect(elements.reduce((sum, each) => sum + each.pct, 0)).toBe(100);
      expect(elements.reduce((sum, each) => sum + each.cost_eur, 0)).toBe(answer.total_cost_eur.central);
      for (const each of elements) {
        expect(Number.isInteger(each.cost_eur)).toBe(true);
        expect(each.cost_eur).toBe((answer.total_cost_eur.central * each.pct) / 100);
      }
    });
  });

  test("ranges are ordered, rounded as they say and inside AACE class 5", () => {
    check([inputs], (input) => {
      const answer = ask(input);
      for (const range of [
        answer.cost_per_m2_eur,
        answer.total_cost_eur,
        answer.cost_per_m2_local,
        answer.total_cost_local,
      ])
        ordered(range);
      for (const level of LEVELS) {
        expect(answer.total_cost_eur[level] % 1000).toBe(0);
        expect(answer.total_cost_local[level] % 1000).toBe(0);
      }
      const { low, high } = answer.accuracy_range_pct;
      expect(low).toBeGreaterThanOrEqual(-30);
      expect(low).toBeLessThanOrEqual(-20);
      expect(high).toBeGreaterThanOrEqual(30);
      expect(high).toBeLessThanOrEqual(50);
      expect(answer.warnings.length).toBe(answer.flags.length);
      const thin = answer.flags.some((flag) => flag.startsWith("low_confidence"));
      expect(answer.confidence).toBe(thin ? "low" : "medium");
    });
  });

  test("cost is base times the factors shown, the total is cost times area, local is euro times the rate", () => {
    check([inputs], (input) => {
      const answer = ask(input);
      const area = Number(input.floor_area_m2);
      const product =
        (answer.city_factor ?? answer.country_factor) *
        answer.specification_factor *
        answer.procurement_factor *
        answer.programme_factor *
        answer.bim_factor;
      const size = Math.min(1.12, Math.max(0.9, (area / 5000) ** -0.04));
      const escalation = (1 + Number(input.escalation_pct_per_year ?? 0) / 100) ** answer.escalation_years;
      const cost = answer.base_cost_per_m2_eur * product * size * escalation;
      const { low, high } = answer.accuracy_range_pct;
      const factors = { low: 1 + low / 100, central: 1, high: 1 + high / 100 };
      const rate = answer.exchange_rate_per_eur;
      expect(answer.size_factor).toBeCloseTo(size, 3);
      expect(answer.combined_factor).toBeCloseTo(product * size, 3);
      for (const level of LEVELS) {
        const exact = cost * factors[level];
        expect(Math.abs(answer.cost_per_m2_eur[level] - exact)).toBeLessThanOrEqual(0.5001);
        expect(Math.abs(answer.total_cost_eur[level] - exact * area)).toBeLessThanOrEqual(500.01);
        expect(Math.abs(answer.cost_per_m2_local[level] - exact * rate)).toBeLessThanOrEqual(0.5001);
        expect(Math.abs(answer.total_cost_local[level] - exact * area * rate)).toBeLessThanOrEqual(500.01);
      }
      if (answer.local_currency === "EUR") expect(answer.total_cost_local).toEqual(answer.total_cost_eur);
      expect(answer.implied_it_capacity_mw === null).toBe(input.project_type !== "data_centre");
      expect(answer.implied_cost_per_mw_eur === null).toBe(input.project_type !== "data_centre");
    });
  });

  test("a larger building costs no less in total and no more per m2", () => {
    check([inputs, growth], (input, factor) => {
      const area = Number(input.floor_area_m2);
      const small = ask(input);
      const large = ask({ ...input, floor_area_m2: Math.min(1e6, area * factor) });
      neverBelow(large.total_cost_eur, small.total_cost_eur);
      neverBelow(small.cost_per_m2_eur, large.cost_per_m2_eur);
    });
  });

  test("a higher specification never costs less, BIM never more, and no programme beats the usual one", () => {
    const SPECIFICATIONS = ["basic", "standard", "premium", "ultra"];
    check([inputs, fc.nat({ max: 3 }), fc.nat({ max: 3 })], (input, first, second) => {
      const plain = ask({ ...input, specification: SPECIFICATIONS[Math.min(first, second)] });
      const fine = ask({ ...input, specification: SPECIFICATIONS[Math.max(first, second)] });
      neverBelow(fine.total_cost_eur, plain.total_cost_eur);
      neverBelow(ask({ ...input, bim: "no" }).total_cost_eur, ask({ ...input, bim: "yes" }).total_cost_eur);
      const usual = ask({ ...input, programme: "standard" }).total_cost_eur;
      neverBelow(ask({ ...input, programme: "accelerated" }).total_cost_eur, usual);
      neverBelow(ask({ ...input, programme: "extended" }).total_cost_eur, usual);
    });
  });
});

describe("get_technical_dd_quote", () => {
  interface Answer {
    readonly preliminary_dd_fee_gbp: Range;
    readonly full_dd_fee_gbp: Range;
    readonly full_dd_fee_per_m2_gbp: number;
    readonly discipline_fees_gbp: Readonly<Record<string, number | null>>;
    readonly equivalent_area_m2: number;
    readonly transaction_factor: number;
    readonly geography_factor: number;
    readonly multi_discipline_factor: number;
    readonly urgency_factor: number;
    readonly preliminary_urgency_factor: number;
    readonly standard_full_dd_days: number;
    readonly standard_preliminary_dd_days: number;
    readonly minimum_full_dd_days: number;
    readonly minimum_preliminary_dd_days: number;
    readonly available_days: number;
    readonly full_dd_turnaround_days: number;
    readonly preliminary_dd_turnaround_days: number;
    readonly timeline_feasible: boolean;
    readonly preliminary_timeline_feasible: boolean;
    readonly flags: readonly string[];
    readonly warnings: readonly string[];
  }
  const DISCIPLINES = ["structural", "mep", "compliance", "energy", "nis2"];
  const tool = ownTool("get_technical_dd_quote");
  const ask = asking<Answer>(tool);
  const words = fc.constantFrom("office", "Data Centre", "warehouse", " hotel ", "hospital", "barn");
  const inputs = fc
    .tuple(inputOf(tool.inputSchema), words, fc.boolean())
    .map(([input, building_type, known]): Fields => (known ? { ...input, building_type } : input))
    // A smaller area may be refused as too small to compute with
    .filter((input) => Number(input.gross_area_m2) > 0.001 && /\S/.test(String(input.building_type)));

  test("ranges are ordered, in steps of 50 and above the minimum fees", () => {
    check([inputs], (input) => {
      const answer = ask(input);
      const { preliminary_dd_fee_gbp: preliminary, full_dd_fee_gbp: full } = answer;
      for (const range of [preliminary, full]) {
        ordered(range);
        for (const fee of Object.values(range) as number[]) expect(fee % 50).toBe(0);
      }
      // The minimum fees follow the firm's rate level, and are shown in steps of 50.
      const least = (fee: number) => Math.round((fee * Number(input.rate_factor ?? 1)) / 50) * 50;
      expect(preliminary.low).toBeGreaterThanOrEqual(least(1500));
      expect(full.low).toBeGreaterThanOrEqual(least(2500));
      neverBelow(full, preliminary);
      expect(answer.warnings.length).toBe(answer.flags.length);
    });
  });

  test("the fee is the sum of the disciplines times the factors shown", () => {
    check([inputs], (input) => {
      const answer = ask(input);
      const asked = input.disciplines as readonly string[];
      let sum = 0;
      for (const discipline of DISCIPLINES) {
        const fee = answer.discipline_fees_gbp[discipline];
        expect(fee === null).toBe(!asked.includes(discipline));
        sum += fee ?? 0;
      }
      const base = answer.multi_discipline_factor * answer.transaction_factor * answer.geography_factor;
      const rate = Number(input.rate_factor ?? 1);
      const full = Math.max(2500 * rate, sum * base * answer.urgency_factor);
      const preliminary = Math.max(1500 * rate, 0.35 * sum * base * answer.preliminary_urgency_factor);
      // Each discipline is shown in whole pounds, the fee in steps of 50
      expect(Math.abs(answer.full_dd_fee_gbp.central - full)).toBeLessThanOrEqual(
        25 + 2.5 * 1.1 * 1.25 * 1.5,
      );
      expect(Math.abs(answer.preliminary_dd_fee_gbp.central - preliminary)).toBeLessThanOrEqual(25 + 2);
      const perM2 = answer.full_dd_fee_per_m2_gbp * Number(input.gross_area_m2);
      const tolerance = 25 + 0.005 * Number(input.gross_area_m2) + 1e-6 * perM2;
      expect(Math.abs(perM2 - answer.full_dd_fee_gbp.central)).toBeLessThanOrEqual(tolerance);
      expect(answer.equivalent_area_m2).toBeLessThanOrEqual(Number(input.gross_area_m2) + 0.05);
    });
  });

  test("the fee never falls when the area grows or a discipline is added, nor rises with more time", () => {
    const weeks = fc.integer({ min: 1, max: 104 });
    check([inputs, growth, fc.constantFrom(...DISCIPLINES), weeks], (input, factor, discipline, week) => {
      const base = ask(input);
      const area = Math.min(2e6, Number(input.gross_area_m2) * factor);
      const asked = input.disciplines as readonly string[];
      const wider = asked.includes(discipline) ? asked : [...asked, discipline];
      for (const more of [ask({ ...input, gross_area_m2: area }), ask({ ...input, disciplines: wider })]) {
        neverBelow(more.full_dd_fee_gbp, base.full_dd_fee_gbp);
        neverBelow(more.preliminary_dd_fee_gbp, base.preliminary_dd_fee_gbp);
        expect(more.standard_full_dd_days).toBeGreaterThanOrEqual(base.standard_full_dd_days);
        expect(Number(more.timeline_feasible)).toBeLessThanOrEqual(Number(base.timeline_feasible));
      }
      const timeline_weeks = Math.max(week, Number(input.timeline_weeks));
      const unhurried = ask({ ...input, timeline_weeks });
      neverBelow(base.full_dd_fee_gbp, unhurried.full_dd_fee_gbp);
      neverBelow(base.preliminary_dd_fee_gbp, unhurried.preliminary_dd_fee_gbp);
      expect(Number(unhurried.timeline_feasible)).toBeGreaterThanOrEqual(Number(base.timeline_feasible));
    });
  });

  test("the order in which disciplines are named does not matter", () => {
    check([inputs], (input) => {
      const reversed = [...(input.disciplines as readonly string[])].reverse();
      expect(ask({ ...input, disciplines: reversed })).toEqual(ask(input));
    });
  });

  test("turnaround lies between the shortest and the normal programme and is feasible when it fits", () => {
    check([inputs], (input) => {
      const answer = ask(input);
      expect(answer.available_days).toBe(5 * Number(input.timeline_weeks));
      for (const [minimum, offered, standard, feasible] of [
        [
          answer.minimum_full_dd_days,
          answer.full_dd_turnaround_days,
          answer.standard_full_dd_days,
          answer.timeline_feasible,
        ],
        [
          answer.minimum_preliminary_dd_days,
          answer.preliminary_dd_turnaround_days,
          answer.standard_preliminary_dd_days,
          answer.preliminary_timeline_feasible,
        ],
      ] as const) {
        expect(minimum).toBeLessThanOrEqual(offered);
        expect(offered).toBeLessThanOrEqual(standard);
        expect(feasible).toBe(offered <= answer.available_days);
      }
      expect(answer.preliminary_dd_turnaround_days).toBeLessThanOrEqual(answer.full_dd_turnaround_days);
      if (answer.timeline_feasible) expect(answer.preliminary_timeline_feasible).toBe(true);
      expect(answer.urgency_factor > 1).toBe(answer.available_days < answer.standard_full_dd_days);
    });
  });
});

describe("roi_calculator", () => {
  interface Answer {
    readonly current_manual_cost_gbp: number;
    readonly annual_saving_gbp: number;
    readonly net_annual_benefit_gbp: number;
    readonly roi_pct: number | null;
    readonly payback_months: number | null;
    readonly pays_back: boolean | null;
    readonly npv_3yr_gbp: number;
    readonly npv_3yr_public_rate_gbp: number;
    readonly verdict: "strong" | "good" | "marginal" | "not_viable" | "incomplete";
    readonly margin_of_safety_pct: number | null;
    readonly three_year_saving_gbp: number;
    readonly three_year_cost_gbp: number;
    readonly three_year_net_benefit_gbp: number;
    readonly three_year_roi_pct: number | null;
    readonly break_even_efficiency_gain_pct: number | null;
    readonly break_even_software_cost_gbp: number;
    readonly first_year_net_benefit_gbp: number;
    readonly cash_flow: readonly {
      readonly months_active: number;
      readonly saving_gbp: number;
      readonly net_gbp: number;
    }[];
    readonly discount_rate_pct: number;
    readonly flags: readonly string[];
    readonly warnings: readonly string[];
  }
  const RANK = { not_viable: 0, incomplete: 0, marginal: 1, good: 2, strong: 3 } as const;
  const HORIZON = 1200;
  const LONGEST = 600; // months after which a payback is none
  const tool = ownTool("roi_calculator");
  const ask = asking<Answer>(tool);
  // Cases of an engineering office; licences around the saving, so that all verdicts and renewals are met
  const real = fc
    .record({
      team: fc.integer({ min: 1, max: 50 }),
      hourly_rate: fc.integer({ min: 10, max: 150 }),
      manual_hours: fc.integer({ min: 1, max: 40 }),
      efficiency_gain_pct: fc.integer({ min: 1, max: 90 }),
      share: fc.integer({ min: 0, max: 120 }),
      implementation_time_months: fc.oneof(
        fc.nat({ max: 36 }),
        fc.nat({ max: 240 }).map((months) => months / 4),
      ),
      discount_rate_pct: fc.nat({ max: 30 }),
      oneOff: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 200 })),
    })
    .map(({ team, share, oneOff, ...rest }): Fields => {
      const saving = (team * 46 * rest.hourly_rate * rest.manual_hours * rest.efficiency_gain_pct) / 100;
      const implementation_cost = Math.round(saving * oneOff) / 100;
      return {
        ...rest,
        team_size: team,
        software_cost: Math.round(saving * share) / 100,
        implementation_cost,
      };
    });
  // Smaller amounts than a penny may be refused as too small to compute with
  const ownOrNone = (value: unknown) => Number(value ?? 0) === 0 || Number(value) > 0.01;
  const inputs = fc.oneof(
    real,
    inputOf(tool.inputSchema)
      .filter(
        (input) =>
          ["team_size", "hourly_rate", "manual_hours"].every((name) => Number(input[name]) > 0.01) &&
          ownOrNone(input.efficiency_gain_pct) &&
          ownOrNone(input.software_cost) &&
          ownOrNone(input.implementation_cost),
      )
      .map((input): Fields => ({ software_cost: 0, ...input })),
  );

  /** The business case lived through month by month, as the sheet describes it. */
  function simulate(input: Fields) {
    const saving =
      (Number(input.working_weeks_per_year ?? 46) *
        Number(input.team_size) *
        Number(input.manual_hours) *
        Number(input.hourly_rate) *
        Number(input.efficiency_gain_pct)) /
      100;
    const licence = Number(input.software_cost ?? 0);
    const start = Number(input.implementation_time_months);
    const rate = Number(input.discount_rate_pct ?? 8) / 100;
    const oneOff = Number(input.implementation_cost ?? 0);
    let position = -oneOff;
    let payback: number | null = null;
    const savings = [0, 0, 0];
    for (let month = 0; month < HORIZON; month += 1) {
      if (month % 12 === 0) position -= licence;
      const inUse = Math.min(1, Math.max(0, month + 1 - start));
      const earned = (saving / 12) * inUse;
      const year = Math.floor(month / 12);
      if (year < 3) savings[year] = (savings[year] ?? 0) + earned;
      if (payback === null && month + 1 >= start && saving > 0 && position + earned >= -1e-9 * saving) {
        payback = Math.max(start, month + 1 - Math.max(0, (position + earned) / (saving / 12)));
      }
      position += earned;
    }
    const present = (yearly: number) =>
      savings.reduce(
        (sum, each, year) => sum + each / (1 + yearly) ** (year + 1) - licence / (1 + yearly) ** year,
        -oneOff,
      );
    const scale = Math.max(saving, licence, oneOff, 1);
    const covers = saving > licence * (1 + 1e-9);
    return {
      saving,
      licence,
      oneOff,
      covers,
      payback,
      savings,
      npv: present(rate),
      publicNpv: present(0.035),
      scale,
    };
  }

  test("payback, cash flow and net present value agree with a simulation month by month", () => {
    check([inputs], (input) => {
      const answer = ask(input);
      const lived = simulate(input);
      const close = (actual: number, wanted: number) =>
        expect(Math.abs(actual - wanted)).toBeLessThanOrEqual(0.0051 + 1e-9 * lived.scale);
      close(answer.annual_saving_gbp, lived.saving);
      close(answer.npv_3yr_gbp, lived.npv);
      close(answer.npv_3yr_public_rate_gbp, lived.publicNpv);
      close(
        answer.three_year_saving_gbp,
        lived.savings.reduce((sum, each) => sum + each, 0),
      );
      answer.cash_flow.forEach((year, index) => {
        close(year.saving_gbp, lived.savings[index] ?? Number.NaN);
        const oneOff = index === 0 ? lived.oneOff : 0;
        close(year.net_gbp, (lived.savings[index] ?? Number.NaN) - lived.licence - oneOff);
      });
      const after = lived.covers ? (lived.payback ?? HORIZON) : HORIZON;
      if (Math.abs(after - LONGEST) > 0.1) expect(answer.pays_back).toBe(after < LONGEST);
      expect(answer.payback_months !== null).toBe(answer.pays_back);
      if (answer.payback_months !== null)
        expect(Math.abs(answer.payback_months - after)).toBeLessThanOrEqual(0.0501);
    });
  });

  test("return, margin, break-even and payback tell the same story", () => {
    check([inputs], (input) => {
      const answer = ask(input);
      const gain = Number(input.efficiency_gain_pct);
      const { licence, oneOff, covers } = simulate(input);
      expect(answer.roi_pct === null).toBe(licence === 0);
      expect(answer.three_year_roi_pct === null).toBe(licence + oneOff === 0);
      expect(answer.margin_of_safety_pct === null).toBe(gain === 0);
      if (answer.roi_pct !== null && answer.roi_pct !== 0) expect(answer.roi_pct > 0).toBe(covers);
      const margin = answer.margin_of_safety_pct;
      if (margin !== null && margin !== 0 && oneOff === 0) expect(margin > 0).toBe(covers);
      if (margin !== null) expect(margin).toBeLessThanOrEqual(100);
      const even = answer.break_even_efficiency_gain_pct;
      if (even !== null && Math.abs(even - gain) > 0.01) expect(even < gain).toBe(covers);
      if (answer.pays_back) expect(answer.net_annual_benefit_gbp).toBeGreaterThanOrEqual(0);
      if (licence + oneOff === 0 && gain > 0) {
        expect(answer.payback_months).toBeCloseTo(Number(input.implementation_time_months), 0);
        expect(margin).toBe(100);
      }
      expect(answer.warnings.length).toBe(answer.flags.length);
    });
  });

  test("a positive net present value means payback within three years, and holds at every lower rate", () => {
    check([inputs, fc.double({ min: 0, max: 1, noNaN: true })], (input, factor) => {
      const answer = ask(input);
      const rate = answer.discount_rate_pct;
      const patient = ask({ ...input, discount_rate_pct: rate * factor });
      const flat = ask({ ...input, discount_rate_pct: 0 });
      const least = 0.01 + 1e-9 * answer.current_manual_cost_gbp;
      expect(Math.abs(flat.npv_3yr_gbp - flat.three_year_net_benefit_gbp)).toBeLessThanOrEqual(least);
      if (answer.npv_3yr_gbp > least) {
        expect(answer.pays_back).toBe(true);
        expect(answer.payback_months).toBeLessThanOrEqual(36.05);
        expect(answer.three_year_net_benefit_gbp).toBeGreaterThan(0);
        expect(patient.npv_3yr_gbp).toBeGreaterThan(0);
        if (rate >= 3.5) expect(answer.npv_3yr_public_rate_gbp).toBeGreaterThan(0);
      }
      expect(RANK[patient.verdict]).toBeGreaterThanOrEqual(RANK[answer.verdict]);
    });
  });

  test("without the cost of the software no case is called viable, and its break-even cost is worth nothing", () => {
    check([inputs], (input) => {
      const answer = ask(without(input, "software_cost"));
      expect(["incomplete", "not_viable"]).toContain(answer.verdict);
      expect(answer.payback_months).toBeNull();
      const cost = answer.break_even_software_cost_gbp;
      if (cost === 0 || cost > 1e9) return;
      const scale = simulate(input).scale;
      expect(Math.abs(ask({ ...input, software_cost: cost }).npv_3yr_gbp)).toBeLessThanOrEqual(
        0.03 + 1e-9 * scale,
      );
    });
  });

  test("the verdict is viable exactly when the case pays back and gains value", () => {
    check([inputs], (input) => {
      const answer = ask(input);
      expect(answer.verdict !== "not_viable").toBe(answer.pays_back && answer.npv_3yr_gbp > 0);
      const { payback_months: payback, margin_of_safety_pct: margin } = answer;
      if (answer.verdict === "strong") {
        expect(payback).toBeLessThanOrEqual(12);
        expect(margin).toBeGreaterThanOrEqual(50);
      }
      if (answer.verdict === "good") {
        expect(payback).toBeLessThanOrEqual(24);
        expect(margin).toBeGreaterThanOrEqual(20);
      }
    });
  });

  test("a larger gain, a cheaper licence or a shorter implementation never worsens the case", () => {
    const factors = fc.nat({ max: 1000 }).map((permille) => permille / 1000);
    check([inputs, factors], (input, factor) => {
      const base = ask(input);
      const gain = Number(input.efficiency_gain_pct);
      const better = [
        ask({ ...input, efficiency_gain_pct: gain + (90 - gain) * factor }),
        ask({ ...input, software_cost: Math.floor(Number(input.software_cost ?? 0) * factor * 100) / 100 }),
        ask({ ...input, implementation_time_months: Number(input.implementation_time_months) * factor }),
      ];
      const never = Number.POSITIVE_INFINITY;
      for (const answer of better) {
        expect(RANK[answer.verdict]).toBeGreaterThanOrEqual(RANK[base.verdict]);
        expect(answer.npv_3yr_gbp).toBeGreaterThanOrEqual(base.npv_3yr_gbp - 0.01);
        expect(answer.payback_months ?? never).toBeLessThanOrEqual(base.payback_months ?? never);
        expect(Number(answer.pays_back)).toBeGreaterThanOrEqual(Number(base.pays_back));
      }
    });
  });
});
