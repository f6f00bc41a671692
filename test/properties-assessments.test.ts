// Properties of the self-assessments (dgnb_bim_readiness, contractor_vetting, check_nis2_readiness and the three checks
// for the United Arab Emirates) on random answers: bounds, sums, and that a better answer never gives a worse result.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inputOf } from "./arbitraries.js";
import { asking, check, type Fields, testAdvice, without } from "./asking.js";
import { ownTool } from "./definitions.js";
import { dates, sum } from "./relations.js";

type Answers = Readonly<Record<string, string>>;

function atLeast<Word extends string>(ranks: readonly Word[], better: Word, worse: Word): void {
  expect(ranks).toContain(better);
  expect(ranks.indexOf(better)).toBeGreaterThanOrEqual(ranks.indexOf(worse));
}

describe.each([
  "dgnb_bim_readiness",
  "contractor_vetting",
  "check_nis2_readiness",
  "check_uae_bim_compliance",
  "check_uae_cybersecurity",
  "check_grid_feasibility_uae",
])("%s", (name) => {
  testAdvice(ownTool(name));
});

describe("dgnb_bim_readiness", () => {
  interface Answer {
    readonly certification_pre_score_pct: number;
    readonly achievable_level: string;
    readonly level_by_total_score: string;
    readonly prerequisites_open: boolean;
    readonly target_met: boolean | null;
    readonly target_status: string;
    readonly level_basis: string;
    readonly flags: readonly string[];
    readonly gap_to_target_pct: number;
    readonly domains: Readonly<
      Record<
        string,
        { readonly score_pct: number | null; readonly weight_pct: number; readonly source: string }
      >
    >;
    readonly bim_maturity_score_pct: number;
    readonly bim_level: number;
    readonly prioritised_gaps: readonly {
      readonly id: string;
      readonly gain_certification_pct: number;
      readonly gain_bim_pct: number;
      readonly priority: string;
    }[];
    readonly missing_ids: readonly string[];
  }
  const IDS = (
    "lca materials water biodiversity lcc flexibility value_stability cert_budget comfort accessibility wellbeing " +
    "satisfaction bep cde competency clash integrated_team commissioning documentation poe"
  ).split(" ");
  const AWARDS = ["none", "bronze", "silver", "gold", "platinum"];
  const STATUSES = ["below_target", "prerequisite_open", "no_gap_in_answers", "met"];
  const STEPS = ["no", "partial", "yes"];
  const tool = ownTool("dgnb_bim_readiness");
  const ask = asking<Answer>(tool);
  // Mostly good answers, else no award is ever near
  const good = fc.record(
    Object.fromEntries(IDS.map((id) => [id, fc.constantFrom("yes", "yes", "yes", "partial", "no")])),
  );
  const inputs = fc
    .tuple(inputOf(tool.inputSchema), good, fc.boolean())
    .map(([input, answers, real]): Fields => (real ? { ...input, answers } : input));

  test("scores lie within 0 and 100 and are what gaps leave of 100", () => {
    check([inputs], (input) => {
      const answer = ask(input);
      const domains = Object.values(answer.domains).filter((each) => each.source !== "none");
      const scores = domains.map((each) => each.score_pct ?? Number.NaN);
      for (const score of [answer.certification_pre_score_pct, answer.bim_maturity_score_pct, ...scores]) {
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(100);
      }
      const covered = sum(domains.map((each) => each.weight_pct));
      const weighted = sum(domains.map((each) => (each.score_pct ?? Number.NaN) * each.weight_pct)) / covered;
      expect(Math.abs(weighted - answer.certification_pre_score_pct)).toBeLessThanOrEqual(0.1001);
      const gains = sum(answer.prioritised_gaps.map((gap) => gap.gain_certification_pct));
      if (answer.level_basis === "checklist")
        expect(Math.abs(100 - gains - answer.certification_pre_score_pct)).toBeLessThanOrEqual(0.2);
      const bim = sum(answer.prioritised_gaps.map((gap) => gap.gain_bim_pct));
      expect(Math.abs(100 - bim - answer.bim_maturity_score_pct)).toBeLessThanOrEqual(1e-6);
    });
  });

  test("a better answer never lowers a score, an award or a BIM level", () => {
    check([inputs, fc.constantFrom(...IDS)], (input, id) => {
      const answers = input.answers as Answers;
      const step = STEPS.indexOf(answers[id] ?? "no");
      const before = ask(input);
      for (const word of STEPS.slice(step + 1)) {
        const after = ask({ ...input, answers: { ...answers, [id]: word } });
        expect(after.certification_pre_score_pct).toBeGreaterThanOrEqual(before.certification_pre_score_pct);
        expect(after.bim_maturity_score_pct).toBeGreaterThanOrEqual(before.bim_maturity_score_pct);
        expect(after.bim_level).toBeGreaterThanOrEqual(before.bim_level);
        atLeast(STATUSES, after.target_status, before.target_status);
        expect(after.gap_to_target_pct).toBeLessThanOrEqual(before.gap_to_target_pct);
        expect(Number(after.prerequisites_open)).toBeLessThanOrEqual(Number(before.prerequisites_open));
        atLeast(AWARDS, after.achievable_level, before.achievable_level);
        atLeast(AWARDS, after.level_by_total_score, before.level_by_total_score);
      }
    });
  });

  test("closing a gap gains what the list says, and the list is ordered by it", () => {
    check([inputs], (input) => {
      const before = ask(input);
      const keys = before.prioritised_gaps.map((gap) => gap.gain_certification_pct + 0.2 * gap.gain_bim_pct);
      keys.forEach((key, index) => {
        expect(key).toBeLessThanOrEqual((keys[index - 1] ?? key) + 0.011);
      });
      const gap = before.prioritised_gaps[0];
      if (gap === undefined) return;
      const after = ask({ ...input, answers: { ...(input.answers as Answers), [gap.id]: "yes" } });
      const gained = after.certification_pre_score_pct - before.certification_pre_score_pct;
      expect(Math.abs(gained - gap.gain_certification_pct)).toBeLessThanOrEqual(0.1051);
      expect(after.bim_maturity_score_pct - before.bim_maturity_score_pct).toBeCloseTo(gap.gain_bim_pct, 6);
      expect(after.prioritised_gaps.some((each) => each.id === gap.id)).toBe(false);
    });
  });

  test("silence counts as no, minimum performance only lowers, and a lower target is met with a higher", () => {
    check([inputs], (input) => {
      const answers = input.answers as Answers;
      const spoken = Object.fromEntries(IDS.map((id) => [id, answers[id] ?? "no"]));
      const silent = ask(input);
      const full = ask({ ...input, answers: spoken });
      expect(full.missing_ids).toEqual([]);
      expect(silent.missing_ids).toEqual(IDS.filter((id) => !(id in answers)));
      expect([full.certification_pre_score_pct, full.achievable_level, full.prioritised_gaps]).toEqual([
        silent.certification_pre_score_pct,
        silent.achievable_level,
        silent.prioritised_gaps,
      ]);
      atLeast(AWARDS, silent.level_by_total_score, silent.achievable_level);
      const targets = AWARDS.slice(1).map((cert_target) => ask({ ...input, cert_target }));
      const ranks = targets.map((each) => STATUSES.indexOf(each.target_status));
      if (silent.achievable_level !== "bronze")
        expect(ranks).toEqual([...ranks].sort((first, second) => second - first));
      const held = Number(silent.flags.includes("platinum_not_assessable"));
      expect(ranks.filter((rank) => rank > 0).length - held).toBe(AWARDS.indexOf(silent.achievable_level));
      for (const each of targets) {
        if (each.target_met === true) expect(each.level_basis).toBe("auditor");
        if (each.achievable_level === "platinum") expect(each.level_basis).toBe("auditor");
      }
    });
  });
});

