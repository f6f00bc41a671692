// Dimensions and scales of every formula. A number that could be a conversion (a power of ten, 60, 3600, 24, 365,
// 8760) is read as one only where the units then agree; a literal added to or compared with a quantity has its unit.
import type { Scope, Slot, Typed } from "../plan.js";
import type { Checked, Typer } from "../typing/typer.js";
import {
  isPure,
  multiply,
  ONE,
  parseUnit,
  power,
  sameDimensions,
  sameScale,
  type Unit,
  unitOfName,
  writeUnit,
} from "../units.js";

/** The unit of a part of a formula; `free` fits anywhere (0, null, unknown), `literal` takes its neighbour's unit. */
interface Measure {
  readonly unit: Unit;
  readonly free: boolean;
  readonly literal: boolean;
}

const FREE: Measure = { unit: ONE, free: true, literal: false };
const measure = (unit: Unit): Measure => ({ unit, free: false, literal: false });
const PURE = measure(ONE);

class Disagreement {
  constructor(
    readonly message: string,
    readonly hint?: string,
  ) {}
}

const HOUR = parseUnit("h") as Unit;
const TIMES: Readonly<Record<number, readonly Unit[]>> = {
  24: [HOUR],
  8760: [HOUR],
  365: [parseUnit("day") as Unit],
  60: [parseUnit("s") as Unit, parseUnit("min") as Unit],
  3600: [parseUnit("s") as Unit],
  12: [parseUnit("month") as Unit],
  52: [parseUnit("week") as Unit],
};

/** What a literal may stand for besides a plain number. */
function readings(value: number): Unit[] {
  const size = Math.abs(value);
  const exponent = Math.log10(size);
  const decimal = Math.abs(exponent - Math.round(exponent)) < 1e-9 && Math.round(exponent) !== 0;
  const hourly = Math.log10(size / 3.6);
  const energy = Math.abs(hourly - Math.round(hourly)) < 1e-9;
  const times = TIMES[size] ?? [];
  if (!decimal && !energy && times.length === 0) return [];
  return [{ scale: 1 / size, dimensions: {} }, ...times];
}

const MOST_READINGS = 2_000;

export function checkUnits(typer: Typer): void {
  const checker = new UnitChecker(typer);
  for (const checked of typer.formulas) checker.check(checked);
}

class UnitChecker {
  private readonly slots = new Map<Slot, Measure>();
  private readonly busy = new Set<Slot>();

  constructor(private readonly typer: Typer) {}

  check(checked: Checked): void {
    const { env, typed, role } = checked;
    const slot = env.slot;
    if (slot?.def.empirical === true) {
      if (slot.def.because === undefined) {
        this.typer.report.error(
          "units",
          slot.def.spot,
          `${slot.name} is said to be empirical without a reason.`,
          "add because:",
        );
      }
      return;
    }
    const declared =
      checked.unit ?? (role === "value" || role === "give" ? this.declaredFor(checked) : undefined);
    const outcome = declared === undefined ? this.free(typed) : this.search(typed, parseUnit(declared));
    if (outcome instanceof Disagreement) {
      this.typer.report.error("units", this.typer.spot(env), outcome.message, outcome.hint);
    }
  }

  /** Without a declared unit a pure number is preferred, where the literals can be read so. */
  private free(typed: Typed): Measure | Disagreement {
    const pure = this.search(typed, ONE);
    return pure instanceof Disagreement ? this.search(typed, undefined) : pure;
  }

  private declaredFor(checked: Checked): string | undefined {
    const { slot } = checked.env;
    if (slot === undefined || checked.typed.type.kind !== "number") return undefined;
    if (checked.role === "give" && slot.type.kind !== "number") return undefined;
    return declaredUnit(slot);
  }

  /** The reading of the literals under which the units agree; else what is wrong with the plain one. */
  private search(typed: Typed, wanted: Unit | undefined): Measure | Disagreement {
    const literals: { typed: Typed; options: (Unit | undefined)[] }[] = [];
    let total = 1;
    walk(typed, (part) => {
      if (part.op !== "literal" || typeof part.value !== "number") return;
      const options = readings(part.value);
      if (options.length === 0 || total * (options.length + 1) > MOST_READINGS) return;
      total *= options.length + 1;
      literals.push({ typed: part, options: [undefined, ...options] });
    });
    let first: Measure | Disagreement | undefined;
    for (let at = 0; at < total; at++) {
      const chosen = new Map<Typed, Unit>();
      let rest = at;
      for (const literal of literals) {
        const option = literal.options[rest % literal.options.length];
        rest = Math.floor(rest / literal.options.length);
        if (option !== undefined) chosen.set(literal.typed, option);
      }
      const outcome = this.attempt(typed, wanted, chosen);
      if (!(outcome instanceof Disagreement)) {
        for (const literal of chosen.keys()) this.typer.conversions.add(literal);
        return outcome;
      }
      first ??= outcome;
    }
    return first ?? PURE;
  }

