// The calculations as decision graphs of zen-engine: decision tables and expression nodes, parsed once.
import type { ZenDecision, ZenEngine } from "@gorules/zen-engine";
import type { OtherEngine } from "./other.js";

type Expressions = readonly (readonly [key: string, expression: string])[];
interface Node {
  readonly id: string;
  readonly type: string;
  readonly content?: object;
}

const place = { x: 0, y: 0 };

function expressions(id: string, list: Expressions, passThrough = true): Node {
  return {
    id,
    type: "expressionNode",
    content: { passThrough, expressions: list.map(([key, value]) => ({ id: key, key, value })) },
  };
}

/** A table that returns its first matching row; conditions and values are expressions. */
function table(
  id: string,
  inputs: readonly string[],
  outputs: readonly string[],
  rows: readonly string[][],
): Node {
  const column = (name: string) => ({ id: name, name, field: name });
  const names = [...inputs, ...outputs];
  return {
    id,
    type: "decisionTableNode",
    content: {
      hitPolicy: "first",
      passThrough: true,
      inputs: inputs.map(column),
      outputs: outputs.map(column),
      rules: rows.map((cells, at) => ({
        _id: `${id}${at}`,
        ...Object.fromEntries(cells.map((cell, column) => [names[column], cell])),
      })),
    },
  };
}

/** Connects nodes in sequence, from input to output. */
function decisionOf(engine: ZenEngine, nodes: readonly Node[]): ZenDecision {
  const all = [{ id: "in", type: "inputNode" }, ...nodes, { id: "out", type: "outputNode" }];
  return engine.createDecision({
    nodes: all.map((node) => ({ ...node, name: node.id, position: place })),
    edges: all
      .slice(1)
      .map(({ id }, at) => ({ id: `e${at}`, sourceId: all[at]?.id, targetId: id, type: "edge" })),
  });
}

const PUE: readonly Node[] = [
  expressions("loads", [
    ["tariff", "electricity_tariff_gbp_per_kwh ?? 0.2533"],
    ["total", "it_load_kw + cooling_kw + ups_losses_kw + lighting_kw"],
    ["overhead", "$.total - it_load_kw"],
    ["score", "round($.total / it_load_kw, 3)"],
    ["year", "annual_it_energy_kwh != null"],
    ["rated", "$.year ? round(annual_total_energy_kwh / annual_it_energy_kwh, 3) : $.score"],
    ["energy", "annual_total_energy_kwh ?? ($.total * 8760)"],
    ["it_energy", "annual_it_energy_kwh ?? (it_load_kw * 8760)"],
    ["overhead_energy", "$.year ? $.energy - $.it_energy : $.overhead * 8760"],
    ["scant", "cooling_kw < 0.02 * it_load_kw * 0.999999999"],
    // The unrounded ratio, less a billionth in favour of the better class.
    [
      "ratio",
      "($.year ? annual_total_energy_kwh / annual_it_energy_kwh : $.total / it_load_kw) * 0.999999999",
    ],
    ["doubtful", "$.year ? $.rated < 1.03 : $.score < 1.03 or $.scant or cooling_kw == 0"],
  ]),
  table(
    "rating",
    ["ratio", "doubtful"],
    ["rating"],
    [
      ["> 1.9", "", '"Very Poor"'],
      ["", "true", '"Unproven"'],
      ["<= 1.15", "", '"Excellent"'],
      ["<= 1.4", "", '"Good"'],
      ["<= 1.7", "", '"Average"'],
      ["", "", '"Poor"'],
    ],
  ),
  expressions(
    "results",
    [
      ["pue_score", "rated"],
      ["reading_pue", "score"],
      ["overhead_ratio", "round(rated - 1, 3)"],
      ["efficiency_rating", "rating"],
      ["total_facility_load_kw", "round(total, 2)"],
      ["annual_cost_estimate_gbp", "round(energy * tariff, 2)"],
      [
        "dcie_pct",
        "round(year ? 100 * annual_it_energy_kwh / annual_total_energy_kwh : 100 * it_load_kw / total, 1)",
      ],
      ["overhead_load_kw", "round(overhead, 2)"],
      ["pue_contribution.cooling", "round(cooling_kw / it_load_kw, 3)"],
      ["pue_contribution.ups_losses", "round(ups_losses_kw / it_load_kw, 3)"],
      ["pue_contribution.lighting", "round(lighting_kw / it_load_kw, 3)"],
      ["load_share_pct.it", "round(100 * it_load_kw / total, 1)"],
      ["load_share_pct.cooling", "round(100 * cooling_kw / total, 1)"],
      ["load_share_pct.ups_losses", "round(100 * ups_losses_kw / total, 1)"],
      ["load_share_pct.lighting", "round(100 * lighting_kw / total, 1)"],
      ["annual_energy_kwh", "round(energy, 0)"],
      ["annual_overhead_energy_kwh", "round(overhead_energy, 0)"],
      ["annual_overhead_cost_gbp", "round(overhead_energy * tariff, 2)"],
      ["tariff_gbp_per_kwh", "round(tariff, 4)"],
      [
        "tariff_basis",
        'electricity_tariff_gbp_per_kwh != null ? "user_supplied" : "desnz_qep_large_industrial_h1_2025"',
      ],
      [
        "potential_annual_saving_gbp",
        "doubtful ? null : round(max([0, energy - 1.2 * it_energy]) * tariff, 2)",
      ],
      [
        "compared_with_industry_average",
        'rated > 1.52 ? "worse" : doubtful ? "unproven" : rated < 1.52 ? "better" : "equal"',
      ],
      [
        "compared_with_eu_average",
        'rated > 1.36 ? "worse" : doubtful ? "unproven" : rated < 1.36 ? "better" : "equal"',
      ],
      ["measurement_basis", 'year ? "annual_energy" : "power_snapshot"'],
    ],
    false,
  ),
];

