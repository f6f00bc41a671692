// The figures of a result, with downloads as SVG and PNG.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import figuresStyle from "../../../assets/pages/figures.css?raw";
import type { FigureData } from "../../engine/language/figures.js";
import { figureSvg } from "../../pages/figures/figure.js";
import { SIZE } from "../../pages/figures/measure.js";
import { download, pngOf } from "../download.js";

export function Figures({ figures, name }: { figures: readonly FigureData[]; name: string }) {
  if (figures.length === 0) return null;
  return (
    <section class="figure-cards" aria-label="Figures">
      {figures.map((figure, at) => (
        <FigureCard key={`${figure.title}${at}`} figure={figure} name={`${name}-${at + 1}`} />
      ))}
    </section>
  );
}

/** Font size in pixels. */
const LETTERS = 14.5;
/** Minimum and maximum width in pixels. */
const NARROWEST = 300;
const WIDEST = 760;

/** Draws a figure for the width of its card, so that its text keeps its size. */
export function FigureCard({ figure, name }: { figure: FigureData; name: string }) {
  const card = useRef<HTMLDivElement>(null);
  const width = useSignal(0);
  useEffect(() => {
    if (card.current === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      const room = Math.floor(((entry?.contentRect.width ?? 0) * SIZE) / LETTERS / 10) * 10;
      width.value = Math.max(NARROWEST, Math.min(room, WIDEST));
    });
    observer.observe(card.current);
    return () => observer.disconnect();
  }, []);
  const svg = () => figureSvg(figure, { style: figuresStyle }).text;
  const note = noteOf(figure);
  return (
    <div class="card figure-card">
      <figure class="figure" ref={card}>
        <figcaption>{figure.title}</figcaption>
        {width.value > 0 && (
          <div dangerouslySetInnerHTML={{ __html: figureSvg(figure, { width: width.value }).text }} />
        )}
        {note !== "" && <p class="note">{note}</p>}
      </figure>
      <p class="take">
        <button
          type="button"
          aria-label={`${figure.title} as SVG`}
          onClick={() => download(`${name}.svg`, "image/svg+xml", svg())}
        >
          SVG
        </button>
        <button
          type="button"
          aria-label={`${figure.title} as PNG`}
          onClick={() => void pngOf(svg()).then((png) => download(`${name}.png`, "image/png", png))}
        >
          PNG
        </button>
      </p>
    </div>
  );
}

function noteOf({ note, left_out: more }: FigureData): string {
  return [note, more === undefined ? undefined : `${more} more are not shown.`]
    .filter((each) => each !== undefined)
    .join(" ");
}
