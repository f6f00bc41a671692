// Properties of mees_checker, part_o_overheating and part_s_ev on random inputs: rights to let, glazing limits and
// charge points as the law states them, whatever the rest of the input.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inputOf } from "./arbitraries.js";
import { asking, check, type Fields, testAdvice, without } from "./asking.js";
import { ownTool } from "./definitions.js";
import { dates } from "./relations.js";

const EDITION = "2026-11-01";
const LAW_KNOWN_UNTIL = "2027-11-01";
/** What a text says may change with an input that decides nothing. */
const TEXTS = ["flags", "warnings", "assumptions", "recommendations"];

const days = dates("2000-01-01", "2040-12-31");

describe.each(["mees_checker", "part_o_overheating", "part_s_ev"])("%s", (name) => {
  testAdvice(ownTool(name));
});

describe("mees_checker", () => {
  interface Answer {
    readonly verdict: string;
    readonly verdict_if_law_unchanged: string;
    readonly compliant: boolean | null;
    readonly can_let: boolean | null;
    readonly can_grant_new_tenancy: boolean | null;
    readonly can_continue_existing_tenancy: boolean | null;
    readonly exemption_relied_on: boolean | null;
    readonly exemption_valid: boolean | null;
    readonly epc_valid: boolean | null;
    readonly letting_in_scope: boolean | null;
    readonly applies_to: string;
    readonly bands_to_improve: number;
    readonly cost_cap_applies: boolean | null;
    readonly maximum_penalty_gbp: number;
    readonly penalties: Fields & {
      readonly breach_under_3_months_max_gbp: number;
      readonly breach_3_months_or_more_max_gbp: number;
    };
    readonly penalty_exposure_gbp: { readonly low: number | null; readonly high: number | null };
    readonly available_exemptions: readonly Fields[];
    readonly advisory: { readonly in_force: boolean };
  }
  const BANDS = ["G", "F", "E", "D", "C", "B", "A"];
  const tool = ownTool("mees_checker");
  const ask = asking<Answer>(tool);
  // A word for the letting of the other kind of property is refused
  const inputs = inputOf(tool.inputSchema).filter((input) => tool.run(input).ok);
  /** A right that nobody can vouch for counts as none. */
  const rights = (answer: Answer) =>
    [
      answer.compliant,
      answer.can_let,
      answer.can_grant_new_tenancy,
      answer.can_continue_existing_tenancy,
    ].map(Number);
  const neverLess = (more: Answer, less: Answer) => {
    rights(more).forEach((right, index) => {
      expect(right).toBeGreaterThanOrEqual(rights(less)[index] ?? Number.NaN);
    });
  };

  test("a better band never loses a right to let, and never adds exposure or works", () => {
    check([inputs, fc.nat({ max: 6 }), fc.nat({ max: 6 })], (input, first, second) => {
      const worse = ask({ ...input, current_epc_band: BANDS[Math.min(first, second)] });
      const better = ask({ ...input, current_epc_band: BANDS[Math.max(first, second)] });
      neverLess(better, worse);
      expect(better.can_let === null).toBe(worse.can_let === null);
      for (const end of ["low", "high"] as const)
        expect(Number(better.penalty_exposure_gbp[end])).toBeLessThanOrEqual(
          Number(worse.penalty_exposure_gbp[end]),
        );
      expect(better.bands_to_improve).toBeLessThanOrEqual(worse.bands_to_improve);
      expect(Number(better.cost_cap_applies)).toBeLessThanOrEqual(Number(worse.cost_cap_applies));
      expect(better.penalties).toEqual(worse.penalties);
    });
  });

  test("a registered exemption only widens the right to let and changes nothing about the property", () => {
    check([inputs], (input) => {
      const exempt = ask({ ...input, exemption_registered: true });
      const plain = ask({ ...input, exemption_registered: false });
      neverLess(exempt, plain);
      const helps = exempt.exemption_valid === true && plain.compliant === false;
      if (helps) expect(exempt.can_let).toBe(true);
      expect(exempt.compliant).toBe(plain.compliant);
      expect(exempt.penalties).toEqual(plain.penalties);
      expect(exempt.available_exemptions).toEqual(plain.available_exemptions);
      expect(exempt.exemption_relied_on).toBe(plain.compliant === null ? null : helps);
      if (!helps) expect(exempt.verdict).toBe(plain.verdict);
    });
  });

  test("the law of each day gives the rights of the rules, and none where it is not known", () => {
    check([inputs, days], (input, as_of_date) => {
      const answer = ask({ ...input, as_of_date });
      const inForce = as_of_date >= "2018-04-01";
      const sub = input.current_epc_band === "F" || input.current_epc_band === "G";
      const allFrom = input.property_type === "domestic" ? "2020-04-01" : "2023-04-01";
      const caught = sub && inForce;
      const exempt = caught && answer.exemption_valid === true;
      const unchanged = !inForce
        ? "no_standard_in_force"
        : answer.letting_in_scope === false
          ? "outside_scope"
          : answer.epc_valid === false
            ? "unknown"
            : !sub
              ? "compliant"
              : exempt
                ? "exempt"
                : "non_compliant";
      expect(answer.verdict_if_law_unchanged).toBe(unchanged);
      expect(answer.verdict).toBe(as_of_date > LAW_KNOWN_UNTIL ? "unknown" : unchanged);
      const known = answer.verdict !== "unknown" && answer.verdict !== "outside_scope";
      expect(answer.compliant).toBe(known ? !caught : null);
      expect(answer.can_grant_new_tenancy).toBe(known ? !caught || exempt : null);
      expect(answer.can_continue_existing_tenancy).toBe(
        known ? !caught || exempt || as_of_date < allFrom : null,
      );
      expect(answer.can_let).toBe(answer.can_grant_new_tenancy && answer.can_continue_existing_tenancy);
    });
  });

  test("the standard was only ever tightened: a later day gives no new right", () => {
    check([inputs, days, days], (input, first, second) => {
      const [early, late] = first < second ? [first, second] : [second, first];
      neverLess(ask({ ...input, as_of_date: early }), ask({ ...input, as_of_date: late }));
    });
  });

  test("what is announced but not in force changes no answer, also after its date", () => {
    const later = days.filter((date) => date > EDITION);
    const dayOnly = ["as_of_date", "as_of_beyond_edition", "flags", "warnings"];
    check([inputs, later], (input, as_of_date) => {
      const lasting = without(input, "epc_expiry_date", "exemption_expiry_date");
      const now = ask({ ...lasting, as_of_date: EDITION });
      const then = ask({ ...lasting, as_of_date });
      expect(then.advisory.in_force).toBe(false);
      expect(then.verdict_if_law_unchanged).toBe(now.verdict);
      if (as_of_date <= LAW_KNOWN_UNTIL)
        expect(without(then as unknown as Fields, ...dayOnly)).toEqual(
          without(now as unknown as Fields, ...dayOnly),
        );
    });
    check([inputs, fc.double({ min: 0.1, max: 1e6, noNaN: true })], (input, floor_area_m2) => {
      const unknown = ask(without(input, "floor_area_m2")) as unknown as Fields;
      const given = ask({ ...input, floor_area_m2 }) as unknown as Fields;
      expect(without(given, "advisory", ...TEXTS)).toEqual(without(unknown, "advisory", ...TEXTS));
    });
  });

  test("penalties keep to the statutory floors and ceilings and grow with the rateable value", () => {
    const values = fc.double({ min: 0, max: 1e9, noNaN: true }).map((value) => Math.round(value) / 1000);
    check([inputs, values, values], (input, first, second) => {
      const [small, large] = first < second ? [first, second] : [second, first];
      const low = ask({ ...input, rateable_value_gbp: small });
      const high = ask({ ...input, rateable_value_gbp: large });
      const none = ask(without(input, "rateable_value_gbp"));
      for (const answer of [low, high, none]) {
        const exposure = answer.penalty_exposure_gbp;
        if (answer.can_let === null) {
          expect(exposure).toEqual({ low: null, high: null });
          continue;
        }
        expect(Number(exposure.low)).toBeLessThanOrEqual(Number(exposure.high));
        expect(Number(exposure.high)).toBeLessThanOrEqual(answer.maximum_penalty_gbp);
        expect(exposure.high === 0).toBe(answer.can_let);
        expect(exposure.low === 0).toBe(answer.can_let);
      }
      const short = (answer: Answer) => answer.penalties.breach_under_3_months_max_gbp;
      const long = (answer: Answer) => answer.penalties.breach_3_months_or_more_max_gbp;
      if (input.property_type === "domestic") {
        expect(low.penalties).toEqual(none.penalties);
        expect([short(none), long(none), none.maximum_penalty_gbp]).toEqual([2000, 4000, 5000]);
        return;
      }
      expect(short(low)).toBeCloseTo(Math.min(Math.max(small / 10, 5000), 50000), 1);
      expect(long(low)).toBeCloseTo(Math.min(Math.max(small / 5, 10000), 150000), 1);
      expect(short(low)).toBeLessThanOrEqual(short(high));
      expect(long(low)).toBeLessThanOrEqual(long(high));
      expect(short(high)).toBeLessThan(long(high));
      expect([short(none), long(none)]).toEqual([50000, 150000]);
    });
  });
});