  private attempt(
    typed: Typed,
    wanted: Unit | undefined,
    chosen: ReadonlyMap<Typed, Unit>,
  ): Measure | Disagreement {
    try {
      const found = this.of(typed, chosen);
      if (wanted === undefined || found.free || found.literal) return found;
      if (!sameDimensions(found.unit, wanted)) {
        return new Disagreement(
          `The formula gives ${writeUnit(found.unit)}, but its name or unit says ${writeUnit(wanted)}.`,
        );
      }
      if (!sameScale(found.unit, wanted)) {
        return new Disagreement(
          `The formula gives ${writeUnit(found.unit)}, but its name or unit says ${writeUnit(wanted)}.`,
          `multiply by ${Number((found.unit.scale / wanted.scale).toPrecision(6))}, or correct the unit`,
        );
      }
      return found;
    } catch (error) {
      if (error instanceof Disagreement) return error;
      throw error;
    }
  }

  private of(typed: Typed, chosen: ReadonlyMap<Typed, Unit>): Measure {
    const inner = (part: Typed) => this.of(part, chosen);
    switch (typed.op) {
      case "literal": {
        if (typeof typed.value !== "number" || typed.value === 0) return FREE;
        const unit = chosen.get(typed);
        return unit === undefined ? { unit: ONE, free: false, literal: true } : measure(unit);
      }
      case "operator":
        return this.operator(typed.fn, typed.args, inner);
      case "compare":
        this.agree(typed.args.map(inner), "compares");
        return FREE;
      case "logic":
        typed.args.forEach(inner);
        return FREE;
      case "nullish":
        return this.agree(typed.args.map(inner), "falls back from");
      case "if": {
        const [test, then, otherwise] = typed.args;
        inner(test);
        return this.agree([inner(then), inner(otherwise)], "chooses between");
      }
      case "builtin":
        return this.builtin(typed.name, typed.args, inner);
      case "table":
        return this.table(typed, inner);
      case "filter":
        inner(typed.test);
        return inner(typed.of);
      case "pluck":
        inner(typed.of);
        return inner(typed.body);
      case "field":
        return this.field(typed);
      case "lookup":
        inner(typed.key);
        return inner(typed.of);
      case "slot":
        return this.slot(typed.slot);
      case "input":
        return named(this.typer.inputs.get(typed.name)?.unit ?? "1");
      case "param": {
        const unit = typed.scope.paramUnits.get(typed.name) ?? "1";
        return parseUnit(unit) === undefined ? FREE : named(unit);
      }
      case "item": {
        const unit = unitOfName(typed.scope.item?.name ?? "");
        return unit === undefined ? FREE : named(unit);
      }
      case "lambda": {
        const unit = typed.lambda.name === undefined ? undefined : unitOfName(typed.lambda.name);
        return unit === undefined ? FREE : named(unit);
      }
      case "call":
        this.arguments(typed.scope, typed.args, inner);
        return typed.result === undefined ? FREE : this.slot(typed.result);
      case "list":
        return this.agree(typed.items.map(inner), "lists");
      case "known":
        inner(typed.of);
        return FREE;
      case "rank":
        return PURE;
      default:
        return FREE;
    }
  }

  private operator(fn: string, args: readonly Typed[], inner: (typed: Typed) => Measure): Measure {
    const [a, b] = args.map(inner) as [Measure, Measure];
    switch (fn) {
      case "negate":
        return a;
      case "+":
        return this.agree([a, b], "adds");
      case "-":
        return this.agree([a, b], "subtracts");
      case "*":
        if (a.free || b.free) return FREE;
        return { unit: multiply(a.unit, b.unit), free: false, literal: a.literal && b.literal };
      case "/":
        if (a.free || b.free) return FREE;
        return { unit: multiply(a.unit, b.unit, -1), free: false, literal: a.literal && b.literal };
      default: {
        const exponent = constantOf(args[1]);
        if (a.free) return a;
        if (exponent !== undefined) return { unit: power(a.unit, exponent), free: false, literal: a.literal };
        if (!isPure(a.unit))
          throw new Disagreement(`Raises ${writeUnit(a.unit)} to a power that is not a plain number.`);
        return PURE;
      }
    }
  }

