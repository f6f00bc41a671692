// Sentences and announcements of the minimum energy efficiency standard for the version written by hand.

export const STANDARD =
  "Energy Efficiency (Private Rented Property) (England and Wales) Regulations 2015 (SI 2015/962), as amended, including by SI 2019/595; position at 2026-11-01";

export const PLANS = {
  homes: {
    status: "government_response_not_legislated",
    band: "C",
    from: "2030-10-01",
    metric: "fabric_performance_plus_heating_or_smart",
    cap: 10000,
    maxPenalty: 30000,
    published: "2026-01-21",
    legislationNeeded: "amending regulations, expected 2027",
    transitional: "an EPC of C or better obtained before 2029-10-01 is to count until it expires",
    note: "Policy, not law. The future metrics are not today's single rating: band C is an indication only.",
  },
  large_buildings: {
    status: "interim_response_not_legislated",
    band: "B",
    from: "2031",
    metric: "epc_band_where_cost_effective",
    cap: null,
    maxPenalty: null,
    published: "2026-06-18",
    legislationNeeded: "secondary legislation, no timetable confirmed",
    transitional: null,
    note: "Policy, not law. The seven-year payback test and the present exemptions stay.",
  },
  small_buildings: {
    status: "no_uplift_proposed",
    band: "E",
    from: null,
    metric: null,
    cap: null,
    maxPenalty: null,
    published: "2026-06-18",
    legislationNeeded: null,
    transitional: null,
    note: "Policy, not law. The E minimum stays, without a date for more.",
  },
} as const;

export const WARNINGS = {
  beyond: "Law made after 2026-11-01 is not known here: the rules in force on that date were applied.",
  exemptionNotNeeded:
    "The registered exemption has no effect: no prohibition applies to this property on this date.",
  rateableIgnored: "rateable_value_gbp was ignored: domestic penalties do not depend on it.",
  areaIgnored: "floor_area_m2 was ignored: the 1,000 m2 threshold concerns non-domestic buildings only.",
} as const;

export const ASSUMED = {
  date: "Law as at 2026-11-01.",
  noExemption: "No exemption is registered for this landlord and property.",
  ceilings: "Rateable value not given: the statutory ceilings of the penalties are shown.",
  large: "Floor area not given: taken as over 1,000 m2 for the proposed standard.",
} as const;

export const ADVICE = {
  cap: "Work through the EPC recommendation list cheapest first; you need not spend more than 3,500 GBP including VAT (grants count towards it). If E is still out of reach, register the 'all improvements made' or 'high cost' exemption.",
  noCost:
    "Only improvements that grants or other third-party funding pay for in full are required at this date; if none is to be had, register that exemption.",
  payback:
    "Test every measure of the recommendation report: install those whose seven-year energy savings at least equal their cost; collect three quotes for those that fail the test and register the exemption.",
  homeMeasures:
    "Loft and cavity insulation, a hot-water cylinder jacket, heating controls and LED lighting usually give the first band at least cost; obtain a new EPC after the works, since the band counts only once certified.",
  buildingMeasures:
    "LED lighting with controls, heating and ventilation controls and a more efficient heat source usually give the first band at least cost; obtain a new EPC after the works.",
  expiry:
    "Check the expiry date of the registered exemption (usually five years; six months for a new landlord) and that it is in the present landlord's name.",
  draft:
    "The property sits exactly at the minimum: commission a draft EPC before the present one expires, as a change of method or of building could drop it to F.",
  noStandard:
    "No minimum EPC applied to lettings at this date; the first prohibition starts on 1 April 2018.",
  planHomes:
    "Plan for the announced EPC C equivalent by 1 October 2030 (cost cap 10,000 GBP, spending since 1 October 2025 counts): fabric measures first, then heating system or smart readiness. Not yet law.",
  planLarge:
    "At over 1,000 m2, plan for EPC B from 2031 where cost-effective. Not yet law; no interim EPC C step is planned.",
  giveArea:
    "Give floor_area_m2 to see whether the proposed EPC B standard (from 2031, over 1,000 m2) would reach this building. Not yet law.",
  validity: "Check that the EPC is not more than ten years old and describes the building as it is now.",
} as const;

export const SCOPE_NOTES = [
  "Domestic rules bind homes let on an assured or regulated tenancy, a domestic agricultural tenancy or, in Wales, a standard occupation contract (Energy Act 2011, s. 42(1)(a)), and legally required to have an EPC.",
  "Non-domestic rules exclude leases of six months or less without a renewal right (unless the tenant has been there over 12 months) and leases of 99 years or more (reg. 20(3)), and occupation on licence.",
  "Buildings not legally required to have an EPC (some listed buildings, places of worship, temporary buildings) and owner-occupied property are outside.",
  "Social housing has its own standard.",
];