describe("part_o_overheating", () => {
  interface Answer {
    readonly verdict: "fail" | "incomplete" | "provisional_pass" | "withheld";
    readonly verdict_withheld_because: readonly string[];
    readonly compliance_demonstrated: boolean;
    readonly glazing_check: string;
    readonly free_area_check: string;
    readonly glazing_ratio_pct: number;
    readonly max_glazing_pct: number;
    readonly max_glazing_area_m2: number;
    readonly glazing_margin_m2: number;
    readonly free_area_from_floor_m2: number;
    readonly free_area_from_glazing_m2: number;
    readonly required_free_area_m2: number;
    readonly free_area_margin_m2: number | null;
    readonly most_glazed_room_max_pct: number;
    readonly shading_required: boolean;
    readonly alternative_glazing_route_available: boolean;
    readonly alternative_max_glazing_pct: number | null;
    readonly dynamic_modelling_recommended: boolean;
    readonly checks: readonly { readonly check: string; readonly status: string }[];
    readonly unassessed_checks: readonly string[];
    readonly location_risk_consistent: boolean | null;
    readonly at_postcode_risk: Fields | null;
  }
  /** Approved Document O, Tables 1.1 and 1.2: percent of the floor area, facades N E S W. */
  const GLAZING: Readonly<Record<string, readonly number[]>> = {
    "yes high": [15, 18, 15, 18],
    "yes moderate": [18, 18, 15, 11],
    "no high": [15, 11, 11, 11],
    "no moderate": [18, 18, 15, 11],
  };
  /** Tables 1.3 and 1.4: percent of the floor area, percent of the glazing area. */
  const FREE: Readonly<Record<string, readonly [number, number]>> = {
    "yes high": [6, 70],
    "yes moderate": [9, 55],
    "no high": [10, 95],
    "no moderate": [12, 80],
  };
  const RANK = { withheld: -1, fail: 0, incomplete: 1, provisional_pass: 2 } as const;
  const FACADES = ["N", "E", "S", "W"];
  const tool = ownTool("part_o_overheating");
  const ask = asking<Answer>(tool);
  /** Inputs about the site, which can withhold the verdict, and about single rooms and shading, which can fail it. */
  const SITE = ["postcode_district", "site_country", "communal_heating"];
  const ROOMS = [
    "shading_provided",
    "most_glazed_room_floor_area_m2",
    "most_glazed_room_glazing_area_m2",
    "bedroom_floor_area_m2",
    "bedroom_free_area_m2",
  ];
  // Sizes of real dwellings, so that both sides of every limit are met
  const inputs = fc
    .tuple(
      inputOf(tool.inputSchema),
      fc.integer({ min: 10, max: 4000 }),
      fc.nat({ max: 400 }),
      fc.nat({ max: 400 }),
      fc.boolean(),
    )
    .map(([whole, floor, glazing, free, real]): Fields => {
      const input = without(whole, ...SITE, ...ROOMS);
      const floor_area_m2 = floor / 10;
      const share = (permille: number) => (floor_area_m2 * permille) / 1000;
      const areas = { floor_area_m2, glazing_area_m2: share(glazing) };
      if (!real) return input;
      return "provided_free_area_m2" in input
        ? { ...input, ...areas, provided_free_area_m2: share(free) }
        : { ...input, ...areas };
    })
    // Smaller floors may be refused as too small to compute with
    .filter((input) => Number(input.floor_area_m2) > 0.001);

  test("limits are those of Tables 1.1 to 1.4, and at a limit a dwelling passes", () => {
    check([inputs], (input) => {
      const key = `${String(input.cross_ventilation ?? "no")} ${String(input.location_risk)}`;
      const pct = GLAZING[key]?.[FACADES.indexOf(String(input.most_glazed_facade))] ?? Number.NaN;
      const [ofFloor, ofGlazing] = FREE[key] ?? [Number.NaN, Number.NaN];
      const floor = Number(input.floor_area_m2);
      const glazing = Number(input.glazing_area_m2);
      const answer = ask(input);
      expect(answer.max_glazing_pct).toBe(pct);
      expect(answer.max_glazing_area_m2).toBeCloseTo((floor * pct) / 100, 2);
      expect(answer.required_free_area_m2).toBe(
        Math.max(answer.free_area_from_floor_m2, answer.free_area_from_glazing_m2),
      );
      expect(answer.free_area_from_floor_m2).toBeCloseTo((floor * ofFloor) / 100, 2);
      expect(answer.free_area_from_glazing_m2).toBeCloseTo((glazing * ofGlazing) / 100, 2);

      const limit = (floor * pct) / 100;
      const needed = Math.max((floor * ofFloor) / 100, (limit * ofGlazing) / 100);
      fc.pre(needed * 1.001 <= 10000 && limit > 1e-6);
      const at = { ...input, glazing_area_m2: limit, provided_free_area_m2: needed };
      expect(ask(at).verdict).toBe("provisional_pass");
      expect(ask({ ...at, glazing_area_m2: limit * 1.000001 }).glazing_check).toBe("fail");
      expect(ask({ ...at, provided_free_area_m2: needed * 0.999999 }).free_area_check).toBe("fail");
    });
  });

  test("the verdict follows from the two checks and is never an unconditional pass", () => {
    check([inputs], (input) => {
      const answer = ask(input);
      const failed = answer.glazing_check === "fail" || answer.free_area_check === "fail";
      const open = !("provided_free_area_m2" in input);
      expect(answer.verdict).toBe(failed ? "fail" : open ? "incomplete" : "provisional_pass");
      expect(answer.free_area_check === "not_assessed").toBe(open);
      expect(answer.free_area_margin_m2 === null).toBe(open);
      expect(answer.compliance_demonstrated).toBe(false);
      expect(answer.dynamic_modelling_recommended).toBe(failed);
      expect(answer.shading_required).toBe(input.location_risk === "high");
      expect(answer.unassessed_checks.includes("shading")).toBe(input.location_risk === "high");
      expect(answer.unassessed_checks.length).toBeGreaterThan(0);
      expect(
        answer.checks.filter((each) => each.status === "not_assessed").map((each) => each.check),
      ).toEqual(answer.unassessed_checks);
      if (answer.glazing_margin_m2 < 0) expect(answer.glazing_check).toBe("fail");
      if (answer.glazing_margin_m2 > 0) expect(answer.glazing_check).toBe("pass");
    });
  });

  test("no cross ventilation is never less strict, and is what silence means", () => {
    check([inputs], (input) => {
      const yes = ask({ ...input, cross_ventilation: "yes" });
      const no = ask({ ...input, cross_ventilation: "no" });
      const silent = ask(without(input, "cross_ventilation"));
      expect(no.max_glazing_pct).toBeLessThanOrEqual(yes.max_glazing_pct);
      expect(no.most_glazed_room_max_pct).toBeLessThanOrEqual(yes.most_glazed_room_max_pct);
      expect(no.required_free_area_m2).toBeGreaterThanOrEqual(yes.required_free_area_m2);
      expect(RANK[no.verdict]).toBeLessThanOrEqual(RANK[yes.verdict]);
      expect([silent.verdict, silent.max_glazing_pct, silent.required_free_area_m2]).toEqual([
        no.verdict,
        no.max_glazing_pct,
        no.required_free_area_m2,
      ]);
    });
  });

  test("more glass or less opening never helps", () => {
    const factors = fc.double({ min: 0, max: 1, noNaN: true });
    check([inputs, factors, factors], (input, lessGlass, lessOpening) => {
      const base = ask(input);
      const small = ask({ ...input, glazing_area_m2: Number(input.glazing_area_m2) * lessGlass });
      expect(RANK[small.verdict]).toBeGreaterThanOrEqual(RANK[base.verdict]);
      expect(small.required_free_area_m2).toBeLessThanOrEqual(base.required_free_area_m2);
      expect(small.glazing_ratio_pct).toBeLessThanOrEqual(base.glazing_ratio_pct);
      if (!("provided_free_area_m2" in input)) return;
      const closed = ask({
        ...input,
        provided_free_area_m2: Number(input.provided_free_area_m2) * lessOpening,
      });
      expect(RANK[closed.verdict]).toBeLessThanOrEqual(RANK[base.verdict]);
    });
  });

  test("only proportions count", () => {
    check([inputs], (input) => {
      const half = (name: string) => (name in input ? { [name]: Number(input[name]) / 2 } : {});
      const scaled = ask({
        ...input,
        ...half("floor_area_m2"),
        ...half("glazing_area_m2"),
        ...half("provided_free_area_m2"),
      });
      const answer = ask(input);
      expect([
        scaled.verdict,
        scaled.glazing_check,
        scaled.free_area_check,
        scaled.glazing_ratio_pct,
      ]).toEqual([answer.verdict, answer.glazing_check, answer.free_area_check, answer.glazing_ratio_pct]);
    });
  });

  test("the site withholds a verdict and changes no limit", () => {
    const districts = fc.constantFrom(
      "SW1A",
      "E1",
      "M1",
      "M50",
      "CF10",
      "ls1",
      "EH1",
      "TD15",
      "SY20",
      "SY11",
    );
    const countries = fc.constantFrom(undefined, "england", "wales", "other");
    const heating = fc.constantFrom(undefined, "yes", "no");
    const aboutSite = [
      "postcode_risk",
      "location_risk_consistent",
      "at_postcode_risk",
      "next_step",
      "verdict",
    ];
    const follows = [
      "verdict_withheld_because",
      "dynamic_modelling_recommended",
      "checks",
      "unassessed_checks",
    ];
    check(
      [inputs, districts, countries, heating],
      (input, postcode_district, site_country, communal_heating) => {
        const site = {
          postcode_district,
          ...(site_country === undefined ? {} : { site_country }),
          ...(communal_heating === undefined ? {} : { communal_heating }),
        };
        const plain = ask(input);
        const placed = ask({ ...input, ...site });
        expect(without(placed as unknown as Fields, ...aboutSite, ...follows, ...TEXTS)).toEqual(
          without(plain as unknown as Fields, ...aboutSite, ...follows, ...TEXTS),
        );
        const outside = ["CF10", "EH1", "SY20"].includes(postcode_district);
        const reasons = [
          ...(outside || site_country === "wales" || site_country === "other" ? ["outside_england"] : []),
          ...(postcode_district === "TD15" && site_country === undefined ? ["country_unclear"] : []),
          ...(placed.location_risk_consistent === false ? ["location_risk_contradicts_postcode"] : []),
          ...(communal_heating === "yes" ? ["communal_heating"] : []),
        ];
        expect(placed.verdict_withheld_because).toEqual(reasons);
        expect(placed.verdict).toBe(reasons.length > 0 ? "withheld" : plain.verdict);
        expect(placed.at_postcode_risk === null).toBe(placed.location_risk_consistent !== false);
        if (placed.at_postcode_risk === null) return;
        const { verdict, required_free_area_m2 } = ask({
          ...input,
          location_risk: placed.at_postcode_risk.location_risk,
        });
        expect(placed.at_postcode_risk).toMatchObject({ verdict, required_free_area_m2 });
      },
    );
  });

  test("what is known of rooms and shading can fail a dwelling and never saves it", () => {
    const shares = fc.nat({ max: 500 });
    const shading = fc.constantFrom("yes", "no");
    check([inputs, shares, shares, shading], (input, glass, opening, shading_provided) => {
      const room = Number(input.floor_area_m2) / 4;
      const rooms = {
        shading_provided,
        most_glazed_room_floor_area_m2: room,
        most_glazed_room_glazing_area_m2: Math.min((room * glass) / 1000, Number(input.glazing_area_m2)),
        bedroom_floor_area_m2: room,
        bedroom_free_area_m2: Math.min((room * opening) / 1000, Number(input.provided_free_area_m2 ?? 10000)),
      };
      const plain = ask(input);
      const whole = ask({ ...input, ...rooms });
      expect(RANK[whole.verdict]).toBeLessThanOrEqual(RANK[plain.verdict]);
      const failed = whole.checks.some(({ status }) => status === "fail");
      expect(whole.verdict === "fail").toBe(failed);
      expect(whole.unassessed_checks.filter((each) => /room|shading/.test(each))).toEqual([]);
    });
  });

  test("the high risk route opens only for a west facade with cross ventilation", () => {
    check([inputs], (input) => {
      const answer = ask(input);
      const open =
        input.location_risk === "moderate" &&
        input.cross_ventilation === "yes" &&
        input.most_glazed_facade === "W";
      expect(answer.alternative_glazing_route_available).toBe(open);
      expect(answer.alternative_max_glazing_pct).toBe(open ? 18 : null);
    });
  });
});

