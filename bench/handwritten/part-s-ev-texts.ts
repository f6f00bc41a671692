// Duties and sentences of Approved Document S for the version written by hand.

export const STANDARD =
  "Approved Document S: Infrastructure for the charging of electric vehicles, 2021 edition (England); Building Regulations 2010, Schedule 1 Part S and regulations 44D to 44J, in force 15 June 2022";

/** There is a duty only with more spaces than the threshold. */
export const DUTIES = {
  residential: {
    new: {
      id: "S1",
      regulation: "44D",
      threshold: 0,
      exemptions: [
        "Spaces in a covered car park: cable routes instead of charge points (44D(4)).",
        "Average connection cost above 3,600 GBP excl. VAT: install as many as the cap allows, cable routes for the rest; two formal quotes needed, one from the network operator (44D(2)-(3), AD S 1.7).",
        "No associated parking within the site boundary: nothing required.",
      ],
      conditions: [],
    },
    major_renovation: {
      id: "S3",
      regulation: "44F",
      threshold: 10,
      exemptions: [
        "Ten or fewer spaces: nothing required.",
        "Works that touch neither the car park nor the relevant electrical infrastructure: nothing required (44F(2)(a)).",
        "Main purpose is fire safety of external walls or roof: nothing required (44F(5)).",
        "Incoming supply cannot carry all charge points: install the maximum, cable routes for the rest (44F(3)).",
        "Cost above 7 % of the renovation: cable routes only, or nothing if these alone exceed 7 % (44F(4)).",
        "Spaces in a covered car park: cable routes only (44F(6)).",
      ],
      conditions: [
        "Applies only if more than 25 % of the envelope is renovated and the works include the car park or its electrical infrastructure (assumed here).",
      ],
    },
  },
  non_residential: {
    new: {
      id: "S4",
      regulation: "44G",
      threshold: 10,
      exemptions: [
        "Ten or fewer spaces: nothing required.",
        "All spaces in a covered car park: no charge point, cable routes to one in five (44G(2)(b)).",
      ],
      conditions: [],
    },
    major_renovation: {
      id: "S5",
      regulation: "44H",
      threshold: 10,
      exemptions: [
        "Ten or fewer spaces: nothing required.",
        "Works that touch neither the car park nor the relevant electrical infrastructure: nothing required (44H(2)(a)).",
        "Cost above 7 % of the renovation: cable routes to one in five only, or nothing if these alone exceed 7 % (44H(3)).",
        "All spaces in a covered car park: no charge point, cable routes to one in five (44H(4)(b)).",
      ],
      conditions: [
        "Applies only if more than 25 % of the envelope is renovated and the works include the car park or its electrical infrastructure (assumed here).",
      ],
    },
  },
} as const;

export const WARNINGS = {
  mixedUse:
    "Dwellings were given for a non-residential building: for mixed use split the spaces and check each part by itself (S6).",
  coveredIgnored: "covered_spaces was ignored because covered_car_park is not yes.",
  connectionIgnored:
    "average_connection_cost_gbp was ignored: the 3,600 GBP cap concerns charge points of new residential buildings only.",
  renovationIgnored:
    "The renovation cost inputs were ignored: the 7 % cap concerns major renovations with more than ten spaces only.",
  costsIncomplete: "The 7 % cap could not be tested: give both renovation_cost_gbp and ev_works_cost_gbp.",
  routesDearer: "Cable routes alone cost more than charge points and cable routes together: check the costs.",
  routeCostMissing:
    "Cable routes were taken as required: give cable_route_cost_gbp to see whether these alone exceed 7 % too.",
  upperBound:
    "The connection cost cap is exceeded: the charge point count is an upper bound; install as many as the cap allows and cable routes for the rest.",
} as const;

export const ASSUMED = {
  dwellings: "Dwellings not given: one per parking space was taken, the case with most charge points.",
  open: "No space was taken to be in a covered car park.",
  allCovered: "All spaces were taken to be in the covered car park.",
} as const;

export const ADVICE = {
  applyEarly:
    "Apply to the distribution network operator early; consider dynamic load management to limit the supply upgrade.",
  twoQuotes:
    "If grid reinforcement is costly, obtain two formal quotes (one from the network operator): the charge point duty is limited to an average connection cost of 3,600 GBP excl. VAT.",
  asManyAsCapAllows:
    "Install as many charge points as keep the average at or below 3,600 GBP and cable routes in the other spaces that would have needed one.",
  compareWithCap:
    "Compare the EV works with 7 % of the renovation cost (excl. VAT): above it only cable routes are due.",
  keepEvidence:
    "Keep the cost evidence for building control: materials and labour only, excluding VAT, land, fees, insurance and finance, on the same basis for both figures (AD S 2.14, 4.4).",
  changeOfUse:
    "If the works create dwellings by change of use, requirement S2 applies instead: one charge point per new dwelling with parking, without the ten-space threshold.",
  supplyLimit:
    "If the incoming supply cannot carry all charge points, written confirmation of the network operator or an expert limits the duty to what it carries; cable routes for the rest.",
  legalMinimum:
    "One charge point is the legal minimum; planning policy or user demand often asks for far more.",
  ductNow: "No Part S duty at ten spaces or fewer; ducting now is still far cheaper than retrofit.",
  noParking:
    "Without parking within the site boundary Part S asks for nothing; check what planning policy expects.",
  openFirst: "Put the charge points in the open spaces first.",
  firePrecautions:
    "No charge point is demanded in a covered car park; if you install them anyway, agree fire precautions with the fire engineer.",
  accessible: "Make at least one accessible space served by a charge point or future connection.",
} as const;