  private builtin(name: string, args: readonly Typed[], inner: (typed: Typed) => Measure): Measure {
    const given = args.map(inner);
    const [first = FREE] = given;
    switch (name) {
      case "min":
      case "max":
      case "clamp":
        return this.agree(given, "compares");
      case "one_of":
      case "has":
        this.agree(given, "compares");
        return FREE;
      case "abs":
      case "ceil":
      case "floor":
      case "round":
      case "sum":
      case "first":
      case "last":
      case "take":
        return first;
      case "concat":
        return this.agree(given, "joins");
      case "sqrt":
        return first.free ? first : { ...first, unit: power(first.unit, 0.5) };
      case "exp":
      case "log":
      case "sin":
      case "cos":
      case "tan":
      case "asin":
      case "acos":
      case "atan":
        if (!first.free && !first.literal && !isPure(first.unit)) {
          throw new Disagreement(`${name} takes a pure number, not ${writeUnit(first.unit)}.`);
        }
        return PURE;
      case "interpolate":
        this.agree(given.slice(0, 2), "compares");
        return given[2] ?? FREE;
      case "count":
        return PURE;
      default:
        return FREE;
    }
  }

  private table(typed: Extract<Typed, { op: "table" }>, inner: (typed: Typed) => Measure): Measure {
    const { def, cell } = typed.table;
    def.keys.forEach((key, index) => {
      const column = def.columns.get(key.columns[0] ?? "");
      const given = inner(typed.args[index] as Typed);
      if (column?.type === "number")
        this.agree(
          [named(column.unit ?? unitOfName(column.name) ?? "1"), given],
          `looks up ${key.name} of ${def.name}, which compares`,
        );
    });
    const column = def.columns.get(cell ?? "");
    if (column === undefined || (column.type !== "number" && column.type !== "integer")) return FREE;
    return named(column.unit ?? unitOfName(cell === "cell" ? def.name : column.name) ?? "1");
  }

  private field(typed: Extract<Typed, { op: "field" }>): Measure {
    if (typed.of.type.kind !== "record") return FREE;
    const found = typed.of.type.shapes.flatMap((shape) =>
      shape.field(typed.name) === undefined ? [] : [this.shapeField(shape.id, shape.access, typed.name)],
    );
    return this.agree(found, "takes from several records");
  }

  private shapeField(id: string, access: "plain" | number, name: string): Measure {
    if (access !== "plain") return this.scopeField(this.typer.scopes[access] as Scope, name);
    const table = /^t:(\w+)\+?$/.exec(id)?.[1];
    if (table !== undefined) {
      const column = this.typer.tables.get(table)?.def.columns.get(name);
      if (
        column === undefined ||
        (column.type !== "number" && column.type !== "integer" && column.type !== "numbers")
      )
        return FREE;
      return named(column.unit ?? unitOfName(name) ?? "1");
    }
    const suffix = unitOfName(name);
    if (suffix !== undefined) return named(suffix);
    const gives = this.typer.gives.get(id)?.get(name) ?? [];
    const units = gives
      .filter((give) => give.type.kind === "number")
      .map((give) => this.search(give, undefined));
    // Fields that hold now one kind of quantity, now another (a limit in percent or in m2) have no unit of their own.
    const known = units.flatMap((unit) =>
      unit instanceof Disagreement || unit.free || unit.literal ? [] : [unit],
    );
    const [first] = known;
    return first !== undefined &&
      known.every((unit) => sameDimensions(unit.unit, first.unit) && sameScale(unit.unit, first.unit))
      ? first
      : FREE;
  }