describe("part_s_ev", () => {
  interface Answer {
    readonly verdict: string;
    readonly in_scope: boolean;
    readonly requirement: string;
    readonly required_charge_points: number;
    readonly required_cable_routes: number;
    readonly total_spaces_equipped: number;
    readonly spaces_without_provision: number;
    readonly covered_spaces_used: number;
    readonly cable_route_rule: string;
    readonly total_minimum_power_kw: number;
    readonly future_total_power_kw: number;
    readonly cost_cap_status: string;
    readonly cap_effect: string;
  }
  interface Counts {
    readonly points: number;
    readonly routes: number;
  }
  const COSTS = [
    "average_connection_cost_gbp",
    "renovation_cost_gbp",
    "ev_works_cost_gbp",
    "cable_route_cost_gbp",
  ];
  const CHANGE_OF_USE = "material_change_of_use";
  const changesUse = (input: Fields) =>
    input.building_type === "residential" && input[CHANGE_OF_USE] === "yes";
  const tool = ownTool("part_s_ev");
  const ask = asking<Answer>(tool);
  // Within the tool's own constraints, and often near the threshold of ten spaces
  const inputs = fc
    .tuple(
      inputOf(tool.inputSchema),
      fc.oneof(fc.nat({ max: 30 }), fc.nat({ max: 100000 })),
      fc.integer({ min: 1, max: 40 }),
      fc.nat({ max: 100 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
    )
    .map(([whole, parking_spaces, dwellings, covered, share]): Fields => {
      const input = changesUse(whole) && whole.works === "new" ? without(whole, CHANGE_OF_USE) : whole;
      const part = Math.floor((parking_spaces * covered) / 100);
      const cost = input.renovation_cost_gbp;
      return {
        ...input,
        parking_spaces,
        ...("dwellings" in input ? { dwellings } : {}),
        ...("covered_spaces" in input ? { covered_spaces: part } : {}),
        ...("supply_capacity_charge_points" in input ? { supply_capacity_charge_points: part } : {}),
        ...("ev_works_cost_gbp" in input && typeof cost === "number"
          ? { ev_works_cost_gbp: cost * share ** 3 }
          : {}),
      };
    });
  const counts = (answer: Answer): Counts => ({
    points: answer.required_charge_points,
    routes: answer.required_cable_routes,
  });

  /** Part S read space by space, open spaces first, before any cost cap. */
  function literal(input: Fields): Counts {
    const spaces = Number(input.parking_spaces);
    const isNew = input.works === "new";
    const covered = input.covered_car_park === "yes" ? Number(input.covered_spaces ?? spaces) : 0;
    const open = spaces - covered;
    if (input.building_type === "residential") {
      const changed = changesUse(input);
      if (spaces <= (isNew || changed ? 0 : 10)) return { points: 0, routes: 0 };
      const owed = Math.min(spaces, Number(input.dwellings ?? Math.max(spaces, 1)));
      const supply = isNew ? spaces : Number(input.supply_capacity_charge_points ?? spaces);
      let [points, routes] = [0, 0];
      for (let space = 0; space < spaces; space += 1) {
        if (space < owed && space < open && points < supply) points += 1;
        else if (space < owed || (spaces > 10 && !changed)) routes += 1;
      }
      return { points, routes };
    }
    if (spaces <= 10) return { points: 0, routes: 0 };
    const points = open > 0 ? 1 : 0;
    let routes = 0;
    while (routes * 5 < spaces - points) routes += 1;
    return { points, routes };
  }

  test("counts are those of a literal reading of Part S where no cap bites", () => {
    check([inputs], (input) => {
      const plain = without(input, ...COSTS);
      const answer = ask(plain);
      expect(counts(answer)).toEqual(literal(plain));
      expect(answer.cap_effect).toBe("none");
    });
  });

  test("a cap only ever lifts charge points, and lifts cable routes only if these alone exceed it", () => {
    check([inputs], (input) => {
      const answer = ask(input);
      const before = literal(input);
      const after = counts(answer);
      const spaces = Number(input.parking_spaces);
      const renovation = Number(input.renovation_cost_gbp);
      const works = Number(input.ev_works_cost_gbp);
      const isRenovation = input.works === "major_renovation" && !changesUse(input);
      expect(after.points).toBeLessThanOrEqual(before.points);
      const over = isRenovation && answer.in_scope && works > 0.07 * renovation * (1 + 1e-9);
      if (!over) {
        expect(after).toEqual(before);
        return;
      }
      const routesAlone = Number(input.cable_route_cost_gbp ?? (before.points === 0 ? works : 0));
      const lifted = routesAlone > 0.07 * renovation * (1 + 1e-9);
      const all = input.building_type === "residential" ? spaces : Math.floor((spaces + 4) / 5);
      expect(answer.cost_cap_status).toBe("exceeded");
      expect(after).toEqual({ points: 0, routes: lifted ? 0 : all });
      expect(answer.cap_effect).toBe(lifted ? "fully_exempt" : "charge_points_exempt_cable_routes_required");
    });
  });

  test("dearer works never add a duty to install charge points, and 3,600 GBP is still within the cap", () => {
    const shares = fc.double({ min: 0, max: 1, noNaN: true });
    check([inputs, shares, shares], (input, first, second) => {
      const renovation_cost_gbp = Number(input.renovation_cost_gbp ?? 1e6);
      const at = (share: number) =>
        ask({ ...input, renovation_cost_gbp, ev_works_cost_gbp: share * renovation_cost_gbp });
      const [cheap, dear] = [at(Math.min(first, second)), at(Math.max(first, second))];
      expect(dear.required_charge_points).toBeLessThanOrEqual(cheap.required_charge_points);

      const home = { ...without(input, ...COSTS, CHANGE_OF_USE), building_type: "residential", works: "new" };
      const exactly = ask({ ...home, average_connection_cost_gbp: 3600 });
      const above = ask({ ...home, average_connection_cost_gbp: 3600.01 });
      expect(counts(above)).toEqual(counts(exactly));
      const owed = exactly.required_charge_points > 0;
      expect(exactly.cost_cap_status).toBe(owed ? "within_cap" : "not_applicable");
      expect(above.cost_cap_status).toBe(owed ? "exceeded" : "not_applicable");
    });
  });

  test("inputs that do not concern a requirement change no count", () => {
    check([inputs, fc.integer({ min: 1, max: 1000 })], (input, dwellings) => {
      const other = { ...input, building_type: "non_residential" };
      expect(counts(ask({ ...other, dwellings }))).toEqual(counts(ask(without(other, "dwellings"))));
      const fresh = { ...without(input, ...COSTS, CHANGE_OF_USE), works: "new" };
      const priced = {
        ...fresh,
        renovation_cost_gbp: 1e5,
        ev_works_cost_gbp: 9e4,
        cable_route_cost_gbp: 8e4,
      };
      expect(counts(ask(priced))).toEqual(counts(ask(fresh)));
      const open = { ...without(input, "covered_spaces"), covered_car_park: "no" };
      expect(counts(ask({ ...open, covered_spaces: input.parking_spaces }))).toEqual(counts(ask(open)));
    });
  });
});