/** Costs are compared with the definitions' tolerance of a billionth. */
const PART_S: readonly Node[] = [
  table(
    "duty",
    ["building_type", "works", "material_change_of_use"],
    ["requirement", "regulation", "threshold"],
    [
      ['"residential"', '"new"', "", '"S1"', '"44D"', "0"],
      ['"residential"', '"major_renovation"', '"yes"', '"S2"', '"44E"', "0"],
      ['"residential"', '"major_renovation"', "", '"S3"', '"44F"', "10"],
      ['"non_residential"', '"new"', "", '"S4"', '"44G"', "10"],
      ['"non_residential"', '"major_renovation"', "", '"S5"', '"44H"', "10"],
    ],
  ),
  expressions("counts", [
    ["residential", 'building_type == "residential"'],
    ["changed", 'requirement == "S2"'],
    ["renovation", 'works == "major_renovation" and not($.changed)'],
    ["new_homes", 'requirement == "S1"'],
    ["scope", "parking_spaces > threshold"],
    ["small", "$.changed or $.new_homes and parking_spaces <= 10"],
    ["homes", "dwellings ?? max([parking_spaces, 1])"],
    ["covered", 'covered_car_park == "yes" ? covered_spaces ?? parking_spaces : 0'],
    ["open", "parking_spaces - $.covered"],
    [
      "wanted",
      "not($.scope) ? 0 : $.residential ? min([parking_spaces, $.homes, $.open]) : min([1, $.open])",
    ],
    [
      "short",
      '$.scope and (requirement == "S2" or requirement == "S3") and supply_capacity_charge_points != null and supply_capacity_charge_points < $.wanted',
    ],
    ["points_before", "$.short ? supply_capacity_charge_points : $.wanted"],
    [
      "routes_before",
      "not($.scope) ? 0 : $.small ? min([parking_spaces, $.homes]) - $.points_before : $.residential ? parking_spaces - $.points_before : ceil((parking_spaces - $.points_before) / 5)",
    ],
    ["cap", "$.renovation and renovation_cost_gbp != null ? 0.07 * renovation_cost_gbp : null"],
    ["route_cost", "cable_route_cost_gbp ?? ($.points_before == 0 ? ev_works_cost_gbp : null)"],
    [
      "status",
      '$.new_homes and $.points_before > 0 ? (average_connection_cost_gbp == null ? "not_tested" : average_connection_cost_gbp <= 3600.0000036 ? "within_cap" : "exceeded") : $.renovation and $.scope ? (renovation_cost_gbp == null or ev_works_cost_gbp == null ? "not_tested" : ev_works_cost_gbp <= $.cap * 1.000000001 ? "within_cap" : "exceeded") : "not_applicable"',
    ],
    [
      "effect",
      '$.status != "exceeded" ? "none" : $.new_homes ? "install_maximum_within_cap_rest_cable_routes" : $.route_cost != null and $.route_cost > $.cap * 1.000000001 ? "fully_exempt" : "charge_points_exempt_cable_routes_required"',
    ],
    ["lifted", '$.effect == "fully_exempt" or $.effect == "charge_points_exempt_cable_routes_required"'],
    ["points", "$.lifted ? 0 : $.points_before"],
    [
      "routes",
      'not($.lifted) ? $.routes_before : $.effect == "fully_exempt" ? 0 : $.residential ? parking_spaces : ceil(parking_spaces / 5)',
    ],
  ]),
  expressions(
    "results",
    [
      [
        "verdict",
        'points > 0 and routes > 0 ? "charge_points_and_cable_routes" : points > 0 ? "charge_points_only" : routes > 0 ? "cable_routes_only" : "no_requirement"',
      ],
      ["in_scope", "scope"],
      ["requirement", "requirement"],
      ["regulation", "regulation"],
      ["required_charge_points", "points"],
      ["required_cable_routes", "routes"],
      ["total_spaces_equipped", "points + routes"],
      ["spaces_without_provision", "parking_spaces - points - routes"],
      ["threshold_spaces", "threshold"],
      ["dwellings_used", "residential ? homes : null"],
      ["covered_spaces_used", "covered"],
      ["supply_limited", "short and not(lifted)"],
      [
        "cable_route_rule",
        'not(scope) or effect == "fully_exempt" ? "none" : small ? "dwelling_count_only" : residential ? "all_remaining_spaces" : points > 0 ? "one_in_five_of_remaining" : "one_in_five_of_all"',
      ],
      ["total_minimum_power_kw", "7 * points"],
      ["future_total_power_kw", "7 * (points + routes)"],
      ["cost_cap_status", "status"],
      ["cap_effect", "effect"],
      ["cost_caps.average_connection_cost_cap_gbp", "new_homes ? 3600 : null"],
      ["cost_caps.total_connection_cost_cap_gbp", "new_homes and points > 0 ? 3600 * points : null"],
      ["cost_caps.renovation_cost_cap_gbp", "cap == null ? null : round(cap, 2)"],
    ],
    false,
  ),
];

/** Undefined if the package has no binary for this machine. */
export async function zenEngine(): Promise<OtherEngine | undefined> {
  const library = await import("@gorules/zen-engine").catch(() => undefined);
  if (library === undefined) return undefined;
  const engine = new library.ZenEngine();
  const decisions = new Map([
    ["calculate_pue", decisionOf(engine, PUE)],
    ["part_s_ev", decisionOf(engine, PART_S)],
  ]);
  return {
    name: "zen-engine",
    model(tool) {
      const decision = decisions.get(tool);
      if (decision === undefined) throw new Error(`no decision graph of ${tool}`);
      return async (input) => (await decision.evaluate(input)).result as Record<string, unknown>;
    },
    close: () => engine.dispose(),
  };
}
