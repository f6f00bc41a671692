// Reads the figures of a tool. Varying numbers become a tree of results, so that they are typed and compiled like
// results; the rest is constant.
import type { BandEnd, FigureHead, FigureKind } from "../language/figures.js";
import type { Hint } from "../language/findings.js";
import type { Expr } from "../language/formula.js";
import type { Tone } from "../language/headline.js";
import type { InputPlan } from "../language/inputs.js";
import type { Citation, FigureDef, ResultNode, TableDef, WrittenFormula } from "../language/model.js";
import { didYouMean } from "../language/nearest.js";
import { describe, type Scale } from "../language/types.js";
import { unitOfName } from "../language/unit-names.js";
import { isBand, rises } from "./cells.js";
import { checkUnit, listIn, mapIn, mapsIn, textsIn } from "./fields.js";
import { hasShape, type ReadFigure } from "./figure-shapes.js";
import { readSketch } from "./figure-sketches.js";
import type { WrittenReader } from "./formulas.js";
import { locationOf, positionOf, type YamlMap } from "./yaml.js";

/** Names that a figure may use besides those in formulas. */
interface Around {
  readonly inputs: ReadonlyMap<string, InputPlan>;
  readonly tables: ReadonlyMap<string, TableDef>;
  readonly scales: ReadonlyMap<string, Scale>;
  readonly results: readonly ResultNode[];
  readonly cites: readonly Citation[];
  /** The inputs as callers see them. */
  readonly titles: Readonly<Record<string, { readonly title?: string }>>;
}

export function readFigures(written: WrittenReader, tool: YamlMap, around: Around): FigureDef[] {
  return mapsIn(tool, "figures").flatMap((map) =>
    hasShape(written, map) ? [new FigureReader(written, map, around).figure()] : [],
  );
}

class FigureReader {
  private readonly kind: FigureKind;

  constructor(
    private readonly written: WrittenReader,
    private readonly map: YamlMap,
    private readonly around: Around,
  ) {
    this.kind = map.kind as FigureKind;
  }

  figure(): FigureDef {
    const { map, written } = this;
    const { head, fields } =
      this.kind === "lines"
        ? this.lines()
        : this.kind === "bands"
          ? this.bands()
          : this.kind === "sweep"
            ? this.sweep()
            : this.kind === "sketch"
              ? readSketch(written, map, this)
              : this.items();
    const when = written.formulas(map, "when");
    const location = locationOf(map);
    return {
      ...written.annotations(map, this.around.cites),
      at: positionOf(map),
      head: {
        title: String(map.title),
        kind: this.kind,
        ...textsIn(map, "note", "x_title", "y_title", "limit_title", "value_title"),
        labels: [],
        marks: Object.keys(mapIn(map, "marks")),
        levels: Object.keys(mapIn(map, "levels")),
        faint: listIn(map, "faint").map(String),
        tones: { ...mapIn(map, "tones") } as Readonly<Record<string, Tone>>,
        limit_is: map.limit_is === "least" ? "least" : "most",
        end: "at_most",
        points: typeof map.points === "number" ? map.points : 41,
        ...head,
      },
      tree: { name: "figure", location, description: "", ...when, body: { kind: "object", fields } },
    };
  }

  // Kinds

  private items(): ReadFigure {
    const { map, kind } = this;
    const isWritten = kind in map;
    const unit = this.unitOf("unit", isWritten ? this.formulas(kind) : [this.formula("value")]);
    const items = isWritten
      ? this.object("items", kind, unit)
      : this.list("items", [this.leaf("label"), this.number("value", unit)]);
    const limit = "limit" in map ? [this.number("limit", unit)] : [];
    return {
      head: { ...shown("unit", unit), labels: isWritten ? Object.keys(mapIn(map, kind)) : [] },
      fields: [items, ...limit],
    };
  }

  private lines(): ReadFigure {
    const { map } = this;
    const unit = this.unitOf("y_unit", this.formulas("lines"));
    const across = this.unitOf("x_unit", [this.formula("x")]);
    const rows = this.list("rows", [this.number("x", across), this.object("y", "lines", unit)]);
    return {
      head: { ...shown("unit", unit), ...shown("x_unit", across), labels: Object.keys(mapIn(map, "lines")) },
      fields: [rows, this.object("marks", "marks", across), this.object("levels", "levels", unit)],
    };
  }

  private bands(): ReadFigure {
    const { map } = this;
    if ("scale" in map) {
      const scale = this.around.scales.get(String(map.scale));
      const near = didYouMean(String(map.scale), this.around.scales.keys());
      if (scale === undefined) this.wrong("scale", `There is no scale ${String(map.scale)}.`, near);
      return {
        head: { words: scale?.words ?? [] },
        fields: [this.leaf("value"), this.object("marks", "marks")],
      };
    }
    const unit = this.unitOf("unit", [this.formula("value")]);
    const [item, source] = this.each();
    const table = this.around.tables.get(source.it.text);
    const [key, ...more] = (table?.keys ?? []).filter((each) => isBand(each.kind));
    const banded = more.length === 0 ? key : undefined;
    const ends = ["from", "to"].filter((each) => each in map).map((each) => this.number(each, unit));
    const hint = "add to: or from:, or use a table with a band key";
    if (ends.length === 0 && banded === undefined) this.wrong("each", "These bands have no ends.", hint);
    if (ends.length === 0 && banded !== undefined) {
      const limit = this.written.derived(`${item}.${banded.name}`, source.at, source.key);
      ends.push(this.node(rises(banded.kind) ? "to" : "from", limit, unit));
    }
    const end = (banded?.kind as BandEnd | undefined) ?? ("to" in map ? "at_most" : "at_least");
    return {
      head: { ...shown("unit", unit), end },
      fields: [
        this.number("value", unit),
        this.list("bands", [this.leaf("label"), ...ends]),
        this.object("marks", "marks", unit),
      ],
    };
  }

