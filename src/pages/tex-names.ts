// Names and words in TeX: upright, Greek where they begin so, escaped.

/** Not delta: in names it stands for a difference, which has a capital letter. */
const GREEK = new Set(
  "alpha beta gamma epsilon zeta eta theta iota kappa lambda mu nu xi rho sigma tau phi chi psi omega".split(
    " ",
  ),
);
export function isGreek(name: string): boolean {
  return name === "pi" || GREEK.has(name.split("_", 1)[0] ?? "");
}

/** A name as an upright word; one that begins with a Greek letter has it as a letter, the rest below. */
export function nameTex(name: string): string {
  const [first = "", ...rest] = name.split("_");
  if (!GREEK.has(first)) return name === "pi" ? "\\pi" : `\\mathrm{${escapeTex(name)}}`;
  const [second, ...more] = rest;
  const letter = second === "bar" ? `\\bar{\\${first}}` : `\\${first}`;
  const below = second === "bar" ? more : rest;
  return below.length === 0 ? letter : `${letter}_{\\mathrm{${escapeTex(below.join("_"))}}}`;
}

/** m_ed as a letter with what stands below it. */
export function letterTex(stem: string): string {
  const [letter = "", ...below] = stem.split("_");
  return below.length === 0 ? letter : `${letter}_{\\mathrm{${escapeTex(below.join(","))}}}`;
}

export function wordsTex(words: string): string {
  return `\\text{${escapeTex(words)}}`;
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

/** Width of a name in em, an estimate. */
export function nameWidth(name: string): number {
  const [first = "", ...rest] = name.split("_");
  return GREEK.has(first) ? 0.6 + rest.join("_").length * 0.38 : name.length * 0.52;
}

const LETTERS: Readonly<Record<string, string>> = {
  alpha: "α",
  beta: "β",
  gamma: "γ",
  Gamma: "Γ",
  delta: "δ",
  Delta: "Δ",
  epsilon: "ε",
  varepsilon: "ε",
  eta: "η",
  theta: "θ",
  lambda: "λ",
  mu: "μ",
  nu: "ν",
  xi: "ξ",
  pi: "π",
  rho: "ρ",
  sigma: "σ",
  tau: "τ",
  phi: "φ",
  Phi: "Φ",
  chi: "χ",
  psi: "ψ",
  Psi: "Ψ",
  omega: "ω",
};

/** A symbol in a line of plain text: \gamma_{M0} as γ_M0. */
export function symbolText(tex: string): string {
  return tex
    .replace(/\\(bar|mathrm|text|hat|dot)\b\s*/g, "")
    .replace(/\\([A-Za-z]+)\s*/g, (_, name: string) => LETTERS[name] ?? name)
    .replace(/[{}]/g, "")
    .replace(/\\(.)/g, "$1");
}
