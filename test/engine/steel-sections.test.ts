// Recomputes the catalogue of rolled sections from its dimensions, with exact root fillets. Tolerance is one percent,
// because the catalogue prints three digits, except for torsion (an approximation) and warping.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { DEFAULT_FOLDER } from "../../src/definitions/folder.js";

interface Section {
  readonly key: string;
  readonly name: string;
  readonly series: string;
  readonly aliases: readonly string[];
  readonly mass_kg_m: number;
  readonly h_mm: number;
  readonly b_mm: number;
  readonly tw_mm: number;
  readonly tf_mm: number;
  readonly r_mm: number;
  readonly area_cm2: number;
  readonly inertia_y_cm4: number;
  readonly inertia_z_cm4: number;
  readonly radius_y_cm: number;
  readonly radius_z_cm: number;
  readonly wel_y_cm3: number;
  readonly wel_z_cm3: number;
  readonly wpl_y_cm3: number;
  readonly wpl_z_cm3: number;
  readonly it_cm4: number;
  readonly iw_dm6: number;
  readonly surface_m2_m: number;
}

const file = readFileSync(join(DEFAULT_FOLDER, "tables", "steel_sections.yaml"), "utf8");
const sections = (parse(file) as { readonly rows: readonly Section[] }).rows;

const STEEL_DENSITY = 7850; // kg/m3
const WITHIN = 0.01;
const WITHIN_TORSION = 0.05;
/** For European sections the printed warping constant is up to 5 percent below the formula, on the safe side. */
const WITHIN_WARPING: Readonly<Record<string, number>> = {
  ub: 0.03,
  uc: 0.03,
  ipe: 0.05,
  hea: 0.05,
  heb: 0.05,
};

/** Computes properties from dimensions, in the catalogue's units. */
function fromGeometry(section: Section): Readonly<Record<string, number>> {
  const { h_mm: h, b_mm: b, tw_mm: tw, tf_mm: tf, r_mm: r } = section;
  const web = h - 2 * tf;
  // A fillet is a square of side r minus a quarter circle: area, centroid from the corner, second moment about its
  // own axis.
  const fillet = (1 - Math.PI / 4) * r ** 2;
  const centroid = (r * (10 - 3 * Math.PI)) / (3 * (4 - Math.PI));
  const own = r ** 4 * (1 / 3 - Math.PI / 16 - 1 / (9 * (4 - Math.PI)));
  const fromY = h / 2 - tf - centroid;
  const fromZ = tw / 2 + centroid;

  const area = 2 * b * tf + web * tw + 4 * fillet;
  const iy = (b * h ** 3 - (b - tw) * web ** 3) / 12 + 4 * (own + fillet * fromY ** 2);
  const iz = (2 * tf * b ** 3 + web * tw ** 3) / 12 + 4 * (own + fillet * fromZ ** 2);
  const wplY = b * tf * (h - tf) + (tw * web ** 2) / 4 + 4 * fillet * fromY;
  const wplZ = (tf * b ** 2) / 2 + (web * tw ** 2) / 4 + 4 * fillet * fromZ;

  // Torsion: thin rectangles, plus a term for the junction, minus a term for the flange tips.
  const joint =
    -0.042 +
    (0.2204 * tw) / tf +
    (0.1355 * r) / tf -
    (0.0865 * tw * r) / tf ** 2 -
    (0.0725 * tw ** 2) / tf ** 2;
  const inscribed = ((tf + r) ** 2 + tw * (r + tw / 4)) / (2 * r + tf);
  const it = (2 * b * tf ** 3 + web * tw ** 3) / 3 + 2 * joint * inscribed ** 4 - 0.42 * tf ** 4;

  const perimeter = 4 * b + 2 * h - 2 * tw - 8 * r + 2 * Math.PI * r;
  return {
    mass_kg_m: (area * STEEL_DENSITY) / 1e6,
    area_cm2: area / 1e2,
    inertia_y_cm4: iy / 1e4,
    inertia_z_cm4: iz / 1e4,
    radius_y_cm: Math.sqrt(iy / area) / 10,
    radius_z_cm: Math.sqrt(iz / area) / 10,
    wel_y_cm3: iy / (h / 2) / 1e3,
    wel_z_cm3: iz / (b / 2) / 1e3,
    wpl_y_cm3: wplY / 1e3,
    wpl_z_cm3: wplZ / 1e3,
    it_cm4: it / 1e4,
    iw_dm6: (iz * ((h - tf) / 2) ** 2) / 1e12,
    surface_m2_m: perimeter / 1e3,
  };
}

function tolerance(section: Section, property: string): number {
  if (property === "it_cm4") return WITHIN_TORSION;
  if (property === "iw_dm6") return WITHIN_WARPING[section.series] ?? 0;
  return WITHIN;
}

/** Returns half a unit of the last printed digit, if that exceeds the tolerance. */
function lastFigure(printed: number): number {
  const decimals = String(printed).split(".")[1]?.length ?? 0;
  return decimals === 0 ? 0 : 0.5 * 10 ** -decimals;
}

describe("steel sections", () => {
  it("has every section of the five series", () => {
    const count = (series: string) => sections.filter((section) => section.series === series).length;
    expect(["ub", "uc", "ipe", "hea", "heb"].map(count)).toEqual([107, 46, 18, 24, 24]);
    expect(sections.length).toBe(219);
  });

  it("stands in the order of selection: lighter first, of equals the deeper", () => {
    for (const series of new Set(sections.map((section) => section.series))) {
      const rows = sections.filter((section) => section.series === series);
      const sorted = rows.toSorted((a, b) => a.mass_kg_m - b.mass_kg_m || b.h_mm - a.h_mm);
      expect(rows.map((row) => row.key)).toEqual(sorted.map((row) => row.key));
    }
  });

  it("names every section once, whatever the spelling", () => {
    const words = sections.flatMap((section) => [section.key, ...section.aliases]);
    expect(new Set(words).size).toBe(words.length);
  });

  for (const property of Object.keys(fromGeometry(sections[0] as Section))) {
    it(`agrees with the geometry: ${property}`, () => {
      const wrong = sections.flatMap((section) => {
        const printed = section[property as keyof Section] as number;
        const computed = fromGeometry(section)[property] as number;
        const allowed = Math.max(tolerance(section, property) * computed, lastFigure(printed));
        return Math.abs(printed - computed) <= allowed
          ? []
          : [`${section.name}: ${printed}, geometry ${computed}`];
      });
      expect(wrong).toEqual([]);
    });
  }
});
