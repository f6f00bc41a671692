// Law of the minimum energy efficiency standard for the version written by hand: dated rules, penalties, exemptions.

export type Property = "domestic" | "non_domestic";

type Reach = "none" | "new_tenancies" | "all_tenancies";
interface Dated {
  /** First and last day in force. */
  readonly from?: string;
  readonly until?: string;
}

const STANDARDS: Readonly<
  Record<Property, readonly (Dated & { readonly id: string; readonly appliesTo: Reach })[]>
> = {
  domestic: [
    { id: "MEES-DOM-0", appliesTo: "none", until: "2018-03-31" },
    { id: "MEES-DOM-1", appliesTo: "new_tenancies", from: "2018-04-01", until: "2020-03-31" },
    { id: "MEES-DOM-2", appliesTo: "all_tenancies", from: "2020-04-01" },
  ],
  non_domestic: [
    { id: "MEES-ND-0", appliesTo: "none", until: "2018-03-31" },
    { id: "MEES-ND-1", appliesTo: "new_tenancies", from: "2018-04-01", until: "2023-03-31" },
    { id: "MEES-ND-2", appliesTo: "all_tenancies", from: "2023-04-01" },
  ],
};

const NO_COST = { kind: "no_cost_to_landlord", cap: null, includesVat: null, paybackYears: null } as const;
const FIXED_CAP = { kind: "fixed_cap", cap: 3500, includesVat: true, paybackYears: null } as const;
const PAYBACK = { kind: "seven_year_payback", cap: null, includesVat: null, paybackYears: 7 } as const;

/** What a landlord must spend before the property may stay below E. */
export function costTest(property: Property, day: string) {
  if (property === "non_domestic") return PAYBACK;
  return day <= "2019-03-31" ? NO_COST : FIXED_CAP;
}

/** Maxima in GBP; short is a breach of less than three months. */
export const PENALTIES = {
  domestic: {
    shortRate: null,
    shortFloor: null,
    shortCeiling: 2000,
    longRate: null,
    longFloor: null,
    longCeiling: 4000,
    falseInformation: 1000,
    noticeFailure: 2000,
    total: 5000,
    basis: "statutory_total_per_property",
    authority: "local_authority",
  },
  non_domestic: {
    shortRate: 10,
    shortFloor: 5000,
    shortCeiling: 50000,
    longRate: 20,
    longFloor: 10000,
    longCeiling: 150000,
    falseInformation: 5000,
    noticeFailure: 5000,
    total: null,
    basis: "largest_single_penalty",
    authority: "local_weights_and_measures_authority",
  },
} as const;

interface Exemption extends Dated {
  readonly of: readonly Property[];
  readonly shown: {
    readonly code: string;
    readonly title: string;
    readonly valid_for: string;
    readonly evidence: string;
  };
}

const EXEMPTIONS: readonly Exemption[] = [
  {
    of: ["domestic"],
    shown: {
      code: "high_cost",
      title: "Cheapest recommended measure costs more than the 3,500 GBP cap",
      valid_for: "5 years",
      evidence: "three installer quotes for that measure",
    },
    from: "2019-04-01",
  },
  {
    of: ["domestic"],
    shown: {
      code: "no_cost_funding_unavailable",
      title: "Improvements could not be funded at no cost to the landlord",
      valid_for: "until 2020-03-31",
      evidence: "evidence that no grant or finance covered the full cost",
    },
    until: "2019-03-31",
  },
  {
    of: ["non_domestic"],
    shown: {
      code: "seven_year_payback",
      title: "No measure left that pays for itself within seven years",
      valid_for: "5 years",
      evidence: "three installer quotes and the payback calculation",
    },
  },
  {
    of: ["domestic"],
    shown: {
      code: "all_improvements_made",
      title:
        "Everything possible within the cap is done and the band is still below E, or nothing can be done",
      valid_for: "5 years",
      evidence: "list of works with dates and costs, and the EPC or a surveyor report",
    },
  },
  {
    of: ["non_domestic"],
    shown: {
      code: "all_improvements_made",
      title: "All relevant improvements are made and the band is still below E, or none can be made",
      valid_for: "5 years",
      evidence: "list of works, and the recommendation report or a surveyor report",
    },
  },
  {
    of: ["domestic", "non_domestic"],
    shown: {
      code: "wall_insulation",
      title: "Only wall insulation is left and an expert advises that it would harm fabric or structure",
      valid_for: "5 years",
      evidence: "written expert opinion",
    },
  },
  {
    of: ["domestic", "non_domestic"],
    shown: {
      code: "third_party_consent",
      title:
        "A needed consent (tenant, lender, freeholder, planning) is refused or given on unreasonable terms",
      valid_for: "5 years, or until the refusing tenant leaves",
      evidence: "correspondence",
    },
  },
  {
    of: ["domestic", "non_domestic"],
    shown: {
      code: "devaluation",
      title: "Measures would cut the market value by more than 5 %",
      valid_for: "5 years",
      evidence: "report of an independent RICS registered valuer or surveyor",
    },
  },
  {
    of: ["domestic", "non_domestic"],
    shown: {
      code: "new_landlord",
      title: "Has just become landlord in one of the listed circumstances",
      valid_for: "6 months",
      evidence: "date and circumstances",
    },
  },
];

const inForce = ({ from, until }: Dated, day: string) =>
  (from === undefined || from <= day) && (until === undefined || day <= until);

export function standardOn(property: Property, day: string) {
  for (const rule of STANDARDS[property]) if (inForce(rule, day)) return rule;
  throw new Error(`no standard on ${day}`);
}

export function exemptionsFor(property: Property, day: string): Exemption["shown"][] {
  const open: Exemption["shown"][] = [];
  for (const each of EXEMPTIONS)
    if (each.of.includes(property) && inForce(each, day)) open.push({ ...each.shown });
  return open;
}
