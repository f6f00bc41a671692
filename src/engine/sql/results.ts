// The results of a tool as columns, and the rows in which one of them cannot be computed.
import { type CommonField, LISTS } from "../language/common-fields.js";
import type { Type } from "../language/types.js";
import type { Slot, ToolPlan, TypedResult } from "../typing/plan.js";
import type { Expressions } from "./expressions.js";
import { badItems, held } from "./holding.js";
import { mapped } from "./list-functions.js";
import { isList } from "./lists.js";
import { constant, rounded } from "./numbers.js";
import {
  all,
  anyOf,
  badChoice,
  chooseScalar,
  firstOf,
  isNull,
  isThere,
  NULL,
  not,
  type SqlScalar,
  scalar,
  TRUE,
  withFacts,
} from "./scalars.js";
import { joinedText, shown } from "./texts.js";
import { asList, asScalar, isGiven, type SqlValue } from "./values.js";
import type { SqlPlace } from "./writer.js";

export class SqlResults {
  /** Single results and requested lists, by their paths. */
  readonly columns = new Map<string, SqlScalar>();
  readonly bad: string | undefined;

  constructor(
    private readonly w: Expressions,
    plan: ToolPlan,
    private readonly asked: ReadonlySet<string>,
    private readonly disclaimer: string,
  ) {
    this.bad = this.all(plan);
  }

  /** Writes all results in the order of the compiled tool and returns their combined `bad`. */
  private all(plan: ToolPlan): string | undefined {
    const { w } = this;
    const { root } = w;
    const listOf = (name: string) => w.slot(root, plan.root.slots.get(name) as Slot);
    const common = plan.def.commonFields;
    const bads: (string | undefined)[] = [];
    if (common.includes("flags") || common.includes("warnings")) {
      const flags = asList(listOf(LISTS.flags));
      bads.push(flags.bad);
      const texts = (field: string) => mapped(w, flags, (flag) => w.field(flag, field));
      this.list("flags", texts("code"), TEXT);
      this.list("warnings", texts("warning"), TEXT);
    }
    for (const result of plan.results) bads.push(this.result(result, [], [], { frame: root, site: -1 }));
    const lists: Partial<Record<CommonField, string>> = {
      assumptions: LISTS.assumptions,
      recommendations: LISTS.recommendations,
    };
    for (const [field, name] of Object.entries(lists))
      if (common.includes(field as CommonField) && this.isAsked(field)) {
        const list = listOf(name);
        bads.push(list.bad);
        this.list(field, list, TEXT);
      }
    if (common.includes("standard_reference")) {
      const standard = listOf(LISTS.standard);
      bads.push(standard.bad);
      this.columns.set("standard_reference", asScalar(standard));
    }
    this.columns.set("disclaimer", constant(w, this.disclaimer));
    return firstOf(bads);
  }

  private isAsked(path: string): boolean {
    return this.asked.has(path);
  }

  /** Adds a column with the items, separated by bars. */
  private list(path: string, value: SqlValue, type: Type): void {
    if (!this.isAsked(path)) return;
    const list = asList(value);
    const text = joinedText(this.w, list, (item) => shown(this.w, item, type), " | ");
    this.columns.set(
      path,
      chooseScalar([
        { when: list.none, value: NULL },
        { when: TRUE, value: text },
      ]),
    );
  }

  /** Writes a result and returns its `bad`. */
  private result(
    result: TypedResult,
    above: readonly string[],
    around: readonly SqlScalar[],
    place: SqlPlace,
  ): string | undefined {
    const { w } = this;
    const path = [...above, result.node.name];
    const { body } = result.node;
    const when = result.when === undefined ? [] : [held(w, w.scalar(result.when, place))];
    const whens = [...around, ...when];
    const inner = (): string | undefined => {
      if (body.kind === "array") return this.array(result, path, whens, place);
      if (body.kind === "leaf") return this.leaf(result, path, whens, place);
      const { lambda, value } = result;
      const fields = (all: readonly SqlScalar[]) =>
        firstOf(result.fields.map((field) => this.result(field, path, all, place)));
      if (lambda === undefined || value === undefined) return fields(whens);
      const item = held(w, w.value(value, place));
      const given = held(w, isGiven(item));
      return firstOf([
        item.bad,
        badChoice([{ when: given, bad: w.within(lambda, item, () => fields([...whens, given])) }]),
      ]);
    };
    const [own = TRUE] = when;
    return badChoice([{ when: own, bad: inner() }]);
  }

