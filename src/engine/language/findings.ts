// Findings of loading a definition: a sentence, the exact location, and a likely fix.
import { LIMITS } from "./bounds.js";
import type { Location } from "./locations.js";

/** An error prevents serving; a remark does not. */
export type Severity = "error" | "remark";

export interface Finding {
  /** Short stable code of the check, listed in docs/language-reference.md. */
  readonly check: string;
  readonly severity: Severity;
  readonly location: Location;
  readonly message: string;
  readonly hint?: string;
  /** The misspelt and the suggested word, if the hint suggests one. */
  readonly typo?: Typo;
}

export interface Typo {
  readonly said: string;
  readonly meant: string;
}

/** The likely fix; a function if it is expensive, which a full report never calls. */
export type Hint = string | undefined | (() => string | Typo | undefined);

export class Report {
  readonly findings: Finding[] = [];
  private readonly seen = new Set<string>();

  /** `tolerated` errors are reported but do not count as failure; `ignored` findings are dropped. */
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

  /** Whether no more errors are accepted. */
  get full(): boolean {
    return this.isFull("error");
  }

  /** Errors and remarks are limited separately. */
  private isFull(of: Severity): boolean {
    return this.findings.filter(({ severity }) => severity === of).length >= LIMITS.findings;
  }

  /** Adds a finding of another report. */
  take({ severity, check, location, message, hint, typo }: Finding): void {
    this.add(severity, check, location, message, typo === undefined ? hint : () => typo);
  }

  private add(severity: Severity, check: string, location: Location, message: string, hint?: Hint): void {
    const key = `${location.file}:${location.line}:${location.column} ${message}`;
    if (this.isFull(severity) || this.seen.has(key) || this.ignored(check, location)) return;
    this.seen.add(key);
    this.findings.push({ check, severity, location, message, ...hinted(hint) });
  }

  /** Removes findings that follow from another one. */
  withdraw(follows: (finding: Finding) => boolean): void {
    const left = this.findings.filter((finding) => !follows(finding));
    this.findings.splice(0, this.findings.length, ...left);
  }

  /** Replaces findings by their common cause, which is added even if the report is full. */
  replace(follows: (finding: Finding) => boolean, cause: Omit<Finding, "severity">): void {
    this.withdraw(follows);
    const { typo, hint } = cause;
    this.findings.push({ ...cause, severity: "error", ...hinted(typo === undefined ? hint : () => typo) });
  }

  /** Returns the findings sorted by location. */
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

/** Control characters are escaped, so that definitions cannot forge lines of output. */
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