describe("contractor_vetting", () => {
  interface Answer {
    readonly score: number;
    readonly score_if_unknowns_confirmed: number;
    readonly verdict: string;
    readonly risk_level: string;
    readonly blocked: boolean;
    readonly failed_ids: readonly string[];
    readonly unknown_ids: readonly string[];
    readonly questions_in_scope: number;
    readonly completeness_pct: number;
    readonly categories: Readonly<
      Record<string, { readonly score_pct: number | null; readonly weight_pct: number }>
    >;
  }
  const IDS = (
    "registered insurance no_prosecutions certifications references cvs cyber_policy incident_reporting " +
    "access_control assessor_cert energy_qual reno_experience"
  ).split(" ");
  const VERDICTS = ["rejected", "not_recommended", "verification_required", "conditional", "approved"];
  const RISKS = ["high", "medium", "low"];
  const STEPS = ["no", "unknown", "yes"];
  const tool = ownTool("contractor_vetting");
  const ask = asking<Answer>(tool);
  const good = fc.record(
    Object.fromEntries(IDS.map((id) => [id, fc.constantFrom("yes", "yes", "yes", "yes", "unknown", "no")])),
  );
  const inputs = fc
    .tuple(inputOf(tool.inputSchema), good, fc.boolean())
    .map(([input, answers, real]): Fields => (real ? { ...input, answers } : input))
    .filter((input) => tool.run(input).ok); // a purpose needs its category

  test("a better answer never lowers a score and never gives a worse verdict or a higher risk", () => {
    check(
      [inputs, fc.constantFrom(...IDS)],
      (input, id) => {
        const answers = input.answers as Answers;
        const before = ask(input);
        for (const word of STEPS.slice(STEPS.indexOf(answers[id] ?? "unknown") + 1)) {
          const after = ask({ ...input, answers: { ...answers, [id]: word } });
          expect(after.score).toBeGreaterThanOrEqual(before.score);
          expect(after.score_if_unknowns_confirmed).toBeGreaterThanOrEqual(
            before.score_if_unknowns_confirmed,
          );
          atLeast(VERDICTS, after.verdict, before.verdict);
          atLeast(RISKS, after.risk_level, before.risk_level);
        }
      },
      1500,
    );
  });

  test("the score is the weighted sum of its categories, within bounds and at most the best case", () => {
    check([inputs], (input) => {
      const answer = ask(input);
      const categories = Object.values(answer.categories);
      expect(Math.abs(sum(categories.map((each) => each.weight_pct)) - 100)).toBeLessThanOrEqual(0.151);
      const weighted = sum(categories.map((each) => each.weight_pct * (each.score_pct ?? 0))) / 100;
      expect(Math.abs(weighted - answer.score)).toBeLessThanOrEqual(0.2001);
      expect(answer.score).toBeGreaterThanOrEqual(0);
      expect(answer.score).toBeLessThanOrEqual(answer.score_if_unknowns_confirmed);
      expect(answer.score_if_unknowns_confirmed).toBeLessThanOrEqual(100);
      const asked = answer.questions_in_scope;
      const known = ((asked - answer.unknown_ids.length) / asked) * 100;
      expect(Math.abs(answer.completeness_pct - known)).toBeLessThan(0.051);
    });
  });

  test("the best case is the score once every unknown is confirmed, and silence is unknown", () => {
    check([inputs], (input) => {
      const answers = input.answers as Answers;
      const confirmed = Object.fromEntries(IDS.map((id) => [id, answers[id] === "no" ? "no" : "yes"]));
      const spoken = Object.fromEntries(IDS.map((id) => [id, answers[id] ?? "unknown"]));
      const answer = ask(input);
      expect(ask({ ...input, answers: confirmed }).score).toBe(answer.score_if_unknowns_confirmed);
      const full = ask({ ...input, answers: spoken });
      expect([full.score, full.verdict, full.risk_level, full.unknown_ids]).toEqual([
        answer.score,
        answer.verdict,
        answer.risk_level,
        answer.unknown_ids,
      ]);
    });
  });

  test("nobody is approved with a blocking or a prosecution answer open, and refusal needs a no", () => {
    check([inputs], (input) => {
      const answer = ask(input);
      const answers = input.answers as Answers;
      if (answer.verdict === "approved") {
        for (const id of ["registered", "insurance", "no_prosecutions"]) expect(answers[id]).toBe("yes");
        expect(answer.score).toBe(100);
      }
      expect(answer.verdict === "rejected").toBe(answer.blocked);
      if (answer.failed_ids.length === 0) {
        expect(["rejected", "not_recommended"]).not.toContain(answer.verdict);
      }
    });
  });
});