  private leaf(
    { value, fields, node }: TypedResult,
    path: readonly string[],
    whens: readonly SqlScalar[],
    place: SqlPlace,
  ): string | undefined {
    const { w } = this;
    if (value === undefined || node.body.kind !== "leaf") return undefined;
    const found = w.value(value, place);
    const or = fields[0]?.value;
    const name = path.join(".");
    if (isList(found)) {
      this.list(
        name,
        { ...found, none: anyOf([found.none, not(all(whens))]) },
        value.type.kind === "list" ? value.type.item : value.type,
      );
      return found.bad;
    }
    if (found.kind === "record" && found.cases.length > 0) return found.bad;
    const shownAs = this.shownLeaf(asScalar(found), value.type, node.body.round);
    const rest = or === undefined ? undefined : w.scalar(or, place);
    const whole = rest === undefined ? shownAs : this.either(shownAs, value.type, rest, or?.type);
    const cases = [{ when: all(whens), value: withFacts(whole, { bad: undefined }) }];
    this.columns.set(
      name,
      chooseScalar(
        cases.map(({ when, value: each }) => ({ when: withFacts(when, { bad: undefined }), value: each })),
      ),
    );
    return firstOf([found.bad, rest?.bad]);
  }

  private shownLeaf(of: SqlScalar, type: Type, round: number | undefined): SqlScalar {
    return type.kind === "number" && round !== undefined ? rounded(this.w, of, round, type.integer) : of;
  }

  /** Replaces null by another value, which may be a text. */
  private either(of: SqlScalar, type: Type, other: SqlScalar, otherType: Type | undefined): SqlScalar {
    const { w } = this;
    const isText = ({ kind }: Type) => kind !== "number" && kind !== "boolean";
    const isMixed =
      otherType !== undefined &&
      !isNull(of) &&
      !isNull(other) &&
      (type.kind === "number") !== (otherType.kind === "number");
    const asText = (each: SqlScalar, kind: Type) =>
      isText(kind) ? each : scalar(w.dialect.digits(w.columns.of(each.sql)));
    const [first, second] = isMixed ? [asText(of, type), asText(other, otherType)] : [of, other];
    return chooseScalar([
      { when: isThere(held(w, of)), value: first },
      { when: TRUE, value: second },
    ]);
  }

  /** Lists of records are no columns, but a value in them that cannot be computed refuses the row. */
  private array(
    result: TypedResult,
    path: readonly string[],
    whens: readonly SqlScalar[],
    place: SqlPlace,
  ): string | undefined {
    const { w } = this;
    const { value, lambda, node } = result;
    if (value === undefined || lambda === undefined || node.body.kind !== "array") return undefined;
    const list = held(w, asList(w.value(value, place)));
    const isPlain = node.body.value !== undefined;
    const [own] = result.fields;
    const badIn = (item: SqlValue) =>
      w.within(lambda, item, () =>
        isPlain
          ? own?.value && w.value(own.value, place).bad
          : firstOf(result.fields.map((field) => this.result(field, [...path, "[]"], whens, place))),
      );
    const bad = firstOf([list.bad, badItems(w, list, badIn)]);
    const type = own?.value?.type;
    if (
      isPlain &&
      result.key === undefined &&
      own?.value !== undefined &&
      type !== undefined &&
      this.isAsked(path.join("."))
    ) {
      const { value: each } = own;
      const items = mapped(w, list, (item) => w.within(lambda, item, () => w.value(each, place)));
      this.list(path.join("."), { ...items, bad: undefined }, type);
    }
    return bad;
  }
}

const TEXT: Type = { kind: "text", nullable: false };
