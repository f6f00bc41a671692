// Caches what each computed value read.
import type { Frame } from "../interpret/frames.js";
import type { ResultRecord } from "../interpret/record.js";
import type { Lambda, TypedResult } from "../typing/plan.js";
import { type ComputedValue, type Evaluation, isFunction } from "./computed.js";
import { FormulaReading, type ReadTrace } from "./reading.js";
import type { ValueOrigin } from "./sources.js";

const NOTHING: ReadonlySet<ValueOrigin> = new Set();

export class Traces {
  private readonly found = new Map<ComputedValue, ReadTrace>();
  private readonly sources = new Map<ComputedValue, ReadonlySet<ValueOrigin>>();
  /** Origins of lists and records of the result. */
  private readonly resultLists = new Map<Lambda, ReadonlySet<ValueOrigin>>();

  constructor(private readonly evaluation: Evaluation) {}

  of(computed: ComputedValue): ReadTrace {
    const known = this.found.get(computed);
    if (known !== undefined) return known;
    const reading = this.reading();
    this.found.set(computed, reading);
    if (computed.record !== undefined) reading.slot(computed.record.slot, computed);
    else if (computed.given !== undefined) reading.formula(computed.given.typed, computed.given.notes);
    return reading;
  }

  /** Returns the reads of a result field. Lists and objects must be traced before their fields. */
  result({ result, notes, items }: ResultRecord): ReadTrace {
    const reading = this.reading(this.resultLists);
    reading.formula(result.when, notes);
    reading.formula(result.value, notes);
    if (result.lambda !== undefined) {
      this.resultLists.set(result.lambda, new Set(reading.origins));
      reading.beginItems(result.lambda);
    }
    for (const item of items) {
      reading.inItem(result.key, item.notes);
      if (isList(result)) reading.inItem(result.fields[0]?.value, item.notes);
    }
    return reading;
  }

  private reading(lists?: ReadonlyMap<Lambda, ReadonlySet<ValueOrigin>>): FormulaReading {
    const others = {
      item: (frame: Frame) => this.listSources(frame),
      rank: (frame: Frame) => this.rankSources(frame),
      evidence: (computed: ComputedValue) => this.of(computed).origins,
    };
    return new FormulaReading(this.evaluation, others, lists);
  }

  /** Returns the origins of the list behind an entry's frame. */
  private listSources(frame: Frame): ReadonlySet<ValueOrigin> {
    const list = this.evaluation.listOf(frame);
    if (list?.record === undefined) return NOTHING;
    const known = this.sources.get(list);
    if (known !== undefined) return known;
    const reading = this.reading();
    this.sources.set(list, reading.origins);
    reading.slot(list.record.slot, list, true);
    return reading.origins;
  }

  private rankSources(frame: Frame): ReadonlySet<ValueOrigin> {
    const list = this.evaluation.listOf(frame);
    return list === undefined ? NOTHING : this.of(list).origins;
  }

  /** Replaces function calls by their reads, without their arguments. */
  withoutCalls(origins: Iterable<ValueOrigin>): Set<ValueOrigin> {
    const all = new Set<ValueOrigin>();
    for (const origin of origins)
      if (typeof origin === "string" || !isFunction(origin.frame)) all.add(origin);
      else for (const inner of this.withoutCalls(this.of(origin).origins)) all.add(inner);
    return all;
  }
}

/** Whether this is a list of single values. */
function isList({ node: { body } }: TypedResult): boolean {
  return body.kind === "array" && body.value !== undefined;
}
