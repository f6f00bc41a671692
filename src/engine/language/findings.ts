// What loading finds wrong: one sentence, the exact place, and the likely fix.
import { LIMITS } from "./bounds.js";
import type { Location } from "./locations.js";

/** An error stops the definition set from being served; a remark is for the reader. */
export type Severity = "error" | "remark";

export interface Finding {
  /** Short stable name of the check, as docs/language-reference.md lists it. */
  readonly check: string;
  readonly severity: Severity;
  readonly location: Location;
  readonly message: string;
  readonly hint?: string;
  /** Where the hint names a word that was probably meant: both words. */
  readonly typo?: Typo;
}

export interface Typo {
  readonly said: string;
  readonly meant: string;
}

/** The likely fix; given as a function where it takes time to work out, which a full report saves. */
export type Hint = string | undefined | (() => string | Typo | undefined);

export class Report {
  readonly findings: Finding[] = [];
  private readonly seen = new Set<string>();

  /** Errors of the tolerated checks are reported and do not count as failure; what is ignored is not reported. */
  constructor(
    private readonly tolerated: ReadonlySet<string> = new Set(),
    private readonly ignored: (check: string, location: Location) => boolean = () => false,
  ) {}

  error(check: string, location: Location, message: string, hint?: Hint): void {
    this.add("error", check, location, message, hint);
  }

  /** Reports with the severity of the check. */
  found(
    { code, isRemark }: { readonly code: string; readonly isRemark?: true },
    location: Location,
    message: string,
    hint?: Hint,
  ): void {
    this.add(isRemark ? "remark" : "error", code, location, message, hint);
  }

  get failed(): boolean {
    return this.findings.some(({ severity, check }) => severity === "error" && !this.tolerated.has(check));
  }

  /** True when no more errors are listed. */
  get full(): boolean {
    return this.isFull("error");
  }

  /** Remarks take no room from errors, which decide whether the set is served. */
  private isFull(of: Severity): boolean {
    return this.findings.filter(({ severity }) => severity === of).length >= LIMITS.findings;
  }

  /** Adds what another report has found. */
  take({ severity, check, location, message, hint, typo }: Finding): void {
    this.add(severity, check, location, message, typo === undefined ? hint : () => typo);
  }

  private add(severity: Severity, check: string, location: Location, message: string, hint?: Hint): void {
    const key = `${location.file}:${location.line}:${location.column} ${message}`;
    if (this.isFull(severity) || this.seen.has(key) || this.ignored(check, location)) return;
    this.seen.add(key);
    this.findings.push({ check, severity, location, message, ...hinted(hint) });
  }

  /** Takes back what turned out to follow from something else that was found. */
  withdraw(follows: (finding: Finding) => boolean): void {
    const left = this.findings.filter((finding) => !follows(finding));
    this.findings.splice(0, this.findings.length, ...left);
  }

  /** One error in the place of those that follow from it. It stands whatever is left out elsewhere: nothing may get lost. */
  replace(follows: (finding: Finding) => boolean, cause: Omit<Finding, "severity">): void {
    this.withdraw(follows);
    const { typo, hint } = cause;
    this.findings.push({ ...cause, severity: "error", ...hinted(typo === undefined ? hint : () => typo) });
  }

  /** Findings in the order in which a reader meets them. */
  sorted(): Finding[] {
    return sortedFindings(this.findings);
  }
}

function hinted(hint: Hint): Pick<Finding, "hint" | "typo"> {
  const fix = typeof hint === "function" ? hint() : hint;
  if (fix === undefined) return {};
  return typeof fix === "string" ? { hint: fix } : { hint: `did you mean ${fix.meant}?`, typo: fix };
}

export function sortedFindings(findings: readonly Finding[]): Finding[] {
  return [...findings].sort(
    (a, b) =>
      (a.location.file < b.location.file ? -1 : a.location.file > b.location.file ? 1 : 0) ||
      a.location.line - b.location.line ||
      a.location.column - b.location.column,
  );
}

/** Signs that end a line or steer a terminal: written out, so that no text of a definition can pass for a line of ours. */
const STEERING = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

export function plainLine(text: string): string {
  return text.replace(STEERING, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

export function formatFinding(finding: Finding): string {
  const { file, line, column } = finding.location;
  const mark = finding.severity === "remark" ? "remark: " : "";
  const hint = finding.hint === undefined ? "" : ` (${finding.hint})`;
  return plainLine(`${file}:${line}:${column} ${mark}${finding.message}${hint}`);
}