describe("check_nis2_readiness", () => {
  interface Answer {
    readonly score: number;
    readonly score_pct: number;
    readonly maturity_level: string;
    readonly readiness_status: string;
    readonly class_check: string;
    readonly ceiling_class: string;
    readonly missing_controls: readonly string[];
    readonly statutory_gaps: readonly string[];
    readonly statutory_max_fixed_eur: number | null;
    readonly statutory_max_fine_eur: number | null;
    readonly statutory_max_basis: string;
    readonly fine_exposure_eur: { readonly low: number; readonly high: number } | null;
    readonly prioritised_actions: readonly { readonly priority: number; readonly control: string }[];
    readonly scope_checks: readonly string[];
    readonly regulatory_outlook: readonly string[];
  }
  const LEVELS = ["initial", "developing", "defined", "managed", "optimised"];
  const STATUSES = ["not_ready", "partial", "minor_gaps", "answers_incomplete", "no_gap_in_answers"];
  const CONTROLS = (
    "has_ciso has_ot_policy has_board_reporting has_asset_inventory has_network_segmentation has_ir_plan " +
    "has_24h_reporting has_supplier_assessment has_ot_monitoring"
  ).split(" ");
  const OPTIONAL = (
    "has_risk_analysis_policy has_business_continuity has_vulnerability_handling has_effectiveness_review " +
    "has_security_training has_cryptography_policy has_access_control has_mfa"
  ).split(" ");
  const tool = ownTool("check_nis2_readiness");
  const ask = asking<Answer>(tool);
  const inputs = inputOf(tool.inputSchema).filter((input) => /\S/.test(String(input.sector)));

  test("each control adds two points; one more never worsens a level, a status or the exposure", () => {
    check([inputs, fc.constantFrom(...CONTROLS)], (input, control) => {
      const before = ask({ ...input, [control]: false });
      const after = ask({ ...input, [control]: true });
      expect(before.score).toBe(
        2 * CONTROLS.filter((each) => each !== control && input[each] === true).length,
      );
      expect(after.score).toBe(before.score + 2);
      expect(after.score_pct).toBeGreaterThan(before.score_pct);
      expect(before.score).toBeGreaterThanOrEqual(0);
      expect(after.score).toBeLessThanOrEqual(18);
      atLeast(LEVELS, after.maturity_level, before.maturity_level);
      if (input.organisation_size !== "other")
        atLeast(STATUSES, after.readiness_status, before.readiness_status);
      expect(after.fine_exposure_eur?.low ?? 0).toBeLessThanOrEqual(before.fine_exposure_eur?.low ?? 0);
      expect(after.fine_exposure_eur?.high ?? 0).toBeLessThanOrEqual(before.fine_exposure_eur?.high ?? 0);
      expect(after.statutory_max_fine_eur).toBe(before.statutory_max_fine_eur);
      expect(before.statutory_gaps).toEqual(expect.arrayContaining([...after.statutory_gaps]));
    });
  });

  test("actions are the missing controls, numbered from 1", () => {
    check([inputs], (input) => {
      const answer = ask(input);
      expect(answer.prioritised_actions.map((action) => action.control)).toEqual(answer.missing_controls);
      expect(answer.prioritised_actions.map((action) => action.priority)).toEqual(
        answer.missing_controls.map((_, index) => index + 1),
      );
      expect([...answer.missing_controls].sort()).toEqual(
        [...CONTROLS, ...OPTIONAL].filter((control) => input[control] === false).sort(),
      );
      for (const gap of answer.statutory_gaps) expect(answer.missing_controls).toContain(gap);
      if (answer.statutory_gaps.length > 0) {
        expect(STATUSES.slice(2)).not.toContain(answer.readiness_status);
      }
    });
  });

  test("the ceiling is the higher of sum and share, and the band lies below it", () => {
    const turnovers = fc.double({ min: 0, max: 1e13, noNaN: true }).map(Math.round);
    check([inputs, turnovers, turnovers], (input, first, second) => {
      const [small, large] = [Math.min(first, second), Math.max(first, second)];
      const low = ask({ ...input, worldwide_turnover_eur: small });
      const high = ask({ ...input, worldwide_turnover_eur: large });
      if (high.ceiling_class === low.ceiling_class)
        expect(high.statutory_max_fine_eur ?? 0).toBeGreaterThanOrEqual(low.statutory_max_fine_eur ?? 0);
      for (const answer of [low, high, ask(input)]) {
        const { fine_exposure_eur: band, statutory_max_fine_eur: ceiling } = answer;
        expect(ceiling === null).toBe(answer.ceiling_class === "other");
        expect(answer.statutory_max_basis === "none").toBe(ceiling === null);
        expect(band === null).toBe(ceiling === null || answer.missing_controls.length === 0);
        if (ceiling === null || band === null) continue;
        expect(ceiling).toBeGreaterThanOrEqual(answer.statutory_max_fixed_eur ?? 0);
        expect(band.low).toBeLessThanOrEqual(band.high);
        // The band has two digits, so that without any control it can top the ceiling a little
        expect(band.high).toBeLessThanOrEqual(ceiling * 1.05);
      }
      const essential = ask({ ...input, organisation_size: "essential" });
      const important = ask({ ...input, organisation_size: "important" });
      const other = ask({ ...input, organisation_size: "other" });
      expect(essential.statutory_max_fine_eur ?? 0).toBeGreaterThanOrEqual(
        important.statutory_max_fine_eur ?? 0,
      );
      expect(important.statutory_max_fine_eur ?? 0).toBeGreaterThanOrEqual(other.statutory_max_fine_eur ?? 0);
      expect([essential.score, other.score]).toEqual([important.score, important.score]);
      const contradicted = other.class_check === "conflict";
      expect(other.readiness_status).toBe(contradicted ? "scope_contradicted" : "likely_out_of_scope");
      expect(other.scope_checks.length).toBe(4);
      expect(essential.scope_checks).toEqual([]);
    });
  });

  test("neither the sector nor announced law changes the score, nor the status of a declared class", () => {
    const sectors = fc.constantFrom("energy", "banking", "data centre", "food", "basket weaving");
    check([inputs, sectors], (input, sector) => {
      const here = ask(input);
      const there = ask({ ...input, sector });
      expect(there.score).toBe(here.score);
      if (input.organisation_size !== "other") expect(there.readiness_status).toBe(here.readiness_status);
      if (there.ceiling_class === here.ceiling_class)
        expect(there.statutory_max_fine_eur).toBe(here.statutory_max_fine_eur);
      expect(there.regulatory_outlook).toEqual(here.regulatory_outlook);
    });
  });
});

