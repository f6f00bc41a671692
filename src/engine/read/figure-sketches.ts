// Reads shapes of sketches: `{line: [[0, 0], [length, 0]], title: Member}`.
import { SHAPE_LOOKS, SHAPES, type ShapeHead, type ShapeKind } from "../language/figures.js";
import type { ResultNode, WrittenFormula } from "../language/model.js";
import { mapsIn, textsIn } from "./fields.js";
import type { ReadFigure } from "./figure-shapes.js";
import type { WrittenReader } from "./formulas.js";
import { locationOf, type YamlMap } from "./yaml.js";

/** Functions of the figure reader. */
interface Around {
  node(name: string, value: WrittenFormula, unit?: string): ResultNode;
  unitOf(key: string, formulas: readonly WrittenFormula[]): string;
  unitIn(expr: WrittenFormula["it"]["expr"]): string | undefined;
}

const SIZES: Readonly<Partial<Record<ShapeKind, readonly string[]>>> = {
  restraints: ["every"],
  dots: ["count", "size"],
};
const OF_ALL = ["when", "title", "value", "side", "unit"];

export function readSketch(written: WrittenReader, map: YamlMap, around: Around): ReadFigure {
  const read = mapsIn(map, "draw").flatMap((each) => {
    const kind = kindOf(written, each);
    return kind === undefined ? [] : [{ each, kind, points: pointsOf(written, each, kind) }];
  });
  const unit = around.unitOf(
    "unit",
    read.flatMap(({ points }) => points),
  );
  const shapes = read.map(({ each, kind, points }, at) => {
    const value = "value" in each ? written.formula(each, "value") : undefined;
    const own = value && around.unitIn(value.it.expr);
    const head = {
      shape: kind,
      ...(textsIn(each, "look", "side", "title", "unit") as Omit<ShapeHead, "shape">),
      ...(each.unit === undefined && own !== undefined && own !== "1" ? { unit: own } : {}),
    };
    const sizes = (SIZES[kind] ?? []).map((key) =>
      around.node(key, written.formula(each, key), key === "count" ? "1" : unit),
    );
    const fields = [
      object(
        each,
        "points",
        points.map((point, nth) => around.node(`p${nth}`, point, unit)),
      ),
      ...sizes,
      ...(value === undefined
        ? []
        : [around.node("label", value, each.unit === undefined ? own : String(each.unit))]),
    ];
    return { head, node: { ...object(each, `n${at}`, fields), ...written.formulas(each, "when") } };
  });
  return {
    head: { ...(unit === "1" ? {} : { unit }), shapes: shapes.map(({ head }) => head) },
    fields: [
      object(
        map,
        "shapes",
        shapes.map(({ node }) => node),
      ),
    ],
  };
}

function object(map: YamlMap, name: string, fields: readonly ResultNode[]): ResultNode {
  return { name, location: locationOf(map), description: "", body: { kind: "object", fields } };
}

/** Returns the kind of a shape, and checks its keys and number of points. */
function kindOf({ report }: WrittenReader, map: YamlMap): ShapeKind | undefined {
  const wrong = (message: string, hint: string) => {
    report.error("figure", locationOf(map), message, hint);
    return undefined;
  };
  const kinds = (Object.keys(SHAPES) as ShapeKind[]).filter((kind) => kind in map);
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1)
    return wrong("A shape of a sketch has one kind.", `one of ${Object.keys(SHAPES).join(", ")}`);
  const sizes = SIZES[kind] ?? [];
  const looks: readonly string[] | undefined = (SHAPE_LOOKS as Readonly<Record<string, readonly string[]>>)[
    kind
  ];
  const known = [kind, ...OF_ALL, ...sizes, ...(looks === undefined ? [] : ["look"])];
  const strange = Object.keys(map).find((key) => !known.includes(key));
  if (strange !== undefined)
    return wrong(`A shape of kind ${kind} has no ${strange}.`, `it may have ${known.slice(1).join(", ")}`);
  const missing = sizes.find((key) => !(key in map));
  if (missing !== undefined)
    return wrong(`A shape of kind ${kind} has ${sizes.join(" and ")}.`, `add ${missing}:`);
  if (map.look !== undefined && looks?.includes(String(map.look)) === false)
    return wrong(`A shape of kind ${kind} has no look ${String(map.look)}.`, `one of ${looks.join(", ")}`);
  const [least, most] = SHAPES[kind];
  const many = listOf(map, kind).length;
  if (many < least || many > most)
    return wrong(
      `A shape of kind ${kind} has ${least === most ? least : `${least} to ${most}`} points.`,
      "each is a list of x and y",
    );
  return kind;
}

function listOf(map: YamlMap, kind: ShapeKind): readonly (readonly unknown[])[] {
  const points = map[kind] as readonly unknown[];
  return (Array.isArray(points[0]) ? points : [points]) as readonly (readonly unknown[])[];
}

/** Returns the coordinates of all points, x before y. */
function pointsOf(written: WrittenReader, map: YamlMap, kind: ShapeKind): WrittenFormula[] {
  return listOf(map, kind).flatMap((point) =>
    [0, 1].map((nth) => written.formula(point as unknown as YamlMap, String(nth))),
  );
}
