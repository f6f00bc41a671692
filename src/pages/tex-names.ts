// Writes names, words and numbers as TeX: upright, with Greek letters, escaped.
import { digitsOf, grouped } from "./show.js";

/** Greek letters by their TeX names. */
const LETTERS: ReadonlyMap<string, string> = new Map(
  (
    "alpha α,beta β,gamma γ,Gamma Γ,delta δ,Delta Δ,epsilon ε,varepsilon ε,zeta ζ,eta η,theta θ,iota ι,kappa κ,lambda λ," +
    "mu μ,nu ν,xi ξ,pi π,rho ρ,sigma σ,tau τ,phi φ,Phi Φ,chi χ,psi ψ,Psi Ψ,omega ω"
  )
    .split(",")
    .map((each) => each.split(" ") as [string, string]),
);
/** Names of letters. Not delta, which means a difference; pi only as a complete name. */
const GREEK = new Set([...LETTERS.keys()].filter((name) => !/^([A-Z].*|delta|varepsilon|pi)$/.test(name)));

export function isGreek(name: string): boolean {
  return name === "pi" || GREEK.has(name.split("_", 1)[0] ?? "");
}

/** Writes a name as an upright word; a leading Greek letter becomes a symbol with the rest as its index. */
export function nameTex(name: string): string {
  const [first = "", ...rest] = name.split("_");
  if (!GREEK.has(first)) return name === "pi" ? "\\pi" : `\\mathrm{${escapeTex(name)}}`;
  const [second, ...more] = rest;
  const letter = second === "bar" ? `\\bar{\\${first}}` : `\\${first}`;
  const below = second === "bar" ? more : rest;
  return below.length === 0 ? letter : `${letter}_{\\mathrm{${escapeTex(below.join("_"))}}}`;
}

/** Writes m_ed as a letter with an index. */
export function letterTex(stem: string): string {
  const [letter = "", ...below] = stem.split("_");
  return below.length === 0 ? letter : `${letter}_{\\mathrm{${escapeTex(below.join(","))}}}`;
}

export function numberTex(value: number): string {
  const { digits, power } = digitsOf(value);
  return `${grouped(digits, "\\,")}${power === undefined ? "" : `\\cdot 10^{${power}}`}`;
}

/** Writes words as text; raises ² and ³, which the formula fonts lack. */
export function wordsTex(words: string): string {
  const text = escapeTex(words).replace(/[²³]/g, (digit) => `$^${digit === "²" ? 2 : 3}$`);
  return `\\text{${text}}`;
}

const TEX_ESCAPES: Readonly<Record<string, string>> = {
  "\\": "\\textbackslash{}",
  "^": "\\textasciicircum{}",
  "~": "\\textasciitilde{}",
};

export function escapeTex(text: string): string {
  return text
    .replace(/[\\^~{}$&#%_]/g, (character) => TEX_ESCAPES[character] ?? `\\${character}`)
    .replace(/[^\P{Cc}]+/gu, " ");
}

/** Estimates the width of a name in em. */
export function nameWidth(name: string): number {
  const [first = "", ...rest] = name.split("_");
  return GREEK.has(first) ? 0.6 + rest.join("_").length * 0.38 : name.length * 0.52;
}

/** Writes a symbol as plain text: \gamma_{M0} as γ_M0. */
export function symbolText(tex: string): string {
  return tex
    .replace(/\\(bar|mathrm|text|hat|dot)\b\s*/g, "")
    .replace(/\\([A-Za-z]+)\s*/g, (_, name: string) => LETTERS.get(name) ?? name)
    .replace(/[{}]/g, "")
    .replace(/\\(.)/g, "$1");
}