describe("check_uae_bim_compliance", () => {
  interface Answer {
    readonly mandate_status: string;
    readonly mandate_triggers: readonly string[];
    readonly disciplines_required: readonly string[];
    readonly compliance_score: number;
    readonly score_breakdown: Readonly<Record<string, number>>;
    readonly compliance_status: string;
    readonly compliant: boolean | null;
    readonly submission_ready: boolean;
    readonly suggested_lod_level: number | null;
    readonly submission_checklist: readonly { readonly id: string; readonly status: string }[];
    readonly checklist_total: number;
    readonly checklist_done_count: number;
    readonly checklist_open_count: number;
  }
  const MANDATES = ["not_mandatory", "conditional", "mandatory"];
  const LADDERS: Readonly<Record<string, readonly string[]>> = {
    mandatory: [
      "non_compliant",
      "model_unproven",
      "items_open",
      "no_mandatory_gap_in_answers",
      "no_gap_in_answers",
    ],
    conditional: [
      "not_ready_if_required",
      "model_ready_if_required",
      "no_mandatory_gap_in_answers",
      "no_gap_in_answers",
    ],
    not_mandatory: ["voluntary"],
  };
  const tool = ownTool("check_uae_bim_compliance");
  const ask = asking<Answer>(tool);
  const software = fc.constantFrom("", "n/a", "AutoCAD", "Revit 2025", "AutoCAD Architecture", "HomeMade 3");
  const inputs = fc
    .tuple(
      inputOf(tool.inputSchema),
      software,
      fc.integer({ min: 15, max: 45 }),
      fc.constantFrom(14999, 15000, 15001, 19999, 20000, 20001, 30000, 30001),
      fc.boolean(),
    )
    .map(([all, bim_software, building_floors, building_area_m2, real]): Fields => {
      const input = without(all, "complex_area_m2"); // a larger building would outgrow it
      return real ? { ...input, bim_software, building_floors, building_area_m2 } : input;
    });

  test("one more item never lowers the score or worsens the status, and never moves the mandate", () => {
    check([inputs, fc.constantFrom("has_bim_model", "ifc_export", "has_bep")], (input, item) => {
      const before = ask({ ...input, [item]: false });
      const after = ask({ ...input, [item]: true });
      expect(after.mandate_status).toBe(before.mandate_status);
      expect(after.compliance_score).toBeGreaterThanOrEqual(before.compliance_score);
      const ladder = LADDERS[before.mandate_status] ?? [];
      atLeast(ladder, after.compliance_status, before.compliance_status);
      expect(after.checklist_done_count).toBeGreaterThanOrEqual(before.checklist_done_count);
      expect(after.compliant).not.toBe(true);
    });
  });

  test("the breakdown adds up to the score within 0 and 100, the checklist to its total", () => {
    check([inputs], (input) => {
      const answer = ask(input);
      expect(sum(Object.values(answer.score_breakdown))).toBe(answer.compliance_score);
      expect(answer.compliance_score).toBeGreaterThanOrEqual(0);
      expect(answer.compliance_score).toBeLessThanOrEqual(100);
      expect(answer.checklist_total).toBe(input.emirate === "dubai" ? 9 : 5);
      expect(answer.submission_checklist.length).toBe(answer.checklist_total);
      expect(answer.checklist_done_count + answer.checklist_open_count).toBe(answer.checklist_total);
      const open = answer.submission_checklist
        .filter((item) => item.status !== "done")
        .map((item) => item.id);
      expect(answer.submission_ready).toBe(open.every((id) => id === "bep" || id === "cde"));
    });
  });

  test("a larger or taller building never loses a mandate, a discipline or a level of development", () => {
    const more = fc.double({ min: 1, max: 3, noNaN: true });
    check([inputs, more, fc.nat({ max: 30 })], (input, factor, floors) => {
      const small = ask(input);
      const area = Math.min(5e6, Number(input.building_area_m2) * factor);
      const height = Math.min(250, Number(input.building_floors) + floors);
      for (const large of [
        ask({ ...input, building_area_m2: area }),
        ask({ ...input, building_floors: height }),
      ]) {
        atLeast(MANDATES, large.mandate_status, small.mandate_status);
        expect(large.disciplines_required).toEqual(expect.arrayContaining([...small.disciplines_required]));
        expect(large.suggested_lod_level ?? 0).toBeGreaterThanOrEqual(small.suggested_lod_level ?? 0);
        expect(large.compliance_score).toBe(small.compliance_score);
      }
    });
  });

  test("only published law binds: outside Dubai nothing is mandatory and nobody fails", () => {
    check([inputs], (input) => {
      const answer = ask(input);
      const caught =
        Number(input.building_floors) > 20 ||
        Number(input.building_area_m2) > 20000 * (1 + 1e-9) ||
        input.building_type === "healthcare" ||
        input.special_building === "university" ||
        input.building_type === "government";
      const here =
        input.emirate === "dubai" &&
        (input.permit_authority ?? "dubai_municipality") === "dubai_municipality" &&
        (input.works ?? "new_building") === "new_building";
      expect(answer.mandate_status === "mandatory").toBe(here && caught);
      expect(answer.disciplines_required.includes("architectural")).toBe(here && caught);
      if (answer.mandate_status !== "mandatory") expect(answer.compliant).not.toBe(false);
      expect(answer.mandate_triggers.length === 0).toBe(answer.mandate_status === "not_mandatory");
    });
  });
});

