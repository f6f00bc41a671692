// Web bearing of the hand-written steel beam (EN 1993-1-5 section 6, with bending by 7.2): at its supports and under its load.
import { compare } from "../../src/engine/language/numbers.js";
import type { Actions, Strength } from "./steel-beam-check.js";
import type { Loads, SteelBeamInput } from "./steel-beam-loads.js";
import { E_MOD } from "./steel-beam-stability.js";

const { GT, LE, LT } = compare;
const ASSUMED_MM = 100;

/** The known bearings; a length of 0 means a connection or stiffener. */
export function bearingsOf(input: SteelBeamInput) {
  const { support_bearing_mm: support, load_bearing_mm: load } = input;
  return {
    supportMm: support ?? ASSUMED_MM,
    supportGiven: support !== undefined,
    loadMm: load ?? ASSUMED_MM,
    loadGiven: load !== undefined,
  };
}
export type Bearings = ReturnType<typeof bearingsOf>;

interface Place {
  readonly given: boolean;
  readonly force: number;
  /** Stiff bearing length, at most the depth of the web. */
  readonly ss: number;
  /** Distance from the bearing to the end of the beam; null for internal bearings. */
  readonly c: number | null;
  /** Whether a load and a support face each other. */
  readonly facing: boolean;
  /** The moment that compresses the same flange. */
  readonly moment: number | null;
}

function webBearing({ row, fy, hw }: Strength, place: Place) {
  const { b_mm: b, tw_mm: tw, tf_mm: tf } = row;
  const { force, ss, c, moment } = place;
  const alone = c === null ? 6 : Math.min(6, 2 + (6 * (ss + c)) / hw);
  const kF = place.facing ? Math.min(3.5, alone) : alone;
  const critical = (0.9 * kF * E_MOD * tw ** 3) / hw;
  const m1 = b / tw;
  const whole = (kF * E_MOD * tw * tw) / (2 * fy * hw);
  const le = c === null ? whole : Math.min(whole, ss + c);
  const loaded = (m2: number) =>
    Math.min(
      ss + 2 * tf * (1 + Math.sqrt(m1 + m2)),
      le + tf * Math.sqrt(m1 / 2 + (le / tf) ** 2 + m2),
      le + tf * Math.sqrt(m1 + m2),
    );
  const slenderness = (length: number) => Math.sqrt((length * tw * fy) / critical);
  let ly = loaded(0.02 * (hw / tf) ** 2);
  if (LE(slenderness(ly), 0.5)) ly = loaded(0);
  const lambda = slenderness(ly);
  const chi = Math.min(1, 0.5 / lambda);
  const resistance = (chi * ly * tw * fy) / 1000;
  const forceRatio = force / resistance;
  const eta1 = moment === null ? null : Math.max(0, moment) / ((row.wel_y_cm3 * fy) / 1000);
  const ratio = eta1 === null ? forceRatio : Math.max(forceRatio, (forceRatio + 0.8 * eta1) / 1.4);
  return { given: place.given, force, ss, kF, ly, lambda, chi, resistance, eta1, ratio };
}
export type WebBearing = ReturnType<typeof webBearing>;

/** Checks each position where a force enters the web; returns the largest ratio of those with a given bearing. */
export function webBearings(strength: Strength, actions: Actions, loads: Loads, bearings: Bearings) {
  const { config, a, b, p } = loads;
  const { hw } = strength;
  const supportSs = Math.min(hw, bearings.supportMm);
  const loadSs = Math.min(hw, bearings.loadMm);
  const atSupports = bearings.supportMm > 0 && config !== "cant";
  const atLoad = bearings.loadMm > 0 && p > 0;
  const fromEnd = config === "ss" ? Math.min(a, b) : config === "cont" ? a : b;
  const both = atSupports && atLoad;
  const facesEnd = both && LT(fromEnd * 1000, hw);
  const facesInner = both && config === "cont" && LT(b * 1000, hw);
  const support = { given: bearings.supportGiven, ss: supportSs };
  const end = !atSupports
    ? null
    : webBearing(strength, {
        ...support,
        force: Math.max(actions.left, actions.right ?? 0),
        c: 0,
        facing: facesEnd,
        moment: null,
      });
  const internal =
    !atSupports || actions.internal === null
      ? null
      : webBearing(strength, {
          ...support,
          force: actions.internal,
          c: null,
          facing: facesInner,
          moment: actions.hog,
        });
  const load = !atLoad
    ? null
    : webBearing(strength, {
        given: bearings.loadGiven,
        force: p,
        ss: loadSs,
        c: Math.max(0, fromEnd * 1000 - loadSs / 2),
        facing: facesEnd || facesInner,
        moment: actions.mLoad,
      });
  let checked: number | null = null;
  for (const place of [end, internal, load]) if (place?.given) checked = Math.max(checked ?? 0, place.ratio);
  return { end, internal, load, checked };
}
export type WebBearings = ReturnType<typeof webBearings>;

const tooShort = (place: WebBearing | null): place is WebBearing =>
  place !== null && !place.given && GT(place.ratio, 1);

/** Returns the support or load with an assumed bearing that is too short; of two supports the worse. */
export function shortBearings({ end, internal, load }: WebBearings) {
  const worse = internal !== null && (end === null || GT(internal.ratio, end.ratio)) ? internal : end;
  return { support: tooShort(worse) ? worse : null, load: tooShort(load) ? load : null };
}
export type ShortBearings = ReturnType<typeof shortBearings>;
