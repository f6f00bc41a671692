// A slider under a chart that reads its values and can put one into the form.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

interface ReadingProps {
  readonly points: readonly number[];
  readonly now: unknown;
  readonly title: string;
  readonly at: (x: number) => string;
  readonly named: (x: number) => string;
  readonly take: (x: number) => void;
  readonly children: ComponentChildren;
}

/** Start and length of the chart's axis, in pixels. */
interface Axis {
  readonly from: number;
  readonly width: number;
}

export function Reading({ points, now, title, at, named, take, children }: ReadingProps) {
  const host = useRef<HTMLDivElement>(null);
  const axis = useSignal<Axis | undefined>(undefined);
  const nearest = (x: number) =>
    points.reduce(
      (best, each, nth) => (Math.abs(each - x) < Math.abs((points[best] ?? 0) - x) ? nth : best),
      0,
    );
  const start = typeof now === "number" ? nearest(now) : 0;
  const place = useSignal<number | undefined>(undefined);
  const here = Math.min(place.value ?? start, points.length - 1);
  const x = points[here] ?? 0;
  const drawn = () => host.current?.querySelector<SVGSVGElement>("svg[data-plot]") ?? undefined;
  // Every width has its own drawing.
  useEffect(() => {
    const measure = () => {
      const svg = drawn();
      if (svg === undefined) return;
      const [left = 0, right = 1] = (svg.dataset.plot ?? "").split(" ").map(Number);
      const scale = svg.getBoundingClientRect().width / (svg.viewBox.baseVal.width || 1);
      const next = { from: left * scale, width: (right - left) * scale };
      if (next.from !== axis.value?.from || next.width !== axis.value.width) axis.value = next;
    };
    measure();
    if (host.current === null) return undefined;
    const drawing = new MutationObserver(measure);
    drawing.observe(host.current, { childList: true, subtree: true });
    const sizing = new ResizeObserver(measure);
    sizing.observe(host.current);
    return () => {
      drawing.disconnect();
      sizing.disconnect();
    };
  }, []);
  const follow = (event: PointerEvent) => {
    const box = drawn()?.getBoundingClientRect();
    if (box === undefined || axis.value === undefined) return;
    const share = (event.clientX - box.left - axis.value.from) / axis.value.width;
    if (share < 0 || share > 1) return;
    const [low, high] = [points[0] ?? 0, points.at(-1) ?? 1];
    place.value = nearest(low + share * (high - low));
  };
  const isMoved = typeof now !== "number" || x !== now;
  return (
    <div class="reading" ref={host}>
      <div class="read" onPointerMove={follow}>
        {children}
      </div>
      <div class="reader card">
        <label for="reading">
          {title} <output>{`${named(x)}: ${at(x)}`}</output>
        </label>
        <input
          id="reading"
          type="range"
          min={0}
          max={points.length - 1}
          value={here}
          aria-valuetext={`${named(x)}: ${at(x)}`}
          style={
            axis.value === undefined
              ? {}
              : { marginLeft: `${axis.value.from}px`, width: `${axis.value.width}px` }
          }
          onInput={(event) => {
            place.value = Number(event.currentTarget.value);
          }}
        />
        <p class="row">
          <button type="button" disabled={!isMoved} onClick={() => take(x)}>
            Use {named(x)} in the form
          </button>
        </p>
      </div>
    </div>
  );
}