describe("check_uae_cybersecurity", () => {
  interface Answer {
    readonly framework_id: string;
    readonly framework_mandatory: boolean;
    readonly score: number;
    readonly base_score: number;
    readonly cloud_penalty: number;
    readonly score_breakdown: Readonly<Record<string, number>>;
    readonly rating: string;
    readonly compliance_status: string;
    readonly critical_gaps: readonly { readonly control: string }[];
    readonly critical_gap_count: number;
    readonly mandatory_controls: readonly { readonly control: string; readonly in_place: boolean }[];
    readonly mandatory_controls_in_place_count: number;
  }
  const CONTROLS = [
    "has_isms",
    "has_incident_response",
    "has_vulnerability_assessment",
    "has_third_party_audit",
    "has_data_classification",
  ];
  const RATINGS = ["critical", "weak", "adequate", "strong"];
  const STATUSES = ["non_compliant", "gaps", "no_mandatory_gap_in_answers", "no_gap_in_answers"];
  const tool = ownTool("check_uae_cybersecurity");
  const ask = asking<Answer>(tool);
  const places = fc.constantFrom("Dubai", "DIFC", "abu dhabi", "ADGM", "Sharjah", "federal", "Atlantis");
  const inputs = fc
    .tuple(inputOf(tool.inputSchema), places, fc.boolean())
    .map(([input, emirate, known]): Fields => (known ? { ...input, emirate } : input))
    .filter((input) => tool.run(input).ok); // both counts of controls or neither

  test("every control added raises the score, in every state, and never worsens rating or status", () => {
    check([inputs, fc.constantFrom(...CONTROLS)], (input, control) => {
      const before = ask({ ...input, [control]: false });
      const after = ask({ ...input, [control]: true });
      expect(after.score).toBeGreaterThan(before.score);
      atLeast(RATINGS, after.rating, before.rating);
      expect(after.framework_id).toBe(before.framework_id);
      if (before.framework_mandatory) atLeast(STATUSES, after.compliance_status, before.compliance_status);
      expect(after.critical_gap_count).toBeLessThanOrEqual(before.critical_gap_count);
      expect(after.cloud_penalty).toBeLessThanOrEqual(before.cloud_penalty);
    });
  });

  test("points add up, and a score lies within 0 and 100", () => {
    check([inputs], (input) => {
      const answer = ask(input);
      expect(Math.max(0, sum(Object.values(answer.score_breakdown)))).toBe(answer.score);
      expect(answer.score).toBe(Math.max(0, answer.base_score - answer.cloud_penalty));
      expect(answer.score).toBeLessThanOrEqual(100);
      const all = Object.fromEntries(CONTROLS.map((control) => [control, true]));
      expect(ask({ ...input, ...all }).score).toBe(100);
      const open = answer.mandatory_controls.filter((each) => !each.in_place).map((each) => each.control);
      if (answer.framework_mandatory) {
        expect(answer.critical_gaps.map((gap) => gap.control)).toEqual(open);
      } else expect(answer.compliance_status).toBe("voluntary");
      expect(answer.mandatory_controls_in_place_count).toBe(answer.mandatory_controls.length - open.length);
    });
  });

  test("a cloud never raises the score and decides neither framework nor gaps", () => {
    check([inputs], (input) => {
      const own = ask({ ...input, is_cloud_hosted: false });
      const cloud = ask({ ...input, is_cloud_hosted: true });
      expect(cloud.score).toBeLessThanOrEqual(own.score);
      expect(own.cloud_penalty).toBe(0);
      expect([cloud.framework_id, cloud.compliance_status, cloud.critical_gaps]).toEqual([
        own.framework_id,
        own.compliance_status,
        own.critical_gaps,
      ]);
    });
  });

  test("a free zone changes the framework of financial organisations only", () => {
    check([inputs, fc.constantFrom(["dubai", "difc"], ["abu_dhabi", "adgm"])], (input, [emirate, zone]) => {
      const main = ask({ ...input, emirate });
      const free = ask({ ...input, emirate: zone });
      expect(main.framework_id === free.framework_id).toBe(input.organisation_type !== "financial");
      expect(free.score).toBe(main.score);
    });
  });
});