  private scopeField(scope: Scope, name: string): Measure {
    const slot = scope.slots.get(name);
    if (slot !== undefined) return this.slot(slot);
    const param = scope.paramUnits.get(name);
    if (param !== undefined) return parseUnit(param) === undefined ? FREE : named(param);
    if (scope.item?.name === name) return named(unitOfName(name) ?? "1");
    if (scope.inner?.scope.shape.field(name) !== undefined) return this.scopeField(scope.inner.scope, name);
    if (scope.item?.type.kind === "record") {
      const shape = scope.item.type.shapes.find((each) => each.field(name) !== undefined);
      if (shape !== undefined) return this.shapeField(shape.id, shape.access, name);
    }
    return FREE;
  }

  /** The unit of a value: as declared, else as its formula gives it. */
  private slot(slot: Slot): Measure {
    const known = this.slots.get(slot);
    if (known !== undefined) return known;
    if (slot.type.kind !== "number")
      return slot.type.kind === "list" && slot.body?.kind === "value" && !this.busy.has(slot)
        ? this.inferred(slot)
        : FREE;
    const declared = declaredUnit(slot);
    const found = declared === undefined ? this.inferred(slot) : named(declared);
    this.slots.set(slot, found);
    return found;
  }

  private inferred(slot: Slot): Measure {
    if (this.busy.has(slot)) return FREE;
    this.busy.add(slot);
    const { body } = slot;
    let outcome: Measure | Disagreement = FREE;
    if (body?.kind === "value") outcome = this.free(body.value);
    this.busy.delete(slot);
    return outcome instanceof Disagreement ? FREE : outcome;
  }

  private arguments(scope: Scope, args: ReadonlyMap<string, Typed>, inner: (typed: Typed) => Measure): void {
    for (const [name, arg] of args) {
      const unit = scope.paramUnits.get(name);
      const given = inner(arg);
      if (unit !== undefined && parseUnit(unit) !== undefined)
        this.agree([named(unit), given], `is given for ${name}, which compares`);
    }
  }

  private agree(all: readonly Measure[], verb: string): Measure {
    const known = all.filter((each) => !each.free && !each.literal);
    const [first, ...rest] = known;
    if (first === undefined) return all.find((each) => !each.free) ?? FREE;
    for (const other of rest) {
      if (!sameDimensions(first.unit, other.unit)) {
        throw new Disagreement(`The formula ${verb} ${writeUnit(first.unit)} and ${writeUnit(other.unit)}.`);
      }
      if (!sameScale(first.unit, other.unit)) {
        const factor = Number(
          (
            Math.max(first.unit.scale, other.unit.scale) / Math.min(first.unit.scale, other.unit.scale)
          ).toPrecision(6),
        );
        throw new Disagreement(
          `The formula ${verb} ${writeUnit(first.unit)} and ${writeUnit(other.unit)}.`,
          `a factor of ${factor} is missing`,
        );
      }
    }
    return first;
  }
}

function named(unit: string): Measure {
  return measure(parseUnit(unit) ?? ONE);
}

function declaredUnit(slot: Slot): string | undefined {
  const { def } = slot;
  const { calculation } = slot.scope;
  const name = calculation?.isFunction === true ? calculation.name : slot.name;
  return def.unit ?? unitOfName(name) ?? (def.kind === "constant" || def.empirical ? "1" : undefined);
}

function constantOf(typed: Typed | undefined): number | undefined {
  if (typed?.op === "literal" && typeof typed.value === "number") return typed.value;
  if (typed?.op === "operator") {
    const [a, b] = typed.args.map(constantOf);
    if (a === undefined) return undefined;
    if (typed.fn === "negate") return -a;
    if (b === undefined) return undefined;
    if (typed.fn === "/") return a / b;
  }
  return undefined;
}

/** Every part of a formula, the formula itself first. */
export function walk(
  typed: Typed,
  visit: (part: Typed, parent: Typed | undefined) => void,
  parent?: Typed,
): void {
  visit(typed, parent);
  const kids: readonly Typed[] = kidsOf(typed);
  for (const kid of kids) walk(kid, visit, typed);
}

function kidsOf(typed: Typed): readonly Typed[] {
  switch (typed.op) {
    case "operator":
    case "compare":
    case "logic":
    case "nullish":
    case "if":
    case "builtin":
    case "table":
      return typed.args;
    case "field":
    case "known":
      return [typed.of];
    case "pluck":
      return [typed.of, typed.body];
    case "filter":
      return [typed.of, typed.test];
    case "lookup":
      return [typed.of, typed.key];
    case "call":
      return [...typed.args.values()];
    case "list":
      return typed.items;
    default:
      return [];
  }
}