  private sweep(): ReadFigure {
    const { map } = this;
    const [over, result] = [String(map.over), String(map.result)];
    const input = this.around.inputs.get(over);
    if (input === undefined)
      this.wrong("over", `There is no input ${over}.`, didYouMean(over, this.around.inputs.keys()));
    else if (input.type.kind !== "number")
      this.wrong("over", `${over} is no number, but ${describe(input.type)}.`);
    const leaf = leafAt(this.around.results, result.split("."));
    if (leaf === undefined) this.wrong("result", `No result with one value is called ${result}.`);
    const unit = (leaf?.body.kind === "leaf" ? leaf.body.unit : undefined) ?? unitOfName(leaf?.name ?? "");
    const ends = ["from", "to"].filter((key) => typeof map[key] !== "number");
    return {
      head: {
        over,
        result,
        x_title: String(map.x_title ?? this.around.titles[over]?.title ?? over.replaceAll("_", " ")),
        y_title: String(map.y_title ?? leaf?.title ?? result.replaceAll(/[_.]/g, " ")),
        ...shown("unit", unit),
        ...shown("x_unit", input?.unit),
        ...(typeof map.from === "number" ? { from: map.from } : {}),
        ...(typeof map.to === "number" ? { to: map.to } : {}),
      },
      fields: [
        ...(input?.type.kind === "number" ? [this.number("over")] : []),
        ...ends.map((key) => this.number(key, input?.unit)),
        this.object("levels", "levels", unit),
      ],
    };
  }

  // Parts

  private formula(key: string): WrittenFormula {
    return this.written.formula(this.map, key);
  }

  private formulas(key: string): WrittenFormula[] {
    const named = mapIn(this.map, key);
    return Object.keys(named).map((label) => this.written.formula(named, label));
  }

  node(name: string, value: WrittenFormula, unit?: string, round?: number): ResultNode {
    const body = { ...(unit === undefined ? {} : { unit }), ...(round === undefined ? {} : { round }) };
    const location = value.at.of(value.key);
    return { name, location, description: "", body: { kind: "leaf", value, ...body } };
  }

  /** Reads a word or number. */
  private leaf(key: string): ResultNode {
    return this.node(key, this.formula(key));
  }

  private number(key: string, unit?: string): ResultNode {
    return this.node(key, this.formula(key), unit, key === "value" ? this.round() : undefined);
  }

  /** Reads formulas by label. Labels are not field names, so fields are numbered. */
  private object(name: string, key: string, unit?: string): ResultNode {
    const rounded = key === "marks" || key === "levels" ? undefined : this.round();
    const fields = this.formulas(key).map((formula, at) => this.node(`n${at}`, formula, unit, rounded));
    return { name, location: locationOf(this.map, key), description: "", body: { kind: "object", fields } };
  }

  private list(name: string, fields: readonly ResultNode[]): ResultNode {
    const [item, each] = this.each();
    const location = locationOf(this.map, "each");
    return { name, location, description: "", body: { kind: "array", each, item, fields } };
  }

  /** Reads a list with optional item name, as in values. */
  private each(): [item: string, source: WrittenFormula] {
    const each = mapIn(this.map, "each");
    const [named] = Object.keys(each);
    return named === undefined ? ["$item", this.formula("each")] : [named, this.written.formula(each, named)];
  }

  private round(): number | undefined {
    return typeof this.map.round === "number" ? this.map.round : undefined;
  }

  /** Returns the declared unit, or that of the first name with a unit; else pure numbers. */
  unitOf(key: string, formulas: readonly WrittenFormula[]): string {
    const stated = this.map[key];
    checkUnit(stated, () => locationOf(this.map, key), this.written.report);
    if (typeof stated === "string") return stated;
    const [found] = formulas.flatMap(({ it }) => this.unitIn(it.expr) ?? []);
    return found ?? "1";
  }

  unitIn(expr: Expr): string | undefined {
    if (expr.kind === "name") return this.around.inputs.get(expr.name)?.unit ?? unitOfName(expr.name);
    return expr.kind === "field" || expr.kind === "call" ? unitOfName(expr.name) : undefined;
  }

  wrong(key: string, message: string, hint?: Hint): void {
    this.written.report.error("figure", locationOf(this.map, key), message, hint);
  }
}

/** Returns a displayed unit; pure numbers have none. */
function shown(key: "unit" | "x_unit", unit: string | undefined): Partial<FigureHead> {
  return unit === undefined || unit === "1" ? {} : { [key]: unit };
}

function leafAt(nodes: readonly ResultNode[], [name, ...rest]: readonly string[]): ResultNode | undefined {
  const node = nodes.find((each) => each.name === name);
  if (node === undefined || rest.length === 0) return node?.body.kind === "leaf" ? node : undefined;
  return node.body.kind === "object" ? leafAt(node.body.fields, rest) : undefined;
}