describe("check_grid_feasibility_uae", () => {
  interface Answer {
    readonly feasibility_score: number | null;
    readonly raw_score: number | null;
    readonly feasibility_rating: string;
    readonly feasible_as_requested: boolean | null;
    readonly score_breakdown: Readonly<Record<string, number>> | null;
    readonly load_share_of_peak_pct: number;
    readonly connection_tier: string;
    readonly required_mva: number;
    readonly recommended_voltage: string;
    readonly voltage_match: string;
    readonly timeline_months: { readonly low: number; readonly high: number | null };
    readonly typical_months: number | null;
    readonly available_months: number;
    readonly schedule_margin_months: number | null;
    readonly schedule_status: string;
    readonly earliest_completion_year: number;
    readonly transformer_units: number;
    readonly incoming_circuits: number;
    readonly installed_transformer_mva: number;
    readonly connection_fee_estimate_aed: number | null;
    readonly substation_cost_range_aed: { readonly low: number; readonly high: number } | null;
  }
  const TIERS = ["lv_network", "lv_substation", "mv_11kv", "mv_33kv", "hv_132kv", "ehv"];
  const RATINGS = ["low", "challenging", "moderate", "high"];
  const SCHEDULES = ["unrealistic", "at_risk", "achievable", "comfortable"];
  const VOLTAGES = ["LV", "MV", "HV"];
  const tool = ownTool("check_grid_feasibility_uae");
  const ask = asking<Answer>(tool);
  const days = dates("2024-01-01", "2045-12-31");
  const powers = fc.oneof(
    fc.double({ min: -4, max: 8.5, noNaN: true }).map((power) => Math.exp(power)),
    fc.constantFrom(0.15, 0.4, 1, 1.5, 3, 5, 10, 20, 30, 100, 200, 5000),
  );
  const inputs = fc
    .tuple(inputOf(tool.inputSchema), days, powers, fc.integer({ min: -1, max: 7 }))
    .map(([all, as_of_date, power_requirement_mw, years]): Fields => {
      const input = without(all, "existing_supply_mva", "phase_1_mw"); // both hang on other inputs
      const day = "as_of_date" in input ? as_of_date : "2026-11-01";
      const target_completion_year = Math.min(2060, Number(day.slice(0, 4)) + years);
      const filed = "as_of_date" in input ? { as_of_date } : {};
      return { ...input, ...filed, power_requirement_mw, target_completion_year };
    });

  test("points add up, the caps hold, and the rating follows the score", () => {
    check([inputs], (input) => {
      const answer = ask(input);
      const { score_breakdown: points, raw_score: raw, feasibility_score: score } = answer;
      const feasible =
        answer.voltage_match !== "requested_too_low" && answer.schedule_status !== "unrealistic";
      if (points === null || raw === null || score === null) {
        expect([points, raw, score, answer.typical_months]).toEqual([null, null, null, null]);
        expect(answer.feasibility_rating).toBe("not_assessable");
        expect(answer.load_share_of_peak_pct).toBeGreaterThanOrEqual(5);
        expect(answer.feasible_as_requested).toBe(feasible ? null : false);
        return;
      }
      expect(answer.load_share_of_peak_pct).toBeLessThanOrEqual(5);
      expect(sum(Object.values(points))).toBe(raw);
      expect(raw).toBeLessThanOrEqual(100);
      expect(score).toBeGreaterThanOrEqual(0);
      expect(answer.feasible_as_requested).toBe(feasible);
      if (!feasible) expect(score).toBe(Math.min(raw, answer.available_months <= 0 ? 39 : 59));
      expect(score).toBeLessThanOrEqual(Math.min(raw, answer.recommended_voltage === "HV" ? 90 : 100));
      const steps = [40, 60, 80].filter((limit) => score >= limit).length;
      expect(answer.feasibility_rating).toBe(RATINGS[steps]);
      if (!feasible) expect(["low", "challenging"]).toContain(answer.feasibility_rating);
    });
  });

  test("more time or an existing supply never lowers the score or the schedule", () => {
    check([inputs, fc.nat({ max: 5 }), days], (input, years, date) => {
      const target = Math.min(2060, Number(input.target_completion_year) + years);
      const filed = String(input.as_of_date ?? "2026-11-01");
      const pairs = [
        [input, { ...input, target_completion_year: target }],
        [input, { ...input, as_of_date: [date, filed].sort()[0] }],
        [
          { ...input, has_existing_supply: false },
          { ...input, has_existing_supply: true },
        ],
        [
          { ...input, intended_use: "data_centre" },
          { ...input, intended_use: "commercial" },
        ],
      ] as const;
      for (const [first, second] of pairs) {
        const [before, after] = [ask(first), ask(second)];
        if (before.feasibility_rating === "not_assessable") continue;
        expect(after.feasibility_score).toBeGreaterThanOrEqual(before.feasibility_score ?? 0);
        atLeast(RATINGS, after.feasibility_rating, before.feasibility_rating);
        atLeast(SCHEDULES, after.schedule_status, before.schedule_status);
        expect(Number(after.feasible_as_requested)).toBeGreaterThanOrEqual(
          Number(before.feasible_as_requested),
        );
      }
    });
  });

  test("more power never asks for a lower voltage, a shorter lead time or more points for its size", () => {
    check([inputs, fc.double({ min: 1, max: 4, noNaN: true })], (input, factor) => {
      const small = ask(input);
      const power = Math.min(5000, Number(input.power_requirement_mw) * factor);
      const large = ask({ ...input, power_requirement_mw: power });
      atLeast(TIERS, large.connection_tier, small.connection_tier);
      atLeast(VOLTAGES, large.recommended_voltage, small.recommended_voltage);
      expect(large.timeline_months.low).toBeGreaterThanOrEqual(small.timeline_months.low);
      if (large.typical_months !== null) {
        expect(large.typical_months).toBeGreaterThanOrEqual(small.typical_months ?? 0);
        expect(large.timeline_months.high).toBeGreaterThanOrEqual(small.timeline_months.high ?? 0);
        expect(large.score_breakdown?.capacity).toBeLessThanOrEqual(small.score_breakdown?.capacity ?? 0);
        if (large.voltage_match === small.voltage_match) {
          expect(large.feasibility_score).toBeLessThanOrEqual(small.feasibility_score ?? 0);
        }
      }
      if (large.connection_tier === small.connection_tier) {
        expect(large.transformer_units).toBeGreaterThanOrEqual(small.transformer_units);
        expect(large.incoming_circuits).toBeGreaterThanOrEqual(small.incoming_circuits);
      }
    });
  });

  test("lead times are ordered, months are whole ones, and the earliest year is the first that is achievable", () => {
    check([inputs], (input) => {
      const answer = ask(input);
      const { low, high } = answer.timeline_months;
      expect(low).toBeGreaterThanOrEqual(1);
      if (answer.typical_months !== null) {
        expect(low).toBeLessThanOrEqual(answer.typical_months);
        expect(answer.typical_months).toBeLessThanOrEqual(high ?? 0);
        expect(answer.schedule_margin_months).toBe(answer.available_months - answer.typical_months);
      }
      // Whole calendar months from the filing to the end of the target year, counted one by one
      const [year = 0, month = 0, day = 0] = String(input.as_of_date ?? "2026-11-01")
        .split("-")
        .map(Number);
      const target = Number(input.target_completion_year);
      let months = 0;
      for (let each = year * 12 + month + (day === 1 ? 0 : 1); each <= target * 12 + 12; each += 1)
        months += 1;
      if (target >= year) expect(answer.available_months).toBe(months);
      else expect(answer.available_months).toBeLessThanOrEqual(0);
      const earliest = answer.earliest_completion_year;
      fc.pre(earliest <= 2060);
      const then = ask({ ...input, target_completion_year: earliest });
      const known = answer.typical_months !== null;
      expect(known ? ["achievable", "comfortable"] : ["unknown"]).toContain(then.schedule_status);
      if (earliest > year) {
        const sooner = ask({ ...input, target_completion_year: earliest - 1 });
        expect(known ? ["at_risk", "unrealistic"] : ["unrealistic"]).toContain(sooner.schedule_status);
      }
    });
  });

  test("the plant carries the demand, and only its own cases have a fee or a cost", () => {
    check([inputs], (input) => {
      const answer = ask(input);
      if (answer.connection_tier !== "lv_network") {
        expect(answer.installed_transformer_mva).toBeGreaterThanOrEqual(answer.required_mva - 0.01);
      }
      const usual = input.intended_use === "data_centre" ? "two_sources" : "n_plus_1";
      const twin = (input.supply_redundancy ?? usual) === "two_sources";
      if (twin && answer.connection_tier !== "lv_network") {
        expect(answer.incoming_circuits).toBeGreaterThanOrEqual(2);
      }
      const highVoltage = answer.recommended_voltage === "HV";
      const costs = answer.substation_cost_range_aed;
      expect(costs !== null).toBe(highVoltage);
      if (costs !== null) expect(costs.low).toBeLessThanOrEqual(costs.high);
      const fee = answer.connection_fee_estimate_aed;
      const charged =
        input.site_location === "abu_dhabi" && input.has_existing_supply === false && !highVoltage;
      expect(fee !== null).toBe(charged);
      if (fee === null) return;
      // The published schedule, kilowatt by kilowatt
      const kw = Number(input.power_requirement_mw) * 1000;
      let expected = kw > 5000 * (1 + 1e-9) ? 50 * kw : 0;
      if (expected === 0) {
        for (let each = 0; each < kw; each += 1) {
          const rate = each < 100 ? 50 : each < 500 ? 150 : each < 1000 ? 200 : 250;
          expected += rate * Math.min(1, kw - each);
        }
      }
      expect(Math.abs(fee - expected)).toBeLessThanOrEqual(0.51);
    });
  });
});
